// What a solver of each MiniWoB++ task needs, written by hand from the tasks' own sources.
//
// A row is `[tasks, needs, ...stages]`. A need is a selector, or `{ css, … }` with:
//   word    what its name, value, looks or context must say; a text, a pattern, or `@attribute` / `^selector` for
//           what the page holds there (`^`: the closest such element); else its own visible text, when it has any
//   alike   words that mean the same
//   beside  `[closest, inside]`: the words of the neighbour that tells it from those that read alike
//   never   what must not be said, since nobody can see it
//   place   its place among its like is what the task goes by: to be listed is enough
//   within  the control that stands for it: an option is told by its list
//   some    one of those found is enough
//   min     how many there must be, else at least one
// A stage is `{ act: [kind, selector, text], needs }`: what is there after one more step.

const submit = '#area #subbtn';
const toggle = (type) => ({ css: `#area input[type=${type}]`, word: '^label' });
const place = (css) => ({ css, place: true });

const slider = { css: '.ui-slider-handle', within: '.ui-slider', place: true };

const calendar = [
  '.ui-datepicker-calendar td a',
  { css: '.ui-datepicker-prev:not(.ui-state-disabled)', word: /prev/i, min: 0 },
  { css: '.ui-datepicker-next:not(.ui-state-disabled)', word: /next/i, min: 0 },
];

const suggestion = { css: '.ui-autocomplete .ui-menu-item-wrapper', within: 'li' };

const flight = [
  [
    { css: '#flight-from', word: /from/i },
    { css: '#flight-to', word: /to/i },
    { css: '#datepicker', word: /departure|date/i },
    '#search',
  ],
  { act: ['type', '#flight-from', 'Akr'], needs: [suggestion] },
  { act: ['click', '#datepicker'], needs: calendar },
];

const sender = ['.email-thread', '.email-sender'];
const inbox = [
  { css: '#main .email-thread', word: '<.email-sender' },
  { css: '#main .trash', word: /trash|delete/i, beside: sender },
  { css: '#main .star', word: /star/i, beside: sender },
  { css: '#open-search', word: /search/i },
];
const mail = {
  act: ['click', '#main .email-subject'],
  needs: [
    { css: '#email .email-reply', word: /reply/i },
    { css: '#email .email-forward', word: /forward/i },
    { css: '#email .trash', word: /trash|delete/i },
    { css: '#email .star', word: /star/i },
    { css: '#close-email', word: /close|back|left/i },
  ],
};
const reply = {
  act: ['click', '#email .email-reply'],
  needs: [
    place('#reply-text'),
    { css: '#send-reply', word: /send/i },
    { css: '#close-reply', word: /close|back|left/i },
  ],
};
const forward = {
  act: ['click', '#email .email-forward'],
  needs: [
    { css: '#area .forward-sender', word: /to/i },
    { css: '#send-forward', word: /send/i },
  ],
};

const author = ['.media', '.username'];
const post = (word) => ({ css: `#area .${word}`, word: new RegExp(word, 'i'), beside: author });

