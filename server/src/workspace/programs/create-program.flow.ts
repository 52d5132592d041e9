import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { isTimeZone } from '../../core/time/time-zone.rule.ts'
import { newProgramDefaults } from './new-program-defaults.rule.ts'
import { insertPolicy } from './policies.sql.ts'
import { insertProgram, type ProgramRow } from './programs.sql.ts'

/**
 * Creates a program with its default commission policy.
 * @returns 'unknown_time_zone' if `timeZone` is not an IANA name
 */
export async function createProgram(
  { config, database, clock }: Deps,
  input: {
    workspaceId: string
    name: string
    timeZone?: string | undefined
    /** As returned by `parseSiteUrl`. */
    siteUrl?: string | undefined
    /** Whether the program has its own clock. This can't be changed later (D52). */
    sandbox?: boolean | undefined
  },
): Promise<ProgramRow | 'unknown_time_zone'> {
  const now = clock.now()
  const { policy, ...defaults } = newProgramDefaults(config.platformFeeBps)
  const { timeZone = defaults.timeZone, siteUrl = null, sandbox = false } = input
  if (!isTimeZone(timeZone)) return 'unknown_time_zone'
  return withTransaction({ database }, async (transaction) => {
    const program = await insertProgram(transaction, {
      workspace_id: input.workspaceId,
      name: input.name,
      time_zone: timeZone,
      site_url: siteUrl,
      sandbox,
      lead_auth_policy: defaults.leadAuthPolicy,
      payment_tracking_mode: defaults.paymentTrackingMode,
      attribution_window_days: defaults.attributionWindowDays,
      cookie_window_days: defaults.cookieWindowDays,
      hold_period_days: defaults.holdPeriodDays,
      platform_fee_bps: defaults.platformFeeBps,
      commission_approval: defaults.commissionApproval,
      commission_base: defaults.commissionBase,
      coupon_precedence: defaults.couponPrecedence,
      created_at: now,
      updated_at: now,
    })
    await insertPolicy(transaction, {
      program_id: program.id,
      product_id: null,
      version: 1,
      type: policy.type,
      rate_bps: policy.rateBps,
      amount_cents: null,
      currency: null,
      duration: policy.duration,
      duration_months: null,
      hold_days: null,
      commission_base: program.commission_base,
      created_at: now,
    })
    return program
  })
}
