//! The words by which controls are known, language by language.
//!
//! Spelt as `sekme_plugin_sdk::text::words` spells: lower case, no punctuation, ı as i. A test finds the others.

use sekme_plugin_sdk::text::{Phrases, total};

/// Names of what a page is there to do: buy, save, send, sign in.
#[rustfmt::skip]
const ACTIONS: &[&[&str]] = &[
    // English
    &["add to cart", "add to basket", "add to bag", "buy now", "buy", "order now", "place order", "checkout",
      "check out", "proceed to checkout", "continue to checkout", "go to checkout", "pay", "pay now", "save",
      "save changes", "submit", "send", "apply", "confirm", "continue", "next", "create", "create account",
      "register", "sign up", "sign in", "log in", "login", "join", "subscribe", "book", "book now", "reserve",
      "download", "publish", "post", "update", "upload", "done", "finish", "get started", "start", "ok"],
    // Turkish
    &["sepete ekle", "sepete at", "satin al", "hemen al", "şimdi al", "siparişi tamamla", "siparişi onayla",
      "sipariş ver", "alişverişi tamamla", "ödemeye geç", "ödeme yap", "öde", "sepeti onayla", "kaydet",
      "gönder", "uygula", "onayla", "devam", "devam et", "ileri", "sonraki", "oluştur", "hesap oluştur",
      "üye ol", "kayit ol", "kaydol", "giriş", "giriş yap", "oturum aç", "katil", "abone ol",
      "rezervasyon yap", "indir", "yayinla", "paylaş", "güncelle", "yükle", "tamam", "tamamla", "bitir",
      "başla"],
    // German
    &["in den warenkorb", "in den einkaufswagen", "jetzt kaufen", "kaufen", "bestellen", "jetzt bestellen",
      "zur kasse", "zur kasse gehen", "bezahlen", "jetzt bezahlen", "speichern", "absenden", "senden",
      "anwenden", "übernehmen", "bestätigen", "weiter", "fortfahren", "erstellen", "konto erstellen",
      "registrieren", "anmelden", "einloggen", "abonnieren", "buchen", "jetzt buchen", "reservieren",
      "herunterladen", "veröffentlichen", "aktualisieren", "hochladen", "fertig"],
    // French
    &["ajouter au panier", "acheter", "acheter maintenant", "commander", "passer la commande",
      "valider la commande", "payer", "enregistrer", "sauvegarder", "envoyer", "soumettre", "appliquer",
      "confirmer", "valider", "continuer", "suivant", "créer", "créer un compte", "sinscrire", "inscription",
      "se connecter", "connexion", "sabonner", "réserver", "télécharger", "publier", "terminer"],
    // Spanish
    &["añadir al carrito", "añadir a la cesta", "agregar al carrito", "comprar", "comprar ahora",
      "tramitar pedido", "realizar pedido", "finalizar compra", "pagar", "guardar", "guardar cambios",
      "enviar", "aplicar", "confirmar", "continuar", "siguiente", "crear", "crear cuenta", "registrarse",
      "regístrate", "iniciar sesión", "inicia sesión", "acceder", "entrar", "suscribirse", "reservar",
      "descargar", "publicar", "actualizar"],
    // Italian
    &["aggiungi al carrello", "acquista", "acquista ora", "compra", "compra ora", "ordina",
      "procedi allordine", "vai alla cassa", "paga", "salva", "invia", "applica", "conferma", "continua",
      "avanti", "crea", "crea account", "registrati", "iscriviti", "accedi", "prenota", "scarica", "pubblica",
      "aggiorna", "carica"],
    // Portuguese
    &["adicionar ao carrinho", "adicionar à sacola", "comprar agora", "finalizar pedido", "fechar pedido",
      "salvar", "salvar alterações", "seguinte", "próximo", "avançar", "criar", "criar conta", "cadastrar",
      "cadastre se", "registar", "iniciar sessão", "fazer login", "inscrever se", "assinar", "baixar",
      "descarregar", "atualizar", "concluir"],
    // Dutch
    &["in winkelwagen", "in winkelmandje", "toevoegen aan winkelwagen", "nu kopen", "kopen", "bestel",
      "bestel nu", "nu bestellen", "afrekenen", "betalen", "opslaan", "verzenden", "versturen", "toepassen",
      "bevestigen", "doorgaan", "volgende", "verder", "aanmaken", "account aanmaken", "inloggen", "aanmelden",
      "abonneren", "boeken", "downloaden", "bijwerken"],
    // Polish
    &["dodaj do koszyka", "do koszyka", "kup", "kup teraz", "zamów", "zamawiam", "złóż zamówienie",
      "przejdź do kasy", "zapłać", "zapisz", "zapisz zmiany", "wyślij", "zastosuj", "potwierdź", "kontynuuj",
      "dalej", "utwórz", "utwórz konto", "zarejestruj się", "zaloguj", "zaloguj się", "subskrybuj",
      "zarezerwuj", "pobierz", "opublikuj", "zaktualizuj"],
    // Russian
    &["в корзину", "добавить в корзину", "купить", "купить сейчас", "заказать", "оформить заказ", "оплатить",
      "сохранить", "отправить", "применить", "подтвердить", "продолжить", "далее", "создать",
      "создать аккаунт", "зарегистрироваться", "регистрация", "войти", "вход", "подписаться", "забронировать",
      "скачать", "опубликовать", "обновить", "готово"],
    // Ukrainian
    &["до кошика", "додати в кошик", "купити", "замовити", "оформити замовлення", "зберегти", "надіслати",
      "застосувати", "підтвердити", "продовжити", "увійти", "зареєструватися", "завантажити"],
];
pub(crate) static ACTION: Phrases<{ total(ACTIONS) }> = Phrases::new(ACTIONS);

