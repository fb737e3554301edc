// Pages about one thing that are no article: each with the values that a task would ask for.
import {
  comments,
  consent,
  footer,
  header,
  megaMenu,
  mutedFooter,
  mutedHeader,
  newsletter,
  page,
  plainTeasers,
  share,
  teasers,
  times,
} from './frame.js';

const rows = (pairs, write) => pairs.map(([key, value]) => write(key, value)).join('');

const cards = (word, count, price) =>
  `<ul class="cards">${times(count, (n) => `<li class="card"><a href="/c${n}"><img alt="" width="90" height="90"><h3>${word} ${n + 21}</h3></a><span>${price(n)}</span><button>+</button></li>`)}</ul>`;

const job = () => ({
  html: page(
    'de',
    'Glasbläserin (m/w/d) – Stellenmarkt Süd',
    `${header('de', 'Stellenmarkt Süd')}<main><div class="breadcrumb"><a href="/">Stellen</a> › <a href="/">Handwerk</a></div><div class="job-head"><h1>Glasbläser/in (m/w/d)</h1><a href="/f">Hütte Rautal GmbH</a><div class="facts"><div><span>Ort</span><span>Rautal bei Emmen</span></div><div><span>Stellen-ID</span><span>HR-2031-0447</span></div><div><span>Beginn</span><span>01.08.2031</span></div><div><span>Gehalt</span><span>41.500 – 47.000 € im Jahr</span></div><div><span>Arbeitszeit</span><span>36 Stunden</span></div></div><button>Jetzt bewerben</button></div><section><h2>Ihre Aufgaben</h2><ul><li>Blasen von Kolben bis 20 Liter</li><li>Anlernen von zwei Lehrlingen</li><li>Pflege der Öfen im Wechsel</li></ul><h2>Das bringen Sie mit</h2><ul><li>Gesellenbrief als Glasapparatebauer</li><li>Schwindelfreiheit ist nicht nötig</li></ul><h2>Bewerbung</h2><p>Bis zum 15. Juni 2031 an Frau Delia Wirsing, Telefon 0555 71940.</p></section><section class="similar-jobs"><h2>Ähnliche Stellen</h2>${times(14, (n) => `<div class="job-card"><a href="/j${n}">Maschinenführer Nummer ${n + 1}</a><span>Ort ${n + 1}</span><span>vor ${n + 2} Tagen</span></div>`)}</section></main>${footer('de', 'Stellenmarkt Süd')}${consent('de')}`,
    '.facts div{display:flex;gap:1em}',
  ),
  values: [
    'HR-2031-0447',
    '01.08.2031',
    '41.500 – 47.000 €',
    '36 Stunden',
    'Hütte Rautal GmbH',
    'Rautal bei Emmen',
    'Kolben bis 20 Liter',
    '15. Juni 2031',
    'Delia Wirsing',
    '0555 71940',
  ],
});

const productTr = () => ({
  html: page(
    'tr',
    'Demlik Çelik 1,2 L',
    `${header('tr', 'Pazaryeri')}<main class="wrap"><section aria-label="Sponsorlu"><h2>Bunlar da ilginizi çekebilir</h2>${cards('Çelik cezve model', 24, (n) => `${n + 120},90 TL`)}</section><section class="proDetail"><h1>Morina Çelik Demlik 1,2 Litre</h1><p>Satıcı: Bakırcı Dükkân · 4,6 yıldız · 1.283 değerlendirme</p><del>1.149,00 TL</del><span class="price">879,50 TL</span><div>Renk: <button aria-pressed="true">Antrasit</button><button>Krem</button></div><p>Kargo: 3 Aralık Çarşamba kapında</p><button>Sepete Ekle</button><table class="specs"><tr><th>Kapasite</th><td>1,2 litre</td></tr><tr><th>Malzeme</th><td>18/10 paslanmaz çelik</td></tr><tr><th>Garanti</th><td>36 ay</td></tr><tr><th>Stok kodu</th><td>MRN-DM-12A</td></tr></table></section><section class="reviews">${comments('tr', 10, 'degerlendirme')}</section></main>${footer('tr', 'Pazaryeri')}${consent('tr')}`,
  ),
  values: [
    'Morina Çelik Demlik 1,2 Litre',
    'Bakırcı Dükkân',
    '4,6 yıldız',
    '1.283 değerlendirme',
    '879,50 TL',
    '1.149,00 TL',
    'Antrasit',
    '3 Aralık',
    '18/10 paslanmaz',
    '36 ay',
    'MRN-DM-12A',
  ],
});

