import type { Queries } from '../../core/database/database.ts'
import type { Currency } from '../../core/money/currency.ts'
import { applicablePolicies } from './applicable-policies.rule.ts'
import { programLimits } from './limits.ts'
import { listGroupPolicies, type PolicyRow } from './policies.sql.ts'
import type { ProgramRow } from './programs.sql.ts'

/** What partners earn. */
export interface CommissionTerms {
  /** The policies in force, the default first. */
  policies: PolicyRow[]
  perLead: { amountCents: number; currency: Currency } | undefined
}

/**
 * Loads what partners in a group earn.
 * @param groupId null for partners without a group
 */
export async function readCommissionTerms(
  queries: Queries,
  program: Pick<ProgramRow, 'id' | 'per_lead_amount_cents' | 'per_lead_currency'>,
  groupId: number | null,
): Promise<CommissionTerms> {
  const group = { programId: program.id, groupId }
  const policies = await listGroupPolicies(queries, group, programLimits.productPolicies + 1)
  const { per_lead_amount_cents: amountCents, per_lead_currency: currency } = program
  return {
    policies: applicablePolicies(policies),
    perLead: amountCents === null || currency === null ? undefined : { amountCents, currency },
  }
}