/// Names of what makes an overlay go away.
#[rustfmt::skip]
const DISMISSALS: &[&[&str]] = &[
    &["accept", "accept all", "accept cookies", "accept all cookies", "allow", "allow all", "allow cookies",
      "agree", "i agree", "i accept", "reject", "reject all", "decline", "refuse", "deny", "only necessary",
      "necessary only", "essential only", "got it", "understood", "close", "dismiss", "no thanks", "not now",
      "maybe later", "skip", "ok", "okay", "continue without accepting", "x"],
    &["kabul et", "kabul ediyorum", "tümünü kabul et", "hepsini kabul et", "çerezleri kabul et", "izin ver",
      "tümüne izin ver", "onayla", "reddet", "tümünü reddet", "hepsini reddet", "sadece gerekli", "anladim",
      "tamam", "kapat", "şimdi değil", "daha sonra", "hayir", "hayir teşekkürler", "vazgeç", "atla"],
    &["akzeptieren", "alle akzeptieren", "alles akzeptieren", "zustimmen", "einverstanden", "ablehnen",
      "alle ablehnen", "nur notwendige", "nur erforderliche", "verstanden", "schließen", "nein danke",
      "später", "überspringen"],
    &["accepter", "tout accepter", "jaccepte", "autoriser", "refuser", "tout refuser",
      "continuer sans accepter", "daccord", "compris", "fermer", "non merci", "plus tard", "ignorer"],
    &["aceptar", "aceptar todo", "aceptar todas", "aceptar cookies", "permitir", "rechazar", "rechazar todo",
      "rechazar todas", "de acuerdo", "entendido", "cerrar", "no gracias", "ahora no", "más tarde", "omitir"],
    &["accetta", "accetta tutto", "accetta tutti", "accetto", "consenti", "rifiuta", "rifiuta tutto",
      "rifiuta tutti", "ho capito", "chiudi", "no grazie", "più tardi", "salta", "continua senza accettare"],
    &["aceitar", "aceitar tudo", "aceitar todos", "aceito", "rejeitar", "rejeitar tudo", "rejeitar todos",
      "recusar", "concordo", "entendi", "fechar", "não obrigado", "agora não", "mais tarde", "pular"],
    &["accepteren", "alles accepteren", "alle cookies accepteren", "akkoord", "weigeren", "alles weigeren",
      "afwijzen", "begrepen", "sluiten", "nee bedankt", "niet nu", "overslaan"],
    &["akceptuj", "akceptuję", "zaakceptuj", "akceptuj wszystkie", "zaakceptuj wszystkie", "zgadzam się",
      "odrzuć", "odrzuć wszystkie", "rozumiem", "zamknij", "nie dziękuję", "nie teraz", "pomiń"],
    &["принять", "принять все", "принимаю", "разрешить", "согласен", "отклонить", "отклонить все",
      "отказаться", "понятно", "хорошо", "закрыть", "нет спасибо", "не сейчас", "позже", "пропустить",
      "прийняти", "прийняти все", "відхилити", "зрозуміло", "закрити"],
    &["قبول", "قبول الكل", "أوافق", "رفض", "رفض الكل", "إغلاق", "لا شكرا", "אישור", "קבל הכל", "דחה הכל",
      "סגור", "同意する", "すべて同意する", "すべて許可", "許可する", "拒否する", "すべて拒否", "閉じる", "同意", "接受",
      "全部接受", "拒绝", "全部拒绝", "关闭", "拒絕", "全部拒絕", "關閉", "동의", "모두 동의", "거부", "모두 거부",
      "닫기", "αποδοχή", "αποδοχή όλων", "απόρριψη", "κλείσιμο", "přijmout vše", "odmítnout vše", "godkänn alla",
      "avvisa alla", "hyväksy kaikki", "acceptă toate", "elfogadom", "terima", "đồng ý"],
];
pub(crate) static DISMISSAL: Phrases<{ total(DISMISSALS) }> = Phrases::new(DISMISSALS);

