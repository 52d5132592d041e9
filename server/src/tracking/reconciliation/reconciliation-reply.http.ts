import Type, { type Static } from 'typebox'
import { RECONCILED_KINDS, RECONCILIATION_STATUSES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import {
  DIFFERENCE_REMEDIES,
  RECONCILIATION_FAILURES,
  type ReconciliationItemRow,
  type ReconciliationRow,
} from './reconciliation.ts'
import type { DifferenceCounts, DifferenceRow } from './reconciliation-items.sql.ts'

const DIFFERENCE_STATES = ['missing', 'different_amount'] as const

export const Reconciliation = namedObject('Reconciliation', {
  id: Type.Integer(),
  month: Type.String({ description: 'In the program’s time zone.', examples: ['2026-10'] }),
  processor: Type.String(),
  status: choice(RECONCILIATION_STATUSES, 'ReconciliationStatus'),
  failure: nullable(
    Type.Enum([...RECONCILIATION_FAILURES], {
      type: 'string',
      title: 'ReconciliationFailure',
      description:
        'The reason the last run failed. `not_connected`: the account or its API key was removed. ' +
        '`key_rejected`: the processor rejected the key, or the key lacks a permission. `wrong_mode`: the key ' +
        'belongs to the other mode (live or test). `wrong_site`: the site has no such API, redirects or isn’t ' +
        'public. `rate_limited`, `unavailable`: the processor didn’t respond after several attempts. ' +
        '`unreadable`: its response could not be read. `too_many`: the month has too many payments.',
    }),
  ),
  comparedUntil: Type.String({ format: 'date-time', description: 'End of the compared period.' }),
  pages: Type.Integer({ description: 'Pages that the current or last run has read.' }),
  matched: Type.Integer({
    description: 'Payments, refunds and disputes whose recorded amount matches the processor’s.',
  }),
  unattributed: Type.Integer({
    description: 'Recorded entries without a partner, and refunds of unknown payments.',
  }),
  unattributedReasons: Type.Record(Type.String(), Type.Integer(), {
    description: 'The count per reason.',
  }),
  unreadable: Type.Integer({ description: 'Objects that lack a required value and were skipped.' }),
  missing: Type.Integer({ description: 'Open differences that aren’t recorded here.' }),
  differentAmount: Type.Integer({
    description: 'Open differences that are recorded with a different amount.',
  }),
  unexplained: Type.Integer({
    description: 'Open differences without a note. A month can be closed if there are none.',
  }),
  requestedAt: Instant,
  finishedAt: nullable(Instant),
  closedAt: nullable(Instant),
  closedBy: nullable(Type.String({ description: 'The user or management key that closed the month.' })),
  closeNote: nullable(Type.String()),
})

export const ReconciliationDifference = namedObject('ReconciliationDifference', {
  id: Type.Integer(),
  kind: choice(RECONCILED_KINDS, 'ReconciliationDifferenceKind'),
  state: choice(DIFFERENCE_STATES, 'ReconciliationDifferenceState'),
  reference: Type.String({ description: 'The processor’s ID for the payment, refund or dispute.' }),
  amountCents: Type.Integer({ description: 'The amount reported by the processor.' }),
  currency: nullable(Type.String({ description: 'Any ISO 4217 code.' })),
  recordedCents: nullable(Type.Integer({ description: 'The recorded amount.' })),
  recordedCurrency: nullable(Type.String()),
  paymentId: nullable(Type.Integer()),
  saleId: nullable(Type.Integer()),
  remedy: Type.Enum([...DIFFERENCE_REMEDIES], {
    type: 'string',
    title: 'DifferenceRemedy',
    description:
      '`record`: record what is missing. `replace_amount`: replace the recorded amount with the processor’s. The ' +
      'same request does both. `reported_sale`: your server reported the sale with its own amount; refund the ' +
      'difference if the processor’s amount is right, and add a note. `recorded_refund`: undo a refund that your ' +
      'team entered and record it again, or add a note.',
  }),
  occurredAt: Instant,
  note: nullable(Type.String()),
  noteBy: nullable(Type.String({ description: 'The user or management key that wrote the note.' })),
})

export const UnattributedEntry = namedObject('UnattributedEntry', {
  id: Type.Integer(),
  kind: choice(RECONCILED_KINDS, 'ReconciliationDifferenceKind'),
  reason: Type.String({
    description:
      'The decision stored with the payment: `no_customer`, `window_expired`, `partner_not_approved`, `unsupported_currency`, ' +
      '`program_inactive`, `closed_to_new_referrals`, or `dismissed` by your team. `payment_unknown`: a refund or dispute whose payment is not recorded.',
  }),
  reference: Type.String({ description: 'The processor’s ID for the payment, refund or dispute.' }),
  amountCents: Type.Integer({ description: 'The amount reported by the processor.' }),
  currency: nullable(Type.String({ description: 'Any ISO 4217 code.' })),
  paymentId: nullable(Type.Integer({ description: 'The ID of the unattributed payment.' })),
  occurredAt: Instant,
})

const NONE: DifferenceCounts = { missing: 0, different_amount: 0, unexplained: 0 }

export function showReconciliation(
  row: ReconciliationRow,
  counts: DifferenceCounts = NONE,
): Static<typeof Reconciliation> {
  return {
    ...toResponseFields(row),
    status: read(RECONCILIATION_STATUSES, row.status),
    failure: row.failure === null ? null : read(RECONCILIATION_FAILURES, row.failure),
    comparedUntil: row.before.toISOString(),
    // safe because only runs write the column, and they count each reason
    unattributedReasons: row.unattributed_reasons as Record<string, number>,
    missing: counts.missing,
    differentAmount: counts.different_amount,
    unexplained: counts.unexplained,
    finishedAt: isoOrNull(row.finished_at),
    closedAt: isoOrNull(row.closed_at),
  }
}

export function showDifference(row: DifferenceRow): Static<typeof ReconciliationDifference> {
  return {
    ...toResponseFields(row),
    kind: read(RECONCILED_KINDS, row.kind),
    state: read(DIFFERENCE_STATES, row.state),
  }
}

export function showUnattributed(row: ReconciliationItemRow): Static<typeof UnattributedEntry> {
  return {
    ...toResponseFields(row),
    kind: read(RECONCILED_KINDS, row.kind),
    reason: row.reason ?? 'no_customer',
  }
}

function read<const Values extends readonly string[]>(values: Values, text: string): Values[number] {
  const value = values.find((one) => one === text)
  if (value === undefined) throw new Error(`unexpected value ${text}`)
  return value
}

export function reconciliationNotFoundError(): ApiError {
  return new ApiError('not_found', 'The program has no reconciliation with this ID.')
}

export function differenceNotFoundError(): ApiError {
  return new ApiError('not_found', 'The reconciliation has no open difference with this ID.')
}

export function monthClosedError(): ApiError {
  return new ApiError('conflict', 'The month is closed. Reopen it first.')
}
