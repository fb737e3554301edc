//! What checks say, language by language.
//!
//! Spelt as `sekme_plugin_sdk::text::words` spells: lower case, no punctuation, ı as i. A test finds the others.

use crate::signs::{Kind, Phrases};

/// Titles that hardly any other page has.
#[rustfmt::skip]
pub(crate) const TITLES: &[Phrases] = &[
    Phrases { kind: Kind::Captcha, languages: &[
        &["are you a robot", "robot check", "robot or human", "human verification", "verify you are human",
          "verify that you are human", "bot verification", "captcha challenge", "security verification"],
        &["robot musunuz", "robot değilim", "robot olmadiğinizi doğrulayin", "insan doğrulamasi",
          "insan olduğunuzu doğrulayin", "güvenlik doğrulamasi"],
        &["sind sie ein roboter", "sind sie ein mensch", "sicherheitsüberprüfung", "menschliche überprüfung"],
        &["êtes vous un robot", "vérification humaine", "vérification de sécurité"],
        &["eres un robot", "verificación humana", "verificación de seguridad", "comprobación de seguridad"],
        &["você é um robô", "verificação humana", "verificação de segurança"],
        &["sei un robot", "verifica di sicurezza", "verifica umana"],
        &["ben je een robot", "bent u een robot", "beveiligingscontrole", "menselijke verificatie"],
        &["czy jesteś robotem", "weryfikacja bezpieczeństwa", "kontrola bezpieczeństwa"],
        &["вы не робот", "вы робот", "проверка безопасности", "подтвердите что вы не робот"],
        &["ви не робот", "перевірка безпеки"],
        &["ロボットではありません", "ロボットですか", "セキュリティチェック"],
        &["人机验证", "人機驗證", "安全验证", "安全驗證", "您是机器人吗", "真人验证"],
        &["로봇이 아닙니다", "보안 확인", "로봇인가요"],
    ] },
    Phrases { kind: Kind::Interstitial, languages: &[
        &["attention required", "checking your browser", "checking if the site connection is secure",
          "ddos protection", "security check", "browser check", "one more step"],
        &["tarayiciniz kontrol ediliyor", "tarayicinizi kontrol ediyoruz", "güvenlik kontrolü",
          "ddos korumasi", "bir adim daha"],
        &["ihr browser wird überprüft", "überprüfung ihres browsers", "sicherheitscheck", "ddos schutz"],
        &["vérification de votre navigateur", "contrôle de sécurité", "protection ddos"],
        &["comprobando su navegador", "comprobando tu navegador", "control de seguridad", "protección ddos"],
        &["verificando seu navegador", "verificando o seu navegador", "proteção ddos"],
        &["verifica del browser", "controllo del browser", "controllo di sicurezza", "protezione ddos"],
        &["uw browser wordt gecontroleerd", "je browser wordt gecontroleerd", "ddos bescherming"],
        &["sprawdzanie przeglądarki", "sprawdzamy twoją przeglądarkę", "ochrona ddos"],
        &["проверка браузера", "проверка вашего браузера", "защита от ddos"],
        &["перевірка браузера", "захист від ddos"],
        &["ブラウザを確認", "ブラウザを確認しています", "ブラウザーを確認"],
        &["正在检查您的浏览器", "正在檢查您的瀏覽器", "浏览器检查"],
        &["브라우저를 확인", "브라우저 확인"],
    ] },
    Phrases { kind: Kind::RateLimit, languages: &[
        &["too many requests", "rate limit exceeded", "you have been rate limited"],
        &["çok fazla istek", "istek siniri aşildi"],
        &["zu viele anfragen"],
        &["trop de requêtes"],
        &["demasiadas solicitudes", "demasiadas peticiones"],
        &["muitas solicitações", "muitos pedidos"],
        &["troppe richieste"],
        &["te veel verzoeken"],
        &["zbyt wiele żądań"],
        &["слишком много запросов"],
        &["забагато запитів", "занадто багато запитів"],
        &["リクエストが多すぎます"],
        &["请求过多", "请求过于频繁", "請求過多"],
        &["요청이 너무 많습니다"],
    ] },
    Phrases { kind: Kind::AccessDenied, languages: &[
        &["access denied", "access to this page has been denied", "you have been blocked", "request blocked",
          "pardon our interruption"],
        &["erişim engellendi", "erişim reddedildi", "erişiminiz engellendi", "engellendiniz"],
        &["zugriff verweigert", "zugriff gesperrt", "sie wurden blockiert"],
        &["accès refusé", "accès bloqué", "vous avez été bloqué"],
        &["acceso denegado", "acceso bloqueado", "has sido bloqueado"],
        &["acesso negado", "acesso bloqueado", "você foi bloqueado"],
        &["accesso negato", "accesso bloccato"],
        &["toegang geweigerd", "toegang geblokkeerd"],
        &["odmowa dostępu", "dostęp zabroniony", "zostałeś zablokowany"],
        &["доступ запрещен", "доступ запрещён", "доступ ограничен", "вы заблокированы"],
        &["доступ заборонено", "доступ обмежено"],
        &["アクセスが拒否されました", "アクセスが制限されています"],
        &["访问被拒绝", "拒绝访问", "存取遭拒", "拒絕存取"],
        &["액세스가 거부되었습니다", "접근이 거부되었습니다", "접근이 차단되었습니다"],
    ] },
];

