// What a person can see, and what lies on top of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkLines, hint, withTab } from '../support/view.js';

const shared = withTab();

const box = 'position:fixed;inset:0;z-index:50;background:#fff';

const seen = [
  ['display: none hides', '<button style="display:none">x</button><button>B</button>', 'button "B"'],
  [
    'visibility: hidden hides',
    '<button style="visibility:hidden">x</button><button>B</button>',
    'button "B"',
  ],
  [
    'a visible part of a hidden box is seen',
    '<div style="visibility:hidden"><button style="visibility:visible">B</button></div>',
    'button "B"',
  ],
  [
    'opacity 0 hides, also of an ancestor',
    '<div style="opacity:0"><button>x</button></div><button>B</button>',
    'button "B"',
  ],
  ['the hidden attribute hides', '<div hidden><button>x</button></div><button>B</button>', 'button "B"'],
  [
    'what is closed in details is hidden',
    '<details><summary>S</summary><button>x</button></details>',
    'button "S" (expanded: false)',
  ],
  [
    'content-visibility: hidden hides',
    '<div style="content-visibility:hidden"><button>x</button></div><button>B</button>',
    'button "B"',
  ],
  [
    'a box without size hides',
    '<button style="width:0;height:0;padding:0;border:0;overflow:hidden">x</button><button>B</button>',
    'button "B"',
  ],
  [
    'a collapsed box hides what is in it',
    '<div style="height:0;overflow:hidden"><button>x</button></div><button>B</button>',
    'button "B"',
  ],
  [
    'what is clipped away is hidden',
    '<div style="width:100px;height:30px;overflow:hidden;position:relative"><button style="position:absolute;left:300px">x</button></div><button>B</button>',
    'button "B"',
  ],
  [
    'what a container can scroll to is seen',
    '<div style="width:100px;height:30px;overflow:auto"><div style="height:300px"></div><button>Deep</button></div>',
    'button "Deep"',
  ],
  [
    'an absolute box is not clipped by what it does not hang in',
    '<div style="height:0;overflow:hidden"><button style="position:absolute;top:50px">Out</button></div>',
    'button "Out"',
  ],
  [
    'a fixed box is not clipped by its ancestors',
    '<div style="height:0;overflow:hidden;position:relative"><button style="position:fixed;top:50px">Out</button></div>',
    'button "Out"',
  ],
  [
    'one pixel for screen readers is hidden',
    '<a href="#m" style="position:absolute;width:1px;height:1px;overflow:hidden">Skip</a><button>B</button>',
    'button "B"',
  ],
  [
    'clip: rect(0,0,0,0) hides',
    '<a href="#m" style="position:absolute;clip:rect(0,0,0,0)">Skip</a><button>B</button>',
    'button "B"',
  ],
  [
    'left of the page hides',
    '<a href="#m" style="position:absolute;left:-9999px">Skip</a><button>B</button>',
    'button "B"',
  ],
  [
    'above the page hides',
    '<a href="#m" style="position:absolute;top:-100px">Skip</a><button>B</button>',
    'button "B"',
  ],
  [
    'a fixed box outside the viewport hides',
    '<nav style="position:fixed;left:2000px;top:0"><a href="/x">x</a></nav><button>B</button>',
    'button "B"',
  ],
  ['below the viewport is seen', '<div style="height:3000px"></div><button>Far</button>', 'button "Far"'],
  ['an inert part is no control', '<div inert><button>x</button></div><button>B</button>', 'button "B"'],
  [
    'display: contents is seen by what is in it',
    '<a href="/a" style="display:contents"><span>Text</span></a>',
    'link "Text"',
  ],
  [
    'a link around a floating picture is seen',
    '<a href="/a" aria-label="Pic"><img style="float:left" width="50" height="50" src="data:,"></a>',
    'link "Pic"',
  ],
  [
    'a hidden checkbox is seen through its label',
    '<label><input type="checkbox" style="display:none">Agree</label>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a checkbox of one pixel is seen through its label elsewhere',
    '<input id="c" type="checkbox" style="position:absolute;opacity:0;width:1px;height:1px"><p><label for="c">Agree</label></p>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a hidden file field is seen through its label',
    '<input id="f" type="file" hidden><label for="f">Choose a photo</label>',
    'button "Choose a photo" value ""',
  ],
  [
    'a hidden checkbox with a hidden label is hidden',
    '<div hidden><label><input type="checkbox">x</label></div><button>B</button>',
    'button "B"',
  ],
  [
    'a clear checkbox over its own picture is seen',
    '<div style="position:relative;width:40px;height:20px"><span style="position:absolute;inset:0;background:#ccc"></span><input type="checkbox" aria-label="Dark" style="position:absolute;inset:0;opacity:0;width:40px;height:20px;margin:0"></div>',
    'checkbox "Dark" (checked: false)',
  ],
  [
    'open shadow roots are seen',
    '<div id="h"></div><script>h.attachShadow({mode:"open"}).innerHTML="<button>In</button>"</script>',
    'button "In"',
  ],
  [
    'nested shadow roots are seen',
    '<div id="h"></div><script>const r=h.attachShadow({mode:"open"});r.innerHTML="<p></p>";r.firstChild.attachShadow({mode:"open"}).innerHTML="<button>Deep</button>"</script>',
    'button "Deep"',
  ],
  [
    'slots show what is put into them, in their place',
    '<div id="h"><button slot="b">Second</button><button>First</button></div><script>h.attachShadow({mode:"open"}).innerHTML="<slot></slot><slot name=b></slot><slot name=c><button>Own</button></slot>"</script>',
    ['button "First"', 'button "Second"', 'button "Own"'],
  ],
  [
    'what no slot shows is hidden',
    '<div id="h"><button>x</button></div><script>h.attachShadow({mode:"open"}).innerHTML="<button>In</button>"</script>',
    'button "In"',
  ],
];

