/** Integration mistakes that the example shop can make, and the cause that the command must report. */
export const MISTAKES = {
  'tracker tag missing': 'tracker_missing',
  'tracker URL returns 404': 'tracker_not_loaded',
  'tracker host doesn’t exist': 'tracker_not_loaded',
  'tracker host never responds': 'tracker_not_loaded',
  'policy blocks the script': 'tracker_blocked',
  'policy blocks the requests': 'tracker_blocked',
  'tag of another program': 'wrong_program',
  'banner never gives consent': 'consent_never_given',
  'redirect drops the query': 'query_removed',
  'script drops the query': 'query_removed',
  'proxy loses the click': 'click_rejected',
  'cookie for another domain': 'cookie_not_set',
  'cookie deleted later': 'cookie_lost',
  'signup on a host without the cookie': 'cookie_lost',
  'signup not reported': 'signup_not_reported',
  'signup without click ID': 'signup_without_click_id',
  'click ID only from the browser': 'signup_without_click_id',
  'signup only from the browser': 'signup_browser_only',
  'live key': 'live_key_used',
  'sale not reported': 'sale_not_reported',
  'amount in dollars': 'sale_rejected',
  'another customer key for the sale': 'customer_key_differs',
  'refund not reported': 'refund_not_reported',
  'refund of an unknown payment': 'refund_rejected',
} as const

/** Mistakes that are possible only on a site with several documents, not in a single-page app. */
export const MULTI_PAGE_MISTAKES = {
  'signup page never responds': 'site_unreachable',
  'checkout returns an error': 'site_unreachable',
} as const

export type Mistake = keyof typeof MISTAKES | keyof typeof MULTI_PAGE_MISTAKES

export interface ShopSettings {
  /** The service's URL. */
  service: string
  programId: number
  keys: { test: string; live: string }
  /** The shop's origin, and another of its hosts. */
  origin: string
  appOrigin: string
  mistake: Mistake | undefined
}
