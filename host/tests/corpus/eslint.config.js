// The rules of the page scripts' tests, with their globals.
import shared from '../js/eslint.config.js';

const tests = shared.find(({ files }) => files?.some((pattern) => pattern.startsWith('tests/')));

export default [{ ...tests, files: ['**/*.js'] }];