const productMuted = () => ({
  html: page(
    'en',
    'Osk 3 Walking Boots',
    `${mutedHeader('en', 'Fellgear')}<div id="root"><div class="k1"><div class="k2"><img alt="" width="400" height="400"></div><div class="k3"><div class="k4">Osk 3 Walking Boots</div><div class="k5"><span>$</span><span>189</span><span>.00</span></div><div class="k6">Item 4471-220</div><div class="k7"><label>Size <select><option>41</option><option selected>42.5</option><option>43</option></select></label></div><div class="k8">Only 4 left</div><div class="k9">Free returns within 60 days</div><button>Add to bag</button></div></div><div class="k10"><div><b>Weight</b><i>612 g each</i></div><div><b>Upper</b><i>Waxed nubuck</i></div><div><b>Sole</b><i>Vela grip, can be replaced</i></div><div><b>Made in</b><i>Portugal</i></div></div><div class="k11">${plainTeasers('en', 12)}</div></div>${mutedFooter('en', 'Fellgear')}${consent('en', 'k99')}`,
    '.k1{display:flex}.k10 div{display:flex;gap:1em}.k5{display:flex}',
  ),
  values: [
    'Osk 3 Walking Boots',
    '189',
    'Item 4471-220',
    '42.5',
    'Only 4 left',
    'within 60 days',
    '612 g each',
    'Waxed nubuck',
    'Vela grip',
    'Portugal',
  ],
});

const recipe = () => ({
  html: page(
    'fr',
    'Tourte aux blettes de Marcelline',
    `${header('fr', 'Cuisine du Nord')}<article><h1>Tourte aux blettes de Marcelline</h1>${share()}<p>Ma grand-mère la faisait le mercredi, parce que le marché était le mardi et que les blettes n'attendent pas. Elle disait qu'une tourte doit chanter quand on la coupe.</p><ul class="meta"><li>Préparation : 35 min</li><li>Cuisson : 50 min</li><li>Pour 6 personnes</li></ul><h2>Ingrédients</h2><ul><li>1 botte de blettes (900 g)</li><li>2 œufs</li><li>120 g de fromage de chèvre</li><li>40 g de pignons</li><li>250 g de farine</li></ul><h2>Étapes</h2><ol><li>Chauffer le four à 190 °C.</li><li>Blanchir les blettes 4 minutes.</li><li>Mélanger avec les œufs et le fromage.</li><li>Garnir la pâte, fermer, dorer.</li></ol><p>Par portion : 412 kcal</p></article>${teasers('fr', 10)}${comments('fr', 12)}${footer('fr', 'Cuisine du Nord')}${consent('fr')}`,
  ),
  values: [
    '35 min',
    '50 min',
    '6 personnes',
    '900 g',
    '2 œufs',
    '120 g de fromage',
    '40 g de pignons',
    '190 °C',
    '4 minutes',
    '412 kcal',
  ],
});

const profile = () => ({
  html: page(
    'en',
    'Ineke Vanderlo – Staff',
    `${header('en', 'University of Averil')}<main><div class="profile"><img alt="" width="80" height="80"><h1>Prof. Ineke Vanderlo</h1><p>Chair of Hydrology</p><dl><dt>Room</dt><dd>C 3.117</dd><dt>Phone</dt><dd>+00 555 8841</dd><dt>Email</dt><dd>i.vanderlo@averil.example</dd><dt>Office hours</dt><dd>Tuesdays 14:00–15:30</dd><dt>ORCID</dt><dd>0000-0009-1122-3344</dd></dl><h2>Research</h2><p>Rivers that change their bed; floods in flat land.</p><h2>Courses this term</h2><ul><li>HYD-201 Surface water</li><li>HYD-417 Sediment transport</li></ul><h2>Publications</h2><ol>${times(12, (n) => `<li>Vanderlo, I. (${2030 - n}). On the wandering of river number ${n + 1}. Journal of Flat Land ${40 - n}, ${n + 11}–${n + 29}.</li>`)}</ol></div></main>${footer('en', 'University of Averil')}${consent('en')}`,
  ),
  values: [
    'C 3.117',
    '+00 555 8841',
    'i.vanderlo@averil.example',
    'Tuesdays 14:00–15:30',
    '0000-0009-1122-3344',
    'HYD-201',
    'HYD-417',
    'Chair of Hydrology',
    'Flat Land 40, 11–29',
  ],
});

