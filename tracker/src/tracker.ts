/** The tracker's API for the page. */
export interface Tracker {
  /**
   * Reports a signup. If this visit’s click is still being sent, waits for it first.
   * @param customer your own ID for the customer, at most 255 characters, or an object with it; send the same ID with
   * the customer's sales. Numbers are sent as strings, and placeholders such as `undefined` aren't sent.
   * @param email stored by the service only as a keyed hash
   * @returns the service's response or error, within 10 seconds. Never rejects.
   */
  signup(customer: CustomerId | SignupDetails, email?: string): Promise<SignupResult>
  /**
   * Returns the visitor's click ID, to pass to a checkout or your server; undefined if no partner referred
   * the visitor.
   */
  clickId(): string | undefined
  /** `true` starts a tracker that requires consent; `false` stops it and removes everything it has stored. */
  consent(given: boolean): void
  /** Captures the click in the page's URL after a single-page app has changed it. */
  page(): void
}

export type CustomerId = string | number | bigint

export interface SignupDetails {
  customer_key?: CustomerId | null | undefined
  email?: string | null | undefined
}

/**
 * A signup's result. Branch on `error?.code`: one of the service's codes, or one of the tracker's own:
 * - `no_attribution`: no partner referred this visitor, or consent is missing; nothing was sent.
 * - `unreachable`: the service didn't respond in time.
 */
export type SignupResult =
  | { success: true; message: string; lead_id: number; provisional?: true; error?: undefined }
  | { success?: undefined; error: { code: string; message?: string } }

/**
 * The `data-` attributes of the script tag, as in `dataset`. A flag is on unless it is missing or `false`.
 */
export interface TrackerAttributes {
  /** The service's URL, without a trailing slash. */
  apiBase: string
  programId?: string | undefined
  cookieDomain?: string | undefined
  consent?: string | undefined
  strip?: string | undefined
  debug?: string | undefined
}

/** The parts of a click's response that the tracker uses. */
interface ClickResponse {
  /** Only set for counted clicks. */
  click_id?: string
  cookie_window_days: number
}

/** The cookie's name. In local storage, the same name stores a click that has no ID yet. */
const NAME = 'service_click_id'
/** A stored click starts with its event_id, at most this long; the rest is the same after a reload. */
const EVENT_CHARS = 60
const SIGNUP_MS = 1e4

/**
 * Returns possible link codes, including those in the hash and after `&amp;`, and a click ID from another of the
 * merchant's sites. The service decides which one is valid (D59).
 */
