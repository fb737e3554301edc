// Articles in heavy frames. What a reader should keep stands between the marks.
import {
  comments,
  consent,
  footer,
  header,
  megaMenu,
  menu,
  mutedFooter,
  mutedHeader,
  newsletter,
  page,
  plainTeasers,
  share,
  teasers,
  times,
} from './frame.js';

const news = () =>
  page(
    'en',
    'Ferry to Ostra runs again | Harbour Post',
    `${header('en', 'Harbour Post')}
<div class="breadcrumbs"><a href="/">Home</a> › <a href="/">Region</a> › Ostra</div>
<main><article><header><!--[--><h1>Ferry to Ostra runs again after eleven months</h1><p class="byline">By Mirelle Aske, 4 March 2031</p><!--]-->${share()}</header>
<figure><img alt="The ferry in the harbour" width="600" height="300"><!--[--><figcaption>The Sill leaves the harbour of Ostra on its first crossing. Photo: Ard Benn</figcaption><!--]--></figure>
<div class="body"><!--[--><p>The ferry between Carrow and the island of Ostra runs again. On Monday morning the Sill left the mainland with 84 passengers, eleven months after a storm had torn the pier from its piles.</p>
<p>“We had stopped counting the weeks,” said Hanne Orry, who keeps the only bakery on the island. During the closure flour and milk came by helicopter twice a week, and the price of bread rose by a third.</p><!--]-->
<aside class="promo-box"><h3>Our island letter</h3><p>Every Friday all the news from the islands, in your inbox. More than nine thousand people read it.</p><a href="/">Sign up</a></aside>
<!--[--><p>The repair cost 6.2 million crowns, of which the county paid two thirds. Engineers drove 46 new steel piles into the rock, each of them eighteen metres long, and raised the deck by ninety centimetres.</p>
<h2>Four crossings a day</h2><p>Until May the ferry makes four crossings a day; after that there will be seven. A single ticket costs 38 crowns as before, and residents of the island travel for half of that.</p>
<p>The county expects the new pier to stand for sixty years. Whether the old breakwater can be saved as well will be decided in the autumn.</p><!--]--></div>
<div class="tags"><a href="/t1">Ostra</a> <a href="/t2">Ferry</a> <a href="/t3">Storm</a></div>${share('social-links')}
<div class="author-bio"><img alt="" width="40" height="40"><p>Mirelle Aske has been writing about the coast since 2014 and lives in Carrow with two dogs.</p></div></article>
${teasers('en', 8)}${comments('en', 14)}</main>${newsletter('en')}${footer('en', 'Harbour Post')}${consent('en')}`,
  );

const mutedNews = () =>
  page(
    'de',
    'Der letzte Köhler im Ellertal',
    `${mutedHeader('de', 'Ellertaler Bote')}<div class="w1"><div class="w2"><div class="w3">
<!--[--><h1>Der letzte Köhler im Ellertal</h1><div class="z1">Von Jorun Habich · 12. Oktober 2030</div><!--]--><div class="z2"><div><!--[--><p>Wenn Veit Rommel um vier Uhr morgens aus seiner Hütte tritt, riecht er zuerst. Weißer Rauch heißt, dass der Meiler noch Wasser verliert; blauer Rauch heißt, dass er fertig ist. Dazwischen liegen vierzehn Tage, in denen Rommel kaum schläft.</p>
<p>Sein Großvater hat im selben Kreis gebrannt, sein Vater auch. Damals lebten elf Familien im Ellertal von der Kohle, und die Hütte am Fluss nahm jeden Sack. Heute verkauft Rommel an zwei Schmiede, an ein Museum und im Sommer an Leute, die grillen wollen.</p>
<p>Dreißig Raummeter Buche schichtet er zu einem Hügel, deckt ihn mit Reisig und Erde und zündet ihn von oben an. Am Ende bleiben anderthalb Tonnen Kohle. „Wer das schnell machen will“, sagt er, „macht Asche.“</p><!--]--></div>
<div class="z3">${plainTeasers('de', 3)}</div><div><!--[--><p>Im nächsten Jahr wird er siebzig. Ein Lehrling aus Marburg kommt seit April jedes zweite Wochenende, und im September hat sie zum ersten Mal allein gewacht. Der Meiler ging nicht aus.</p>
<p>Die Gemeinde will das Handwerk nun schützen lassen; über den Antrag entscheidet das Land im Frühjahr.</p><!--]--></div></div></div>
<div class="w4">${plainTeasers('de', 9)}</div></div></div>${mutedFooter('de', 'Ellertaler Bote')}${consent('de', 'm4')}`,
    '.w2{display:flex}.w3{width:800px}',
  );

