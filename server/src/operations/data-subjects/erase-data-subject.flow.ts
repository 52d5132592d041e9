import type { Transaction } from 'kysely'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { recordAudit } from '../../core/database/record-audit.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import {
  formatPseudonym,
  idPseudonymizer,
  PSEUDONYM_BYTES,
  requestTracer,
  signupTrace,
} from '../../core/privacy/pseudonym.rule.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { rollUpClickDaysAgain } from '../../statistics/click-value-rollups.flow.ts'
import { formatClickId, uuidV7 } from '../../tracking/clicks/click-id.rule.ts'
import { lockClick, lockEmail } from '../../tracking/leads/lead.sql.ts'
import { erasePayments } from '../../tracking/processors/erase-payments.flow.ts'
import type { Pseudonym } from '../../tracking/processors/erase-payments.sql.ts'
import { lockPayments } from '../../tracking/processors/payments.sql.ts'
import {
  DATA_SUBJECT_PARTS,
  type DataSubjectCounts,
  type FoundDataSubject,
  type RequestedDataSubject,
} from './data-subject.ts'
import {
  beginErasing,
  type ErasedClick,
  type ErasedCustomer,
  eraseChanges,
  eraseClaims,
  eraseClicks,
  eraseCustomers,
  eraseMentions,
  eraseMessages,
  eraseReasons,
  eraseRejectedRequests,
  eraseSales,
  eraseTestEvents,
  eraseUnusedDimensions,
  insertErasedSignups,
  listClaimIdentifiers,
  listClickDimensions,
  listRejectedRequestIdentifiers,
  listSaleIdentifiers,
  lockCustomersAndSales,
  lockErasures,
} from './erase-data-subject.sql.ts'
import { isUnknown, toSearchedNames } from './export-data-subject.flow.ts'
import { countDataSubjectPart } from './export-data-subject.sql.ts'
import { type DataSubjectNames, findDataSubject } from './find-data-subject.sql.ts'

export type Erasure =
  /** The number of erased rows, and the pseudonym of each customer's remaining rows. */
  | { kind: 'erased'; pseudonyms: string[]; customerKeys: string[]; counts: DataSubjectCounts }
  | { kind: 'unknown' }

/**
 * Erases a person from a program in one transaction. Rows from which amounts are computed are kept under a random
 * pseudonym. A concurrent sale, lead or payment either commits first and is also erased, or no longer finds the person.
 */
export function eraseDataSubject(
  deps: Deps,
  programId: number,
  query: RequestedDataSubject,
): Promise<Erasure> {
  const names = toSearchedNames(deps, query)
  return withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const context = { deps, transaction, programId, at: deps.clock.now() }
    await lockErasures(transaction, programId)
    const person = await lockDataSubject(transaction, programId, names)
    if (isUnknown(person)) return { kind: 'unknown' }
    const counts = {} as DataSubjectCounts // safe because the loop sets every part
    for (const part of DATA_SUBJECT_PARTS)
      counts[part] = await countDataSubjectPart(transaction, programId, { person, part })
    await beginErasing(transaction)
    const pseudonyms = await erase(context, person)
    for (const pseudonym of pseudonyms) {
      const after = { ...counts }
      await recordAudit(transaction, programId, { type: 'data_subject', id: pseudonym, after })
    }
    return { kind: 'erased', pseudonyms, customerKeys: person.matchedKeys, counts }
  })
}

/**
 * Finds the person and locks all rows that other writers use, in the global lock order: payments, click, email,
 * customers, sales.
 * @throws {WriteConflictError} if rows changed in the meantime
 */
async function lockDataSubject(
  transaction: Transaction<Schema>,
  programId: number,
  names: DataSubjectNames,
): Promise<FoundDataSubject> {
  const subject = await findDataSubject(transaction, programId, names)
  const { paymentIds, clicks, emailHashes, customers } = subject
  if (paymentIds.length > 0) await lockPayments(transaction, programId, paymentIds)
  for (const { click_uuid: uuid, received_at: receivedAt } of clicks) {
    await lockClick(transaction, programId, { uuid, receivedAt })
  }
  for (const hash of [...emailHashes].sort())
    await lockEmail(transaction, programId, Buffer.from(hash, 'hex'))
  await lockCustomersAndSales(
    transaction,
    programId,
    customers.map(({ id }) => id),
  )
  const person = await findDataSubject(transaction, programId, names)
  if (JSON.stringify(person) !== JSON.stringify(subject)) throw new WriteConflictError()
  return person
}

/**
 * Erases the data.
 * @returns one pseudonym per customer; without a customer, one for the audit log
 */
async function erase(context: TransactionContext, person: FoundDataSubject): Promise<string[]> {
  const { deps, transaction, programId, at } = context
  const customerIds = person.customers.map(({ id }) => id)
  const dimensions = await listClickDimensions(transaction, programId, person.clicks)
  const { clicks, customers } = newNames(deps, person)
  await eraseSubjectClaims(context, person)
  const names = await eraseMoney(context, person)
  await eraseMessages(transaction, programId, { person, names })
  await eraseChanges(transaction, programId, { person, values: listErasedValues(programId, person, names) })
  await eraseReasons(transaction, programId, customerIds)
  await eraseMentions(transaction, programId, person)
  await eraseTestEvents(transaction, programId, person)
  await eraseSubjectRejectedRequests(context, person)
  const traces = [...listTraces(deps, person), ...listRequestTraces(deps, programId, person)]
  await insertErasedSignups(transaction, programId, { traces, at })
  await eraseCustomers(transaction, programId, { customers, at })
  await eraseClicks(transaction, programId, clicks)
  for (const monthDimensions of dimensions)
    await eraseUnusedDimensions(transaction, programId, monthDimensions)
  const days = clicks.map(({ received_at }) => received_at.toISOString().slice(0, 10))
  await rollUpClickDaysAgain(transaction, programId, days)
  const pseudonyms = customers.map(({ pseudonym }) => pseudonym)
  return pseudonyms.length === 0 ? [formatPseudonym(deps.ids.bytes(PSEUDONYM_BYTES))] : pseudonyms
}

