// Our role and name of everything that was listed on any page, beside Chromium's own.

const squash = (text) =>
  (text ?? '')
    .replace(/[\u200b\u200e\u200f\ufeff\u00ad\ue000-\uf8ff]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

// Chromium has names of its own for some roles of ARIA.
const ariaRole = {
  ColorWell: 'button',
  Date: 'textbox',
  DateTime: 'textbox',
  DisclosureTriangle: 'button',
  InputTime: 'textbox',
  LabelText: 'generic',
  image: 'img',
};
const silent = new Set(['generic', 'none', '', 'graphics-symbol', 'paragraph', 'LabelText', 'StaticText']);
const fields = new Set(['input', 'select', 'textarea']);
const isSilent = (ours) => ours.extra.some(([key]) => key === 'silent');

/**
 * The kinds of difference that are meant, each with its reason. `of` says which of the two differs; a difference that
 * no row takes is a failure.
 */
export const reasons = [
  {
    of: 'name',
    why: 'Chromium gives an element without a role no name of its own; one that acts is called by what it shows',
    takes: (ours, theirs) => isSilent(ours) && theirs.name === '',
  },
  {
    of: 'name',
    why: 'a field without a label is called by the text beside it, as a person reads it',
    takes: (ours, theirs) => fields.has(ours.tag) && theirs.name === '' && ours.name !== '',
  },
  {
    of: 'name',
    why: 'names are cut at 200 characters',
    takes: (ours, theirs) =>
      ours.name.endsWith('…') && squash(theirs.name).startsWith(ours.name.slice(0, -1)),
  },
  {
    of: 'name',
    why: 'a list item that is itself a button or a link is called by its content',
    takes: (ours, theirs) =>
      ours.role === 'listitem' && /^(?:a|button)$/.test(ours.tag) && theirs.name === '',
  },
  {
    of: 'name',
    why: 'a text field inside adds its value to the name around it (accname 2E), not its own name',
    takes: (ours, theirs) =>
      /^(?:columnheader|rowheader|cell|gridcell)$/.test(ours.role) &&
      squash(theirs.name).startsWith(`${ours.name} `),
  },
  {
    of: 'role',
    why: 'a drawn shape has no role in ARIA itself; it is told as an element that acts, by its looks',
    takes: (ours, theirs) => theirs.role === 'graphics-symbol' && ours.role === 'generic',
  },
  {
    of: 'role',
    why: 'a place that can be typed into is a textbox, whatever else it says; Chromium keeps its container role',
    takes: (ours, theirs) => ours.role === 'textbox' && silent.has(theirs.role) && ours.states?.editable,
  },
  {
    of: 'role',
    why: 'Chromium calls an anchor with a listener a link; without an address it leads nowhere by HTML-AAM',
    takes: (ours, theirs) =>
      ours.tag === 'a' && theirs.role === 'link' && ours.role === 'generic' && !ours.href,
  },
  {
    of: 'role',
    why: 'a picture put in place of an element by CSS is told by its looks',
    takes: (ours, theirs) => theirs.role === 'image' && ours.role === 'generic' && isSilent(ours),
  },
  {
    of: 'role',
    why: 'Chromium leaves out what it thinks nobody reads; what acts is listed all the same',
    takes: (ours, theirs) => theirs.ignored && isSilent(ours),
  },
  {
    of: 'role',
    why: 'an arrow or a cross hidden from screen readers is there for the pointer',
    takes: (ours, theirs) => theirs.ignored && ours.tag === 'a' && ours.name === '',
  },
  {
    of: 'any',
    why: 'a hidden checkbox, radio button or file field is used by its label; Chromium ignores it',
    takes: (ours, theirs) => theirs.ignored && ours.tag === 'input',
  },
];

export class Names {
  constructor() {
    this.total = 0;
    this.agree = 0;
    this.gone = 0;
    this.taken = new Map(reasons.map((reason) => [reason, { count: 0, example: '' }]));
    this.unexplained = new Map();
  }

  /** Compares what stands in a view with what Chromium says of the same elements now. */
  async compare(page, place, elements) {
    if (elements.length === 0) return;
    const said = await page.chromiumSays(elements.map(({ id }) => id));
    elements.forEach((ours, index) => {
      const theirs = said[index];
      if (!theirs) this.gone++;
      else this.#one(place, ours, theirs);
    });
  }

  #one(place, ours, theirs) {
    this.total++;
    const differs = [];
    if ((ariaRole[theirs.role] ?? theirs.role) !== ours.role) differs.push('role');
    if (squash(theirs.name) !== squash(ours.name)) differs.push('name');
    if (differs.length === 0) {
      this.agree++;
      return;
    }
    const line = `${ours.role} ${JSON.stringify(ours.name)} <${ours.tag}> | ${theirs.ignored ? 'ignored ' : ''}${theirs.role} ${JSON.stringify(theirs.name)}`;
    for (const of of differs) {
      const reason = reasons.find((one) => (one.of === of || one.of === 'any') && one.takes(ours, theirs));
      if (reason) {
        const seen = this.taken.get(reason);
        seen.count++;
        seen.example ||= `${line} (${place})`;
      } else {
        const key = `${of}: ${line}`;
        const seen = this.unexplained.get(key) ?? { count: 0, place };
        seen.count++;
        this.unexplained.set(key, seen);
      }
    }
  }

  report() {
    const differ = this.total - this.agree;
    const lines = [
      `${this.total} elements: ${this.agree} agree in role and name (${((100 * this.agree) / Math.max(1, this.total)).toFixed(1)} %), ${differ} differ, ${this.gone} were gone before they could be compared`,
      '',
      '| differs in | how often | why | first seen: ours, Chromium |',
      '| --- | --- | --- | --- |',
    ];
    for (const [{ of, why }, { count, example }] of this.taken) {
      if (count > 0) lines.push(`| ${of} | ${count} | ${why} | ${example.replace(/\|/g, '·')} |`);
    }
    const failures = [];
    for (const [key, { count, place }] of this.unexplained)
      failures.push(`${key} (${count} times, ${place})`);
    lines.push(
      '',
      `${failures.length} kinds without a reason${failures.length === 0 ? '' : ':'}`,
      ...failures,
    );
    return { title: "Chromium's own names", lines, failures };
  }
}