const blog = () =>
  page(
    'en',
    'Measuring a slow query — notes',
    `<div id="wrapper" class="has-sidebar comments-open"><div id="top"><ul class="navbar">${menu('en', 9)}</ul></div><div id="page" class="hfeed"><div id="content">
<div class="post hentry" id="post-381"><!--[--><h1 class="entry-title">Measuring a slow query before changing it</h1><div class="entry-meta">Posted on 9 June 2029 by Odran</div>
<div class="entry-content"><p>Last week a report that used to take two seconds took forty. Everybody had an idea about the cause, and all of the ideas were about the code that had changed last. None of them was right.</p>
<p>The first thing to do is to ask the database what it does:</p>
<pre><code>explain (analyze, buffers)
select city, count(*)
  from visits
 where day &gt;= date '2029-05-01'
 group by city;</code></pre>
<p>The answer showed 1.8 million rows where the planner expected 900. Its statistics were three months old, because the nightly job that refreshes them had been moved to another machine and never started there.</p>
<blockquote><p>A plan is an opinion about your data. Old statistics make it an old opinion.</p></blockquote>
<p>What I do now, in this order:</p><ol><li>Save the plan before touching anything.</li><li>Compare the expected rows with the actual rows.</li><li>Refresh the statistics and look again.</li></ol>
<p>After <code>analyze visits</code> the report took 1.4 seconds. The code change that everybody suspected had made it a little faster.</p></div><!--]-->
<div class="sharedaddy sd-sharing"><ul><li><a href="/">Tweet</a></li><li><a href="/">Share</a></li><li><a href="/">Pin</a></li></ul></div>
<div class="post-navigation"><a href="/prev">← Older: Why our cache was cold</a> <a href="/next">Newer: A month without a staging server →</a></div></div>
<div id="respond"><h3>Leave a reply</h3><form><label>Name <input></label><label>Comment <textarea></textarea></label><button>Post</button></form></div>${comments('en', 22, 'responses')}</div>
<div id="secondary" class="widget-area"><div class="widget"><h3>About</h3><p>Notes about databases by someone who broke a few of them. New ones appear when I learn something.</p></div><div class="widget"><h3>Recent</h3><ul>${times(10, (n) => `<li><a href="/r${n}">How we moved table number ${n} without downtime</a></li>`)}</ul></div><div class="widget"><h3>Archives</h3><ul>${times(24, (n) => `<li><a href="/a${n}">Month ${n + 1} of 2028</a></li>`)}</ul></div></div></div>
<div id="colophon">Powered by a small machine in a cupboard.</div></div>`,
  );

