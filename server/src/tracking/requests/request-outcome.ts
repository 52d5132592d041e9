import type { RequestOutcome, RequestType } from '../../core/enums.ts'
import type { DecisionFacts, Rejection } from './decision.ts'

/**
 * What the route of a track call knows of it, written down where it is known. All that is counted and kept of a call is
 * made of its note, of the key that it presented and of the error that ended it.
 */
export interface RequestNote {
  /** By the clock of the program, once that is known: what is counted of a call goes to the day of what it recorded. */
  receivedAt: Date
  /** Of the link, the click or the body; a call with a key is the key's program's where nothing is said here. */
  programId?: number | undefined
  isTest: boolean
  /** The body, as far as it could be read. */
  sent?: Readonly<Record<string, unknown>>
  linkCode?: string | undefined
  /** What became of it. A call that an error ended has none. */
  result?: RequestResult
  /** Why the rules rejected it. A call that was rejected before it came to them has none. */
  rejection?: Rejection
}

export type RequestResult =
  /** `reason` is what the metrics tell of it beside. */
  | { kind: 'recorded'; outcome: RequestOutcome; reason?: string }
  /** Answered as a success, and not recorded: a rejectedRequest all the same. */
  | { kind: 'not_counted'; outcome: RequestOutcome; code: string; message: string }
  | { kind: 'test' }

/** A call that was not recorded, as it is kept. The texts are cut and clean (`sent-values.rule.ts`). */
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
  request_id: string
  count: number
  first_at: Date
  last_at: Date
}

/** What a caller sent of a call, as far as it is kept. */
export interface SentValues {
  transaction_id: string | null
  customer_key: string | null
  click_id: string | null
  amount: string | null
  currency: string | null
}

/** One call that names a program: what it counts for, and what is kept of it. */
export interface RequestFact {
  programId: number
  /** Nobody who can only guess gets here: the key was good, or the program's own link was found. */
  isProven: boolean
  receivedAt: Date
  type: RequestType
  /** Undefined for a test call, which no production number counts. */
  outcome: RequestOutcome | undefined
  rejectedRequest: NotedRejectedRequest | undefined
}

/** A rejectedRequest whose texts are read only when there is room for it: a flood of them must not cost what nobody will read. */
export interface NotedRejectedRequest {
  code: string
  isAuthenticated: boolean
  read: () => RejectedRequest
}

/** How many live calls of a local day became this. */
export interface RequestsOfDay {
  day: string
  type: RequestType
  outcome: RequestOutcome
  requests: number
}
