/** Options of `affiliate verify-integration`. */
export interface VerifyTarget {
  /** The URL of the service, without a trailing slash. */
  service: string
  programId: number
  /** The merchant's landing page. */
  site: string
  /** Paths or URLs of the pages; undefined to find them as a visitor does. */
  signup: string | undefined
  checkout: string | undefined
  refund: string | undefined
  /** Selector of the button that accepts cookies; undefined to search by name. */
  accept: string | undefined
  isHeaded: boolean
  /** Time limit for each page and for each event from the merchant's server. */
  timeoutMs: number
}

export type CheckName =
  | 'site'
  | 'tracker'
  | 'consent'
  | 'click'
  | 'cookie'
  | 'signup'
  | 'lead'
  | 'sale'
  | 'refund'

export type Cause =
  | 'other_site'
  | 'site_unreachable'
  | 'page_unresponsive'
  | 'tracker_missing'
  | 'tracker_not_loaded'
  | 'tracker_blocked'
  | 'wrong_program'
  | 'wrong_service'
  | 'consent_never_given'
  | 'query_removed'
  | 'click_not_sent'
  | 'click_rejected'
  | 'cookie_not_set'
  | 'cookie_lost'
  | 'form_not_found'
  | 'form_incomplete'
  | 'signup_not_reported'
  | 'signup_without_click_id'
  | 'signup_browser_only'
  | 'live_key_used'
  | 'lead_rejected'
  | 'sale_not_reported'
  | 'sale_rejected'
  | 'customer_key_differs'
  | 'refund_not_reported'
  | 'refund_rejected'

/**
 * The result of one step. `text` and `fix` may contain text from the merchant's pages, so sanitize them before
 * printing.
 */
export type Check = { name: CheckName; text: string } & (
  | { status: 'passed'; cause: null; fix: null }
  /** Nothing is wrong with the integration, but the run may not have tested what was intended. */
  | { status: 'warning'; cause: Cause; fix: string }
  | { status: 'failed'; cause: Cause; fix: string }
  | { status: 'skipped'; cause: null; fix: string }
  | { status: 'not_checked'; cause: null; fix: null }
)

/** A tracker script tag that has run or failed in the page. */
export interface TrackerTag {
  src: string
  hasRun: boolean
  isModule: boolean
  /** The `data-` attributes. */
  programId: string | undefined
  consent: string | undefined
  cookieDomain: string | undefined
  /** The page's URL when the script ran. */
  pageUrl: string
}

/** A tracker request, with its response if it has arrived. */
export interface TrackerRequest {
  kind: 'script' | 'click' | 'lead'
  url: string
  /** The request's JSON; empty for scripts and unreadable bodies. */
  sent: Record<string, unknown>
  status: number | undefined
  contentType: string | undefined
  /** The response's JSON. */
  received: Record<string, unknown>
  /** The browser's reason, such as `net::ERR_NAME_NOT_RESOLVED` or `csp`. */
  failure: string | undefined
}

/** A resource that the page's Content-Security-Policy has blocked. */
export interface PolicyViolation {
  directive: string
  blocked: string
}

/** The tracker's activity so far on the merchant's pages. */
export interface TrackerActivity {
  tags: TrackerTag[]
  requests: TrackerRequest[]
  violations: PolicyViolation[]
}

/** The landing page after loading and, if there is a banner, accepting cookies. */
export interface Landing extends TrackerActivity {
  /** The reason the page couldn't be opened. */
  unreachable: string | undefined
  /** The page's URL after redirects. */
  url: string
  /** The name of the button that accepted cookies. */
  accepted: string | undefined
  cookie: string | undefined
}

/** Facts about the program that the checks and their fixes need. */
export interface VerifiedProgram {
  id: number
  service: string
  clickId: string
  /** The program's site, if its host or port differs from the verified site's. */
  otherSite?: string | undefined
}

export type GateName = 'script_seen' | 'click_id_at_signup' | 'server_lead' | 'sale' | 'refund'

/** A gate of `GET /api/programs/:programId/readiness`. */
export interface Gate {
  gate: GateName
  status: 'passed' | 'failed' | 'waiting'
  cause: string | null
  message: string
  /** The reason the service rejected a request. */
  rejection: string | null
}
