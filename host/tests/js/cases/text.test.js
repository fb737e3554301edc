// How text is written down: lines, lists, tables, fields, spacing. Each row is what a container says, line by line.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

const options = { selectors: [], ignore: [], selector: 'main', max_chars: null };

const rows = [
  [
    'a list in a list is indented',
    '<ol><li>One<ol><li>In<ul><li>Deep</li></ul></li></ol></li><li>Two</li></ol>',
    ['- One', '  - In', '    - Deep', '- Two'],
  ],
  [
    'what a field holds is no label of the next field',
    '<div>Name <input value="Ada"> <textarea>one two</textarea> <input value="3"></div>',
    ['Name: Ada · one two · 3'],
  ],
  [
    'a small picture is the word that stands nowhere else',
    '<p>Caesar Salad <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="vegan" width="16" height="16"></p><p>Star rating <img alt="star"></p><p>Lake <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="A lake" width="300" height="200"></p>',
    ['Caesar Salad vegan', 'Star rating', 'Lake'],
  ],
  [
    'a long text in a field is read to its end',
    `<textarea>${'word '.repeat(200)}end</textarea>`,
    [`${'word '.repeat(200)}end`],
  ],
  ['a break ends a line', 'a<br>b', ['a', 'b']],
  ['code keeps its lines and its indent', '<pre>if x:\n    y\n\nz</pre>', ['if x:', '    y', 'z']],
  [
    'a term and what it means share a line',
    '<dl><dt>Room</dt><dd>C 3</dd><dt>Phone:</dt><dd>55</dd><dd>56</dd></dl>',
    ['Room: C 3', 'Phone: 55, 56'],
  ],
  [
    'a long meaning of a term keeps its own lines',
    '<dl><dt>Word</dt><dd><p>One.</p><p>Two.</p></dd></dl>',
    ['Word', 'One.', 'Two.'],
  ],
  [
    'a table keeps its columns below their heads',
    '<table><tr><th></th><th>A</th><th>B</th></tr><tr><th>x</th><td></td><td>2</td></tr></table>',
    ['| A | B', 'x | | 2'],
  ],
  [
    'a cell over two rows is told in both',
    '<table><tr><th>Day</th><th>Hour</th></tr><tr><td rowspan="2">Mon</td><td>9</td></tr><tr><td>10</td></tr></table>',
    ['Day | Hour', 'Mon | 9', 'Mon | 10'],
  ],
  [
    'a cell over two columns moves the next one on',
    '<table><tr><th colspan="2">Both</th><th>C</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>',
    ['Both | | C', '1 | 2 | 3'],
  ],
  [
    'a caption stands before its table',
    '<table><caption>Boats</caption><tr><td>1</td><td>2</td></tr></table>',
    ['Boats', '1 | 2'],
  ],
  [
    'a line break in a cell stays in the row',
    '<table><tr><th>A</th><th>B</th></tr><tr><td>x<br>y</td><td>z</td></tr></table>',
    ['A | B', 'x y | z'],
  ],
  [
    'a table that only lays out is no table',
    '<table role="presentation"><tr><td><p>a</p><p>b</p></td><td><ul><li>c</li></ul></td></tr></table>',
    ['a', 'b', '- c'],
  ],
  ['how far something has come', '<progress value="7" max="10"></progress>', ['Progress: 70%']],
  ['how full something is', '<p>Disk <meter value="3" min="0" max="4">three</meter></p>', ['Disk: 75%']],
  [
    'how far something has come beside its label',
    '<label>Upload: <progress value=".2"></progress></label>',
    ['Upload: 20%'],
  ],
  [
    'how far something has come is said once',
    '<div>Upload <progress value=".25">25%</progress> 25%</div>',
    ['Upload 25%'],
  ],
  ['what may come at any time says no number', '<p>Loading <progress></progress></p>', ['Loading']],
  [
    'words that style adds',
    '<style>.new::before{content:"New: "}.new::after{content:" (" attr(data-left) " left)"}</style><p class="new" data-left="3">Steel <b>kettle</b></p><p>Cup</p>',
    ['New: Steel kettle (3 left)', 'Cup'],
  ],
  [
    'words that style adds to parts in each other',
    '<style>b::after{content:" of two"}p::after{content:" and more"}</style><p>One <i><b>half</b></i></p><p>Cup</p>',
    ['One half of two and more', 'Cup and more'],
  ],
  [
    'words that style adds to an empty element',
    '<style>i::before{content:"12"}</style><p>Cart <i></i></p>',
    ['Cart 12'],
  ],
  [
    'signs that style adds are none',
    '<style>li::before{content:"• "}a::after{content:" ›"}</style><ul><li>Cup <a href="/a">More</a></li></ul>',
    ['- Cup More'],
  ],
  [
    'words that style adds for nobody to see',
    `<style>
      p::after{content:" hidden words"}
      .a::after{color:#fff}.b::after{font-size:0}.c::after{opacity:0}.d::after{display:none}
      .e::after{position:absolute;left:-9999px}.f::after{visibility:hidden}
      .g::after{display:inline-block;width:1px;height:1px;overflow:hidden}
      .h::after{color:transparent}
    </style>${[...'abcdefgh'].map((name) => `<p class="${name}">${name}</p>`).join('')}`,
    [...'abcdefgh'],
  ],
  [
    'words that style adds to what is hidden',
    '<style>p::after{content:" hidden words"}</style><p style="visibility:hidden">a</p><p style="opacity:0">b</p><div>c</div>',
    ['c'],
  ],
  [
    'words in boxes side by side',
    '<div><b style="display:inline-block">New</b><b style="display:inline-block">York</b></div><div style="display:flex"><i>New</i><i>Haven</i></div>',
    ['New York', 'New Haven'],
  ],
  [
    'a name and a value side by side are a pair',
    '<div style="display:flex;gap:20px"><span>Kind</span><span>Steel</span></div>',
    ['Kind: Steel'],
  ],
  [
    'a name that ends in a colon gets no other',
    '<div style="display:flex;gap:20px"><b>Kind:</b><span>Steel</span></div>',
    ['Kind: Steel'],
  ],
  [
    'three things side by side are kept apart',
    '<div style="display:flex;gap:20px"><span>08:15</span><span>Ankara</span><span>Out</span></div>',
    ['08:15 · Ankara · Out'],
  ],
  [
    'parts of a price are no pair',
    '<div style="display:flex"><span>$</span><span>189</span><span>.00</span></div>',
    ['$189.00'],
  ],
  [
    'margins keep words apart',
    '<p><span>Size</span><span style="margin-left:8px">42</span></p>',
    ['Size 42'],
  ],
  ['letters without room stay together', '<p><span>a</span><span>b</span>c</p>', ['abc']],
  [
    'links one after another are kept apart',
    '<p><a href="/1">Code</a><a href="/2">Issues</a></p>',
    ['Code Issues'],
  ],
  [
    'an inline box is kept apart, a comma is not',
    '<p>see <code>x</code>, and <span style="display:inline-block">y</span>, z</p>',
    ['see x, and y, z'],
  ],
  ['what a field holds is told with its label', '<label>Name <input value="Ada"></label>', ['Name: Ada']],
  ['an empty field is only its label', '<p>Name <input></p>', ['Name']],
  [
    'of a password it is told that it is there',
    '<p>Password <input type="password" value="secret"></p><p>Again <input type="password"></p>',
    ['Password (filled)', 'Again'],
  ],
  [
    'of a code for one time it is told that it is there',
    '<p>Code <input autocomplete="one-time-code" value="123456"></p>',
    ['Code (filled)'],
  ],
  ['a hidden field is never told', '<p>x<input type="hidden" value="token"></p>', ['x']],
  [
    'the chosen option is told, the others are not',
    '<p>Sort: <select><option>Price<option selected>Date</select></p>',
    ['Sort: Date'],
  ],
  [
    'all chosen options are told',
    '<select multiple><option selected>A<option>B<option selected>C</select>',
    ['A, C'],
  ],
  [
    'ticks are told',
    '<label><input type="checkbox" checked> Wrap</label><br><label><input type="checkbox"> Ship</label>',
    ['[x] Wrap', '[ ] Ship'],
  ],
  [
    'dots are told',
    '<label><input type="radio" name="a"> Red</label> <label><input type="radio" name="a" checked> Blue</label>',
    ['( ) Red (x) Blue'],
  ],
  [
    'a half tick is told',
    '<input type="checkbox" id="c"> All<script>c.indeterminate = true</script>',
    ['[-] All'],
  ],
  ['a text area is told', '<p>Note <textarea>Ring\ntwice</textarea></p>', ['Note: Ring twice']],
  ['the word on a button input is told', '<input type="submit" value="Send">', ['Send']],
  ['a field no person sees is not told', '<p>x <input value="no" style="display:none"></p>', ['x']],
  ['closed details have a mark', '<details><summary>More</summary><p>no</p></details>', ['▸ More']],
  ['open details are read', '<details open><summary>More</summary><p>yes</p></details>', ['More', 'yes']],
  [
    'ruby text stands in brackets',
    '<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です</p>',
    ['漢字(かんじ)です'],
  ],
  [
    'a formula reads as it says',
    '<p>so <math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math> is</p>',
    ['so x^2 is'],
  ],
  ['sup and sub stay in the line', '<p>H<sub>2</sub>O, 10<sup>3</sup></p>', ['H2O, 103']],
  ['emoji and joiners stay whole', '<p>👩‍👩‍👧 ok</p>', ['👩‍👩‍👧 ok']],
  ['right-to-left text keeps its order', '<p dir="rtl">السعر: ٣٤ دينار</p>', ['السعر: ٣٤ دينار']],
  [
    'a panel that is not shown is not read',
    '<div role="tabpanel">a</div><div role="tabpanel" hidden>b</div>',
    ['a'],
  ],
  [
    'text that is skipped while off screen is read',
    '<div style="height:3000px">a</div><div style="content-visibility:auto"><p>b</p></div>',
    ['a', 'b'],
  ],
  [
    'names of pictures are not read',
    '<figure><img alt="A boat" width="9" height="9"><figcaption>Seen</figcaption></figure>',
    ['Seen'],
  ],
  [
    'scripts, styles and templates are not read',
    '<script>1</script><style>a{}</style><template>t</template><noscript>n</noscript><p>x</p>',
    ['x'],
  ],
  [
    'slots and shadow roots are read in place',
    '<div id="h"><i slot="b">B</i><i slot="a">A</i></div><script>h.attachShadow({mode:"open"}).innerHTML="<p><slot name=a></slot></p><p><slot name=b></slot></p>"</script>',
    ['A', 'B'],
  ],
];

for (const [sentence, html, expected] of rows) {
  test(sentence, async () => {
    await shared.tab.show(`<main>${html}</main>`);
    const { text } = await shared.tab.call('readMain', options);
    assert.deepEqual(text.split('\n'), expected);
  });
}