const covered = [
  ['a free button is covered by nothing', '<button>B</button>', 'button "B"'],
  [
    'a layer on top covers, by its name',
    `<button>B</button><div style="${box}" role="dialog" aria-label="Cookies">c</div>`,
    'button "B" covered by dialog "Cookies"',
  ],
  [
    'a dialog is named by its heading',
    `<button>B</button><div style="${box}" role="dialog"><h2>Welcome</h2>text</div>`,
    'button "B" covered by dialog "Welcome"',
  ],
  [
    'a nameless layer is named by what it is',
    `<button>B</button><div id="veil" style="${box}"></div>`,
    'button "B" covered by div#veil',
  ],
  [
    'a layer that lets clicks through covers nothing',
    `<button>B</button><div style="${box};pointer-events:none"></div>`,
    'button "B"',
  ],
  [
    'a part of itself does not cover',
    '<button><span style="position:relative">B</span></button>',
    'button "B"',
  ],
  [
    'its own label does not cover a field',
    '<div style="position:relative"><label for="i" style="position:absolute;inset:0;z-index:2">Name</label><input id="i" style="width:200px"></div>',
    'textbox "Name" value "" (editable)',
  ],
  [
    'what lies below the viewport is not tested',
    `<div style="height:3000px"></div><button>B</button><div style="${box}"></div>`,
    'button "B"',
  ],
  [
    'a cover is seen through shadow roots',
    `<div id="h"></div><script>h.attachShadow({mode:"open"}).innerHTML='<button>B</button><div id="v" style="${box}"></div>'</script>`,
    'button "B" covered by div#v',
  ],
  [
    'slotted text does not cover its button',
    '<div id="h">Text</div><script>h.attachShadow({mode:"open"}).innerHTML="<button><slot></slot></button>"</script>',
    'button "Text"',
  ],
  [
    'what scrolled out of its container is not covered',
    '<div style="height:30px;overflow:auto"><div style="height:300px"></div><button>Deep</button></div><p>text</p>',
    'button "Deep"',
  ],
  [
    'a disabled look does not make a cover of the parent',
    '<p><button style="pointer-events:none">B</button></p>',
    'button "B"',
  ],
];

