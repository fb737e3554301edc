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
];
pub(crate) static SORTING: Phrases<{ total(SORTINGS) }> = Phrases::new(SORTINGS);

/// Words of search boxes and of what opens or submits them.
#[rustfmt::skip]
const SEARCHES: &[&[&str]] = &[
    &["search", "find", "what are you looking for", "looking for something"],
    &["ara", "arama", "arama yap", "aramayi aç", "ne aramiştiniz", "ne ariyorsunuz"],
    &["suche", "suchen", "suchbegriff", "wonach suchst du", "wonach suchen sie"],
    &["recherche", "rechercher", "chercher", "que cherchez vous"],
    &["buscar", "busca", "búsqueda", "qué buscas"],
    &["cerca", "ricerca", "cosa stai cercando"],
    &["pesquisar", "pesquisa", "procurar", "o que você procura"],
    &["zoek", "zoeken", "zoekopdracht", "waar ben je naar op zoek"],
    &["szukaj", "wyszukaj", "wyszukiwanie", "czego szukasz"],
    &["поиск", "искать", "найти", "я ищу", "пошук", "шукати", "знайти", "я шукаю"],
    &["検索", "搜索", "搜尋", "검색", "αναζήτηση", "بحث", "חיפוש", "tìm kiếm", "hledat", "keresés", "căutare",
      "sök", "søk", "søg", "haku"],
];
pub(crate) static SEARCH: Phrases<{ total(SEARCHES) }> = Phrases::new(SEARCHES);

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
        assert_eq!(misspelt, Vec::<&str>::new());
    }
}