export const rows = [
  // Buttons.
  [
    `button-delay click-button click-button-sequence click-test click-test-2 click-test-transfer count-sides
     count-shape generate-number identify-shape unicode-test`,
    ['#area button'],
  ],
  ['sign-agreement', ['#area button', '#name', '#text-area']],
  ['stock-market', ['#buy']],
  ['buy-ticket', ['#area .buy-ticket']],
  ['odd-or-even', [{ css: '#numbers button', beside: ['.row', '.display-number'] }, '#submit']],
  ['simon-says', ['#area button']],

  // Fields.
  [
    'enter-date enter-text enter-text-2 enter-text-dynamic enter-time guess-number read-table text-transform',
    ['#tt', submit],
  ],
  ['enter-password', [{ css: '#password', word: 'Password' }, { css: '#verify', word: 'Verify' }, submit]],
  [
    'login-user login-user-popup',
    [{ css: '#username', word: 'Username' }, { css: '#password', word: 'Password' }, submit],
  ],
  ['read-table-2', [{ css: '#area input', word: '^div' }, submit]],
  ['copy-paste copy-paste-2', ['#area textarea', '#answer-input', submit]],
  ['scroll-text', ['#text-area', '#answer-input', submit]],
  ['scroll-text-2', ['#text-area', submit]],
  ['find-word', ['#answer-input', submit]],
  ['focus-text focus-text-2', [place('#area input')]],
  ['simple-algebra simple-arithmetic visual-addition', ['#math-answer', submit]],
  ['multi-layouts multi-orderings', [{ css: '#area input', word: '^tr' }, '#area :is(.final, button)']],
  ['click-widget', [place('#area .widget :is(input, button, textarea)')]],
  ['terminal', [{ css: '#terminal, #terminal-target', some: true, place: true }]],
  [
    'search-engine',
    ['#search-text', '#search'],
    { act: ['click', '#search'], needs: ['#page-content a', '#pagination a'] },
  ],
  [
    'use-autocomplete use-autocomplete-nodelay',
    [{ css: '#tags', word: 'Tags' }, submit],
    { act: ['type', '#tags', 'Al'], needs: [suggestion] },
  ],
  ['use-colorwheel use-colorwheel-2', [{ css: '#col', word: /color/i }, submit]],

  [
    'flight/AA',
    [
      { css: '[id="segments0.origin"]', word: 'From' },
      { css: '[id="segments0.destination"]', word: 'To' },
      { css: '[id="segments0.travelDate"]', word: 'Depart' },
      { css: '[id="segments1.travelDate"]', word: 'Return' },
      { css: 'button.ui-datepicker-trigger', word: 'Open Calendar' },
      { css: '#passengerCount', word: 'Passengers' },
      { css: '#cabin', word: 'Class' },
      { css: '#refundable1', word: 'refundable' },
      '[role=tablist] [role=tab]',
      'form button.btn[type=submit]',
    ],
  ],
  [
    'flight/Alaska flight/Alaska-auto flight/Alaska-auto-medium',
    [
      { css: '#geo-from', word: 'From' },
      { css: '#geo-to', word: 'To' },
      { css: '#departure-date', word: 'Depart' },
      { css: '#return-date', word: 'Return' },
      { css: 'label.css-lbl', min: 3 },
      { css: '.tnum-button', word: /[-+]/, min: 2 },
      { css: '.cleartxt', word: /clear/i, min: 2 },
      'input[type=submit]',
    ],
  ],

  // Choices.
  [
    'click-checkboxes click-checkboxes-large click-checkboxes-soft click-checkboxes-transfer',
    [toggle('checkbox'), submit],
  ],
  ['click-option', [toggle('radio'), submit]],
  ['number-checkboxes', [place('#checkboxes input'), submit]],
  ['choose-list click-scroll-list', [{ css: '#options option', within: 'select' }, '#area button']],
  ['form-sequence', [slider, place('#area input[type=checkbox]'), submit]],
  ['form-sequence-2', [place('#area input[type=radio]'), place('#area input[type=text]'), submit]],
  [
    'form-sequence-3',
    [{ css: '.selectric, .selectric .button', some: true, place: true }, '#buttons button'],
    { act: ['click', '.selectric'], needs: ['.selectric-items li:not(.selected)'] },
  ],
  ['use-slider use-slider-2', [slider, submit]],
  [
    'use-spinner',
    [
      { css: '#spinner', word: /value/i },
      { css: '.ui-spinner-up', word: /up|increase|\bn\b/i },
      { css: '.ui-spinner-down', word: /down|decrease|\bs\b/i },
      submit,
    ],
  ],
  [
    'choose-date choose-date-easy choose-date-medium choose-date-nodelay',
    [{ css: '#datepicker', word: 'Date' }, submit],
    { act: ['click', '#datepicker'], needs: calendar },
  ],
  ['book-flight book-flight-nodelay', ...flight],

  // Links, tabs, menus, trees, dialogs.
  ['click-link', ['.alink']],
  ['click-tab click-tab-2-easy click-tab-2-medium', ['#area [role=tab]']],
  [
    'click-tab-2 click-tab-2-hard',
    ['#area [role=tab]', '.alink'],
    { act: ['click', '#area [role=tab]:nth-child(2)'], needs: ['[role=tabpanel] .alink'] },
  ],
  ['click-collapsible click-collapsible-nodelay', ['#area h3[role=tab]', submit]],
  [
    'click-collapsible-2 click-collapsible-2-nodelay',
    ['#area h3[role=tab]'],
    { act: ['click', '#area h3[role=tab]'], needs: ['.alink'] },
  ],
  [
    'click-menu',
    ['#menu [role=menuitem]'],
    { act: ['hover', '#menu [role=menuitem][aria-haspopup]'], needs: ['#menu ul [role=menuitem]'] },
  ],
  ['click-menu-2', ['#open-menu'], { act: ['click', '#open-menu'], needs: ['#menu [role=menuitem]'] }],
  [
    'click-pie click-pie-nodelay',
    [{ css: '#divWheel text', word: '+', some: true }],
    {
      act: ['click', '#divWheel text:last-of-type'],
      needs: [{ css: '#divWheel text[style*="cursor: pointer"]:not(:last-of-type)', min: 3 }],
    },
  ],
  ['click-dialog', [{ css: '.ui-dialog-titlebar-close', word: /close/i }]],
  ['click-dialog-2', [{ css: '.ui-dialog button', word: /close|cancel|ok/i }]],
  ['navigate-tree', [{ css: '#tree li > span', within: 'li' }]],
  ['phone-book', ['#contact a', '#pagination li:not(.disabled) > a']],

  // Mail, posts, orders: pictures without a name, told apart by what stands beside them.
  [
    'email-inbox email-inbox-reply email-inbox-noscroll email-inbox-nl-turk email-inbox-star-reply',
    inbox,
    mail,
    reply,
  ],
  ['email-inbox-delete email-inbox-important', inbox, mail],
  ['email-inbox-forward email-inbox-forward-nl email-inbox-forward-nl-turk', inbox, mail, forward],
  [
    'social-media',
    [post('reply'), post('retweet'), post('like'), post('more')],
    { act: ['press', '#area .more'], needs: ['#area ul:not(.hide) li'] },
  ],
  [
    'social-media-all social-media-some',
    [post('reply'), post('retweet'), post('like'), post('share'), '#submitRow button'],
  ],
  [
    'order-food',
    [
      { css: '#area .add', word: '+', beside: ['.food-item', '.item-name'] },
      { css: '#area .remove', word: '-', beside: ['.food-item', '.item-name'] },
      '#submit-order button',
    ],
  ],
  ['daily-calendar', [{ css: '.half-hour', place: true, min: 48, beside: ['.hour', '.hour-label'] }]],

  // Looks.
  [
    'click-color',
    [
      {
        css: '#area .color',
        word: '@data-color',
        alike: [
          ['cyan', 'aqua'],
          ['magenta', 'fuchsia'],
          ['gray', 'grey'],
        ],
      },
    ],
  ],
  ['click-shades', [{ css: '#area span[data-color]', looks: true }, '#submit']],
  ['click-shape', [{ css: '#area_svg > *', word: '@fill' }]],
  ['ascending-numbers', ['#area_svg text']],
  ['find-greatest', [{ css: '.card.hidden', never: /\d/, place: true }, '#submit']],
  ['tic-tac-toe', [{ css: '.ttt-row span', place: true, min: 9 }]],
  [
    'text-editor',
    [
      { css: '.ql-toolbar button.ql-bold', word: /bold/i },
      { css: '.ql-toolbar button.ql-italic', word: /italic/i },
      { css: '.ql-toolbar button.ql-underline', word: /underline/i },
      { css: '.ql-toolbar .ql-color .ql-picker-label', word: /color/i },
      '.ql-editor',
      submit,
    ],
    {
      act: ['click', '.ql-color .ql-picker-label'],
      needs: [{ css: '.ql-picker-item[data-value]', looks: true, min: 10 }],
    },
  ],

  // Dragging by name.
  ['drag-items drag-items-grid', ['#sortable li']],
  ['drag-sort-numbers', ['#sortable li', submit]],
  ['drag-box', ['#draggableSmall', '#draggableLarge', submit]],
  ['drag-circle drag-single-shape', [place('#area svg > :is(circle, polygon, rect)'), submit]],
  ['drag-shapes drag-shapes-2', [{ css: '#area_svg > :not(#shape-container)', word: '@fill' }, submit]],
  ['resize-textarea', ['#tt', place('.ui-resizable-se'), '#submit']],
];

/** Tasks that no list of elements can solve, and why. */
export const excluded = {
  'bisect-angle': 'a point at computed coordinates',
  'chase-circle': 'the pointer follows a moving shape',
  'circle-center': 'a point at computed coordinates',
  'drag-cube': 'a cube turned by dragging until a side faces the viewer',
  'draw-circle': 'drawn by dragging at computed coordinates',
  'draw-line': 'drawn by dragging at computed coordinates',
  'find-midpoint': 'a point at computed coordinates',
  'grid-coordinate': 'which of 25 equal points is meant is told by its place alone',
  'highlight-text': 'a text selected by dragging',
  'highlight-text-2': 'a text selected by dragging',
  'hot-cold': 'an invisible point found by moving the pointer',
  'hover-shape': 'the pointer rests on a moving shape',
  'moving-items': 'shapes that fly past are hit in time',
  'right-angle': 'a point at computed coordinates',
};
