import type { KeyMode } from '../../core/enums.ts'
import type { TestInfo } from '../leads/test-info.ts'

/** An integration's gates, in the order a merchant passes them. */
export const GATES = ['script_seen', 'click_id_at_signup', 'server_lead', 'sale', 'refund'] as const
export type GateName = (typeof GATES)[number]

export const GATE_STATUSES = ['passed', 'failed', 'waiting'] as const

/** The reason a gate failed. */
export const GATE_CAUSES = [
  'click_rejected',
  'click_id_missing',
  'click_id_invalid',
  'browser_only',
  'lead_rejected',
  'test_click_with_live_key',
  'customer_key_differs',
  'sale_rejected',
  'refund_rejected',
] as const
export type GateCause = (typeof GATE_CAUSES)[number]

export const EVIDENCE_TYPES = ['click', 'lead', 'sale', 'refund'] as const

/** The event or rejected request that decided a gate. */
export interface Evidence {
  mode: KeyMode
  type: (typeof EVIDENCE_TYPES)[number]
  /** Null for a rejected request. */
  event_id: number | null
  at: Date
  text: string
}

export interface Gate {
  gate: GateName
  status: (typeof GATE_STATUSES)[number]
  /** For a waiting gate: what is wrong with an event that may belong to this test. */
  cause: GateCause | null
  evidence: Evidence | null
  message: string
  next_action: string | null
}

/** A click that a page's tracker sent: a live click, or the first visit of a test link. */
export interface SeenClick {
  mode: KeyMode
  id: number
  at: Date
  page: string | null
}

export interface SeenLead {
  mode: KeyMode
  id: number
  at: Date
  source: 'browser' | 'server'
  /** Whether it counts. A live browser lead may still be provisional. */
  is_settled: boolean
  /** For a live lead: whether a click attributed it. */
  has_click: boolean
  /** For a test lead. */
  facts: TestInfo | null
}

export interface SeenSale {
  mode: KeyMode
  id: number
  at: Date
  transaction_id: string
  /** For a test sale. */
  facts: TestInfo | null
}

export interface SeenRefund {
  mode: KeyMode
  id: number
  at: Date
  transaction_id: string
  /** From the test sale that it refunds. */
  facts: TestInfo | null
}

/** A rejected request. */
export interface SeenRejection {
  type: (typeof EVIDENCE_TYPES)[number]
  mode: KeyMode
  at: Date
  message: string
  /** Whether its click_id belongs to a test link. */
  names_test_click: boolean
}

/** Test events and rejected test requests, newest first. */
export interface TestEvents {
  leads: readonly SeenLead[]
  sales: readonly SeenSale[]
  refunds: readonly SeenRefund[]
  rejections: readonly SeenRejection[]
}

/**
 * A program's events and rejected requests since a given time, newest first, without those from the service's own
 * check.
 */
export interface ReadinessData {
  /** Whether a signup counts only after the server, or a payment, confirms it. */
  needs_server_leads: boolean
  clicks: readonly SeenClick[]
  leads: readonly SeenLead[]
  sales: readonly SeenSale[]
  refunds: readonly SeenRefund[]
  rejections: readonly SeenRejection[]
  /** In a test run: events that may belong to this or to another run. They are mentioned, but don't decide a gate. */
  untied?: TestEvents | undefined
  /** In a test run: the newest rejected live signup, which may be the tester's. */
  other_rejection?: SeenRejection | undefined
}