/// Titles of checks that headlines use too.
#[rustfmt::skip]
pub(crate) const VAGUE_TITLES: &Phrases = &Phrases { kind: Kind::Interstitial, languages: &[
    &["just a moment", "one moment please", "one moment", "please wait", "hold on", "wait a moment"],
    &["bir dakika lütfen", "lütfen bir dakika", "bir dakika", "lütfen bekleyin", "az kaldi", "bir saniye"],
    &["nur einen moment", "einen moment bitte", "einen moment", "bitte warten"],
    &["un instant", "un instant sil vous plaît", "veuillez patienter"],
    &["un momento", "un momento por favor", "espere un momento", "espere por favor"],
    &["um momento", "um momento por favor", "só um momento", "aguarde"],
    &["solo un momento", "un attimo", "attendere prego", "attendere"],
    &["een moment geduld", "een ogenblik geduld", "even geduld", "even geduld aub"],
    &["chwileczkę", "jeszcze chwila", "proszę czekać", "chwila"],
    &["один момент", "подождите", "пожалуйста подождите", "минуточку"],
    &["зачекайте", "будь ласка зачекайте", "хвилинку"],
    &["しばらくお待ちください", "少々お待ちください"],
    &["请稍候", "請稍候", "请稍等", "請稍等"],
    &["잠시만 기다리십시오", "잠시만 기다려 주세요", "잠시만요"],
] };

