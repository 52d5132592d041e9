import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { isTimeZone } from '../../core/time/time-zone.rule.ts'
import { insertPolicy } from './policies.sql.ts'
import { insertProgram, type ProgramRow } from './programs.sql.ts'

/** Rate of a new program's default policy, which pays a share of every payment without a time limit (D28). */
const DEFAULT_RATE_BPS = 2000

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
    /** Whether the program has its own clock. This can't be changed later (D52). */
    sandbox?: boolean | undefined
  },
): Promise<ProgramRow | 'unknown_time_zone'> {
  const now = clock.now()
  const { timeZone = 'UTC', sandbox = false } = input
  if (!isTimeZone(timeZone)) return 'unknown_time_zone'
  return withTransaction({ database }, async (transaction) => {
    const program = await insertProgram(transaction, {
      workspace_id: input.workspaceId,
      name: input.name,
      time_zone: timeZone,
      sandbox,
      platform_fee_bps: config.platformFeeBps,
      created_at: now,
      updated_at: now,
    })
    await insertPolicy(transaction, {
      program_id: program.id,
      product_id: null,
      version: 1,
      type: 'percent',
      rate_bps: DEFAULT_RATE_BPS,
      amount_cents: null,
      currency: null,
      duration: 'lifetime',
      duration_months: null,
      hold_days: null,
      commission_base: program.commission_base,
      created_at: now,
    })
    return program
  })
}
