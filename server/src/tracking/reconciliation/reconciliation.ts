import type { Selectable } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import type { MoneyChange } from '../processors/processor.ts'

export type ReconciliationRow = Selectable<Schema['reconciliations']>
export type ReconciliationItemRow = Selectable<Schema['reconciliation_items']>

/** Fields that a merchant may enter so lists can be read, in this order. */
export const CREDENTIAL_FIELDS = ['site', 'apiKey', 'apiSecret'] as const
export type CredentialField = (typeof CREDENTIAL_FIELDS)[number]

/**
 * How an open difference can be resolved: record it (`record`) or replace the payment's amount with the processor's
 * (`replace_amount`). Otherwise it keeps its amount, because the merchant's server reported the sale (`reported_sale`)
 * or because it is a refund or dispute (`recorded_refund`).
 */
export const DIFFERENCE_REMEDIES = ['record', 'replace_amount', 'reported_sale', 'recorded_refund'] as const
export type DifferenceRemedy = (typeof DIFFERENCE_REMEDIES)[number]

/** A payment, refund or dispute in the processor's list. */
export interface ListedEntry {
  /** Identifies the object in the processor's API: a collection's name and an ID. */
  key: string
  occurredAt: Date
  change: MoneyChange
}

/** A recorded payment with its sale, or a sale that the merchant reported and that no event belongs to. */
export interface RecordedPayment {
  payment_id: number | null
  sale_id: number | null
  transaction_id: string | null
  state: string | null
  reason: string | null
  amount_cents: number | null
  amount_from: string | null
  currency: string | null
  unpaid_since: Date | null
  /** False if the merchant reported the sale with its own amount. */
  created_sale: boolean
  sale_cents: number | null
  sale_currency: string | null
}

/** A recorded refund or dispute: a processor event, or a refund that the merchant reported. */
export interface RecordedRefund {
  payment_id: number | null
  sale_id: number | null
  kind: string
  refund_id: string | null
  charge_id: string | null
  amount_cents: number
  currency: string | null
  is_withdrawn: boolean
  occurred_at: Date
}

/** The result of comparing one fact. */
export interface Comparison {
  state: 'matched' | 'unattributed' | 'different_amount' | 'missing'
  /** The reason it is unattributed. */
  reason?: string | undefined
  recorded?: RecordedPayment | undefined
  recordedCents?: number | undefined
  recordedCurrency?: string | undefined
}

/**
 * The reason a run failed. `not_connected`: the account or its key was removed. `key_rejected`: the key is invalid or
 * lacks a permission. `wrong_mode`: the key belongs to the other mode. `wrong_site`: the site has no such API,
 * redirects or isn't public. `unreadable`: the processor's response was not understood. `too_many`: the month has too
 * many pages.
 */
export const RECONCILIATION_FAILURES = [
  'not_connected',
  'key_rejected',
  'wrong_mode',
  'wrong_site',
  'rate_limited',
  'unavailable',
  'unreadable',
  'too_many',
] as const
export type ReconciliationFailure = (typeof RECONCILIATION_FAILURES)[number]
