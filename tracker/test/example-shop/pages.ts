import type { ShopSettings } from './mistakes.ts'

/** One of the shop's pages. Links and forms are plain HTML; some kinds of site handle them with scripts. */
export interface ShopPage {
  title: string
  body: string
}

/** The first tags in every page's head. */
export function headHtml(settings: ShopSettings): string {
  const tag = trackerTagAttributes(settings)
  const attributes = Object.entries(tag ?? {}).map(([name, value]) => ` ${name}="${value}"`)
  return [
    ...inlineScripts(settings).map((code) => `<script>${code}</script>`),
    tag === undefined ? '' : `<script${attributes.join('')} defer></script>`,
  ].join('\n')
}

/** The attributes of the tracker's script tag. */
export function trackerTagAttributes({ service, programId, origin, mistake }: ShopSettings) {
  if (mistake === 'tracker tag missing') return undefined
  const src: Partial<Record<NonNullable<typeof mistake>, string>> = {
    'tracker URL returns 404': `${service}/assets/js/tracker.js`,
    'tracker host doesn’t exist': 'http://track.invalid/js/tracker.js',
    'tracker host never responds': `${origin}/silent/js/tracker.js`,
  }
  const attributes: Partial<Record<NonNullable<typeof mistake>, Record<string, string>>> = {
    'proxy loses the click': { 'data-api-base': `${origin}/affiliate` },
    'cookie for another domain': { 'data-cookie-domain': 'other.example' },
    'signup on a host without the cookie': { 'data-cookie-domain': new URL(origin).hostname },
  }
  return {
    src: (mistake && src[mistake]) ?? `${service}/js/tracker.js`,
    'data-program-id': String(mistake === 'tag of another program' ? programId + 1 : programId),
    'data-consent': 'required',
    ...(mistake && attributes[mistake]),
  }
}

/** The inline scripts that run before the tracker. */
export function inlineScripts({ mistake }: ShopSettings): string[] {
  const dropQuery = 'history.replaceState(null, "", location.pathname)'
  const deleteCookie = `setInterval(() => {
    if (location.pathname !== '/')
      document.cookie = 'service_click_id=;path=/;domain=shop.localhost;max-age=0'
  }, 100)`
  return [
    ...(mistake === 'cookie deleted later' ? [deleteCookie] : []),
    ...(mistake === 'script drops the query' ? [dropQuery] : []),
    QUEUE,
  ]
}

/** From the tracker's README. */
const QUEUE = `window.affiliate = window.affiliate || {
  q: [],
  signup(...a) { return new Promise((r) => this.q.push([r, 'signup', ...a])) },
  consent(...a) { return new Promise((r) => this.q.push([r, 'consent', ...a])) },
}`

/** The banner, below every page until the visitor has decided. */
export function bannerHtml({ mistake }: ShopSettings): string {
  const give = mistake === 'banner never gives consent' ? '' : 'affiliate.consent(true);'
  return `<div id="banner" role="dialog" aria-label="Cookies" hidden style="position: fixed; inset: auto 0 0; background: #eee">
    We use cookies. <button type="button" id="accept">Accept all</button> <button type="button">Settings</button>
  </div>
  <script>
    if (document.cookie.includes('consent=yes')) { ${give} }
    else banner.hidden = false
    accept.onclick = () => { document.cookie = 'consent=yes;path=/'; ${give} banner.hidden = true }
  </script>`
}

export function createPages({ appOrigin, mistake }: ShopSettings): Record<string, ShopPage> {
  const signup = `${mistake === 'signup on a host without the cookie' ? appOrigin : ''}/signup`
  const isFromBrowser = mistake?.endsWith('only from the browser')
  const navigation =
    '<nav><a href="/">Home</a> <a href="/pricing">Pricing</a></nav><form role="search"><input type="search" name="q"></form>'
  return {
    '/': { title: 'Shop', body: `${navigation}<h1>Shop</h1><p>Good things.</p>` },
    '/pricing': {
      title: 'Pricing',
      body: `${navigation}<h1>Pricing</h1><a href="${signup}">Sign up with Google</a>
        <a href="${signup}">Create your account</a> <a href="/checkout">Buy Pro</a>`,
    },
    '/signup': {
      title: 'Sign up',
      body: `${navigation}<h1>Sign up</h1>
        <form method="post" action="/api/signup"${isFromBrowser ? ' onsubmit="affiliate.signup(String(Date.now()))"' : ''}>
          <label>Name <input name="name" required></label>
          <label>Email <input type="email" name="email" required></label>
          <label>Password <input type="password" name="password" minlength="12" required></label>
          <label>Team size <select name="size" required><option value="">Choose</option><option>1</option></select></label>
          <label><input type="checkbox" name="terms" required> I agree to the terms</label>
          <label><input type="checkbox" name="news"> Send me news</label>
          <button>Create account</button>
        </form>`,
    },
    '/checkout': {
      title: 'Checkout',
      body: `${navigation}<h1>Checkout</h1>
        <form method="post" action="/api/checkout">
          <label>Card number <input name="card" inputmode="numeric" pattern="[0-9]{16}" required></label>
          <label>Quantity <input type="number" name="quantity" min="1" max="9" required></label>
          <button>Pay now</button>
        </form>`,
    },
    '/admin': {
      title: 'Orders',
      body: `<h1>Orders</h1><form method="post" action="/api/refund"><button>Refund last order</button></form>`,
    },
  }
}

/** Where the visitor goes after a form. */
export const NEXT: Record<string, string> = {
  '/api/signup': '/pricing',
  '/api/checkout': '/',
  '/api/refund': '/admin',
}
