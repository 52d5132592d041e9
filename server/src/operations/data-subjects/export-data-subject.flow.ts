import type { Transaction } from 'kysely'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import { isPseudonym } from '../../core/privacy/pseudonym.rule.ts'
import { customerEmailForms } from '../../core/text/email-address.rule.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import {
  DATA_SUBJECT_PARTS,
  type DataSubjectCounts,
  type FoundDataSubject,
  type RequestedDataSubject,
} from './data-subject.ts'
import { countDataSubjectPart, type ExportedRow, readDataSubjectPart } from './export-data-subject.sql.ts'
import { type DataSubjectNames, findDataSubject } from './find-data-subject.sql.ts'

/** All data that a program stores about a person, row by row. */
export interface DataSubjectExport {
  programId: number
  query: RequestedDataSubject
  /** The customer keys as stored. */
  customerKeys: string[]
  exportedAt: string
  counts: DataSubjectCounts
  rows: Record<keyof DataSubjectCounts, ExportedRow[]>
}

export type ExportOutcome =
  | { kind: 'exported'; person: DataSubjectExport }
  | { kind: 'unknown' }
  /** Exceeds the row limit; nothing is omitted silently. */
  | { kind: 'too_much'; counts: DataSubjectCounts }

/** Reads all of a program's data about a person, at most `most` rows per part. */
export function exportDataSubject(
  deps: Deps,
  programId: number,
  query: RequestedDataSubject,
  { most }: { most: number },
): Promise<ExportOutcome> {
  return withTransaction(deps, async (transaction) => {
    const subject = await findLocked(deps, transaction, programId, query)
    if (subject === undefined) return { kind: 'unknown' }
    const { person, counts } = subject
    if (Object.values(counts).some((count) => count > most)) return { kind: 'too_much', counts }
    const rows = {} as DataSubjectExport['rows'] // safe because the loop sets every part
    for (const part of DATA_SUBJECT_PARTS) {
      rows[part] = await readDataSubjectPart(transaction, programId, { person, part, most })
    }
    const exportedAt = deps.clock.now().toISOString()
    const { matchedKeys: customerKeys } = person
    return { kind: 'exported', person: { programId, query, customerKeys, exportedAt, counts, rows } }
  })
}

/** The rows that an erasure would affect. */
export interface DataSubjectSummary {
  customerKeys: string[]
  counts: DataSubjectCounts
}

/** Counts the rows that an erasure would affect. Returns undefined if there are none. */
export function countDataSubject(
  deps: Deps,
  programId: number,
  query: RequestedDataSubject,
): Promise<DataSubjectSummary | undefined> {
  return withTransaction(deps, async (transaction) => {
    const subject = await findLocked(deps, transaction, programId, query)
    return subject && { customerKeys: subject.person.matchedKeys, counts: subject.counts }
  })
}

async function findLocked(
  deps: Deps,
  transaction: Transaction<Schema>,
  programId: number,
  query: RequestedDataSubject,
): Promise<{ person: FoundDataSubject; counts: DataSubjectCounts } | undefined> {
  await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
  const person = await findDataSubject(transaction, programId, toSearchedNames(deps, query))
  const counts = {} as DataSubjectCounts // safe because the loop sets every part
  for (const part of DATA_SUBJECT_PARTS)
    counts[part] = await countDataSubjectPart(transaction, programId, { person, part })
  return isUnknown(person) ? undefined : { person, counts }
}

/** Returns the identifiers to search for. A pseudonym never matches, even if a rejected request contains it. */
export function toSearchedNames(
  { config }: Pick<Deps, 'config'>,
  query: RequestedDataSubject,
): DataSubjectNames {
  if ('customerKey' in query) {
    const { customerKey } = query
    return { customerKey: isPseudonym(customerKey.trim()) ? undefined : customerKey, emails: [] }
  }
  const hashAddress = (address: string) => hashEmail(address, config.appSecret).toString('hex')
  const emails = customerEmailForms(query.email).map((address) => ({ address, hash: hashAddress(address) }))
  return { customerKey: undefined, emails }
}

export function isUnknown(person: FoundDataSubject): boolean {
  const { customers, paymentIds, processorCustomers, rejectedRequestIds } = person
  const testEvents = [person.testLeadEventIds, person.testSaleEventIds, person.testClicks]
  return [customers, paymentIds, processorCustomers, rejectedRequestIds, ...testEvents].every(
    (list) => list.length === 0,
  )
}