const turkishNews = () =>
  page(
    'tr',
    'Karaçay köyünde zeytin hasadı',
    `${header('tr', 'Körfez Haber')}<div class="ad-slot">Reklam</div><div class="container"><div class="row"><div class="col-8">
<div class="haber-ust"><!--[--><h1>Karaçay'da zeytin hasadı yağmurdan önce bitti</h1><h2 class="spot">Köylüler bu yıl her zamankinden on gün erken başladı; verim geçen yılın iki katı.</h2><span class="tarih">Yayın: 02.11.2030 09:14 · Muhabir: Elvan Sarıtaş</span><!--]--></div>${share('paylas share')}
<div itemprop="articleBody"><!--[--><p>Karaçay köyünde zeytin hasadı cumartesi akşamı tamamlandı. Muhtar Rıfkı Dengiz'in verdiği bilgiye göre köyün 4.200 ağacından toplam 96 ton zeytin toplandı; bu, geçen yılın tam iki katı.</p>
<p>Meteorolojinin pazar günü için verdiği sağanak uyarısı üzerine üreticiler hasada on gün erken başlamıştı. “Işığı gören tarlaya koştu, gece on ikiye kadar çalıştık” diyen Şükran Iğdır, zeytinin yağ oranının yüzde yirmi iki olduğunu söyledi.</p><!--]--><div class="ilgili-haber related-news"><a href="/h1">Körfez'de balık fiyatları yarı yarıya düştü</a></div>
<!--[--><p>Köydeki taş değirmen bu yıl ilk kez gündüz de gece de çalışıyor. Bir litre yağ 410 liradan satılıyor, kooperatif üyeleri ise 365 lira ödüyor.</p>
<p>Kooperatif, gelecek yıl için yeni bir sıkım hattı kuracak. Bunun için ayrılan para 3,4 milyon lira.</p><!--]--></div>
<div class="etiketler tags"><a href="/e1">zeytin</a><a href="/e2">hasat</a><a href="/e3">Karaçay</a></div>${teasers('tr', 12, 'cok-okunanlar')}${comments('tr', 9, 'yorumlar')}</div>
<div class="col-4 sidebar">${teasers('tr', 10, 'manset')}${newsletter('tr')}</div></div></div>${footer('tr', 'Körfez Haber')}${consent('tr')}`,
    '.row{display:flex}.col-8{width:66%}',
  );

const magazine = () =>
  page(
    'fr',
    'La cloche de Saint-Orven',
    `${megaMenu('fr', 'div')}<div id="app"><section class="css-1ab"><!--[--><h1 class="css-t">La cloche qui sonnait treize heures</h1><p class="css-c">Dans le bourg de Saint-Orven, une horloge se trompe depuis un siècle, et personne ne veut la réparer.</p><div class="css-d">Texte : Solène Mardic — Publié le 18 mai 2030</div><!--]--></section>
<section class="css-2ab"><div class="css-3"><!--[--><p>À Saint-Orven, il est treize heures une fois par jour. La cloche de l'église sonne douze coups, attend le temps d'une respiration, puis en sonne un treizième, plus faible, comme une excuse.</p><p>L'erreur date de 1921. Cette année-là, l'horloger Bastien Querel remonta le mécanisme avec une dent de trop, et mourut avant de pouvoir la limer. Le conseil municipal vota trois fois la réparation, et trois fois les habitants la refusèrent.</p><!--]--></div>
<div class="css-ad"><span>Publicité</span></div><div class="css-3"><!--[--><p>« Le treizième coup, c'est le nôtre », explique Maëlle Dorin, qui tient le café de la place. À cette heure-là, elle offre un verre à qui l'a compté.</p><h2>Une dent de trop</h2><p>L'été dernier, une étudiante de Rennes a enfin mesuré la roue. Elle compte bien soixante-dix-neuf dents au lieu de soixante-dix-huit, et son mémoire propose de ne rien changer. La mairie l'a encadré.</p><!--]--></div></section>
<section class="css-4"><div class="css-5"><h3>À lire aussi</h3>${times(6, (n) => `<article class="css-6"><a href="/m${n}"><h4>Le pont numéro ${n + 1} que l'on traverse deux fois</h4></a><p>Un reportage de notre envoyée dans les vallées du nord.</p></article>`)}</div></section></div>${mutedFooter('fr', 'Le Pas')}${consent('fr', 'css-99')}`,
  );