/// Names of what orders or narrows a list.
#[rustfmt::skip]
const SORTINGS: &[&[&str]] = &[
    &["sort", "sort by", "order by", "filter", "filters", "filter by", "all filters", "refine", "sorting"],
    &["sirala", "siralama", "önerilen siralama", "akilli siralama", "filtre", "filtrele", "filtreler",
      "tüm filtreler", "artan fiyat", "azalan fiyat", "en düşük fiyat", "en yüksek fiyat"],
    &["sortieren", "sortieren nach", "sortierung", "filtern", "alle filter"],
    &["trier", "trier par", "tri", "filtrer", "filtres", "tous les filtres"],
    &["ordenar", "ordenar por", "filtrar", "filtro", "filtros", "todos los filtros"],
    &["ordina per", "ordinamento", "filtra", "filtri", "tutti i filtri"],
    &["classificar", "classificar por", "todos os filtros"],
    &["sorteren", "sorteer", "sorteer op", "filteren"],
    &["sortuj", "sortuj według", "sortowanie", "filtruj", "filtry", "wszystkie filtry"],
    &["сортировать", "сортировка", "фильтр", "фильтры", "все фильтры"],
    &["сортувати", "сортування", "фільтр", "фільтри"],
    &["ترتيب", "ترتيب حسب", "تصفية", "فرز", "מיון", "סינון", "並び替え", "並べ替え", "絞り込み", "排序", "筛选", "篩選",
      "정렬", "필터", "ταξινόμηση", "φίλτρα", "řazení", "sortera", "järjestä", "sortează", "sắp xếp"],
];
pub(crate) static SORTING: Phrases<{ total(SORTINGS) }> = Phrases::new(SORTINGS);