const orderForm = () => ({
  html: page(
    'en',
    'Check your order',
    `${header('en', 'Seedhouse')}<main><h1>Check your order</h1><form><fieldset><legend>Delivery address</legend><label for="n">Name</label><input id="n" value="Tamsin Orrel"><label for="s">Street</label><input id="s" value="14 Quarry Lane"><label for="c">Town</label><input id="c" value="Pelling"><label>Country <select><option>France</option><option selected>Norway</option></select></label></fieldset><fieldset><legend>Delivery</legend><label><input type="radio" name="d" checked> Standard, 3–5 days</label><label><input type="radio" name="d"> Express, 1 day</label></fieldset><label><input type="checkbox" checked> Wrap as a present</label><label for="p">Password</label><input id="p" type="password" value="secret-word"><label for="note">Note</label><textarea id="note">Leave it with the neighbour at 16</textarea><table><tr><th>Item</th><th>Number</th><th>Sum</th></tr><tr><td>Broad beans</td><td>3</td><td>€11.40</td></tr><tr><td>Sweet peas</td><td>1</td><td>€2.95</td></tr></table><p>Delivery: €4.50</p><p><b>Total: €18.85</b></p><button>Pay now</button></form></main><aside>${teasers('en', 8, 'you-may-like')}</aside>${footer('en', 'Seedhouse')}`,
  ),
  values: [
    'Tamsin Orrel',
    '14 Quarry Lane',
    'Pelling',
    'Norway',
    'Standard, 3–5 days',
    'Leave it with the neighbour at 16',
    'Broad beans',
    '€11.40',
    '€4.50',
    '€18.85',
  ],
  never: ['secret-word'],
});

const dashboard = () => ({
  html: page(
    'en',
    'Overview – Millrace',
    `<div class="app"><div class="sidenav"><ul>${times(18, (n) => `<li><a href="/s${n}">Section ${n + 1}</a></li>`)}</ul></div><div class="body"><div class="topbar"><span>Millrace</span><button>Ada</button></div><div class="tiles">${[
      ['Output today', '4,182 sacks', '+6.1 %'],
      ['Water level', '1.94 m', '−3 cm'],
      ['Open orders', '37', '+2'],
      ['Machines down', '1 of 9', '0'],
    ]
      .map(([a, b, c]) => `<div class="tile"><div>${a}</div><div class="big">${b}</div><div>${c}</div></div>`)
      .join(
        '',
      )}</div><div class="panel"><h2>Alarms</h2><table><thead><tr><th>Time</th><th>Machine</th><th>Message</th></tr></thead><tbody>${[
      ['06:12', 'Roller 4', 'Bearing 81 °C'],
      ['07:45', 'Sifter 2', 'Sieve torn'],
      ['09:03', 'Lift 1', 'Stopped by hand'],
    ]
      .map((r) => `<tr>${r.map((c) => `<td>${c}</td>`).join('')}</tr>`)
      .join('')}</tbody></table></div><div class="panel"><h2>Shifts</h2><div class="grid">${rows(
      [
        ['Early', 'Bo Lind'],
        ['Late', 'Ruth Amsel'],
        ['Night', 'Omar Diaz'],
      ],
      (k, v) => `<div><span>${k}</span><span>${v}</span></div>`,
    )}</div></div></div></div>`,
    '.app{display:flex}.tiles{display:flex}.grid div{display:flex;gap:1em}',
  ),
  values: [
    '4,182 sacks',
    '1.94 m',
    '37',
    '1 of 9',
    'Bearing 81 °C',
    'Sieve torn',
    '09:03',
    'Bo Lind',
    'Ruth Amsel',
    'Omar Diaz',
  ],
});

