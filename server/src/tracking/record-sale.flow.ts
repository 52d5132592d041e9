import type { Transaction } from 'kysely'
import { type Run, runIn } from '../platform/database.ts'
import type { Deps } from '../platform/deps.ts'
import { untilNobodyIsInTheWay } from '../platform/in-transaction.ts'
import { LostRace } from '../platform/lost-race.ts'
import type { Schema } from '../platform/schema.ts'
import { anyShard } from '../statistics/any-shard.flow.ts'
import { parseClickId } from './click-id.rule.ts'
import { decideSale, type SaleDecision } from './decide-sale.rule.ts'
import { loadSaleFacts, lockCustomer, saveSale, saveTestSale } from './sale.sql.ts'
import type { LiveSaleRequest, SaleFacts, SaleRequest } from './sale.ts'

export type SaleOutcome =
  | { kind: 'recorded'; sale_id: number; commission_id: number | null; message: string }
  | Exclude<SaleDecision, { kind: 'save' }>

/**
 * What must happen in the transaction of a sale whose transaction_id names a payment of the connected processor
 * account. The domain of the processor supplies it: recording a sale knows nothing of processors.
 */
export interface SalePayments {
  /** Queues the transaction behind every other writer of the payment. */
  lock(transaction: Transaction<Schema>, programId: number, paymentId: number): Promise<void>
  /**
   * The sale was recorded: it takes the payment over.
   * @throws {LostRace} roll back and decide again
   */
  afterSale(
    transaction: Transaction<Schema>,
    sale: { programId: number; paymentId: number; receivedAt: Date },
  ): Promise<void>
}

/** What recording a sale reaches for. */
export type SaleFlowDeps = Deps & { payments: SalePayments }

interface LiveSale {
  request: LiveSaleRequest
  receivedAt: Date
}

/**
 * Records one live sale exactly once (D33). The first try is one atomic write on the facts already loaded.
 * When another writer was first, the call queues on the customer's row and decides again on what is there
 * now, so that fifty sales at once end in fifty clear answers. A sale whose payment the processor told of already,
 * with refunds that wait for it perhaps, takes them along in one transaction.
 */
export function recordSale(deps: SaleFlowDeps, facts: SaleFacts, sale: LiveSale): Promise<SaleOutcome> {
  return untilNobodyIsInTheWay((attempt) =>
    attempt === 1 && facts.payment_id === undefined
      ? decideAndSave(deps, deps.database.run, facts, sale)
      : queueAndDecide(deps, facts, sale),
  )
}

/** Records a test sale: no attribution, no money, no statistics (D13). */
export async function recordTestSale(
  deps: Deps,
  programId: number,
  {
    recordedSaleId,
    request,
    receivedAt,
  }: { recordedSaleId: number | undefined; request: SaleRequest; receivedAt: Date },
): Promise<{ kind: 'recorded'; event_id: number } | { kind: 'duplicate'; sale_id: number }> {
  if (recordedSaleId !== undefined) return { kind: 'duplicate', sale_id: recordedSaleId }
  const transactionId = request.transaction_id ?? `test-${deps.ids.uuid()}`
  const { run } = deps.database
  const eventId = await saveTestSale(run, programId, { transactionId, request, receivedAt })
  if (eventId !== undefined) return { kind: 'recorded', event_id: eventId }
  const again = await loadSaleFacts(run, programId, { isTest: true, request })
  if (again?.facts.recorded_sale_id === undefined) throw new Error('a taken transaction_id has no test sale')
  return { kind: 'duplicate', sale_id: again.facts.recorded_sale_id }
}

/** The UUID of a click id of this program; another program's click resolves nobody here. */
export function clickUuidOf(programId: number, clickId: string | undefined): string | undefined {
  const click = clickId === undefined ? undefined : parseClickId(clickId)
  return click?.programId === programId ? click.uuid : undefined
}

/** @throws {LostRace} another writer was first: nothing was written */
async function decideAndSave(
  { ids }: Pick<Deps, 'ids'>,
  run: Run,
  facts: SaleFacts,
  { request, receivedAt }: LiveSale,
): Promise<SaleOutcome> {
  const decision = decideSale(facts, request, receivedAt)
  if (decision.kind !== 'save') return decision
  const saved = await saveSale(run, decision, anyShard(ids))
  if (saved === undefined) throw new LostRace()
  return { kind: 'recorded', ...saved, message: decision.message }
}

function queueAndDecide(deps: SaleFlowDeps, stale: SaleFacts, sale: LiveSale): Promise<SaleOutcome> {
  const { request, receivedAt } = sale
  const programId = stale.program.id
  return deps.database.kysely.transaction().execute(async (transaction) => {
    const run = runIn(transaction)
    // In the order the events of the processor take: first the payment, then the customer.
    if (stale.payment_id !== undefined) await deps.payments.lock(transaction, programId, stale.payment_id)
    if (stale.customer !== undefined) await lockCustomer(run, programId, stale.customer.id)
    const clickUuid = clickUuidOf(programId, request.click_id)
    const loaded = await loadSaleFacts(run, programId, { isTest: false, request, clickUuid })
    if (loaded === undefined) throw new Error(`program ${programId} is gone`)
    const outcome = await decideAndSave(deps, run, loaded.facts, sale)
    const { payment_id: paymentId } = loaded.facts
    if (outcome.kind === 'recorded' && paymentId !== undefined) {
      await deps.payments.afterSale(transaction, { programId, paymentId, receivedAt })
    }
    return outcome
  })
}