const CODE = /[?&#;](aff|ref|via|service_click_id)=[^?&#]{1,255}(?![^?&#])/g
const STRIPPED = /([?&#;])((aff|ref|via|service_click_id)=[^?&#]*&?)+/g
/** String forms of values that aren't IDs (D56), such as a promise without `await`. */
const PLACEHOLDER = /^(undefined|null|nan|none|true|false|-?infinity|\[object .*)$/i

/** Returns an ID as a string; undefined for a placeholder, which isn't sent. */
const toId = (value: unknown) => (PLACEHOLDER.test(value as string) ? undefined : `${value}`)

/**
 * Captures the click in the page's URL, if any, and sends pending ones. Does less, without an error, where the browser
 * blocks something. Every visitor pays for every byte, so see the size test before adding code. Source: D14 to D16,
 * D19, D20, D22, D56, D59, D65.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: passing shared state around would cost visitors bytes
export function startTracker({
  apiBase,
  programId,
  cookieDomain,
  consent: consentRequired,
  strip,
  debug,
}: TrackerAttributes): Tracker {
  const isOn = (flag = 'false') => flag !== 'false'
  /** The newest codes, and the URL sent with them. */
  let codes = ''
  let url: string | undefined
  let isAllowed: boolean | undefined
  let store: Record<string, string> = {}
  /** This page's click ID, if cookies are blocked. */
  let ownId: string | undefined
  let retryMs = 500
  /** Attempts are chained, so that a page never sends the click twice at once. */
  let attempts: Promise<unknown> = Promise.resolve()

  // A string is sent as text/plain, which doesn't need a preflight; keepalive lets the request outlive the page.
  const post = (call: string, body: object) =>
    fetch(`${apiBase}/api/v1/track/${call}`, {
      method: 'POST',
      keepalive: true,
      // safe because NaN becomes null, which means "not sent" (D1)
      body: JSON.stringify({ ...body, program_id: +(programId as string) || null }),
    })
      .then((response) => response.json())
      .then((answer) => {
        // biome-ignore lint/suspicious/noConsole: this is what data-debug is for
        if (isOn(debug)) console.log(call, answer)
        // Neither accepted nor finally rejected: the request was rate limited or failed.
        if (answer.error && !(answer.error.status < 429)) throw 0
        return answer
      })

  const clickId = () => {
    try {
      // safe because a null match throws, as reading does if cookies are blocked
      return (document.cookie.match(`(^|; )${NAME}=([^;]+)`) as RegExpMatchArray)[2]
    } catch {
      return ownId
    }
  }

  /** Tries domains, widest first, until the cookie can be read back. Removes the cookie if there is no ID. */
  const setCookie = (id?: string, days = 0) => {
    const labels = id && cookieDomain ? [cookieDomain] : location.hostname.split('.')
    try {
      for (let i = labels.length; clickId() !== id && i--; )
        // `Secure` on HTTPS: of all possible URLs, only those compare greater than the word.
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't supported widely enough
        document.cookie = `${NAME}=${id};path=/;samesite=lax;max-age=${days * 86400};domain=${labels.slice(i).join('.')}${document.URL > 'https' ? ';secure' : ''}`
    } catch {}
    ownId = id
  }

  const send = async () => {
    try {
      const pendingClick = isAllowed && store[NAME]
      // Another tab may have sent it.
      if (pendingClick) {
        const answer: ClickResponse = await post('click', {
          ...JSON.parse(pendingClick),
          existing_click_id: clickId(),
        })
        // Another tab may have followed another link, or consent may have been withdrawn.
        if (store[NAME] === pendingClick) delete store[NAME]
        if (answer.click_id && isAllowed) setCookie(answer.click_id, answer.cookie_window_days)
      }
    } catch {
      // biome-ignore lint/suspicious/noAssignInExpressions: six bytes
      setTimeout(attempt, (retryMs *= 2))
    }
  }

  /** With locks (on HTTPS), tabs take turns, so that only one sends a pending click. */
  const attempt = () => (attempts = attempts.then(() => navigator.locks.request(NAME, send)).catch(send))

  const signup = (customer: CustomerId | SignupDetails, mail?: string) =>
    new Promise<SignupResult>((resolve) => {
      // safe because `Object` returns an object for any value
      const { customer_key = customer, email = mail } = Object(customer) as SignupDetails
      setTimeout(resolve, SIGNUP_MS, { error: { code: 'unreachable' } })
      const settle = () =>
        attempt()
          .then(() => {
            const click_id = clickId()
            // An older click must not be credited with a pending click's signup.
            if (store[NAME]) throw 0
            return isAllowed && click_id
              ? post('lead', { click_id, customer_key: toId(customer_key), email })
              : { error: { code: 'no_attribution' } }
          })
          // Continues after the caller's timeout, so that a late signup isn't lost.
          // biome-ignore lint/suspicious/noAssignInExpressions: six bytes
          .then(resolve, () => setTimeout(settle, (retryMs *= 2)))
      settle()
    })

  const capture = () => {
    // Runs after this function has returned.
    attempt()
    if (url) {
      const click = JSON.stringify({
        event_id: `${Math.random()}${Math.random()}`,
        affiliate_url: url,
        referrer_url: document.referrer,
      })
      // A reload before the response is the same click, so it keeps its event_id.
      if (!store[NAME]?.endsWith(click.slice(EVENT_CHARS)))
        try {
          store[NAME] = click
        } catch {
          store = { [NAME]: click }
        }
      if (isOn(strip))
        history.replaceState(
          history.state,
          '',
          document.URL.replace(STRIPPED, '$1').replace(/[?&]+(#|$)/g, '$1'),
        )
    }
  }

  const consent = (given: boolean) => {
    try {
      if (!given) {
        delete store[NAME]
        setCookie()
      } else if (!isAllowed) capture()
    } catch {}
    isAllowed = given
  }

  /** Reads the URL now, because a single-page app may navigate before consent is given. */
  const page = () => {
    const found = document.URL.match(CODE)
    // biome-ignore lint/suspicious/noAssignInExpressions: six bytes
    if (found && codes !== (codes = `${found}`)) {
      url = document.URL
      if (isAllowed) capture()
    }
  }

  try {
    store = localStorage
  } catch {}
  page()
  if (!isOn(consentRequired)) consent(true)
  return { clickId, consent, page, signup }
}