/// Words of search boxes and of what opens or submits them.
#[rustfmt::skip]
const SEARCHES: &[&[&str]] = &[
    &["search", "find", "what are you looking for", "looking for something"],
    &["ara", "arama", "arama yap", "aramayi aç", "ne aramiştiniz", "ne ariyorsunuz", "aradiğiniz", "ürün ara"],
    &["suche", "suchen", "suchbegriff", "wonach suchst du", "wonach suchen sie"],
    &["recherche", "rechercher", "chercher", "que cherchez vous"],
    &["buscar", "busca", "búsqueda", "qué buscas"],
    &["cerca", "ricerca", "cosa stai cercando"],
    &["pesquisar", "pesquisa", "procurar", "o que você procura"],
    &["zoek", "zoeken", "zoekopdracht", "waar ben je naar op zoek"],
    &["szukaj", "wyszukaj", "wyszukiwanie", "czego szukasz"],
    &["поиск", "искать", "найти", "я ищу", "пошук", "шукати", "знайти", "я шукаю"],
    &["検索", "商品を検索", "搜索", "搜尋", "검색", "αναζήτηση", "بحث", "ابحث", "חיפוש", "tìm kiếm", "hledat", "keresés", "căutare",
      "sök", "søk", "søg", "haku"],
];
pub(crate) static SEARCH: Phrases<{ total(SEARCHES) }> = Phrases::new(SEARCHES);

/// Names of what leads to the next part of a list.
#[rustfmt::skip]
const NEXTS: &[&[&str]] = &[
    &["next", "next page", "previous", "previous page", "prev", "older", "newer", "older posts", "newer posts",
      "load more", "show more", "view more", "see more", "more results", "more", "last page", "last", "page"],
    &["sonraki", "sonraki sayfa", "önceki", "önceki sayfa", "daha fazla", "daha fazla göster", "ileri", "geri"],
    &["weiter", "nächste", "nächste seite", "vorherige", "zurück", "mehr anzeigen", "mehr laden"],
    &["suivant", "suivante", "page suivante", "précédent", "précédente", "afficher plus", "voir plus"],
    &["siguiente", "página siguiente", "anterior", "cargar más", "mostrar más", "ver más"],
    &["avanti", "successiva", "successivo", "precedente", "indietro", "carica altro", "mostra altro"],
    &["próxima", "próximo", "próxima página", "carregar mais", "mostrar mais", "ver mais"],
    &["volgende", "vorige", "meer laden", "toon meer"],
    &["następna", "następny", "poprzednia", "poprzedni", "pokaż więcej", "załaduj więcej"],
    &["далее", "следующая", "назад", "предыдущая", "показать еще", "показать ещё", "далі", "показати ще"],
    &["التالي", "السابق", "المزيد", "הבא", "הקודם", "次へ", "次のページ", "前へ", "もっと見る", "下一页", "下一頁",
      "上一页", "上一頁", "다음", "이전", "επόμενη", "ถัดไป", "अगला", "berikutnya", "tiếp", "další", "nästa",
      "næste", "seuraava", "következő", "următoarea"],
];
pub(crate) static NEXT: Phrases<{ total(NEXTS) }> = Phrases::new(NEXTS);

/// Names of what a site has once on every page: the cart, the account, the menu.
#[rustfmt::skip]
const TOOLS: &[&[&str]] = &[
    &["cart", "shopping cart", "my cart", "view cart", "open cart", "basket", "my basket", "bag", "my bag",
      "shopping bag", "account", "my account", "profile", "sign in", "log in", "sign out", "log out", "menu",
      "open menu", "main menu", "notifications", "messages", "inbox", "help", "language"],
    &["sepet", "sepetim", "hesabim", "hesap", "profil", "giriş", "giriş yap", "çikiş", "menü", "bildirimler",
      "mesajlar", "yardim", "dil"],
    &["warenkorb", "einkaufswagen", "mein konto", "konto", "anmelden", "abmelden", "benachrichtigungen"],
    &["panier", "mon panier", "mon compte", "compte", "connexion", "se connecter", "déconnexion"],
    &["carrito", "cesta", "mi cuenta", "cuenta", "iniciar sesión", "menú"],
    &["carrello", "il mio account", "accedi", "esci"],
    &["carrinho", "sacola", "minha conta", "entrar", "sair"],
    &["winkelwagen", "winkelmandje", "mijn account", "inloggen"],
    &["koszyk", "moje konto", "zaloguj", "zaloguj się"],
    &["корзина", "кошик", "личный кабинет", "профиль", "войти", "выйти", "меню"],
    &["سلة", "سلة التسوق", "السلة", "حسابي", "تسجيل الدخول", "القائمة", "עגלה", "עגלת קניות", "カート",
      "買い物かご", "マイページ", "ログイン", "メニュー", "购物车", "購物車", "登录", "登入", "장바구니", "로그인",
      "καλάθι", "košík", "kosár", "varukorg", "ostoskori", "coș", "giỏ hàng"],
];
pub(crate) static TOOL: Phrases<{ total(TOOLS) }> = Phrases::new(TOOLS);