const japanese = () =>
  page(
    'ja',
    '霧島の小さな図書館',
    `${header('ja', '山の新聞')}<div class="contents"><div class="main-col"><div class="article-head"><!--[--><h1>一冊だけの図書館、十年目の春</h1><p class="date">2031年4月2日 記者・滝野あかり</p><!--]--></div>
<div class="article-text"><!--[--><p>町はずれの古い駅舎に、本が一冊しかない図書館がある。棚は百二十段あるが、置かれているのはいつも一冊だけだ。読みたい人は名前を書いて借り、返すときに次の本を一冊持ってくる。</p><p>始めたのは元駅員の早瀬久さん、七十四歳。廃線が決まった年に、待合室にあった文庫本を一冊だけ残したのがきっかけだったという。「一冊なら、選ばなくていいでしょう」と早瀬さんは笑う。</p><p>貸し出しは十年で二千八百六十回。いちばん長く留守だった本は料理の本で、四か月戻らなかった。戻ってきたときには、余白に十七の新しい作り方が書き込まれていた。</p><!--]--><div class="pr">広告</div><!--[--><p>この春、図書館は初めて二冊目を受け入れる。町の子どもたちが書いた、一冊だけの本である。</p><!--]--></div>
<div class="sns-share"><a href="/">共有</a><a href="/">投稿</a></div>${teasers('ja', 9, 'ranking')}${comments('ja', 12)}</div><div class="sub-col">${teasers('ja', 12, 'recommend')}</div></div>${footer('ja', '山の新聞')}${consent('ja')}`,
    '.contents{display:flex}.main-col{width:70%}',
  );

const arabic = () =>
  page(
    'ar',
    'ساعة السوق القديم',
    `${header('ar', 'جريدة الميناء')}<main><div class="story"><!--[--><h1>ساعة السوق القديم تعود إلى الدقات</h1><div class="meta">كتبت: ليان الصواف، ٧ أيار ٢٠٣١</div><!--]-->${share()}<div class="story-body"><!--[--><p>عادت ساعة السوق القديم إلى الدقات صباح أمس بعد صمت دام تسعة عشر عاما. وتجمع أمام البرج نحو أربعمئة من أهل المدينة، وكان بينهم من جاء يحمل صورته أمامها وهو طفل.</p><p>قال المصلح نديم القاسم إن العطل كان في ترس واحد لا يزيد قطره على ستة سنتيمترات، لكن أحدا لم يعد يصنع مثله، فصنعه بيده من النحاس في ثلاثة أشهر.</p><p>وبلغت كلفة العمل أربعة آلاف ومئتي دينار، جمعها التجار من صندوق وضع عند باب السوق. ويقول أمين الصندوق إن أصغر ورقة فيه كانت ربع دينار، وأكبرها مئة.</p><p>وستدق الساعة منذ اليوم كل نصف ساعة، إلا بعد منتصف الليل احتراما لنوم الجيران.</p><!--]--></div></div>${teasers('ar', 9)}${comments('ar', 11)}</main><aside>${teasers('ar', 8, 'popular')}</aside>${footer('ar', 'جريدة الميناء')}${consent('ar')}`,
  );

const breaks = () =>
  page(
    'es',
    'El faro sin mar',
    `<table width="100%"><tr><td colspan="3"><table><tr>${times(12, (n) => `<td><a href="/n${n}">Sección ${n + 1}</a></td>`)}</tr></table></td></tr><tr><td width="160" valign="top">${times(20, (n) => `<a href="/l${n}">Crónica del pueblo ${n + 1}</a><br>`)}</td><td valign="top"><!--[--><h1>El faro sin mar</h1><font size="2">Crónica de Iria Valdés, 3 de enero de 2030</font><br><br>
En la llanura de Mores hay un faro. El mar está a doscientos kilómetros, y nadie ha visto desde su torre más agua que la de las acequias.<br><br>Lo levantó en 1888 un indiano que volvió rico de ultramar y no soportaba dormir sin una luz que girase. Pagó de su bolsillo la lente, que pesa novecientos kilos y llegó en un carro tirado por ocho bueyes.<br><br>Durante la guerra sirvió para avisar de las crecidas, y después para nada. Hoy lo enciende cada noche su bisnieta, Amparo Lusarreta, con una bombilla de doce vatios. «Gasta menos que la nevera», dice, «y hace más compañía».<br><br>El ayuntamiento quiere declararlo monumento. Amparo solo ha puesto una condición: que siga girando.<!--]--><br><br><a href="/imprimir">Imprimir</a> | <a href="/enviar">Enviar</a></td><td width="180" valign="top">${times(15, (n) => `<a href="/d${n}">Otra historia de la llanura, número ${n + 1}</a><br><br>`)}</td></tr><tr><td colspan="3">© 2030 Crónicas de Mores</td></tr></table>`,
  );

