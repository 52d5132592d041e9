import type { Queries } from '../../core/database/database.ts'
import { DAY_MS } from '../../core/time/time.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { MissingEventSign, MissingEventType } from './event-symptom.ts'
import {
  countSign,
  type HeldSum,
  listPlaceholders,
  listReceivedTypes,
  type PlaceholderRow,
  sumHeld,
} from './event-symptoms.sql.ts'
import { IMPLIED_EVENTS, IMPLIED_TYPES, missingEventTypes, signsToCount } from './implied-events.rule.ts'
import { findAccountOfProgram } from './processor-accounts.sql.ts'

/** Problems with the events a program receives from its processor. */
export interface ProcessorProblems {
  missingEventTypes: MissingEventType[]
  /** Commissions on hold for a missing link to their payment. */
  held: HeldSum[]
  placeholders: PlaceholderRow[]
}

/** Counts beyond this need not be exact. */
const COUNTED_ROWS = 1_000
const PLACEHOLDER_DAYS = 30
const PLACEHOLDER_ROWS = 20

type Program = Pick<ProgramRow, 'id' | 'sandbox' | 'payment_tracking_mode'>

/**
 * Finds problems with a program's processor events.
 * @param now by the program's clock
 */
export async function findProcessorProblems(
  queries: Queries,
  program: Program,
  now: Date,
): Promise<ProcessorProblems> {
  const { id: programId } = program
  const since = new Date(now.getTime() - PLACEHOLDER_DAYS * DAY_MS)
  return {
    missingEventTypes: await findMissingEventTypes(queries, program, now),
    held: await sumHeld(queries, programId, 'payment_link_missing'),
    placeholders: await listPlaceholders(queries, { programId, since }, PLACEHOLDER_ROWS),
  }
}

/**
 * Returns event types that did not arrive although received events imply them (D63). Only Stripe needs several types to
 * report one payment.
 */
export async function findMissingEventTypes(
  queries: Queries,
  { id: programId, sandbox, payment_tracking_mode }: Program,
  now: Date,
): Promise<MissingEventType[]> {
  const account = await findAccountOfProgram(queries, programId)
  if (account !== undefined && account.processor !== 'stripe') return []
  const types = await listReceivedTypes(queries, { programId, isLive: !sandbox }, IMPLIED_TYPES)
  const received = new Set(types)
  const counts = new Map<MissingEventSign, number>()
  for (const sign of signsToCount(received, {
    reportsSales: payment_tracking_mode === 'processor_connect',
  })) {
    const before = new Date(now.getTime() - IMPLIED_EVENTS[sign].afterMs)
    counts.set(sign, await countSign(queries, sign, { programId, before }, COUNTED_ROWS))
  }
  return missingEventTypes(received, counts)
}
