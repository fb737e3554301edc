// Pages of many things alike: results, tables, threads, calendars; each with the values that a task would ask for.
import {
  consent,
  footer,
  header,
  megaMenu,
  menu,
  mutedFooter,
  mutedHeader,
  page,
  plainTeasers,
  share,
  teasers,
  times,
} from './frame.js';

const filters = (word, groups = 6, each = 12) =>
  times(
    groups,
    (g) =>
      `<div class="filter-group"><h4>${word} ${g + 1}</h4>${times(each, (n) => `<label><input type="checkbox"> ${word} ${g + 1}.${n + 1} <span>(${n + 3})</span></label>`)}</div>`,
  );

const results = () => ({
  html: page(
    'tr',
    'çelik termos araması',
    `${header('tr', 'Dev Mağaza')}<div class="page"><aside class="filters">${filters('Marka')}</aside><div class="list"><h1>“çelik termos” için 1–24 / 236 sonuç</h1><div class="sort"><select><option>Önerilen</option><option selected>En düşük fiyat</option></select></div><div class="grid-x7">${times(24, (n) => `<div class="p-card"><a href="/u${n}"><img alt="" width="90" height="90"><span class="brand">Morina</span> <span class="name">Çelik Termos ${n + 1}. seri</span></a><div class="rate">4,${n % 10} (${n * 17 + 3})</div><div class="prc">${(n + 3) * 100 - 1},90 TL</div><div>${n % 3 === 0 ? 'Kargo bedava' : 'Yarın kapında'}</div><button>Sepete ekle</button></div>`)}</div><div class="pages"><a href="/2">2</a><a href="/3">3</a><a href="/10">10</a></div></div></div>${footer('tr', 'Dev Mağaza')}${consent('tr')}`,
    '.page{display:flex}.grid-x7{display:grid;grid-template-columns:repeat(4,1fr)}',
  ),
  values: [
    '236 sonuç',
    'En düşük fiyat',
    'Çelik Termos 1. seri',
    '299,90 TL',
    'Çelik Termos 5. seri',
    '699,90 TL',
    '4,3 (54)',
    '1299,90 TL',
    'Çelik Termos 16. seri',
    '1799,90 TL',
  ],
  items: 24,
});

const webSearch = () => ({
  html: page(
    'en',
    'otter bridge – Seek',
    `<div id="top"><form><input value="otter bridge"><button>Seek</button></form><div class="tabs"><a href="/a">All</a><a href="/i">Pictures</a><a href="/n">News</a></div></div><div id="main"><div class="stats">About 41,300 results</div><div id="res">${times(10, (n) => `<div class="g"><a href="/r${n}"><h3>Otter Bridge, part ${n + 1} of its history</h3><cite>bridges.example › otter › ${n + 1}</cite></a><div class="s">The bridge over the Otter was rebuilt in ${1801 + n * 13} after the flood, with ${n + 3} arches of grey stone and a toll of ${n + 2} pence.</div></div>`)}</div><div class="rel">${times(8, (n) => `<a href="/q${n}">otter bridge question ${n + 1}</a>`)}</div></div>`,
  ),
  values: [
    '41,300 results',
    'part 1 of its history',
    'rebuilt in 1801',
    'bridges.example › otter › 4',
    'rebuilt in 1853',
    '9 arches',
    'toll of 9 pence',
    'rebuilt in 1905',
  ],
  items: 10,
});

