/** What a page may ask of the tracker. */
export interface Tracker {
  /**
   * Reports a signup. Waits for the click of this landing when that is still on its way.
   * @param customer your own id of the customer, at most 255 characters, or an object with it; send the same one with its
   * sales. A number is sent as a string, and a word for no value, such as `undefined`, is not sent.
   * @param email kept by the service only as a keyed hash
   * @returns the answer of the service, errors included, within 10 seconds. It never rejects.
   */
  signup(customer: CustomerId | SignedUp, email?: string): Promise<SignupAnswer>
  /** The visitor's click id, to be handed to a checkout or to your server; undefined for who was not referred. */
  clickId(): string | undefined
  /** `true` starts a tracker that waits for it; `false` stops any, and removes all that it stored. */
  consent(given: boolean): void
}

export type CustomerId = string | number | bigint

export interface SignedUp {
  customer_key?: CustomerId | null | undefined
  email?: string | null | undefined
}

/**
 * What a signup came to. Branch on `error?.code`: a code of the service, or one of two that are the tracker's:
 * - `no_attribution`: no partner brought this visitor, or consent is missing; nothing was sent.
 * - `unreachable`: the service did not answer, or not in time.
 */
export type SignupAnswer =
  | { success: true; message: string; lead_id: number; provisional?: true; error?: undefined }
  | { success?: undefined; error: { code: string; message?: string } }

/** The `data-` attributes of the script tag, as `dataset` has them. A flag is on unless it is missing or `false`. */
export interface TrackerAttributes {
  /** Where the service answers, without a slash at the end. */
  apiBase: string
  programId?: string | undefined
  cookieDomain?: string | undefined
  consent?: string | undefined
  strip?: string | undefined
  debug?: string | undefined
}

/** The service's answer to a click, as far as the tracker reads it. */
interface Answer {
  /** Only of a click that counts. */
  click_id?: string
  cookie_window_days: number
}

/** The cookie's name. In local storage the same name keeps the click that has no id yet, for a later page. */
const NAME = 'service_click_id'
/** Of an address, as the service takes it. */
const ADDRESS_CHARS = 8192
/** A click begins with its event_id, which is no longer than this: what follows is the same after a reload. */
const EVENT_CHARS = 60
/** How many codes the service tries. */
const CODES = 10
const SIGNUP_MS = 1e4