checkLines(shared, [...seen, ...covered]);

const B = '<button>B</button>';
const gone = (style, more = '') => `${more}<div style="${style}"><button>x</button></div>${B}`;

const unseen = [
  ['faded to next to nothing hides', gone('opacity:.01'), 'button "B"'],
  [
    'opacities multiply',
    `<div style="opacity:.2"><div style="opacity:.2"><button>x</button></div></div>${B}`,
    'button "B"',
  ],
  ['half faded is seen', '<div style="opacity:.4"><button>Half</button></div>', 'button "Half"'],
  ['a clip-path without area hides', gone('clip-path:inset(50%)'), 'button "B"'],
  ['a circle without size hides', gone('clip-path:circle(0px at 50% 50%)'), 'button "B"'],
  ['a polygon without area hides', gone('clip-path:polygon(0 0, 0 0, 0 0)'), 'button "B"'],
  [
    'a clip-path that leaves a part shows it',
    '<div style="clip-path:inset(0 50% 0 0)"><button>Left</button></div>',
    'button "Left"',
  ],
  ['a clip-path that cuts the button off hides it', gone('clip-path:inset(0 0 0 50%)'), 'button "B"'],
  ['clip of an ancestor hides', gone('position:absolute;clip:rect(0 0 0 0)'), 'button "B"'],
  ['scaled to nothing hides', gone('transform:scale(0)'), 'button "B"'],
  ['scaled to next to nothing hides', gone('transform:scale(.01)'), 'button "B"'],
  ['the scale property hides', gone('scale:0'), 'button "B"'],
  ['a closed accordion hides', gone('max-height:0;overflow:hidden'), 'button "B"'],
  [
    'a drawer moved out to the left hides',
    gone('position:fixed;left:0;top:0;width:300px;transform:translateX(-100%)'),
    'button "B"',
  ],
  [
    'a drawer moved out to the right hides',
    gone('position:fixed;right:0;top:0;width:300px;transform:translateX(100%)'),
    'button "B"',
  ],
  [
    'a sheet moved out below hides',
    gone('position:fixed;left:0;bottom:0;width:300px;transform:translateY(100%)'),
    'button "B"',
  ],
  [
    'a drawer right of a page that does not scroll there hides',
    `<style>body{overflow-x:hidden}</style>${gone('position:absolute;top:0;left:100%;width:300px')}`,
    'button "B"',
  ],
  [
    'right of a page that scrolls there is seen',
    '<div style="position:absolute;left:3000px"><button>Far</button></div>',
    'button "Far"',
  ],
  [
    'left of a right-to-left page is seen',
    '<html dir="rtl"><body><div style="position:absolute;left:-2000px"><button>Far</button></div></body></html>',
    'button "Far"',
  ],
  [
    'right of a right-to-left page hides',
    `<html dir="rtl"><body><div style="position:absolute;right:-2000px"><button>x</button></div>${B}</body></html>`,
    'button "B"',
  ],
  [
    'left of a scroll box hides',
    `<div style="position:relative;overflow:auto;height:50px"><button style="position:absolute;left:-300px">x</button></div>${B}`,
    'button "B"',
  ],
  [
    'above a scroll box hides',
    `<div style="margin-top:200px;position:relative;overflow:auto;height:50px"><button style="position:absolute;top:-100px">x</button></div>${B}`,
    'button "B"',
  ],
  [
    'far down in a scroll box in a clipped shell is seen',
    '<div style="height:300px;overflow:hidden"><div style="height:300px;overflow:auto"><div style="height:2000px"></div><button>Deep</button></div></div>',
    'button "Deep"',
  ],
  [
    'far down in two scroll boxes is seen',
    '<div style="height:300px;overflow:auto"><div style="height:900px"></div><div style="height:100px;overflow:auto"><div style="height:2000px"></div><button>Deep</button></div></div>',
    'button "Deep"',
  ],
  [
    'a scroll box out of reach hides what is in it',
    gone('position:absolute;left:-900px;width:200px;height:50px;overflow:auto'),
    'button "B"',
  ],
  [
    'a scroll box clipped away hides what is in it',
    `<div style="height:0;overflow:hidden"><div style="height:90px;overflow:auto"><button>x</button></div></div>${B}`,
    'button "B"',
  ],
  [
    'below a page that is locked is seen',
    '<style>body{overflow:hidden}</style><div style="height:3000px"></div><button>Far</button>',
    'button "Far"',
  ],
  [
    'content-visibility: auto is seen, drawn or not',
    '<div style="height:3000px"></div><div style="content-visibility:auto"><button>Later</button></div>',
    'button "Later"',
  ],
  ['hidden until found hides', `<div hidden="until-found"><button>x</button></div>${B}`, 'button "B"'],
  ['painting is contained', gone('contain:paint;height:0'), 'button "B"'],
  [
    'what only screen readers skip is seen',
    '<div aria-hidden="true"><button>Seen</button></div>',
    'button "Seen"',
  ],
  [
    'the back of a turned card hides',
    gone('transform:rotateY(180deg);backface-visibility:hidden'),
    'button "B"',
  ],
  [
    'the front of a card turned twice is seen',
    '<div style="transform-style:preserve-3d;transform:rotateY(180deg)"><div style="transform:rotateY(180deg);backface-visibility:hidden"><button>Back</button></div></div>',
    'button "Back"',
  ],
  [
    'the front of a turned card hides',
    `<div style="transform-style:preserve-3d;transform:rotateY(180deg)"><div style="backface-visibility:hidden"><button>x</button></div></div>${B}`,
    'button "B"',
  ],
  ['a closed popover hides', `<div popover><button>x</button></div>${B}`, 'button "B"'],
  ['a closed dialog hides', `<dialog><button>x</button></dialog>${B}`, 'button "B"'],
  [
    'a fixed box in a transformed one goes with the page',
    '<div style="height:2000px"></div><div style="transform:translateX(0)"><div style="position:fixed;top:10px"><button>Deep</button></div></div>',
    'button "Deep"',
  ],
  [
    'a link without a height that lets its words out is seen',
    '<a href="/a" style="display:block;height:0">Words</a>',
    'link "Words"',
  ],
];

