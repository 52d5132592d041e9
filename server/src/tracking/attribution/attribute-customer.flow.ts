import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { attributeCustomerTo } from '../leads/attributed-customer.flow.ts'
import {
  type AttributableRow,
  type CustomerName,
  findAttributableCustomer,
} from '../leads/attributed-customer.sql.ts'
import { findPartnerToReceive, type PartnerToReceive } from './attribute-customer.sql.ts'
import {
  type AttributionChange,
  type AttributionRejection,
  decideAttributionChange,
} from './attribution-change.rule.ts'

export interface RequestedAttribution {
  customer: CustomerName
  partnerId: number
}

export interface PlannedAttribution {
  kind: 'planned'
  change: Exclude<AttributionChange, { kind: 'rejected' }>
  partner: PartnerToReceive
  customer: AttributableRow | undefined
  at: Date
}

export type AttributionFailure =
  | { kind: AttributionRejection | 'no_customer' }
  /** An existing customer continues as the new row `customerId`. */
  | { kind: 'continued'; customerId: number }

/** Returns the changes that an attribution would make. Writes nothing. */
export async function previewAttribution(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  program: ProgramRow,
  requested: RequestedAttribution,
): Promise<PlannedAttribution | AttributionFailure> {
  return plan(database.kysely, program, requested, { at: clock.now(), lock: false })
}

/**
 * Attributes a customer to a partner from now on. An existing customer continues as a new row with the same
 * identifiers, so each row and each sale belongs to one partner. Earlier sales stay with the previous partner.
 */
export async function attributeCustomer(
  deps: Deps,
  program: ProgramRow,
  { reason, actorId, ...requested }: RequestedAttribution & { reason: string; actorId: string },
): Promise<(PlannedAttribution & { customerId: number }) | AttributionFailure> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const attribution = await plan(transaction, program, requested, { at, lock: true })
    if (attribution.kind !== 'planned') return attribution
    const { customer } = attribution
    const customerId = await attributeCustomerTo(transaction, program.id, {
      from: customer,
      customer_key: requested.customer.customer_key,
      partner_id: requested.partnerId,
      // A click resolves to its newest customer, which is this row.
      click_uuid: customer?.click_uuid ?? deps.ids.uuid(),
      by: { source: 'team', actor_id: actorId, reason },
      at,
    })
    return { ...attribution, customerId }
  })
}

async function plan(
  queries: Queries,
  program: ProgramRow,
  { customer: name, partnerId }: RequestedAttribution,
  { at, lock }: { at: Date; lock: boolean },
): Promise<PlannedAttribution | AttributionFailure> {
  const partner = await findPartnerToReceive(queries, program.id, { partnerId, lock })
  const customer = await findAttributableCustomer(queries, program.id, { name, lock })
  if (customer === undefined && name.customer_key === undefined) return { kind: 'no_customer' }
  if (customer !== undefined && customer.continued_by !== null)
    return { kind: 'continued', customerId: customer.continued_by }
  const window_days = program.attribution_window_days
  const change = decideAttributionChange({ partner, customer, window_days }, partnerId, at)
  if (change.kind === 'rejected') return { kind: change.reason }
  if (partner === undefined) throw new Error('an attribution was planned without its partner')
  return { kind: 'planned', change, partner, customer, at }
}
