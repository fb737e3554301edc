// What real pages put around their content: menus, banners, share bars, related lists, comments, footers.

export const times = (count, write) => Array.from({ length: count }, (_, index) => write(index)).join('');

const menus = {
  en: 'Home World Business Technology Science Health Sport Culture Travel Weather Video Podcasts Games Jobs Shop Events Opinion Puzzles Archive Magazine',
  de: 'Start Welt Wirtschaft Technik Wissen Gesundheit Sport Kultur Reisen Wetter Video Podcasts Spiele Stellen Laden Termine Meinung Rätsel Archiv Magazin',
  tr: 'Anasayfa Gündem Ekonomi Teknoloji Bilim Sağlık Spor Kültür Seyahat Hava Video Podcast Oyunlar İlanlar Mağaza Etkinlikler Yazarlar Bulmaca Arşiv Dergi',
  fr: 'Accueil Monde Économie Technologie Sciences Santé Sport Culture Voyage Météo Vidéo Podcasts Jeux Emploi Boutique Agenda Opinions Énigmes Archives Magazine',
  es: 'Inicio Mundo Economía Tecnología Ciencia Salud Deportes Cultura Viajes Tiempo Vídeo Podcasts Juegos Empleo Tienda Agenda Opinión Pasatiempos Archivo Revista',
  ja: 'ホーム 国際 経済 技術 科学 健康 スポーツ 文化 旅行 天気 動画 音声 ゲーム 求人 通販 催し 意見 パズル 過去記事 雑誌',
  ar: 'الرئيسية العالم الاقتصاد التقنية العلوم الصحة الرياضة الثقافة السفر الطقس فيديو بودكاست ألعاب وظائف متجر فعاليات آراء ألغاز أرشيف مجلة',
};

export const menu = (lang, count = 20) =>
  menus[lang]
    .split(' ')
    .slice(0, count)
    .map((word) => `<li><a href="/${encodeURIComponent(word)}">${word}</a></li>`)
    .join('');

/** A mega menu: sections with links under each. */
export const megaMenu = (lang, tag = 'nav') =>
  `<${tag} class="mega"><ul>${menus[lang]
    .split(' ')
    .map(
      (word) =>
        `<li><a href="/">${word}</a><ul>${times(5, (n) => `<li><a href="/">${word} ${n + 1}</a></li>`)}</ul></li>`,
    )
    .join('')}</ul></${tag}>`;

export const header = (lang, name) =>
  `<header class="site-header"><a class="logo" href="/">${name}</a><form role="search"><input name="q" placeholder="…"><button>→</button></form>${megaMenu(lang)}</header>`;

/** The same without any element or class that says what it is. */
export const mutedHeader = (lang, name) =>
  `<div class="x1 _a9"><div class="x2"><a href="/">${name}</a></div><div class="x3">${menus[lang]
    .split(' ')
    .map((word) => `<div><a href="/">${word}</a></div>`)
    .join('')}</div></div>`;

const teaserWords = {
  en: 'Ten quiet villages that are worth the long way round this autumn',
  de: 'Zehn stille Dörfer, für die sich der Umweg in diesem Herbst lohnt',
  tr: 'Bu sonbaharda yolu uzatmaya değen on sessiz köy ve hikâyeleri',
  fr: 'Dix villages tranquilles qui méritent un long détour cet automne',
  es: 'Diez pueblos tranquilos por los que merece la pena dar un rodeo',
  ja: 'この秋に遠回りしてでも訪れたい静かな村十選とその物語',
  ar: 'عشر قرى هادئة تستحق الطريق الطويل في هذا الخريف وحكاياتها',
};

export const teasers = (lang, count, kind = 'related') =>
  `<div class="${kind}"><h3>★ ★ ★</h3><ul>${times(count, (n) => `<li><a href="/t${n}"><img alt="" width="60" height="40"><span>${teaserWords[lang]} ${n + 1}</span></a></li>`)}</ul></div>`;

/** Teasers with a sentence each, in cards of plain divs. */
export const plainTeasers = (lang, count) =>
  `<div class="q7">${times(count, (n) => `<div class="q8"><a href="/p${n}">${teaserWords[lang]} ${n + 40}</a><p>${teaserWords[lang]}, ${n + 3}.</p></div>`)}</div>`;