/// What the text of a check says.
#[rustfmt::skip]
pub(crate) const TEXTS: &[Phrases] = &[
    Phrases { kind: Kind::Captcha, languages: &[
        &["verify you are human", "verify that you are human", "verifying you are human",
          "confirm you are human",
          "confirm that you are human", "prove you are human", "im not a robot", "i am not a robot",
          "you are not a robot", "youre not a robot", "solve the captcha", "complete the captcha",
          "complete the security check", "enter the characters you see", "press and hold",
          "press hold to confirm",
          "select all images", "type the characters"],
        &["insan olduğunuzu doğrulayin", "insan olduğunuzu doğruluyoruz", "insan olduğunuz doğrulaniyor",
          "gerçek kişi olduğunuzu doğrulayin", "robot olmadiğinizi doğrulayin",
          "robot olmadiğinizi kanitlayin",
          "ben robot değilim", "güvenlik kontrolünü tamamlayin", "güvenlik kodunu girin",
          "resimdeki karakterleri girin", "basili tutun"],
        &["bestätigen sie dass sie ein mensch sind", "bestätigen sie dass sie kein roboter sind",
          "ich bin kein roboter", "dass sie ein mensch sind", "geben sie die zeichen ein"],
        &["vérifiez que vous êtes humain", "confirmez que vous êtes humain", "vérifier que vous êtes humain",
          "je ne suis pas un robot", "vous nêtes pas un robot", "saisissez les caractères"],
        &["verifica que eres humano", "verifique que usted es un ser humano", "confirma que eres humano",
          "verificar que eres humano", "no soy un robot", "no eres un robot", "no es un robot",
          "introduce los caracteres"],
        &["confirme que você é humano", "verifique se você é humano", "verificando se você é humano",
          "não sou um robô", "você não é um robô", "digite os caracteres"],
        &["verifica di essere umano", "conferma di essere umano", "verifica che sei umano",
          "non sono un robot",
          "non sei un robot", "inserisci i caratteri"],
        &["verifieer dat u een mens bent", "bevestig dat u een mens bent", "bevestig dat je een mens bent",
          "controleren of u een mens bent", "ik ben geen robot", "voer de tekens in"],
        &["potwierdź że jesteś człowiekiem", "zweryfikuj że jesteś człowiekiem", "nie jestem robotem",
          "nie jesteś robotem", "wpisz znaki"],
        &["подтвердите что вы человек", "подтвердите что вы не робот", "докажите что вы не робот",
          "я не робот",
          "введите символы"],
        &["підтвердьте що ви людина", "підтвердьте що ви не робот", "введіть символи"],
        &["人間であることを確認", "人間であることを証明", "私はロボットではありません", "表示されている文字を入力"],
        &["确认您是真人", "确认您不是机器人", "验证您是真人", "確認您是人類", "確認您不是機器人", "我不是机器人",
          "我不是機器人", "拖动滑块", "滑动验证", "请完成安全验证", "請完成安全驗證"],
        &["사람인지 확인", "사람임을 확인", "로봇이 아님을 확인", "로봇이 아닙니다"],
    ] },
    Phrases { kind: Kind::RateLimit, languages: &[
        &["too many requests", "unusual traffic from your", "you have been rate limited",
          "rate limit exceeded",
          "too many attempts from your"],
        &["çok fazla istek", "olağan dişi trafik", "siradişi trafik"],
        &["zu viele anfragen", "ungewöhnlichen datenverkehr", "ungewöhnlicher datenverkehr"],
        &["trop de requêtes", "trafic inhabituel", "trafic exceptionnel"],
        &["demasiadas solicitudes", "demasiadas peticiones", "tráfico inusual"],
        &["muitas solicitações", "tráfego incomum"],
        &["troppe richieste", "traffico insolito", "traffico anomalo"],
        &["te veel verzoeken", "ongebruikelijk verkeer", "ongewoon verkeer"],
        &["zbyt wiele żądań", "nietypowy ruch"],
        &["слишком много запросов", "подозрительный трафик", "необычный трафик"],
        &["забагато запитів", "занадто багато запитів", "незвичний трафік"],
        &["リクエストが多すぎます", "通常と異なるトラフィック"],
        &["请求过于频繁", "访问过于频繁", "异常流量", "異常流量"],
        &["요청이 너무 많습니다", "비정상적인 트래픽"],
    ] },
    Phrases { kind: Kind::Interstitial, languages: &[
        &["checking your browser", "checking if the site connection is secure",
          "needs to review the security of your connection", "enable javascript and cookies to continue",
          "this process is automatic", "your browser will redirect", "ddos protection by",
          "verifying your connection", "verifying your browser", "performing security verification"],
        &["tarayiciniz kontrol ediliyor", "tarayicinizi kontrol ediyoruz", "tarayiciniz doğrulaniyor",
          "tarayiciniz denetleniyor", "bağlantinizin güvenliğini gözden geçirmelidir",
          "bağlantinizin güvenliğini gözden geçirmesi gerekiyor",
          "bağlantinizin güvenliği kontrol ediliyor", "bağlantinizin güvenliğini incelemesi gerekiyor",
          "site bağlantisinin güvenli olup olmadiği kontrol ediliyor", "bu işlem otomatiktir",
          "devam etmek için javascript", "güvenlik doğrulamasi yapiliyor"],
        &["ihr browser wird überprüft", "überprüfung ihres browsers", "dieser vorgang läuft automatisch",
          "sicherheit ihrer verbindung", "aktivieren sie javascript und cookies um fortzufahren"],
        &["vérification de votre navigateur", "vérifier la sécurité de votre connexion",
          "ce processus est automatique", "activer javascript et les cookies pour continuer",
          "activez javascript et les cookies pour continuer"],
        &["comprobando su navegador", "comprobando tu navegador", "verificando tu navegador",
          "revisar la seguridad de su conexión", "revisar la seguridad de tu conexión",
          "este proceso es automático", "habilite javascript y cookies para continuar"],
        &["verificando seu navegador", "verificando o seu navegador", "verificar a segurança da sua conexão",
          "este processo é automático", "habilite javascript e cookies para continuar"],
        &["verifica del browser in corso", "stiamo verificando il tuo browser",
          "verificare la sicurezza della connessione", "questo processo è automatico",
          "abilita javascript e i cookie per continuare"],
        &["uw browser wordt gecontroleerd", "je browser wordt gecontroleerd", "beveiliging van uw verbinding",
          "dit proces is automatisch", "schakel javascript en cookies in om door te gaan"],
        &["sprawdzanie przeglądarki", "sprawdzamy twoją przeglądarkę", "bezpieczeństwo twojego połączenia",
          "ten proces jest automatyczny", "włącz javascript i pliki cookie aby kontynuować"],
        &["проверка браузера", "проверяем ваш браузер", "проверить безопасность вашего подключения",
          "этот процесс автоматический", "включите javascript и файлы cookie чтобы продолжить"],
        &["перевірка браузера", "перевіряємо ваш браузер", "безпеку вашого зєднання",
          "цей процес автоматичний", "увімкніть javascript і файли cookie"],
        &["ブラウザを確認しています", "ブラウザーを確認しています", "接続のセキュリティを確認", "このプロセスは自動",
          "続行するには javascript"],
        &["正在检查您的浏览器", "正在檢查您的瀏覽器", "检查您的连接的安全性", "检查站点连接是否安全",
          "确认网站连接是否安全", "此过程是自动的", "启用 javascript 和 cookie", "啟用 javascript 和 cookie"],
        &["브라우저를 확인하고 있습니다", "브라우저 확인 중", "연결의 보안을 검토", "javascript와 쿠키를 활성화"],
    ] },
    Phrases { kind: Kind::AccessDenied, languages: &[
        &["you have been blocked", "access to this page has been denied",
          "you dont have permission to access",
          "your access has been blocked", "your ip has been blocked",
          "as you were browsing something about your browser"],
        &["erişiminiz engellendi", "bu sayfaya erişiminiz engellendi", "ip adresiniz engellendi",
          "erişim izniniz yok"],
        &["sie wurden blockiert", "ihr zugriff wurde blockiert", "ihr zugriff wurde gesperrt"],
        &["vous avez été bloqué", "votre accès a été bloqué", "vous navez pas lautorisation daccéder"],
        &["has sido bloqueado", "ha sido bloqueado", "tu acceso ha sido bloqueado",
          "no tienes permiso para acceder"],
        &["você foi bloqueado", "seu acesso foi bloqueado", "você não tem permissão para acessar"],
        &["sei stato bloccato", "laccesso è stato bloccato", "non hai il permesso di accedere"],
        &["u bent geblokkeerd", "je bent geblokkeerd", "uw toegang is geblokkeerd"],
        &["zostałeś zablokowany", "twój dostęp został zablokowany", "nie masz uprawnień do wyświetlenia"],
        &["вы были заблокированы", "ваш доступ заблокирован", "доступ с вашего ip"],
        &["вас заблоковано", "ваш доступ заблоковано"],
        &["アクセスがブロックされました", "アクセスする権限がありません"],
        &["您已被阻止", "您的访问被阻止", "您的訪問被阻止", "没有权限访问"],
        &["차단되었습니다", "액세스 권한이 없습니다"],
    ] },
];