const docsGuide = () =>
  page(
    'en',
    'Rate limits · Corvid API',
    `<div class="layout"><div class="left"><ul>${times(60, (n) => `<li><a href="/d${n}">Guide chapter ${n + 1}</a></li>`)}</ul></div><main class="docs"><div class="crumbs breadcrumb"><a href="/">Docs</a> / <a href="/">Guides</a></div><!--[--><h1>Rate limits</h1><p>Every key may send a limited number of requests in a window of sixty seconds. When the limit is reached the service answers with status 429 until the window ends.</p><h2>Limits by plan</h2><table><thead><tr><th>Plan</th><th>Requests per minute</th><th>Burst</th></tr></thead><tbody><tr><td>Free</td><td>60</td><td>10</td></tr><tr><td>Team</td><td>600</td><td>100</td></tr><tr><td>Large</td><td>6,000</td><td>500</td></tr></tbody></table><h2>Reading the headers</h2><p>Each answer carries three headers that say where you stand. Read them before you send the next request rather than counting yourself.</p><pre><code>Corvid-Limit: 600
Corvid-Left: 571
Corvid-Reset: 23</code></pre><h2>Waiting properly</h2><p>Wait for the number of seconds in <code>Corvid-Reset</code>, then add a random part of a second, so that your workers do not all return at once.</p><ul><li>Do not retry at once.</li><li>Do not open a second key to get around the limit; both will be closed.</li></ul><!--]--><div class="feedback"><p>Was this page helpful?</p><button>Yes</button><button>No</button></div><div class="pager"><a href="/p">Previous: Keys</a><a href="/n">Next: Errors</a></div></main><div class="right toc"><ul><li><a href="#a">Limits by plan</a></li><li><a href="#b">Reading the headers</a></li><li><a href="#c">Waiting properly</a></li></ul></div></div>${mutedFooter('en', 'Corvid')}`,
    '.layout{display:flex}.left{width:240px}.docs{width:700px}',
  );

const wiki = () =>
  page(
    'de',
    'Orlach – Freies Lexikon',
    `<div id="mw-page"><div id="head"><ul>${menu('de', 8)}</ul></div><div id="content" role="main"><!--[--><h1>Orlach</h1><!--]--><div id="bodyContent"><table class="infobox"><!--[--><tr><th colspan="2">Orlach</th></tr><tr><th>Bundesland</th><td>Südmark</td></tr><tr><th>Höhe</th><td>412 m ü. NN</td></tr><tr><th>Einwohner</th><td>6.318 (2029)</td></tr><tr><th>Postleitzahl</th><td>71209</td></tr><!--]--></table><!--[--><p><b>Orlach</b> ist eine Stadt im Osten der Südmark. Sie liegt an der Mündung der Weißen Orl in die Taft und ist seit 1312 als Marktort bezeugt.</p><h2>Geschichte</h2><p>Der Ort entstand um eine Furt, an der Salz aus dem Gebirge umgeladen wurde. Nach dem Brand von 1644 wurde er in einem regelmäßigen Gitter neu angelegt, das bis heute erhalten ist.</p><p>Mit der Bahn kamen 1871 drei Webereien; die letzte schloss 1988. In ihrem Gebäude befindet sich heute das <a href="/w1">Museum für Knoten und Netze</a>.</p><h2>Persönlichkeiten</h2><ul><li><a href="/p1">Gesine Tollhardt</a> (1802–1871), Botanikerin</li><li><a href="/p2">Ruprecht Oehl</a> (1911–1990), Glockengießer</li></ul><!--]--></div></div><div id="mw-panel"><div class="portal"><ul>${times(40, (n) => `<li><a href="/x${n}">Werkzeug ${n + 1}</a></li>`)}</ul></div></div><div id="foot">Diese Seite wurde zuletzt am 3. Mai 2031 bearbeitet.</div></div>`,
  );

