// Page scripts are classic scripts that share one scope: `global` comments name what a file takes from the others,
// `exported` comments what it gives them.
import js from '@eslint/js';
import globals from 'globals';

const rules = {
  ...js.configs.recommended.rules,
  'no-unused-vars': ['error', { vars: 'all', args: 'all', argsIgnorePattern: '^_' }],
  'prefer-const': 'error',
  'no-var': 'error',
  'no-shadow': 'error',
  'no-use-before-define': ['error', { functions: false, variables: false }],
  eqeqeq: 'error',
  'no-implicit-coercion': 'error',
  'no-param-reassign': 'off',
};

export default [
  { ignores: ['tests/js/reading/data/**'] },
  {
    files: ['src/inject/**/*.js'],
    languageOptions: { ecmaVersion: 2024, sourceType: 'script', globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...rules,
      'no-restricted-globals': ['error', 'name', 'event', 'length', 'status', 'find', 'focus', 'scroll'],
    },
  },
  {
    files: ['src/inject/call.js', 'src/inject/plain.js'],
    rules: { 'no-unused-expressions': 'off' },
  },
  {
    files: ['tests/js/**/*.js'],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: 'module',
      globals: { ...globals.browser, ...globals.node },
    },
    rules,
  },
];
