/**
 * Accessible names of the links and buttons that a visitor would click, in English, German, French, Spanish, Portuguese
 * and Vietnamese. Unlike `\b`, word ends are recognized in any alphabet. Playwright can't parse an apostrophe.
 */
const words = (...alternatives: string[]) =>
  `(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`
const pattern = (source: string) => new RegExp(source, 'iu')

/** Sign-in with another account, and newsletters, are neither a signup nor a purchase. */
const OTHER_ACCOUNT = words(
  'with',
  '(?:mit|avec|con|com|bằng|với|qua) (?:apple|facebook|github|google|microsoft)',
)
const NEWSLETTER = words('newsletter', 'boletín', 'bản tin')

const SIGNUP = words(
  'sign ?up|register|create (?:an |your )?account|get started|start (?:a |your )?free',
  'registrieren|registrierung|konto (?:anlegen|eröffnen|erstellen)|kostenlos (?:starten|testen)|jetzt starten',
  's[’\\u0027]inscrire|inscription|inscrivez-vous|créer (?:mon |un |votre )?compte|essai gratuit',
  'regístrate|registrarme|registrarse|registro|crear (?:mi |tu |una )?cuenta|prueba gratis',
  'cadastrar(?:-se)?|cadastre-se|cadastro|registar(?:-se)?|registe-se|registrar-se|criar (?:minha |sua |uma )?conta',
  'đăng ký|tạo tài khoản|dùng thử',
)

const CHECKOUT = words(
  'buy|check ?out|order|subscribe|upgrade|purchase',
  'kaufen|(?:zur )?kasse|bestellen|abonnieren|upgraden',
  'acheter|commander|passer (?:la )?commande|s[’\\u0027]abonner',
  'comprar|finalizar (?:la )?compra|hacer pedido|suscribirse|suscribirme',
  'finalizar (?:a )?compra|assinar|encomendar',
  'mua|mua ngay|đặt hàng|thanh toán|nâng cấp',
)

export const BUTTON_NAMES = {
  accept: pattern(
    `^(?:${[
      '(?:i )?(?:accept|agree|allow|ok(?:ay)?|got it)',
      '(?:alle |alles )?(?:cookies )?(?:akzeptieren|annehmen|erlauben|zulassen)|ich stimme zu|zustimmen|einverstanden|verstanden',
      '(?:tout )?accepter|j[’\\u0027]accepte|d[’\\u0027]accord|(?:tout )?autoriser',
      'aceptar|acepto|permitir|de acuerdo|entendido',
      'aceitar|aceito|concordo|entendi',
      'đồng ý|chấp nhận|cho phép',
    ].join('|')})(?![\\p{L}\\p{N}])`,
  ),
  signup: pattern(`^(?!.*${OTHER_ACCOUNT})(?!.*${NEWSLETTER})(?=.*${SIGNUP})`),
  checkout: pattern(`${CHECKOUT}(?!.*${NEWSLETTER})`),
  refund: pattern(
    words(
      'refund',
      '(?:rück)?erstatten|(?:rück)?erstattung',
      'rembourser|remboursement',
      'reembolsar|reembolso',
      'hoàn tiền',
    ),
  ),
  /** Pages that a visitor may pass through on the way to the others. */
  onTheWay: pattern(
    `^${words(
      'pricing|plans|products?|shop|account|dashboard|billing|cart|basket',
      'preise|tarife|produkte|konto|warenkorb',
      'tarifs|prix|produits|boutique|compte|panier',
      'precios|planes|productos|tienda|cuenta|carrito|cesta',
      'preços|planos|produtos|loja|conta|carrinho',
      'bảng giá|sản phẩm|cửa hàng|tài khoản|giỏ hàng',
    )}`,
  ),
  submit: pattern(
    [
      SIGNUP,
      CHECKOUT,
      words(
        'pay|create|continue|confirm|refund|submit|send',
        'bezahlen|weiter|bestätigen|absenden|senden|erstellen|erstatten',
        'payer|continuer|confirmer|valider|envoyer|créer|rembourser',
        'pagar|continuar|confirmar|enviar|crear|reembolsar',
        'criar',
        'tiếp tục|xác nhận|gửi|hoàn tất|hoàn tiền',
      ),
    ].join('|'),
  ),
} as const

/** Page paths, for links without a meaningful name, such as an icon. */
export const PAGE_PATHS = {
  signup: pathPattern(
    'sign-?up|register|registration|registrieren|registrierung|inscription|registro|cadastro|registo|dang-ky',
  ),
  checkout: pathPattern(
    'checkout|buy|kasse|kaufen|bestellen|commander|commande|paiement|comprar|finalizar-compra|pagar|thanh-toan|dat-hang',
  ),
} as const

/** Matches a path with one of these segments. */
function pathPattern(segments: string): RegExp {
  return new RegExp(`/(?:${segments})(?:\\.\\w+)?/?$`, 'i')
}
