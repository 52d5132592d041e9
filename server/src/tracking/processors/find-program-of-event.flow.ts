import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { processorLimits } from './limits.ts'
import { findReferences } from './payments.sql.ts'
import type { ProcessorEvent } from './processor.ts'
import type { ProcessorAccountRow } from './processor-accounts.sql.ts'
import { type FormerProgram, listFormerPrograms } from './processor-connections.sql.ts'

interface EventOwner {
  programId: number
  /** Whether the event belongs to another program, for which the connection proves nothing. */
  isForeign: boolean
}

/**
 * Returns the program that an account's event belongs to: the one connected when it happened, or one that has its
 * payment. A manual connection doesn't prove earlier ownership, so an event for another workspace's program is only
 * queued for review.
 */
export async function findEventProgram(
  { config }: Pick<Deps, 'config'>,
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
  event: ProcessorEvent,
): Promise<EventOwner> {
  const current = { programId: account.program_id, isForeign: false }
  const references = listReferences(event)
  if (references === undefined) return current
  // An erased buyer's payment is found by its pseudonyms.
  const addPseudonyms = (programId: number) => [
    ...references,
    ...references.map(idPseudonymizer(programId, config.appSecret)),
  ]
  const former = await listFormerPrograms(transaction, account, processorLimits.formerPrograms)
  const isProven = ({ is_same_workspace }: FormerProgram) =>
    is_same_workspace || account.connected_by === 'oauth'
  const then = former.find((one) => wasConnectedAt(one, event.occurredAt))
  if (then !== undefined && event.occurredAt < truncateToSeconds(account.connected_at)) {
    return isProven(then)
      ? { programId: then.program_id, isForeign: false }
      : { programId: account.program_id, isForeign: true }
  }
  if (
    former.length === 0 ||
    (await hasPayment(transaction, account.program_id, addPseudonyms(account.program_id)))
  )
    return current
  for (const one of former.filter(isProven)) {
    if (await hasPayment(transaction, one.program_id, addPseudonyms(one.program_id))) {
      return { programId: one.program_id, isForeign: false }
    }
  }
  return current
}

/** Returns undefined if the event is not about money and therefore belongs to the connected program. */
function listReferences({ change, isLive }: ProcessorEvent): string[] | undefined {
  if (!isLive) return undefined
  switch (change?.kind) {
    case 'payment':
    case 'refund':
    case 'failed_refund':
    case 'dispute':
    case 'linked':
      return change.references
    default:
      return undefined
  }
}

/** The processor's timestamps are in seconds. */
function wasConnectedAt({ connected_at, ended_at }: FormerProgram, occurredAt: Date): boolean {
  return truncateToSeconds(connected_at) <= occurredAt && occurredAt <= ended_at
}

function truncateToSeconds(instant: Date): Date {
  return new Date(instant.getTime() - instant.getUTCMilliseconds())
}

async function hasPayment(
  transaction: Transaction<Schema>,
  programId: number,
  references: readonly string[],
): Promise<boolean> {
  return (await findReferences(transaction, programId, references)).length > 0
}
