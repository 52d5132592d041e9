import type { RequestOutcome, RequestType } from '../../core/enums.ts'
import type { DecisionFacts, Rejection } from './decision.ts'

/**
 * The facts determined by a tracking request's route. Counts and rejected requests are derived from this note, the
 * request's key and the error.
 */
export interface RequestNote {
  /** By the program's clock once it is known, because a request is counted on the day of its recorded event. */
  receivedAt: Date
  /** The link's, click's or body's program. Defaults to the key's program. */
  programId?: number | undefined
  isTest: boolean
  /** The body, as far as it could be read. */
  sent?: Readonly<Record<string, unknown>>
  linkCode?: string | undefined
  /** The visit that led to the signup or sale; unset without a valid key. */
  visit?: Visit | undefined
  /** The request's outcome; unset if an error ended it. */
  result?: RequestResult
  /** The reason the rules rejected the request; unset if it was rejected earlier. */
  rejection?: Rejection
}

/** What the merchant's server sent about the visit that led to a signup or sale. Neither value identifies the visitor. */
export interface Visit {
  /** The name of a known browser. */
  browser: string | undefined
  /** Host and path. */
  landing_page: string | undefined
}

export type RequestResult =
  /** `reason` is an additional metrics label. */
  | { kind: 'recorded'; outcome: RequestOutcome; reason?: string }
  /** A success response without a recorded event. It is stored as a rejected request. */
  | { kind: 'not_counted'; outcome: RequestOutcome; code: string; message: string }
  | { kind: 'test' }

/** A rejected request as stored, with cleaned and truncated text (`sent-values.rule.ts`). */
export interface RejectedRequest extends SentValues {
  type: RequestType
  is_test: boolean
  code: string
  message: string
  field: string | null
  link_code: string | null
  decision_code: string | null
  decision_facts: DecisionFacts | null
  key_id: number | null
  is_authenticated: boolean
  browser: string | null
  landing_page: string | null
  request_id: string
  count: number
  first_at: Date
  last_at: Date
}

/** The sent values that are stored. */
export interface SentValues {
  transaction_id: string | null
  customer_key: string | null
  click_id: string | null
  amount: string | null
  currency: string | null
  coupon_code: string | null
}

/** One request with a program: what to count and what to store. */
export interface RequestRecord {
  programId: number
  /** Whether the program ID is proven: the key was valid, or one of the program's links or clicks was found. */
  isProven: boolean
  receivedAt: Date
  type: RequestType
  /** Undefined for a test request, which is not counted. */
  outcome: RequestOutcome | undefined
  rejectedRequest: BufferedRejection | undefined
}

/** A rejected request whose text is read only if the buffer has capacity, so floods cost little. */
export interface BufferedRejection {
  code: string
  isAuthenticated: boolean
  read: () => RejectedRequest
}

/** Number of live requests on a local day with this outcome. */
export interface DailyRequestCount {
  day: string
  type: RequestType
  outcome: RequestOutcome
  requests: number
}
