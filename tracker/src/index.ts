import { type CustomerId, type SignedUp, type SignupAnswer, startTracker, type Tracker } from './tracker.ts'

export type { CustomerId, SignedUp, SignupAnswer, Tracker }

export interface TrackerOptions {
  /** Where the service answers, for example `https://track.example.com`. */
  apiBase: string
  /** Not needed: a link code names its program. When given, links of other programs are not counted. */
  programId?: number
  /** Where the cookie is kept, for example `shop.example.com`; by default as wide as the browser allows. */
  cookieDomain?: string
  /** `required`: nothing is stored or sent before `consent(true)`. */
  consent?: 'required'
  /** Takes `aff`, `ref` and `via` out of the address bar once they are captured. */
  strip?: boolean
  /** Shows every answer of the service in the console. */
  debug?: boolean
}

/**
 * Starts the tracker on this page; call it once. On a server, where there is no page, it does nothing.
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
}
