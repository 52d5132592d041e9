import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { parseClickId } from '../rules/click-id.ts'
import { decideSale, type LiveSaleRequest, type SaleDecision, type SaleFacts } from '../rules/decide-sale.ts'
import type { SaleRequest } from '../rules/sale-request.ts'
import { isWriteConflict, type Run, runIn } from '../store/database.ts'
import { lockPayments } from '../store/payments.ts'
import { loadSaleFacts, lockCustomer, saveSale, saveTestSale } from '../store/sale.ts'
import { claimPayment } from './claim-payment.ts'
import { LostRace } from './lost-race.ts'

export type SaleOutcome =
  | { kind: 'recorded'; sale_id: number; commission_id: number | null; message: string }
  | Exclude<SaleDecision, { kind: 'save' }>

/**
 * Records one live sale exactly once (D33). The first try is one atomic write on the facts already loaded.
 * When another writer was first, the call queues on the customer's row and decides again on what is there
 * now, so that fifty sales at once end in fifty clear answers. A sale whose payment the processor told of already,
 * with refunds that wait for it perhaps, takes them along in one transaction.
 */
export async function recordSale(
  deps: Deps,
  facts: SaleFacts,
  request: LiveSaleRequest,
  receivedAt: Date,
): Promise<SaleOutcome> {
  const shard = chooseShard(request.transaction_id)
  for (let attempt = 1; attempt <= limits.writeAttempts; attempt++) {
    try {
      const outcome =
        attempt === 1 && facts.paymentId === undefined
          ? await decideAndSave(deps.database.run, facts, request, receivedAt, shard)
          : await queueAndDecide(deps, facts, request, receivedAt, shard)
      if (outcome !== undefined) return outcome
    } catch (error) {
      if (!isWriteConflict(error) && !(error instanceof LostRace)) throw error
    }
  }
  throw new Error(`a sale lost ${limits.writeAttempts} races in a row`)
}

/** Records a test sale: no attribution, no money, no statistics (D13). */
export async function recordTestSale(
  deps: Deps,
  programId: number,
  recordedSaleId: number | undefined,
  request: SaleRequest,
  receivedAt: Date,
): Promise<{ kind: 'recorded'; event_id: number } | { kind: 'duplicate'; sale_id: number }> {
  if (recordedSaleId !== undefined) return { kind: 'duplicate', sale_id: recordedSaleId }
  const transactionId = request.transaction_id ?? `test-${deps.ids.uuid()}`
  const { run } = deps.database
  const eventId = await saveTestSale(run, programId, transactionId, request, receivedAt)
  if (eventId !== undefined) return { kind: 'recorded', event_id: eventId }
  const again = await loadSaleFacts(run, programId, undefined, true, request, undefined)
  if (again?.facts.recordedSaleId === undefined) throw new Error('a taken transaction_id has no test sale')
  return { kind: 'duplicate', sale_id: again.facts.recordedSaleId }
}

/** The UUID of a click id of this program; another program's click resolves nobody here. */
export function clickUuidOf(programId: number, clickId: string | undefined): string | undefined {
  const click = clickId === undefined ? undefined : parseClickId(clickId)
  return click?.programId === programId ? click.uuid : undefined
}

async function decideAndSave(
  run: Run,
  facts: SaleFacts,
  request: LiveSaleRequest,
  receivedAt: Date,
  shard: number,
): Promise<SaleOutcome | undefined> {
  const decision = decideSale(facts, request, receivedAt)
  if (decision.kind !== 'save') return decision
  const saved = await saveSale(run, decision, shard)
  return saved === undefined ? undefined : { kind: 'recorded', ...saved, message: decision.message }
}

function queueAndDecide(
  deps: Deps,
  stale: SaleFacts,
  request: LiveSaleRequest,
  receivedAt: Date,
  shard: number,
): Promise<SaleOutcome | undefined> {
  return deps.database.kysely.transaction().execute(async (transaction) => {
    const run = runIn(transaction)
    // In the order the events of the processor take: first the payment, then the customer.
    if (stale.paymentId !== undefined) await lockPayments(transaction, stale.program.id, [stale.paymentId])
    if (stale.customer !== undefined) await lockCustomer(run, stale.program.id, stale.customer.id)
    const clickUuid = clickUuidOf(stale.program.id, request.click_id)
    const loaded = await loadSaleFacts(run, stale.program.id, undefined, false, request, clickUuid)
    if (loaded === undefined) throw new Error(`program ${stale.program.id} is gone`)
    const outcome = await decideAndSave(run, loaded.facts, request, receivedAt, shard)
    const { paymentId } = loaded.facts
    if (outcome?.kind === 'recorded' && paymentId !== undefined) {
      await claimPayment(deps, transaction, stale.program.id, paymentId, receivedAt)
    }
    return outcome
  })
}

/** Spreads a busy program's writers over its statistics rows; any spread does. */
function chooseShard(transactionId: string): number {
  let sum = 0
  for (const character of transactionId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return sum % limits.statShards
}