const bar = 'position:fixed;left:0;right:0;height:50px;background:#fff;z-index:5';
const partly = [
  [
    'an icon over the middle of a field covers nothing',
    '<div style="position:relative;width:200px"><input aria-label="Find" style="width:200px;height:30px"><i style="position:absolute;left:90px;top:5px;width:20px;height:20px;background:red"></i></div>',
    'textbox "Find" value "" (editable)',
  ],
  [
    'a header over what can be scrolled from under it covers nothing',
    `<div id="t" style="position:fixed;top:0;${bar}"></div><div style="height:600px"></div><button id="b">B</button><div style="height:3000px"></div><script>scrollTo(0, b.offsetTop - 10)</script>`,
    'button "B"',
  ],
  [
    'a header over what cannot be scrolled from under it covers',
    `<div id="t" style="top:0;${bar}"></div><button style="position:absolute;top:5px">B</button>`,
    'button "B" covered by div#t',
  ],
  [
    'a bar at the foot over what can be scrolled up covers nothing',
    `<button style="position:absolute;top:760px">B</button><div style="height:3000px"></div><div id="t" style="bottom:0;${bar}"></div>`,
    'button "B"',
  ],
  [
    'a bar at the foot over the end of the page covers',
    `<button style="position:absolute;top:760px;height:30px">B</button><div id="t" style="bottom:0;${bar}"></div>`,
    'button "B" covered by div#t',
  ],
  [
    'a sticky head of a scroll box over its scrolled rows covers nothing',
    '<div id="s" style="height:200px;overflow:auto"><div style="position:sticky;top:0;height:40px;background:#fff;z-index:1">Head</div><div style="height:100px"></div><button>B</button><div style="height:900px"></div></div><script>s.scrollTop = 110</script>',
    'button "B"',
  ],
  [
    'a frame on top is named by its title',
    `<button>B</button><iframe title="Chat" style="${box};width:100%;height:100%"></iframe>`,
    'button "B" covered by iframe "Chat"',
  ],
  [
    'a pseudo element of an ancestor covers nothing',
    '<style>p{position:relative}p::after{content:"";position:absolute;inset:0}</style><p><button>B</button></p>',
    'button "B"',
  ],
  [
    'a stretched link covers',
    '<style>#l::after{content:"";position:absolute;inset:0}</style><div style="position:relative"><a id="l" href="/a">Card</a><button>B</button></div>',
    ['link "Card"', 'button "B" covered by link "Card"'],
  ],
];