const comparison = () => ({
  html: page(
    'en',
    'Compare plans',
    `${header('en', 'Tidemail')}<main><h1>Compare plans</h1><p>${'Mail for people who answer it. '.repeat(4)}</p><div class="pricing"><table><thead><tr><th></th><th>Skiff</th><th>Sloop</th><th>Schooner</th></tr></thead><tbody><tr><th>Price per month</th><td>€0</td><td>€4</td><td>€11</td></tr><tr><th>Storage</th><td>1 GB</td><td>50 GB</td><td>1.5 TB</td></tr><tr><th>Own domains</th><td>—</td><td>2</td><td>25</td></tr><tr><th>Support</th><td>Forum</td><td colspan="2">Phone, 08–20 h</td></tr><tr><th rowspan="2">Limits</th><td>40 mails a day</td><td>2,000 mails a day</td><td>no limit</td></tr><tr><td>5 MB each</td><td>25 MB each</td><td>80 MB each</td></tr></tbody></table></div><h2>Questions</h2><details><summary>Can I change later?</summary><p>Yes, every day.</p></details></main>${footer('en', 'Tidemail')}${consent('en')}`,
  ),
  values: [
    '€4',
    '€11',
    '50 GB',
    '1.5 TB',
    'Phone, 08–20 h',
    '2,000 mails a day',
    '80 MB each',
    'Skiff',
    'Schooner',
  ],
  lines: [
    '| Skiff | Sloop | Schooner',
    'Price per month | €0 | €4 | €11',
    'Limits | 5 MB each | 25 MB each | 80 MB each',
  ],
});

const faq = () => ({
  html: page(
    'es',
    'Preguntas frecuentes – Tren del Valle',
    `${header('es', 'Tren del Valle')}<main><h1>Preguntas frecuentes</h1>${[
      ['¿Puedo llevar mi bicicleta?', 'Sí, con un billete de 3,50 € y fuera de las horas punta (7–9 h).'],
      [
        '¿Hasta cuándo puedo cambiar el billete?',
        'Hasta 20 minutos antes de la salida, dos veces sin coste.',
      ],
      [
        '¿Dónde está la oficina de objetos perdidos?',
        'En el andén 4 de Mores Central; teléfono 900 555 321.',
      ],
      ['¿Viajan gratis los niños?', 'Los menores de 6 años, con un adulto.'],
      ['¿Cuánto equipaje está permitido?', 'Tres bultos de hasta 25 kg en total.'],
    ]
      .map(([q, a]) => `<div class="faq-item"><h3>${q}</h3><div>${a}</div></div>`)
      .join(
        '',
      )}</main><aside class="sidebar">${teasers('es', 8)}</aside>${footer('es', 'Tren del Valle')}${consent('es')}`,
  ),
  values: ['3,50 €', '7–9 h', '20 minutos antes', 'andén 4', '900 555 321', 'menores de 6 años', '25 kg'],
});

const court = () => ({
  html: page(
    'de',
    'Urteil 7 C 114/29',
    `${header('de', 'Rechtsprechung Südmark')}<div class="main"><div class="toolbar"><a href="/d">Drucken</a><a href="/p">PDF</a></div><table class="meta"><tr><td>Gericht</td><td>Landgericht Orlach</td></tr><tr><td>Entscheidungsdatum</td><td>11.02.2030</td></tr><tr><td>Aktenzeichen</td><td>7 C 114/29</td></tr><tr><td>Dokumenttyp</td><td>Urteil</td></tr><tr><td>Normen</td><td>§ 12 Abs. 3 BrückenG</td></tr></table><h1>Haftung für eine gesperrte Brücke</h1><h2>Tenor</h2><p>1. Die Beklagte wird verurteilt, an den Kläger 3.870,25 Euro nebst Zinsen in Höhe von fünf Prozentpunkten seit dem 2. Mai 2029 zu zahlen.</p><p>2. Im Übrigen wird die Klage abgewiesen.</p><p>3. Von den Kosten trägt der Kläger 20 %.</p><h2>Tatbestand</h2>${times(8, (n) => `<p>[${n + 1}] Der Kläger betreibt eine Mühle und musste wegen der Sperrung ${n + 2} Fuhren über den Umweg bei Taft leiten, wofür ihm nach seinem Vortrag jeweils Kosten entstanden.</p>`)}</div>${footer('de', 'Rechtsprechung Südmark')}`,
  ),
  values: [
    'Landgericht Orlach',
    '11.02.2030',
    '7 C 114/29',
    '§ 12 Abs. 3',
    '3.870,25 Euro',
    '2. Mai 2029',
    'trägt der Kläger 20 %',
  ],
});

