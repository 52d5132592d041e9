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
import {
  IMPLIED_EVENTS,
  IMPLIED_TYPES,
  listPaymentTypes,
  listSignsToCount,
  missingEventTypes,
  missingPaymentTypes,
} from './implied-events.rule.ts'
import { findProgramAccount } from './processor-accounts.sql.ts'

/** Problems with the events a program receives from its processor. */
export interface ProcessorProblems {
  missingEventTypes: MissingEventType[]
  /** Commissions on hold for a missing link to their payment. */
  held: HeldSum[]
  placeholders: PlaceholderRow[]
}

/** Counts over this limit don't need to be exact. */
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
 * Returns event types that didn't arrive although received events imply them (D63). Only Stripe needs several types to
 * report one payment, so only its events have more than one sign.
 */
export async function findMissingEventTypes(
  queries: Queries,
  { id: programId, sandbox, payment_tracking_mode }: Program,
  now: Date,
): Promise<MissingEventType[]> {
  const account = await findProgramAccount(queries, programId)
  const reportsSales = payment_tracking_mode === 'processor_connect'
  const readReceivedTypes = async (types: readonly string[]) =>
    new Set(await listReceivedTypes(queries, { programId, isLive: !sandbox }, types))
  const count = (sign: MissingEventSign) => {
    const before = new Date(now.getTime() - IMPLIED_EVENTS[sign].afterMs)
    return countSign(queries, sign, { programId, before }, COUNTED_ROWS)
  }
  const paymentTypes = account === undefined ? undefined : listPaymentTypes(account.processor)
  if (paymentTypes !== undefined) {
    if (paymentTypes.length === 0 || !reportsSales) return []
    const received = await readReceivedTypes(paymentTypes)
    return missingPaymentTypes(paymentTypes, received, await count('refund_of_unknown_payment'))
  }
  const received = await readReceivedTypes(IMPLIED_TYPES)
  const counts = new Map<MissingEventSign, number>()
  for (const sign of listSignsToCount(received, { reportsSales })) counts.set(sign, await count(sign))
  return missingEventTypes(received, counts)
}