/** What may be the code of a link, also in the hash and behind `&amp;`: the service finds out which one is (D59). */
const CODE = /[?&#;](aff|ref|via)=[^?&#]{1,255}(?![^?&#])/g
const STRIPPED = /([?&#;])((aff|ref|via)=[^?&#]*&?)+/g
/** What `String` makes of values that are no id (D56), such as a promise that was not awaited. */
const PLACEHOLDER = /^(undefined|null|nan|none|true|false|-?infinity|\[object .*)$/i

/** An id as the service takes it: a number as a string; undefined, which is not sent, for a placeholder. */
const idOf = (value: unknown) => (PLACEHOLDER.test(`${value}`) ? undefined : `${value}`)

/**
 * Captures the click of this page's address, if it has one, and sends what is waiting. It does less, silently,
 * where the browser forbids something. Every byte is paid by every visitor: see the size test before adding.
 * Source: D14 to D16, D19, D20, D22, D56, D59, D65.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure over what its parts share; to hand that round costs every visitor bytes
export function startTracker({
  apiBase,
  programId,
  cookieDomain,
  consent: consentRequired,
  strip,
  debug,
}: TrackerAttributes): Tracker {
  const isOn = (flag = 'false') => flag !== 'false'
  // Taken now: a single-page app may have moved on when consent arrives.
  const { href, origin, hostname } = new URL(document.URL)
  const codes = href.match(CODE)
  let isAllowed: boolean | undefined
  let store: Record<string, string> = {}
  /** The click id of this page, for where cookies are blocked. */
  let ownId: string | undefined
  let retryMs = 500
  /** Attempts to send the click, one after the other, so that a page never sends it twice at once. */
  let attempts: Promise<unknown> = Promise.resolve()

  // A string goes as text/plain, which needs no preflight; keepalive lets the call outlive the page.
  const post = (call: string, body: object) =>
    fetch(`${apiBase}/api/v1/track/${call}`, {
      method: 'POST',
      keepalive: true,
      // safe because what is no number becomes null, which is "not sent" (D1)
      body: JSON.stringify({ ...body, program_id: +(programId as string) || null }),
    })
      .then((response) => response.json())
      .then((answer) => {
        // biome-ignore lint/suspicious/noConsole: this is what data-debug asks for
        if (isOn(debug)) console.log(call, answer)
        // Neither taken nor refused for good: there were too many calls, or the service failed.
        if (answer.error && !(answer.error.status < 429)) throw 0
        return answer
      })

  const clickId = () => {
    try {
      // safe because a match that is null throws, as reading does where cookies are forbidden
      return (document.cookie.match(`(^|; )${NAME}=([^;]+)`) as RegExpMatchArray)[2]
    } catch {
      return ownId
    }
  }

  /** Tries the domains from the widest on, until the cookie reads as wished; without an id it is removed. */
  const setCookie = (id?: string, days = 0) => {
    const labels = id && cookieDomain ? [cookieDomain] : hostname.split('.')
    try {
      for (let i = labels.length; clickId() !== id && i--; )
        // `Secure` on https: of the addresses that a page can have, only those sort after the word.
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than five years
        document.cookie = `${NAME}=${id};path=/;samesite=lax;max-age=${days * 86400};domain=${labels.slice(i).join('.')}${href > 'https' ? ';secure' : ''}`
    } catch {}
    ownId = id
  }

  const send = async () => {
    try {
      const waiting = isAllowed && store[NAME]
      // Perhaps another tab has sent it.
      if (waiting) {
        const answer: Answer = await post('click', { ...JSON.parse(waiting), existing_click_id: clickId() })
        // Meanwhile another link may have been followed in another tab, or consent withdrawn.
        if (store[NAME] === waiting) delete store[NAME]
        if (answer.click_id && isAllowed) setCookie(answer.click_id, answer.cookie_window_days)
      }
    } catch {
      // biome-ignore lint/suspicious/noAssignInExpressions: six bytes
      setTimeout(attempt, (retryMs *= 2))
    }
  }

  /** Tabs take turns where the browser has locks (on https), so that only one of them sends a waiting click. */
  const attempt = () => (attempts = attempts.then(() => navigator.locks.request(NAME, send)).catch(send))

  const signup = (customer: CustomerId | SignedUp, mail?: string) =>
    new Promise<SignupAnswer>((resolve) => {
      // safe because `Object` makes an object of anything
      const { customer_key = customer, email = mail } = Object(customer) as SignedUp
      setTimeout(resolve, SIGNUP_MS, { error: { code: 'unreachable' } })
      const settle = () =>
        attempt()
          .then(() => {
            const click_id = clickId()
            // An older click must not get what belongs to the one that is waiting.
            if (store[NAME]) throw 0
            return isAllowed && click_id
              ? post('lead', { click_id, customer_key: idOf(customer_key), email })
              : { error: { code: 'no_attribution' } }
          })
          // Also when the page was told that it takes too long: a signup that arrives late is not lost.
          // biome-ignore lint/suspicious/noAssignInExpressions: six bytes
          .then(resolve, () => setTimeout(settle, (retryMs *= 2)))
      settle()
    })

  const consent = (given: boolean) => {
    try {
      if (!given) {
        delete store[NAME]
        setCookie()
      } else if (!isAllowed) {
        // It starts only after this function is done.
        attempt()
        if (codes) {
          const click = JSON.stringify({
            event_id: `${Math.random()}${Math.random()}`,
            // Of an address that is too long only the codes are sent, each whole.
            affiliate_url: href[ADDRESS_CHARS] ? `${origin}?${codes.slice(0, CODES).join('&')}` : href,
            referrer_url: document.referrer,
          })
          // A reload before there is an answer is the same click: it keeps its event_id.
          if (!store[NAME]?.endsWith(click.slice(EVENT_CHARS)))
            try {
              store[NAME] = click
            } catch {
              store = { [NAME]: click }
            }
          if (isOn(strip) && href === document.URL) {
            history.replaceState(history.state, '', href.replace(STRIPPED, '$1').replace(/[?&]+(#|$)/g, '$1'))
          }
        }
      }
    } catch {}
    isAllowed = given
  }

  try {
    store = localStorage
  } catch {}
  if (!isOn(consentRequired)) consent(true)
  return { clickId, consent, signup }
}