const event = () => ({
  html: page(
    'ja',
    '春の陶器市',
    `${header('ja', '町の催し')}<main><h1>第四十二回 春の陶器市</h1><dl><dt>日時</dt><dd>2031年5月3日（土）9:30〜17:00</dd><dt>会場</dt><dd>河原町広場</dd><dt>入場料</dt><dd>大人500円、子ども無料</dd><dt>問い合わせ</dt><dd>0555-12-3456（窯元組合）</dd><dt>駐車場</dt><dd>80台</dd></dl><p>今年は六十二の窯元が参加し、初めて夜の部も開かれます。雨天の場合は翌日に延期します。</p></main>${teasers('ja', 12)}<aside>${teasers('ja', 8, 'recommend')}</aside>${footer('ja', '町の催し')}${consent('ja')}`,
  ),
  values: ['2031年5月3日', '9:30〜17:00', '河原町広場', '500円', '0555-12-3456', '80台', '六十二の窯元'],
});

const productAr = () => ({
  html: page(
    'ar',
    'مصباح نحاسي',
    `${header('ar', 'سوق النحاس')}<main><div class="gallery"><img alt="" width="300" height="300"></div><div class="product-info"><h1>مصباح نحاسي يدوي الصنع</h1><div>رقم المنتج: NH-7713</div><div class="price">٣٤٫٥٠ دينار</div><div>الارتفاع: ٤٢ سم</div><div>الوزن: ١٫٨ كغ</div><div>التوصيل خلال ٤ أيام</div><button>أضف إلى السلة</button></div><div class="recommendations">${cards('مصباح رقم', 12, (n) => `${n + 20} دينار`)}</div></main>${footer('ar', 'سوق النحاس')}${consent('ar')}`,
  ),
  values: ['NH-7713', '٣٤٫٥٠ دينار', '٤٢ سم', '١٫٨ كغ', '٤ أيام'],
});

const repository = () => ({
  html: page(
    'en',
    'quill/ferrite',
    `${header('en', 'Codehall')}<main><div class="repohead"><a href="/q">quill</a> / <a href="/f">ferrite</a> <span>Public</span></div><nav class="tabs"><a href="/c">Code</a><a href="/i">Issues 12</a><a href="/p">Pull requests 3</a></nav><div class="cols"><div class="files"><table>${[
      ['src', 'Make the parser resume', '3 days ago'],
      ['docs', 'Say what a span is', '2 months ago'],
      ['Cargo.toml', 'Version 0.14.2', '3 days ago'],
      ['README.md', 'Fix a link', 'last year'],
    ]
      .map((r) => `<tr>${r.map((c) => `<td><a href="/x">${c}</a></td>`).join('')}</tr>`)
      .join(
        '',
      )}</table><article class="markdown-body"><h1>ferrite</h1><p>A small parser for magnetic tape catalogues.</p><h2>Install</h2><pre>cargo add ferrite@0.14</pre><p>Needs Rust 1.81 or newer.</p></article></div><aside class="sidebar"><h2>About</h2><p>Reads catalogues of tapes from 1960 to 1985.</p><ul><li>1,204 stars</li><li>38 forks</li><li>MIT license</li></ul><h2>Languages</h2><p>Rust 96.1 % · Shell 3.9 %</p></aside></div></main>${footer('en', 'Codehall')}`,
    '.cols{display:flex}',
  ),
  values: [
    'Version 0.14.2',
    'Make the parser resume',
    '3 days ago',
    'cargo add ferrite@0.14',
    'Rust 1.81',
    '1,204 stars',
    '38 forks',
    'MIT license',
    'Rust 96.1 %',
  ],
});