const flights = () => ({
  html: page(
    'de',
    'Abflüge – Flughafen Taft',
    `${header('de', 'Flughafen Taft')}<div class="teaserbox">${plainTeasers('de', 4)}</div><h1>Abflüge heute</h1><table class="departures"><thead><tr><th>Zeit</th><th>Flug</th><th>Nach</th><th>Steig</th><th>Status</th></tr></thead><tbody>${times(30, (n) => `<tr><td>${String(6 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '40' : '05'}</td><td>TF ${n * 7 + 101}</td><td>Zielort ${n + 1}</td><td>${'ABCD'[n % 4]}${n + 1}</td><td>${n === 4 ? 'Verspätet 09:10' : n === 11 ? 'Gestrichen' : 'Pünktlich'}</td></tr>`)}</tbody></table>${footer('de', 'Flughafen Taft')}${consent('de')}`,
  ),
  values: [
    'TF 101',
    'Verspätet 09:10',
    'Zielort 5',
    'TF 178',
    'Gestrichen',
    'Zielort 12',
    'TF 241',
    'D28',
    'TF 304',
  ],
  lines: ['Zeit | Flug | Nach | Steig | Status', '08:05 | TF 129 | Zielort 5 | A5 | Verspätet 09:10'],
  items: 30,
});

const thread = () => ({
  html: page(
    'en',
    'Chain keeps slipping – Spoke forum',
    `${header('en', 'Spoke forum')}<div class="crumbs"><a href="/">Forum</a> › <a href="/">Repairs</a></div><h1>Chain keeps slipping under load</h1>${[
      'wheelwright_7|2 May 2030, 08:14|New chain, old cassette: it slips in the two smallest cogs. What would you change first?',
      'gritpedal|2 May 2030, 08:51|The cassette. Measure the chain too; mine was 0.75 % longer after 3,100 km.',
      'hubert.k|2 May 2030, 10:20|Check the hanger before you pay for anything. A bent one does exactly this.',
      'wheelwright_7|3 May 2030, 19:02|It was the cassette. A CS-9 with 11–32 teeth cost me 38 crowns, and all is quiet now.',
      'gritpedal|3 May 2030, 19:40|Glad to hear it. Torque the ring to 40 Nm.',
    ]
      .map((post) => {
        const [who, when, text] = post.split('|');
        return `<div class="post"><div class="user"><b>${who}</b><span>Member</span><span>Posts: 212</span></div><div class="body"><time>${when}</time><p>${text}</p><a href="/q">Quote</a> <a href="/r">Report</a></div></div>`;
      })
      .join(
        '',
      )}<form><textarea placeholder="Your answer"></textarea><button>Post</button></form><div class="sidebar">${teasers('en', 12)}</div>${footer('en', 'Spoke forum')}`,
    '.post{display:flex}',
  ),
  values: [
    'wheelwright_7',
    '0.75 %',
    '3,100 km',
    'A bent one',
    'CS-9 with 11–32 teeth',
    '38 crowns',
    '40 Nm',
    '3 May 2030, 19:02',
  ],
});

const calendar = () => ({
  html: page(
    'fr',
    'Mai 2031 – Agenda',
    `${megaMenu('fr')}<main><h1>Mai 2031</h1><table class="cal"><thead><tr>${['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim'].map((d) => `<th>${d}</th>`).join('')}</tr></thead><tbody>${times(
      5,
      (week) =>
        `<tr>${times(7, (day) => {
          const date = week * 7 + day - 2;
          return date < 1 || date > 31
            ? '<td></td>'
            : `<td><b>${date}</b>${date === 8 ? '<div>Marché aux fleurs</div>' : date === 17 ? '<div>Concert, 20 h 30</div>' : date === 26 ? '<div>Conseil municipal</div>' : ''}</td>`;
        })}</tr>`,
    )}</tbody></table><h2>À venir</h2><ul><li>8 mai – Marché aux fleurs, place Dorin</li><li>17 mai – Concert de la chorale, entrée 6 €</li><li>26 mai – Conseil municipal, salle 2</li></ul></main>${footer('fr', 'Saint-Orven')}${consent('fr')}`,
  ),
  values: ['Marché aux fleurs', 'Concert, 20 h 30', 'place Dorin', 'entrée 6 €', 'salle 2'],
  lines: ['lun | mar | mer | jeu | ven | sam | dim'],
});

const directory = () => ({
  html: page(
    'de',
    'Ärzte in Orlach',
    `${header('de', 'Arztfinder')}<main><h1>Hausärzte in Orlach</h1><p>12 Treffer</p>${times(12, (n) => `<div class="entry"><h2>Dr. Helene Musterfrau-${n + 1}</h2><p>Allgemeinmedizin</p><address>Webergasse ${n * 3 + 2}, 71209 Orlach</address><p>Tel. 0555 ${n * 111 + 2040}</p><p>Geöffnet bis ${n + 9}:30 Uhr</p></div>`)}</main><aside class="map"><p>Karte</p></aside>${footer('de', 'Arztfinder')}${consent('de')}`,
  ),
  values: [
    '12 Treffer',
    'Webergasse 2',
    '0555 2040',
    'Webergasse 14',
    '0555 2484',
    'bis 14:30',
    'Musterfrau-12',
    'Webergasse 35',
    '0555 3261',
  ],
  items: 12,
});

const frontPage = () => ({
  html: page(
    'en',
    'Harbour Post',
    `${header('en', 'Harbour Post')}<div class="front">${times(16, (n) => `<article class="teaser${n ? '' : ' lead'}"><a href="/a${n}"><h2>Headline number ${n + 1}: the harbour counts ${n * 40 + 12} boats</h2></a><p>The harbour master counted them twice and was offered ${n + 3} cups of coffee.</p><time>${n + 1} h ago</time></article>`)}</div><div class="most-read">${teasers('en', 10, 'popular')}</div>${footer('en', 'Harbour Post')}${consent('en')}`,
  ),
  values: [
    'Headline number 1',
    'counts 12 boats',
    '1 h ago',
    'counts 172 boats',
    'Headline number 9',
    '11 cups of coffee',
    'counts 492 boats',
    'Headline number 14',
  ],
  items: 16,
});

const inbox = () => ({
  html: page(
    'en',
    'Inbox (3)',
    `<div class="mail"><div class="folders"><button>Compose</button><ul>${['Inbox 3', 'Starred', 'Sent', 'Drafts 1', 'Spam', 'Bin'].map((f) => `<li><a href="/${f}">${f}</a></li>`).join('')}</ul><ul>${times(14, (n) => `<li><a href="/l${n}">Label ${n + 1}</a></li>`)}</ul></div><div role="main"><div class="bar"><button>Archive</button><button>Delete</button><span>1–20 of 1,482</span></div><table role="grid">${[
      ['Ines Calder', 'Keys for the boathouse', 'They are under the third pot, not the', '09:41'],
      ['Port office', 'Berth 17 is free', 'From 1 June you may', '08:12'],
      ['Dad', 'Re: Sunday', 'Bring the long ladder and', '7 May'],
      ['Ridgeway Bank', 'Statement 04/2031', 'Your balance was', '2 May'],
    ]
      .concat(
        Array.from({ length: 16 }, (_, n) => [
          `Sender ${n + 5}`,
          `Subject ${n + 5}`,
          `Text of mail ${n + 5} begins`,
          `${n + 1} Apr`,
        ]),
      )
      .map((r) => `<tr role="row">${r.map((c) => `<td>${c}</td>`).join('')}</tr>`)
      .join('')}</table></div></div>`,
    '.mail{display:flex}',
  ),
  values: [
    'Ines Calder',
    'Keys for the boathouse',
    'Berth 17 is free',
    'Re: Sunday',
    'Statement 04/2031',
    '1–20 of 1,482',
    'Subject 20',
    '16 Apr',
  ],
  items: 20,
});

const places = () => ({
  html: page(
    'es',
    'Cafés cerca de Mores',
    `${mutedHeader('es', 'Plano')}<div class="m1"><div class="m2"><div class="m3">18 lugares</div>${times(18, (n) => `<div class="m4"><div class="m5">Café de la Plaza ${n + 1}</div><div class="m6">4,${n % 10} ★ · ${n * 23 + 8} reseñas</div><div class="m7">Calle del Faro ${n * 2 + 1} · ${n * 50 + 120} m</div><div class="m8">Cierra a las ${19 + (n % 4)}:00</div></div>`)}</div><div class="m9" style="height:400px"></div></div>${consent('es', 'm99')}${mutedFooter('es', 'Plano')}`,
    '.m1{display:flex}',
  ),
  values: [
    '18 lugares',
    'Café de la Plaza 1',
    '8 reseñas',
    '120 m',
    'Calle del Faro 13',
    '146 reseñas',
    'Calle del Faro 31',
    '870 m',
  ],
  items: 18,
});

const prices = () => ({
  html: page(
    'ar',
    'أسعار السوق',
    `${header('ar', 'بورصة الميناء')}<main><h1>أسعار السوق ليوم ٣ آذار</h1><table><tr><th>السلعة</th><th>السعر</th><th>التغير</th></tr>${[
      'قمح|٢١٤٫٥|+١٫٢',
      'شعير|١٨٧٫٠|-٠٫٤',
      'نحاس|٨٩١٢|+٣٣',
      'قطن|١٫٩٤|٠',
      'سكر|٤٤٠٫٧|-٢٫٩',
    ]
      .map(
        (r) =>
          `<tr>${r
            .split('|')
            .map((c) => `<td>${c}</td>`)
            .join('')}</tr>`,
      )
      .join(
        '',
      )}</table><p>آخر تحديث: ١٥:٤٥</p></main><aside>${teasers('ar', 14)}</aside>${footer('ar', 'بورصة الميناء')}`,
  ),
  values: ['٢١٤٫٥', 'شعير', '٨٩١٢', '+٣٣', '٤٤٠٫٧', '١٥:٤٥'],
  lines: ['السلعة | السعر | التغير', 'نحاس | ٨٩١٢ | +٣٣'],
});

const jobsList = () => ({
  html: page(
    'ja',
    '求人一覧',
    `${header('ja', '町の求人')}<div class="lay"><div class="side filter">${filters('条件', 5, 10)}</div><div class="res"><h1>求人 1〜20件（全87件）</h1><ul>${times(20, (n) => `<li class="job"><a href="/j${n}">窯元の助手 その${n + 1}</a><div>時給${n * 10 + 1050}円</div><div>河原町${n + 1}丁目</div><div>求人番号 K-${n + 3301}</div></li>`)}</ul></div></div>${footer('ja', '町の求人')}${consent('ja')}`,
    '.lay{display:flex}',
  ),
  values: ['全87件', '時給1050円', 'K-3301', '河原町5丁目', 'K-3309', '時給1180円', 'K-3316', 'K-3320'],
  items: 20,
});

const cart = () => ({
  html: page(
    'tr',
    'Sepetim',
    `${header('tr', 'Dev Mağaza')}<main><section class="oneri recommended"><h2>Sana özel</h2>${times(16, (n) => `<div class="mini-card"><a href="/m${n}">Fırsat ürünü ${n + 1}</a><span>${n + 49},90 TL</span></div>`)}</section><h1>Sepetim (3 ürün)</h1>${[
      ['Çelik Termos 3. seri', '2', '1.199,80 TL'],
      ['Bakır Cezve', '1', '349,00 TL'],
      ['Hasır Sepet', '1', '128,40 TL'],
    ]
      .map(
        ([a, b, c]) =>
          `<div class="row-item"><a href="/x">${a}</a><label>Adet <input value="${b}" size="2"></label><b>${c}</b><button>Sil</button></div>`,
      )
      .join(
        '',
      )}<div class="summary"><div><span>Ara toplam</span><span>1.677,20 TL</span></div><div><span>Kargo</span><span>39,99 TL</span></div><div><span>İndirim</span><span>−50,00 TL</span></div><div><span>Toplam</span><strong>1.667,19 TL</strong></div></div><button>Sepeti onayla</button></main>${footer('tr', 'Dev Mağaza')}`,
    '.summary div{display:flex;gap:1em}',
  ),
  values: [
    'Sepetim (3 ürün)',
    '1.199,80 TL',
    'Bakır Cezve',
    '128,40 TL',
    '1.677,20 TL',
    '39,99 TL',
    '−50,00 TL',
    '1.667,19 TL',
  ],
});

const timetable = () => ({
  html: page(
    'en',
    'Line 4 – Ostra Buses',
    `${header('en', 'Ostra Buses')}<main><h1>Line 4: Harbour – Lighthouse</h1><ul class="notes"><li>Runs on weekdays</li><li>${share()}</li></ul><table><tr><th>Stop</th><th>1st</th><th>2nd</th><th>3rd</th><th>4th</th></tr>${['Harbour', 'Bakery', 'School', 'Chapel', 'Quarry', 'Lighthouse'].map((stop, n) => `<tr><th>${stop}</th>${[6, 9, 13, 17].map((h, i) => `<td>${stop === 'School' && i === 3 ? '' : `${h}:${String(n * 7 + 2).padStart(2, '0')}`}</td>`).join('')}</tr>`).join('')}</table><p>Single ticket: 3.20 crowns</p></main>${teasers('en', 10)}${footer('en', 'Ostra Buses')}`,
  ),
  values: ['6:02', '13:16', '17:37', '9:30', '3.20 crowns', 'weekdays'],
  lines: ['Stop | 1st | 2nd | 3rd | 4th', 'Quarry | 6:30 | 9:30 | 13:30 | 17:30'],
});

const issues = () => ({
  html: page(
    'en',
    'Issues – ferrite',
    `<div class="top"><ul>${menu('en', 8)}</ul></div><div class="bar"><input value="is:open"><a href="/n">New issue</a></div><div class="count"><a href="/o">12 Open</a> <a href="/c">240 Closed</a></div><div class="issues">${times(12, (n) => `<div class="issue"><a href="/i${n}">Tape ${n + 31} is read twice</a> <span class="lab">bug</span><div>#${900 - n * 7} opened ${n + 1} days ago by reader${n}</div><div>${n % 5} comments</div></div>`)}</div>${mutedFooter('en', 'Codehall')}`,
  ),
  values: ['12 Open', '240 Closed', 'Tape 31', '#900', 'reader3', '#872', 'Tape 42', '#823'],
  items: 12,
});

export const listings = {
  results,
  webSearch,
  flights,
  thread,
  calendar,
  directory,
  frontPage,
  inbox,
  places,
  prices,
  jobsList,
  cart,
  timetable,
  issues,
};
