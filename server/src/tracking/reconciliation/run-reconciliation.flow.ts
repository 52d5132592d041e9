import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { nextAttempt } from '../../core/jobs/retry-schedule.rule.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import { findProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { Processors } from '../processors/processor.ts'
import { findProgramAccount } from '../processors/processor-accounts.sql.ts'
import { authorizeList, callList, type ListedAccount, type ListResponse } from './call-list.adapter.ts'
import { type ComparedEntry, compareEntries } from './compare-entries.flow.ts'
import { reconciliationLimits as limits } from './limits.ts'
import { decryptCredentials } from './list-credentials.rule.ts'
import { parseCursor, type ReadPage, readListPage } from './read-page.rule.ts'
import type { ReconciliationFailure } from './reconciliation.ts'
import { countSettled, deleteSettled, type NewItem, saveItems } from './reconciliation-items.sql.ts'
import { startOfMonth } from './reconciliation-month.rule.ts'
import { claimRun, type HeldRun, updateHeldRun } from './reconciliations.sql.ts'

type Context = Pick<Deps, 'database' | 'config' | 'clock' | 'ids'>

/** A claimed run. */
interface Run extends HeldRun, ListedAccount {
  generation: number
  from: Date
  before: Date
}

/**
 * Executes a run from its cursor: reads a page, compares it, saves the result with the next cursor, and so on, up to
 * the number of pages per turn. Pages are read outside of transactions. After a crash, another process continues from
 * the last saved page.
 * @returns whether to continue the run immediately
 */