const press = () =>
  page(
    'en',
    'Press release — Tarn Optics',
    `${header('en', 'Tarn Optics')}<div class="hero"><h2>Light, bent carefully.</h2></div><div class="page-content"><div class="press"><p class="kicker">Press</p><!--[--><h1>Tarn Optics opens a second workshop in Velde</h1><p><strong>Velde, 14 September 2030.</strong> Tarn Optics has opened a second workshop in Velde. Forty-two people will grind lenses there for telescopes of up to sixty centimetres.</p><p>The building was a cannery until 2019. Its thick floor, poured for machines that no longer exist, hardly trembles: measurements over a whole winter showed less than two micrometres.</p><p>“Glass remembers every lorry that drove past while it was cooling,” says Ottilie Renn, who leads the workshop. “Here there are no lorries.”</p><p>The first lenses will be delivered in January. The company has orders for three years and is looking for twelve more grinders.</p><h3>About Tarn Optics</h3><p>Tarn Optics was founded in 1968 and employs 131 people. In 2029 its revenue was 24 million crowns.</p><h3>Contact</h3><p>Bram Illig, press@tarn.example, +00 555 0142</p><!--]--></div><div class="cta"><a href="/jobs">See open positions</a> <a href="/visit">Plan a visit</a></div></div>${footer('en', 'Tarn Optics')}${consent('en', 'cc-window')}`,
  );

const longRead = () =>
  page(
    'en',
    'The map that was wrong on purpose',
    `${mutedHeader('en', 'Longer')}<div class="progress"></div><div class="lr"><!--[--><h1>The map that was wrong on purpose</h1><p class="dek">For sixty years a village of nine houses stood on every map of the province. It had never been built.</p><p class="who">Words by Thea Lindqvar</p><!--]--><div class="cols"><div class="a1">${share('sticky-share')}</div><div class="a2">${[
      'Every mapmaker has a trap street. You draw a lane that does not exist, and when a rival copies your sheet, the lane goes with it, and you go to court. In the province of Averil the trap was a whole village, and its name was Nethermark.',
      'The surveyor Corin Dax put it there in 1931, in the bend of a river where the ground is too wet for houses. He gave it nine roofs, a chapel and a spot height of 61 metres, which was the number of the room in which he worked.',
      'For thirty years nothing happened. Then a bus company printed a timetable from the map, and Nethermark got a stop. The stop was served twice a day by a driver who, his daughter told me, used it to eat his sandwiches.',
      'In 1974 a couple from the capital bought a plot there by post. They arrived with a tent, looked at the reeds, and stayed. Theirs was the first roof in Nethermark, and it was not drawn on any map, because the nine false ones were in the way.',
      'Today there are fourteen houses, all of them on stilts. The council has asked the survey to remove the false roofs and to draw the true ones. The survey has answered, in a letter that hangs framed in the chapel, that it does not copy other people’s work.',
    ]
      .map(
        (text, index) =>
          `<div class="blk"><!--[--><p>${text}</p><!--]--></div>${index === 1 ? '<div class="blk pull"><div class="inread-advert">Advertisement</div></div>' : ''}${index === 3 ? `<div class="blk">${newsletter('en')}</div>` : ''}`,
      )
      .join(
        '',
      )}</div></div></div><div class="more">${plainTeasers('en', 12)}</div>${mutedFooter('en', 'Longer')}`,
    '.cols{display:flex}',
  );

const pages = {
  news,
  mutedNews,
  blog,
  turkishNews,
  magazine,
  japanese,
  arabic,
  breaks,
  docsGuide,
  wiki,
  press,
  longRead,
};

const kept = /<!--\[-->([\s\S]*?)<!--\]-->/g;

export const articles = Object.entries(pages).map(([name, write]) => {
  const marked = write();
  const expected = [...marked.matchAll(kept)]
    .map((match) =>
      match[1]
        .replace(/<[^>]+>/g, ' ')
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<'),
    )
    .join('\n');
  return { name, html: marked.replace(/<!--[[\]]-->/g, ''), expected };
});