/// Parts of names and addresses that checks give to their widgets, in lower case.
pub(crate) const MARKERS: &[(Kind, &str)] = &[
    (Kind::Interstitial, "challenge-platform"),
    (Kind::Interstitial, "cdn-cgi/challenge"),
    (Kind::Interstitial, "challenge-form"),
    (Kind::Interstitial, "challenge-running"),
    (Kind::Interstitial, "challenge-stage"),
    (Kind::Interstitial, "cf-challenge"),
    (Kind::Interstitial, "cf-browser-verification"),
    (Kind::Interstitial, "ddos-guard"),
    (Kind::Captcha, "turnstile"),
    (Kind::Captcha, "captcha"),
    (Kind::Captcha, "geetest"),
    (Kind::Captcha, "arkose"),
    (Kind::Captcha, "datadome"),
    (Kind::RateLimit, "/sorry/index"),
];

/// What a page says at its top when there is nothing at its address.
#[rustfmt::skip]
pub(crate) const ERROR_PAGE: &[&[&str]] = &[
    &["404", "page not found", "not found", "page doesn t exist", "page does not exist", "page isn t available"],
    &["sayfa bulunamadi", "bulunamadi", "sayfamiz yok", "sayfa yok", "böyle bir sayfa yok"],
    &["seite nicht gefunden", "nicht gefunden", "seite existiert nicht"],
    &["page introuvable", "page non trouvée", "n existe pas"],
    &["página no encontrada", "no se encuentra la página", "no existe la página"],
    &["página não encontrada", "não encontrada"],
    &["pagina non trovata", "pagina inesistente"],
    &["pagina niet gevonden", "pagina bestaat niet"],
    &["nie znaleziono strony", "strona nie istnieje"],
    &["страница не найдена", "нет такой страницы"],
    &["сторінку не знайдено", "сторінка не знайдена"],
    &["ページが見つかりません", "お探しのページは"],
    &["页面不存在", "找不到页面", "找不到網頁", "页面未找到"],
    &["페이지를 찾을 수 없습니다", "존재하지 않는 페이지"],
];

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::text::words;

    use super::*;

    #[test]
    fn every_phrase_is_spelt_as_texts_are_compared() {
        let lists = TITLES.iter().chain(TEXTS).chain([VAGUE_TITLES]);
        let phrases = lists.flat_map(|phrases| phrases.languages.iter().copied().flatten());
        let phrases = phrases.chain(ERROR_PAGE.iter().copied().flatten());
        let misspelt: Vec<_> = phrases.filter(|phrase| words(phrase) != **phrase).collect();
        assert_eq!(misspelt, Vec::<&&str>::new());
    }

    #[test]
    fn every_table_speaks_fourteen_languages() {
        for phrases in TITLES.iter().chain(TEXTS).chain([VAGUE_TITLES]) {
            assert_eq!(phrases.languages.len(), 14, "{:?}", phrases.kind);
            assert!(phrases.languages.iter().all(|language| !language.is_empty()));
        }
        assert_eq!(ERROR_PAGE.len(), 14);
    }
}