export async function continueRun(
  context: Context,
  processors: Processors,
  { programId, id }: { programId: number; id: number },
): Promise<'again' | 'paused'> {
  const { database, clock, ids } = context
  const leaseHolder = { programId, id, holder: ids.uuid() }
  const claimedRun = await claimRun(database.kysely, leaseHolder, clock.now())
  if (claimedRun === undefined) return 'paused'
  const program = await findProgram(database.kysely, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  const account = await openAccount(context, processors, program, claimedRun.processor)
  if (typeof account === 'string') return fail(context, leaseHolder, account)
  const opened = {
    ...leaseHolder,
    ...account,
    generation: claimedRun.generation,
    from: startOfMonth(claimedRun.month, program.time_zone),
    before: claimedRun.before,
  }
  const authorized = await authorizeList(account)
  if ('kind' in authorized) {
    await wait(context, opened, claimedRun, authorized)
    return 'paused'
  }
  const run = { ...opened, ...authorized }
  let progress: Progress | undefined = claimedRun
  for (let page = 0; page < limits.pagesPerTurn; page++) {
    progress = await processPage(context, run, progress)
    if (progress === undefined) return 'paused'
  }
  const isLeaseHeld = await updateHeldRun(database.kysely, leaseHolder, { holder: null, held_until: null })
  return isLeaseHeld ? 'again' : 'paused'
}

/** Returns the connected account with its decrypted key, or the reason it can't be read. */
export async function openAccount(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  processors: Processors,
  program: Pick<ProgramRow, 'id' | 'sandbox'>,
  processorName: string,
): Promise<ListedAccount | ReconciliationFailure> {
  const account = await findProgramAccount(database.kysely, program.id)
  const list = processors.get(processorName)?.list
  if (account?.processor !== processorName || account.api_key === null || list === undefined)
    return 'not_connected'
  // Events of the other mode don't count, so there is nothing to compare.
  if (account.is_live === program.sandbox) return 'wrong_mode'
  const credentials = decryptCredentials(list, account.api_key, config.appSecret)
  // Entering the key again fixes both a revoked key and one that was encrypted with an earlier secret.
  if (credentials === undefined) return 'key_rejected'
  return { list, account: { isLive: account.is_live }, credentials, network: config.webhookNetwork }
}

interface Progress {
  cursor: string | null
  pages: number
  attempts: number
  unreadable: number
}

/** Reads, compares and saves a page. Returns undefined if the run has ended or is waiting. */
async function processPage(context: Context, run: Run, progress: Progress): Promise<Progress | undefined> {
  const cursor = parseCursor(run.list, progress.cursor)
  if (cursor === undefined) return end(context, run, 'unreadable')
  if (progress.pages >= limits.listPagesPerRun) return end(context, run, 'too_many')
  const { collection, place } = cursor
  const path = collection.path({ from: run.from, before: run.before, place })
  const response = await callList(run, path)
  if (response.kind !== 'read') return wait(context, run, progress, response)
  const page = readListPage(run.list, cursor, response, { ...run, ...run.account })
  if (typeof page === 'string') return end(context, run, page)
  return savePage(context, run, { progress, page })
}

async function savePage(
  context: Context,
  run: Run,
  { progress, page }: { progress: Progress; page: ReadPage },
): Promise<Progress | undefined> {
  const { programId, id, generation } = run
  const saved = {
    cursor: page.next ?? null,
    pages: progress.pages + 1,
    attempts: 0,
    unreadable: progress.unreadable + page.unreadable,
  }
  const of = { programId, reconciliationId: id, generation }
  return withTransaction(context, async (transaction) => {
    const now = context.clock.now()
    const held_until = new Date(now.getTime() + limits.reconcileLeaseMs)
    // First, so a run that was taken over writes nothing.
    if (!(await updateHeldRun(transaction, run, { ...saved, held_until }))) return undefined
    const compared = await compareEntries(context, transaction, programId, page.entries)
    await saveItems(transaction, of, toItems(compared))
    if (page.next !== undefined) return saved
    const { matched, unattributed, reasons } = await countSettled(transaction, of)
    await deleteSettled(transaction, of, limits.unattributedKept)
    const counts = { matched, unattributed, unattributed_reasons: JSON.stringify(reasons) }
    const done = { status: 'done', finished_at: now, holder: null, held_until: null } as const
    await updateHeldRun(transaction, run, { ...counts, ...done })
    return undefined
  })
}

/** Returns a page's items. Objects of one payment are one item, with the worst state. */
function toItems(compared: readonly ComparedEntry[]): NewItem[] {
  const groups = groupBy(compared, ({ entry, reference }) => `${entry.change.kind} ${reference}`)
  return [...groups.values()].flatMap((entries) => {
    const [worst] = entries.toSorted((a, b) => SEVERITY[b.state] - SEVERITY[a.state])
    if (worst === undefined) return []
    const keys = [...new Set(entries.map(({ entry }) => entry.key))].slice(0, limits.keysPerItem)
    return [toItem(worst, keys)]
  })
}

const SEVERITY: Record<ComparedEntry['state'], number> = {
  matched: 0,
  unattributed: 1,
  different_amount: 2,
  missing: 3,
}

function toItem(
  { entry, reference, state, reason, recorded, ...amounts }: ComparedEntry,
  keys: string[],
): NewItem {
  const { kind, amount_cents, currency } = entry.change
  return {
    kind,
    reference,
    state,
    reason: reason ?? null,
    // Only missing items are read again.
    keys: state === 'unattributed' ? [] : keys,
    payment_id: recorded?.payment_id ?? null,
    amount_cents,
    currency: currency ?? null,
    recorded_cents: amounts.recordedCents ?? null,
    recorded_currency: amounts.recordedCurrency ?? null,
    occurred_at: entry.occurredAt,
  }
}

const SECOND_MS = 1000
const WAITS_MS = [5, 30, 120, 600, 1800].map((seconds) => seconds * SECOND_MS)

/** Postpones the run until the processor can be called again, or fails it after too many attempts in a row. */
async function wait(
  context: Context,
  run: Run,
  { attempts: earlier }: Progress,
  response: Exclude<ListResponse, { kind: 'read' }>,
): Promise<undefined> {
  const { kind } = response
  if (kind === 'not_found')
    return end(context, run, run.list.site === undefined ? 'unreadable' : 'wrong_site')
  if (kind === 'key_rejected' || kind === 'wrong_site' || kind === 'unreadable')
    return end(context, run, kind)
  const attempts = earlier + 1
  const now = context.clock.now()
  const byte = context.ids.bytes(1)[0] ?? 0
  const next = nextAttempt(WAITS_MS, { attempts, failedAt: now, chance: byte / 255 })
  if (next === undefined) return end(context, run, kind)
  const requested = response.kind === 'rate_limited' ? response.retryAfterSeconds : undefined
  const resume_at = requested === undefined ? next : new Date(now.getTime() + requested * SECOND_MS)
  const waitingRun = { attempts, resume_at, holder: null, held_until: null }
  await updateHeldRun(context.database.kysely, run, waitingRun)
  return undefined
}

async function end(context: Context, run: HeldRun, failure: ReconciliationFailure): Promise<undefined> {
  await fail(context, run, failure)
  return undefined
}

async function fail(
  { database, clock }: Context,
  run: HeldRun,
  failure: ReconciliationFailure,
): Promise<'paused'> {
  const failedRun = {
    status: 'failed',
    failure,
    finished_at: clock.now(),
    holder: null,
    held_until: null,
  } as const
  await updateHeldRun(database.kysely, run, failedRun)
  return 'paused'
}