/// Words in `class`, `id`, test ids and addresses of the same.
#[rustfmt::skip]
const TOOL_HINTS: &[&[&str]] = &[
    &["cart", "minicart", "mini cart", "shopping cart", "basket", "minibasket", "bag", "shopping bag", "account",
      "my account", "login", "signin", "sign in", "log in", "hamburger", "notifications", "profile",
      "sepet", "sepetim", "warenkorb", "panier", "carrito", "cesta", "carrello", "carrinho", "winkelwagen",
      "koszyk"],
];
pub(crate) static TOOL_HINT: Phrases<{ total(TOOL_HINTS) }> = Phrases::new(TOOL_HINTS);

/// Words in `class`, `id` and test ids of what leads to another part of a list.
#[rustfmt::skip]
const PAGER_HINTS: &[&[&str]] = &[
    &["pagination", "paginator", "pager", "next page", "prev page", "nextpage", "page next", "page link",
      "load more", "loadmore", "show more", "showmore", "pnnext"],
];
pub(crate) static PAGER_HINT: Phrases<{ total(PAGER_HINTS) }> = Phrases::new(PAGER_HINTS);

/// Words in `class`, `id` and test ids of what gives or refuses consent.
#[rustfmt::skip]
const CONSENT_HINTS: &[&[&str]] = &[
    &["cookie", "cookies", "consent", "gdpr", "ccpa", "cmp", "onetrust", "privacy banner"],
];
pub(crate) static CONSENT_HINT: Phrases<{ total(CONSENT_HINTS) }> = Phrases::new(CONSENT_HINTS);

/// Words in `class`, `id` and test ids of what orders or narrows a list.
#[rustfmt::skip]
const SORT_HINTS: &[&[&str]] = &[
    &["sort", "sorting", "sortby", "orderby", "filter", "filters", "filtre", "facet", "facets", "refinement"],
];
pub(crate) static SORT_HINT: Phrases<{ total(SORT_HINTS) }> = Phrases::new(SORT_HINTS);

/// Words in `class`, `id` and test ids of a primary action.
#[rustfmt::skip]
const ACTION_HINTS: &[&[&str]] = &[
    &["add to cart", "add to basket", "add to bag", "addtocart", "addtobasket", "add cart", "add basket",
      "buy now", "buynow", "buy", "checkout", "primary", "submit", "cta", "call to action"],
];
pub(crate) static ACTION_HINT: Phrases<{ total(ACTION_HINTS) }> = Phrases::new(ACTION_HINTS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_is_spelt_as_names_are_compared() {
        let mut misspelt = ACTION.misspelt();
        misspelt.extend(DISMISSAL.misspelt());
        misspelt.extend(SORTING.misspelt());
        misspelt.extend(SEARCH.misspelt());
        misspelt.extend(SORT_HINT.misspelt());
        misspelt.extend(ACTION_HINT.misspelt());
        misspelt.extend(NEXT.misspelt());
        misspelt.extend(TOOL.misspelt());
        misspelt.extend(TOOL_HINT.misspelt());
        misspelt.extend(PAGER_HINT.misspelt());
        misspelt.extend(CONSENT_HINT.misspelt());
        assert_eq!(misspelt, Vec::<&str>::new());
    }
}