checkLines(shared, [...unseen, ...partly]);

test('an input that takes no pointer under a cover is listed as gated', async () => {
  await shared.tab.show(
    `<div style="position:relative;width:418px;height:52px"><input placeholder="Search" style="pointer-events:none;width:418px;height:52px">
     <div class="initialComponent" style="position:absolute;inset:0;cursor:text">Type here</div></div>`,
  );
  const { elements } = await shared.tab.walk();
  const input = elements.find((element) => element.role === 'textbox');
  assert.equal(hint(input, 'gated'), '1');
  assert.match(input.covered_by, /Type here/);
});

test('an input that takes no pointer inside what opens it is gated too', async () => {
  await shared.tab.show(
    '<div onclick="1" style="width:300px"><input aria-label="Search" style="pointer-events:none"></div>',
  );
  const { elements } = await shared.tab.walk();
  assert.equal(
    hint(
      elements.find((element) => element.role === 'textbox'),
      'gated',
    ),
    '1',
  );
});

test('whether something is in the viewport depends on every container', async () => {
  await shared.tab.show(
    `<button>Here</button><div style="height:40px;overflow:auto"><div style="height:400px"></div><button>Scrolled away</button></div>
     <div style="height:3000px"></div><button>Below</button>`,
  );
  const { elements } = await shared.tab.walk();
  assert.deepEqual(
    elements.map((element) => element.in_viewport ?? false),
    [true, false, false],
  );
});

test('a hidden checkbox has the box of its label', async () => {
  await shared.tab.show(
    '<label style="position:absolute;left:100px;top:50px;width:80px;height:20px"><input type="radio" style="display:none">A</label>',
  );
  const { elements } = await shared.tab.walk();
  assert.deepEqual(elements[0].rect, [100, 50, 80, 20]);
});

test('text is read as a person sees it', async () => {
  await shared.tab.show(
    `<h1>Kettles</h1><p>Two  <b>good</b>
     ones</p><p hidden>no</p><p style="opacity:0">no</p><p aria-hidden="true">no</p><script>no</script><noscript>no</noscript>
     <ul><li>One</li><li>Two<br>lines</li></ul><table><tr><td>a</td><td>b</td></tr></table>
     <div style="height:0;overflow:hidden"><p>no</p></div><p style="position:absolute;left:-9999px">no</p><template>no</template>
     <textarea>no</textarea><select><option>no</select><button>Buy</button><svg width="200" height="90"><text y="40">drawn</text></svg>`,
  );
  const { text } = await shared.tab.walk();
  assert.deepEqual(text.split('\n'), [
    'Kettles',
    'Two good ones',
    'One',
    'Two',
    'lines',
    'a | b',
    'Buy',
    'drawn',
  ]);
});

test('a price that is split for the eye is read from its copy for screen readers', async () => {
  await shared.tab.show(
    `<p><span style="position:absolute;width:1px;height:1px;overflow:hidden">$19.99</span><span aria-hidden="true"><sup>$</sup>19<sup>99</sup></span> each</p>`,
  );
  assert.equal((await shared.tab.walk()).text, '$19.99 each');
});

test('text is cut at the number of characters asked for', async () => {
  await shared.tab.show(`<p>${'word '.repeat(900)}</p><button>B</button>`);
  const { text, elements } = await shared.tab.walk({ text_chars: 100 });
  assert.equal(text.length, 100);
  assert.equal(elements.length, 1);
});