const tracking = () => ({
  html: page(
    'tr',
    'Gönderi takibi',
    `${mutedHeader('tr', 'Turna Kargo')}<div class="g1"><div class="g2">Takip no: <b>TK 5512 0098 31</b></div><div class="g3">Durum: Dağıtıma çıktı</div><div class="g4">Tahmini teslimat: 8 Mayıs 2031, 13:00–17:00</div><ol class="g5">${[
      ['06.05 22:10', 'Konya Aktarma', 'Kabul edildi'],
      ['07.05 05:42', 'Ankara Merkez', 'Araca yüklendi'],
      ['08.05 08:15', 'Çankaya Şube', 'Dağıtıma çıktı'],
    ]
      .map(([a, b, c]) => `<li><span>${a}</span><span>${b}</span><span>${c}</span></li>`)
      .join(
        '',
      )}</ol><div>Alıcı: S. Yılmazer</div><div>Ağırlık: 2,35 kg</div></div><div class="g9">${plainTeasers('tr', 6)}</div>${mutedFooter('tr', 'Turna Kargo')}${consent('tr', 'g11')}`,
  ),
  values: [
    'TK 5512 0098 31',
    'Dağıtıma çıktı',
    '13:00–17:00',
    'Konya Aktarma',
    '07.05 05:42',
    'S. Yılmazer',
    '2,35 kg',
  ],
});

const changelog = () => ({
  html: page(
    'en',
    'Changelog – Plumbline',
    `${megaMenu('en')}<main><h1>Changelog</h1>${times(9, (n) => `<section class="release"><h2>Version 4.${9 - n}.0</h2><time>${2031 - n}-0${n + 1}-12</time><h3>Added</h3><ul><li>A ruler that measures in unit number ${n + 31}</li></ul><h3>Fixed</h3><ul><li>Crash number ${n + 901} when a line had no end</li><li>Wrong rounding below ${n + 2} mm</li></ul></section>`)}</main>${newsletter('en')}${footer('en', 'Plumbline')}`,
  ),
  values: [
    'Version 4.9.0',
    '2031-01-12',
    'unit number 31',
    'Crash number 901',
    'Version 4.4.0',
    '2026-06-12',
    'Crash number 906',
    'Version 4.1.0',
    'below 10 mm',
  ],
});

const apiDocs = () => ({
  html: page(
    'en',
    'split() – Loom reference',
    `<div class="lay"><aside class="toc"><ul>${times(90, (n) => `<li><a href="/m${n}">method_${n + 1}()</a></li>`)}</ul></aside><main><h1>split()</h1><pre>split(text: Text, at: Pattern, limit: Int = 0) -> List[Text]</pre><p>Cuts a text at each match of a pattern.</p><h2>Parameters</h2><dl><dt>text</dt><dd>What is cut.</dd><dt>at</dt><dd>Where it is cut; an empty pattern cuts between letters.</dd><dt>limit</dt><dd>Most parts; 0 stands for no limit.</dd></dl><h2>Raises</h2><p>PatternError when the pattern is not closed.</p><h2>Example</h2><pre>split("a-b-c", "-", limit=2)
# ["a", "b-c"]</pre><p>Since version 2.7</p></main></div>`,
    '.lay{display:flex}',
  ),
  values: [
    'limit: Int = 0',
    'cuts between letters',
    '0 stands for no limit',
    'PatternError',
    '["a", "b-c"]',
    'Since version 2.7',
  ],
});

const weather = () => ({
  html: page(
    'en',
    'Weather in Pelling',
    `${header('en', 'Skyline')}<div class="ticker">${plainTeasers('en', 5)}</div><section id="now"><h1>Weather in Pelling</h1><div class="temp">14°</div><div>Light rain, feels like 11°</div><div class="grid"><div>Wind<br>23 km/h SW</div><div>Humidity<br>81 %</div><div>Pressure<br>1,009 hPa</div><div>Sunset<br>20:47</div></div></section><section id="week"><h2>7 days</h2><ul>${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day, n) => `<li><span>${day}</span><span>${n + 12}° / ${n + 4}°</span><span>${n * 9} %</span></li>`).join('')}</ul></section>${teasers('en', 12)}${mutedFooter('en', 'Skyline')}${consent('en')}`,
    '.grid{display:grid;grid-template-columns:1fr 1fr}',
  ),
  values: ['14°', 'feels like 11°', '23 km/h SW', '81 %', '1,009 hPa', '20:47', '16° / 8°', '54 %'],
});

export const facts = {
  job,
  productTr,
  productMuted,
  recipe,
  profile,
  orderForm,
  dashboard,
  comparison,
  faq,
  court,
  event,
  productAr,
  repository,
  tracking,
  changelog,
  apiDocs,
  weather,
};