export const share = (kind = 'share-bar') =>
  `<div class="${kind}"><a href="/s1">Facebook</a> <a href="/s2">X</a> <a href="/s3">WhatsApp</a> <a href="/s4">LinkedIn</a> <a href="/s5">E-Mail</a> <button>Copy link</button></div>`;

const remarks = {
  en: 'I read this with a cup of tea and must say that my uncle saw it differently, although he never went there himself.',
  de: 'Ich habe das bei einer Tasse Tee gelesen, und mein Onkel sah das immer anders, obwohl er selbst nie dort war.',
  tr: 'Bunu çay içerken okudum, amcam bu konuda hep başka düşünürdü, oysa kendisi oraya hiç gitmemişti.',
  fr: "J'ai lu cela avec une tasse de thé ; mon oncle n'était pas du même avis, mais il n'y était jamais allé.",
  es: 'Lo leí con una taza de té y mi tío siempre opinó otra cosa, aunque él mismo nunca estuvo allí.',
  ja: 'お茶を飲みながら読みました。叔父は違う意見でしたが、彼自身は一度も行ったことがありません。',
  ar: 'قرأت هذا مع كوب من الشاي، وكان عمي يرى غير ذلك دائما، مع أنه لم يذهب إلى هناك قط.',
};

export const comments = (lang, count, kind = 'comments') =>
  `<section id="${kind}" class="${kind}-list"><h3>${count} 💬</h3>${times(count, (n) => `<div class="comment"><b>reader${n}</b> <time>0${(n % 9) + 1}.03.2031</time><p>${remarks[lang]} (${n})</p><button>Reply</button></div>`)}</section>`;

const consents = {
  en: 'We and our 812 partners store and read information on your device to show you ads that fit you. You may agree or look at your choices at any time.',
  de: 'Wir und unsere 812 Partner speichern Daten auf Ihrem Gerät, um Ihnen passende Werbung zu zeigen. Sie können zustimmen oder Ihre Auswahl ansehen.',
  tr: 'Biz ve 812 ortağımız size uygun reklamlar göstermek için cihazınızda bilgi saklarız. Kabul edebilir veya seçeneklerinize bakabilirsiniz.',
  fr: 'Nous et nos 812 partenaires stockons des données sur votre appareil pour vous montrer des annonces adaptées. Vous pouvez accepter ou choisir.',
  es: 'Nosotros y nuestros 812 socios guardamos datos en su dispositivo para mostrarle anuncios adecuados. Puede aceptar o elegir cuando quiera.',
  ja: '当社と812社の提携先は、お客様に合った広告を表示するために端末に情報を保存します。同意するか、設定を選ぶことができます。',
  ar: 'نحن وشركاؤنا البالغ عددهم 812 نحفظ معلومات على جهازك لنعرض لك إعلانات تناسبك. يمكنك الموافقة أو مراجعة خياراتك في أي وقت.',
};

export const consent = (lang, kind = 'cookie-consent') =>
  `<div class="${kind}" role="dialog" style="position:fixed;bottom:0;left:0;right:0;background:#fff"><p>${consents[lang]}</p><button>OK</button> <button>…</button></div>`;

export const newsletter = (lang) =>
  `<div class="newsletter-signup"><h4>✉</h4><p>${teaserWords[lang]}.</p><input type="email" placeholder="name@mail.example"><button>OK</button></div>`;

export const footer = (lang, name) =>
  `<footer><div class="cols">${times(4, () => `<ul>${menu(lang, 12)}</ul>`)}</div><p>© 2031 ${name}. ${consents[lang]}</p></footer>`;

export const mutedFooter = (lang, name) =>
  `<div class="x9">${times(
    3,
    () =>
      `<div class="x10">${menus[lang]
        .split(' ')
        .slice(0, 10)
        .map((word) => `<div><a href="/">${word}</a></div>`)
        .join('')}</div>`,
  )}<div>© 2031 ${name}</div></div>`;

export const page = (lang, title, body, style = '') =>
  `<!doctype html><html lang="${lang}"${lang === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${title}</title><style>body{margin:0;font:16px/1.4 sans-serif}${style}</style></head><body>${body}</body></html>`;
