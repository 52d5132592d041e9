import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { nameEraser } from '../../core/privacy/pseudonym.rule.ts'
import { processorLimits } from './limits.ts'
import { findReferences } from './payments.sql.ts'
import type { ProcessorEvent } from './processor.ts'
import type { ProcessorAccountRow } from './processor-accounts.sql.ts'
import { type FormerProgram, listFormerPrograms } from './processor-connections.sql.ts'

interface EventOwner {
  programId: number
  /** It belongs to another program, which the connection proves nothing about. */
  isForeign: boolean
}

/**
 * Whose an event of an account is: of the program that had the account when it happened, or, when it is about a payment
 * that such a program knows, of that one. Who connected the account by hand has proved nothing of what was before, so
 * that the event of another workspace's program is only kept.
 */
export async function findProgramOfEvent(
  { config }: Pick<Deps, 'config'>,
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
  event: ProcessorEvent,
): Promise<EventOwner> {
  const current = { programId: account.program_id, isForeign: false }
  const references = referencesOf(event)
  if (references === undefined) return current
  // A payment whose buyer was erased is known by the names that stand in place of its own.
  const asErased = (programId: number) => [
    ...references,
    ...references.map(nameEraser(programId, config.appSecret)),
  ]
  const former = await listFormerPrograms(transaction, account, processorLimits.formerPrograms)
  const isProven = ({ is_same_workspace }: FormerProgram) =>
    is_same_workspace || account.connected_by === 'oauth'
  const then = former.find((one) => hadIt(one, event.occurredAt))
  if (then !== undefined && event.occurredAt < inSeconds(account.connected_at)) {
    return isProven(then)
      ? { programId: then.program_id, isForeign: false }
      : { programId: account.program_id, isForeign: true }
  }
  if (former.length === 0 || (await knows(transaction, account.program_id, asErased(account.program_id))))
    return current
  for (const one of former.filter(isProven)) {
    if (await knows(transaction, one.program_id, asErased(one.program_id))) {
      return { programId: one.program_id, isForeign: false }
    }
  }
  return current
}

/** Undefined: the event is not about money, and so of the program that has the account now. */
function referencesOf({ change, isLive }: ProcessorEvent): string[] | undefined {
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

/** The processor's clock counts seconds. */
function hadIt({ connected_at, ended_at }: FormerProgram, occurredAt: Date): boolean {
  return inSeconds(connected_at) <= occurredAt && occurredAt <= ended_at
}

function inSeconds(instant: Date): Date {
  return new Date(instant.getTime() - instant.getUTCMilliseconds())
}

async function knows(
  transaction: Transaction<Schema>,
  programId: number,
  references: readonly string[],
): Promise<boolean> {
  return (await findReferences(transaction, programId, references)).length > 0
}
