import {
  type CustomerId,
  type SignupDetails,
  type SignupResult,
  startTracker,
  type Tracker,
} from './tracker.ts'

export type { CustomerId, SignupDetails as SignedUp, SignupResult as SignupAnswer, Tracker }

export interface TrackerOptions {
  /** The service's URL, for example `https://track.example.com`. */
  apiBase: string
  /** Optional, because a link code identifies its program. If set, clicks on other programs' links aren't counted. */
  programId?: number
  /** The cookie's domain, for example `shop.example.com`. Default: the widest domain that the browser allows. */
  cookieDomain?: string
  /** With `required`, nothing is stored or sent before `consent(true)`. */
  consent?: 'required'
  /** Removes `aff`, `ref` and `via` from the address bar after the click is captured. */
  strip?: boolean
  /** Logs every response to the console. */
  debug?: boolean
}

/**
 * Starts the tracker on this page; call it once. Does nothing on a server.
 * @example const affiliate = init({ apiBase: 'https://track.example.com', programId: 42 })
 */
export function init({
  apiBase,
  programId,
  cookieDomain,
  consent,
  strip = false,
  debug = false,
}: TrackerOptions): Tracker {
  if (typeof document === 'undefined') return NO_PAGE
  return startTracker({
    apiBase: apiBase.replace(/\/+$/, ''),
    programId: programId?.toString(),
    cookieDomain,
    consent,
    strip: String(strip),
    debug: String(debug),
  })
}

const NO_PAGE: Tracker = {
  signup: async () => ({ error: { code: 'no_attribution' } }),
  clickId: () => undefined,
  consent() {},
  page() {},
}