/** Replaces the identifiers of sales, refunds and payments. */
async function eraseMoney(context: TransactionContext, person: FoundDataSubject): Promise<Pseudonym[]> {
  const { deps, transaction, programId, at } = context
  const { saleIds, paymentIds } = person
  const erased = idPseudonymizer(programId, deps.config.appSecret)
  const saleNames = await listSaleIdentifiers(transaction, programId, saleIds)
  const names = saleNames.map((name) => ({ name, erased: erased(name) }))
  await eraseSales(transaction, programId, { saleIds, names, at })
  return [...names, ...(await erasePayments(context, paymentIds))]
}

async function eraseSubjectClaims(
  { deps, transaction, programId }: TransactionContext,
  { claimIds }: FoundDataSubject,
): Promise<void> {
  if (claimIds.length === 0) return
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const claimNames = await listClaimIdentifiers(transaction, programId, claimIds)
  const names = claimNames.map((name) => ({ name, erased: erase(name) }))
  await eraseClaims(transaction, programId, { claimIds, names })
}

async function eraseSubjectRejectedRequests(
  { deps, transaction, programId }: TransactionContext,
  { rejectedRequestIds }: FoundDataSubject,
): Promise<void> {
  if (rejectedRequestIds.length === 0) return
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const requestNames = await listRejectedRequestIdentifiers(transaction, programId, rejectedRequestIds)
  const names = requestNames.map((name) => ({ name, erased: erase(name) }))
  await eraseRejectedRequests(transaction, programId, { rejectedRequestIds, names })
}

/**
 * Returns new click IDs. The visitor's cookie contains the click ID, so each erased click gets a new one with the same
 * timestamp.
 */
function newNames(
  { ids }: Pick<Deps, 'ids'>,
  { clicks, testClicks, customers }: FoundDataSubject,
): { clicks: ErasedClick[]; customers: ErasedCustomer[] } {
  const renamed = new Map<string, string>()
  const erasedClicks = [...clicks, ...testClicks].map(({ click_uuid, received_at, is_shared }) => {
    const fresh = uuidV7(received_at, ids.bytes(10))
    if (!is_shared) renamed.set(click_uuid, fresh)
    // The click's other customers must still find it.
    return { click_uuid, received_at, new_uuid: is_shared ? click_uuid : fresh }
  })
  return {
    clicks: erasedClicks,
    customers: customers.map(({ id, click_uuid, clicked_at }) => ({
      id,
      pseudonym: formatPseudonym(ids.bytes(PSEUDONYM_BYTES)),
      click_uuid: renamed.get(click_uuid) ?? uuidV7(clicked_at, ids.bytes(10)),
    })),
  }
}

/** Returns traces that prevent a repeated signup from recreating an erased customer through a remaining click. */
function listTraces({ config }: Pick<Deps, 'config'>, { clicks, customers }: FoundDataSubject): Buffer[] {
  const shared = new Set(clicks.filter(({ is_shared }) => is_shared).map(({ click_uuid }) => click_uuid))
  return customers
    .filter(({ click_uuid }) => shared.has(click_uuid))
    .flatMap(({ click_uuid, customer_key, email_hash }) => [
      signupTrace(config.appSecret, click_uuid, {
        customer_key: customer_key ?? undefined,
        email_hash: undefined,
      }),
      signupTrace(config.appSecret, click_uuid, {
        customer_key: undefined,
        email_hash: email_hash === null ? undefined : Buffer.from(email_hash, 'hex'),
      }),
    ])
    .filter((trace) => trace !== undefined)
}

/** Returns traces of requests. Requests rejected from now on are stored without these identifiers. */
function listRequestTraces(
  { config }: Pick<Deps, 'config'>,
  programId: number,
  { keys, clicks, customers }: FoundDataSubject,
): Buffer[] {
  const trace = requestTracer(programId, config.appSecret)
  const shared = new Set(clicks.filter(({ is_shared }) => is_shared).map(({ click_uuid }) => click_uuid))
  const uuids = new Set([...clicks, ...customers].map(({ click_uuid }) => click_uuid))
  return [
    ...keys.map((key) => trace('key', key)),
    ...[...uuids].filter((uuid) => !shared.has(uuid)).map((uuid) => trace('click', uuid)),
  ]
}

/** Collects every value in the audit log that may identify the person. */
function listErasedValues(
  programId: number,
  person: FoundDataSubject,
  names: readonly Pseudonym[],
): string[] {
  return [
    ...names.map(({ name }) => name),
    ...person.keys,
    ...person.emails,
    ...person.processorCustomerIds,
    ...person.subscriptionIds,
    ...person.clicks.flatMap(({ click_uuid }) => [click_uuid, formatClickId(programId, click_uuid)]),
  ]
}
