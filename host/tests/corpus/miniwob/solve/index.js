// Which solver is for which task, and which tasks have none.
import * as buttons from './buttons.js';
import * as choices from './choices.js';
import * as drags from './drags.js';
import * as fields from './fields.js';
import * as looks from './looks.js';
import * as mail from './mail.js';
import * as menus from './menus.js';

const rows = [
  ['click-button click-test-2 click-test-transfer unicode-test', buttons.clickNamed],
  ['click-test', buttons.clickOnly],
  ['click-button-sequence button-delay', buttons.clickInOrder],
  ['click-link', buttons.clickLink],
  ['click-dialog click-dialog-2', buttons.closeDialog],
  ['buy-ticket', buttons.buyTicket],
  ['odd-or-even', buttons.oddOrEven],
  ['generate-number', buttons.generateNumber],
  ['sign-agreement', buttons.signAgreement],

  ['enter-text enter-text-2 enter-text-dynamic', fields.enterText],
  ['enter-date', fields.enterDate],
  ['enter-time', fields.enterTime],
  ['enter-password', fields.enterPassword],
  ['login-user login-user-popup', fields.logIn],
  ['guess-number', fields.guessNumber],
  ['read-table', fields.readTable],
  ['read-table-2', fields.readTable2],
  ['text-transform', fields.straighten],
  ['copy-paste copy-paste-2', fields.copyText],
  ['scroll-text', fields.lastWord],
  ['scroll-text-2', fields.scrollText],
  ['find-word', fields.findWord],
  ['focus-text focus-text-2', fields.focusField],
  ['simple-arithmetic', fields.arithmetic],
  ['simple-algebra', fields.algebra],
  ['multi-layouts multi-orderings', fields.searchMovies],
  ['click-widget', fields.clickWidget],
  ['terminal', fields.deleteFile],
  ['search-engine', fields.search],
  ['use-autocomplete use-autocomplete-nodelay', fields.autocomplete],
  ['use-colorwheel', fields.pickColour],
  ['visual-addition', fields.countBlocks],

  ['click-checkboxes click-checkboxes-large click-checkboxes-transfer click-option', choices.tickNamed],
  ['choose-list click-scroll-list', choices.chooseFromList],
  ['form-sequence', choices.sliderBoxes],
  ['form-sequence-2', choices.radioAndText],
  ['form-sequence-3', choices.dropdownAndButton],
  ['use-slider', choices.useSlider],
  ['use-slider-2', choices.useSliders],
  ['use-spinner', choices.useSpinner],
  ['choose-date choose-date-easy choose-date-medium choose-date-nodelay', choices.chooseDate],
  ['book-flight book-flight-nodelay', choices.bookFlight],

  ['click-tab', menus.clickTab],
  ['click-tab-2 click-tab-2-easy click-tab-2-medium click-tab-2-hard', menus.findInTabs],
  ['click-collapsible click-collapsible-nodelay', menus.openSection],
  ['click-collapsible-2 click-collapsible-2-nodelay', menus.findInSections],
  ['click-menu', menus.clickMenu],
  ['click-menu-2', menus.clickMenu2],
  ['click-pie click-pie-nodelay', menus.clickPie],
  ['navigate-tree', menus.navigateTree],
  ['phone-book', menus.phoneBook],

  [
    `email-inbox email-inbox-delete email-inbox-forward email-inbox-forward-nl email-inbox-forward-nl-turk
     email-inbox-important email-inbox-nl-turk email-inbox-noscroll email-inbox-reply email-inbox-star-reply`,
    mail.mail,
  ],
  ['social-media', mail.pressOnPost],
  ['social-media-all social-media-some', mail.pressOnPosts],
  ['order-food', mail.orderFood],
  ['daily-calendar', mail.addAppointment],

  ['click-color', looks.clickColour],
  ['identify-shape', looks.identifyShape],
  ['click-shape', looks.clickShape],
  ['ascending-numbers', looks.clickAscending],
  ['find-greatest', looks.findGreatest],
  ['text-editor', looks.styleText],

  ['drag-items drag-items-grid', drags.dragItem],
  ['drag-sort-numbers', drags.sortNumbers],
  ['drag-box', drags.dragBox],
  ['drag-circle drag-single-shape', drags.dragShape],
  ['drag-shapes drag-shapes-2', drags.dragShapes],
  ['resize-textarea', drags.resizeArea],
];

/** `[task, solver]`, in the order of the rows. */
export const solvers = new Map(
  rows.flatMap(([names, solver]) => names.split(/\s+/).map((task) => [task, solver])),
);

/** Tasks that nobody can solve who reads and acts by text and refs alone, and why. */
export const unsolved = {
  'bisect-angle': 'a point at computed coordinates is clicked',
  'chase-circle': 'the pointer follows a shape that moves',
  'circle-center': 'a point at computed coordinates is clicked',
  'click-checkboxes-soft': 'which words mean the same is to be known',
  'click-shades': 'shades have the names of the nearest colours, of which some stand between two families',
  'count-shape': 'large and small are to be told apart',
  'count-sides': 'the corners of a shape on a canvas are to be counted',
  'drag-cube': 'a cube is turned until a side faces the viewer',
  'draw-circle': 'a circle is drawn around a point',
  'draw-line': 'a line is drawn through a point',
  'find-midpoint': 'a point at computed coordinates is clicked',
  'grid-coordinate': 'which of 25 equal points is meant is told by its place alone',
  'highlight-text': 'text is selected by dragging over it',
  'highlight-text-2': 'text is selected by dragging over it',
  'hot-cold': 'an invisible point is found by moving the pointer',
  'hover-shape': 'the pointer rests on a shape that moves',
  'moving-items': 'shapes that fly past are hit in time',
  'number-checkboxes': 'how a digit is drawn with boxes is to be known',
  'right-angle': 'a point at computed coordinates is clicked',
  'simon-says': 'lights flash faster than a view is asked for',
  'stock-market': 'the price changes between a view and the click that follows',
  'tic-tac-toe': 'the opponent moves by chance: not every game can be won',
  'use-colorwheel-2': 'the colour asked for is shown, not said',
};
