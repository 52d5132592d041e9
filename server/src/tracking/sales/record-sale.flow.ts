import type { Transaction } from 'kysely'
import {
  isWriteConflict,
  LOCK_NOT_AVAILABLE,
  type Run,
  runIn,
  sqlState,
} from '../../core/database/database.ts'
import { isDatabaseUnavailable } from '../../core/database/database-unavailable.ts'
import type { Schema } from '../../core/database/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import type { SaleDecisionCode } from '../../core/enums.ts'
import { idPseudonymizer, isPseudonym } from '../../core/privacy/pseudonym.rule.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { programInstant } from '../../workspace/programs/program-clock.rule.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import { clickAttribution, decideCoupon } from '../coupons/coupon-attribution.rule.ts'
import { couponKey } from '../coupons/coupon-code.rule.ts'
import { loadCoupons, lockCoupon } from '../coupons/coupons.sql.ts'
import { attributeCustomerTo, createClickCustomer } from '../leads/attributed-customer.flow.ts'
import { findAttributableCustomer } from '../leads/attributed-customer.sql.ts'
import { findCustomers, identifyCustomer, lockClick } from '../leads/lead.sql.ts'
import type { LeadClick, LeadCustomer } from '../leads/lead.ts'
import { readTestInfo } from '../leads/test-info.flow.ts'
import type { TestInfo } from '../leads/test-info.ts'
import {
  type BatchDecision,
  couponDecision,
  currentAttribution,
  decideSale,
  decideSales,
  type SaleData,
  type SaleDecision,
  type SaleToSave,
  unusedClick,
} from './decide-sale.rule.ts'
import { saleLimits } from './limits.ts'
import {
  loadClickPartners,
  loadSale,
  loadSales,
  lockCustomer,
  type SaleLookup,
  type SavedSale,
  saveSales,
  saveTestSale,
} from './sale.sql.ts'
import type { LiveSaleRequest, SaleRequest } from './sale-request.rule.ts'

export type SaleOutcome = RecordedSale | Exclude<SaleDecision, { kind: 'save' }>

interface RecordedSale {
  kind: 'recorded'
  sale_id: number
  commission_id: number | null
  decision_code: SaleDecisionCode
  message: string
  /** When the sale was received, by the program's clock. */
  at: Date
}

/**
 * Hooks into the transaction of a sale whose transaction_id or provider_payment_id refers to a processor payment.
 * Implemented by the processors domain, which this domain doesn't import.
 */
export interface SalePayments {
  /** Locks the payments against all other writers. */
  lock(transaction: Transaction<Schema>, programId: number, paymentIds: readonly number[]): Promise<void>
  /**
   * Takes over the sale's payment after the sale is recorded.
   * @throws {WriteConflictError} roll back and decide again
   */
  afterSale(
    transaction: Transaction<Schema>,
    sale: {
      programId: number
      paymentId: number
      saleId: number
      request: Pick<LiveSaleRequest, 'transaction_id' | 'provider' | 'provider_payment_id'>
      receivedAt: Date
    },
  ): Promise<void>
  /** Holds for review the commission of a recorded sale whose payment already has another sale. */
  holdDuplicate(
    transaction: Transaction<Schema>,
    sale: { programId: number; saleId: number; duplicateOf: number; receivedAt: Date },
  ): Promise<void>
}

/** Dependencies for recording a sale. */
export type SaleFlowDeps = Deps & { payments: SalePayments }

/** A live sale in one program. */
export interface ReceivedSale {
  request: LiveSaleRequest
  /** By the real clock. */
  receivedAt: Date
}

/** A sale that nothing was written for: `recordSaleIndividually` decides it again in its own transaction. */
export interface UndecidedSale {
  kind: 'undecided'
  data: SaleData
}

/**
 * Records one program's live sales, each exactly once (D33): one statement loads their facts, and one saves all of them
 * or none. A sale stays undecided if the facts changed in the meantime, it refers to a processor payment, or its coupon
 * code attributes the customer.
 * @returns one outcome per sale, in order
 */
export async function recordSales(
  deps: SaleFlowDeps,
  programId: number,
  receivedSales: readonly ReceivedSale[],
): Promise<(SaleOutcome | UndecidedSale)[]> {
  const { database, ids, config } = deps
  const lookups = receivedSales.map(({ request }) => toSaleLookup(deps, programId, request))
  const requests = receivedSales.map(({ request }) => request)
  const loaded = await loadSales(database.run, programId, lookups)
  const data = await withOptionalData(database.run, programId, loaded, requests)
  const loadedSales = receivedSales.map(({ request, receivedAt }, index) => {
    const saleData = data[index]
    if (saleData === undefined) throw new Error(`program ${programId} no longer exists`)
    return { data: saleData, request, receivedAt: atProgramTime(saleData, receivedAt) }
  })
  const decisions = decideSales(loadedSales)
  const savedSales = new Map<BatchDecision, SavedSale>()
  const salesToSave = decisions.filter((decision) => decision.kind === 'save')
  try {
    const erase = idPseudonymizer(programId, config.appSecret)
    const options = { shard: randomShard(ids), erase, lockWaitMs: saleLimits.saleLockWaitMs }
    const rows = await saveSales(database.run, salesToSave, options)
    for (const [index, decision] of salesToSave.entries()) savedSales.set(decision, rows[index] as SavedSale) // safe because saveSales returns one row per sale
  } catch (error) {
    if (!isRejected(error)) throw error
  }
  return loadedSales.map(
    ({ data }, index) => toSaleOutcome(decisions, index, savedSales) ?? { kind: 'undecided', data },
  )
}

/**
 * Returns whether the batch failed because of its contents, such as a row that changed or stays locked. In that case,
 * nothing was written, and each sale may succeed individually. An outage, in contrast, would affect all of them.
 */
function isRejected(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return false
  return state === LOCK_NOT_AVAILABLE || isWriteConflict(error) || !isDatabaseUnavailable(error)
}

/** Returns the outcome, or undefined if the sale was not saved or its payment has to be locked first. */
function toSaleOutcome(
  decisions: readonly BatchDecision[],
  index: number,
  savedSales: ReadonlyMap<BatchDecision, SavedSale>,
): SaleOutcome | undefined {
  const decision = decisions[index]
  if (decision === undefined) return undefined
  if (decision.kind === 'has_payment' || decision.kind === 'attributes_customer') return undefined
  if (decision.kind === 'save') {
    const sale = savedSales.get(decision)
    return sale && toRecordedSale(decision, sale)
  }
  if (decision.kind === 'repeats') {
    const first = decisions[decision.index]
    const sale = first && savedSales.get(first)
    return sale && { kind: 'duplicate', sale_id: sale.sale_id }
  }
  return decision
}

function toRecordedSale({ conclusion, message, receivedAt: at }: SaleToSave, sale: SavedSale): RecordedSale {
  return { kind: 'recorded', decision_code: conclusion.code, message, at, ...sale }
}

/**
 * Records one live sale in a transaction serialized with all other writers of its customer and payments, and retries
 * until there is no conflict. A cluster may report a committed transaction as rolled back by a deadlock; the next
 * attempt then finds the sale under the ID returned here.
 */
export async function recordSaleIndividually(
  deps: SaleFlowDeps,
  receivedSale: ReceivedSale,
  { data: staleData }: UndecidedSale,
): Promise<SaleOutcome> {
  const attemptedSales: RecordedSale[] = []
  const outcome = await withTransaction(deps, async (transaction) => {
    const outcome = await recordLocked(deps, transaction, { ...receivedSale, staleData })
    if (outcome.kind === 'recorded') attemptedSales.push(outcome)
    return outcome
  })
  if (outcome.kind !== 'duplicate') return outcome
  return attemptedSales.find(({ sale_id }) => sale_id === outcome.sale_id) ?? outcome
}

interface SaleRetry extends ReceivedSale {
  /** The facts of the previous attempt. */
  staleData: SaleData
}

/**
 * Makes one attempt.
 * @throws {WriteConflictError} or a database write conflict: roll back and decide again
 */
async function recordLocked(
  deps: SaleFlowDeps,
  transaction: Transaction<Schema>,
  receivedSale: SaleRetry,
): Promise<SaleOutcome> {
  const { request } = receivedSale
  const { data: loadedSales, click } = await loadLocked(deps, transaction, receivedSale)
  const at = atProgramTime(loadedSales, receivedSale.receivedAt)
  const data = await attributeByCoupon(
    { deps, transaction, programId: loadedSales.program.id, at },
    loadedSales,
    { request, click },
  )
  const decision = decideSale(data, request, at)
  if (decision.kind !== 'save') return decision
  const programId = data.program.id
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const [savedSales] = await saveSales(runIn(transaction), [decision], {
    shard: randomShard(deps.ids),
    erase,
  })
  if (savedSales === undefined) throw new Error('a sale was saved without an ID')
  const { paymentId } = decision
  const { sale_id: saleId } = savedSales
  if (paymentId !== undefined) {
    await deps.payments.afterSale(transaction, { programId, paymentId, saleId, request, receivedAt: at })
  }
  const duplicateOf = duplicateOfNamedPayment(data)
  if (duplicateOf !== undefined) {
    await deps.payments.holdDuplicate(transaction, { programId, saleId, duplicateOf, receivedAt: at })
  }
  return toRecordedSale(decision, savedSales)
}

/**
 * Locks the rows that the decision depends on, in the same order as processor events: first the payments, then the
 * click that competes with a coupon code, then the customer. Also locks any payment that becomes known in the meantime.
 */
async function loadLocked(
  deps: SaleFlowDeps,
  transaction: Transaction<Schema>,
  { staleData, request }: SaleRetry,
): Promise<{ data: SaleData; click: LeadClick | undefined }> {
  const run = runIn(transaction)
  const { program, customer } = staleData
  const lockedPaymentIds = new Set(listPaymentIds(staleData))
  if (lockedPaymentIds.size > 0) await deps.payments.lock(transaction, program.id, [...lockedPaymentIds])
  const click = await lockCompetingClick(transaction, staleData, request)
  if (customer !== undefined) await lockCustomer(run, program.id, customer.id)
  for (;;) {
    const data = await loadSaleData({ ...deps, database: { run } }, program.id, request)
    if (data === undefined) throw new Error(`program ${program.id} no longer exists`)
    const unlockedIds = listPaymentIds(data).filter((id) => !lockedPaymentIds.has(id))
    if (unlockedIds.length === 0) return { data, click }
    await deps.payments.lock(transaction, program.id, unlockedIds)
    for (const id of unlockedIds) lockedPaymentIds.add(id)
  }
}

/** Locks the click of a sale whose unknown customer a coupon code would create. */
async function lockCompetingClick(
  transaction: Transaction<Schema>,
  { program, customer, coupon }: SaleData,
  { click_id }: LiveSaleRequest,
): Promise<LeadClick | undefined> {
  if (customer !== undefined || coupon?.data === undefined || click_id === undefined) return undefined
  const click = parseClickId(click_id)
  return click?.programId === program.id ? lockClick(transaction, program.id, click) : undefined
}

/** Loads one sale's facts, with its coupon code and unused click. */
export async function loadSaleData(
  { database: { run }, config }: { database: { run: Run }; config: Deps['config'] },
  programId: number,
  request: SaleIdentifiers,
): Promise<SaleData | undefined> {
  const loaded = await loadSale(run, programId, toSaleLookup({ config }, programId, request))
  const [data] = await withOptionalData(run, programId, [loaded], [request])
  return data
}

/** Adds the facts that only few sales need. */
async function withOptionalData(
  run: Run,
  programId: number,
  data: readonly (SaleData | undefined)[],
  requests: readonly SaleIdentifiers[],
): Promise<(SaleData | undefined)[]> {
  return withUnusedClicks(run, programId, await withCoupons(run, programId, data, requests), requests)
}

/** Adds the partners of clicks that known customers leave unused, so that explanations can name them. */
async function withUnusedClicks(
  run: Run,
  programId: number,
  data: readonly (SaleData | undefined)[],
  requests: readonly SaleIdentifiers[],
): Promise<(SaleData | undefined)[]> {
  const clicks = requests.map((request, index) => {
    const one = data[index]
    return one && unusedClick(one, request)
  })
  const unusedClicks = clicks.filter((click) => click !== undefined)
  if (unusedClicks.length === 0) return [...data]
  const partners = await loadClickPartners(run, programId, unusedClicks)
  return data.map((one, index) => {
    const partnerId = partners.get(clicks[index]?.uuid ?? '')
    return one === undefined || partnerId === undefined ? one : { ...one, unused_click_partner_id: partnerId }
  })
}

/** Adds the sales' coupon codes to their facts. */
async function withCoupons(
  run: Run,
  programId: number,
  data: readonly (SaleData | undefined)[],
  requests: readonly Pick<LiveSaleRequest, 'coupon_code'>[],
): Promise<(SaleData | undefined)[]> {
  const keys = requests.map(({ coupon_code }) => (coupon_code === undefined ? '' : couponKey(coupon_code)))
  const sentKeys = new Set(keys.filter((key) => key !== ''))
  if (sentKeys.size === 0) return [...data]
  const { program, coupons } = await loadCoupons(run, programId, [...sentKeys])
  return data.map((one, index) => {
    const key = keys[index] ?? ''
    return one === undefined || key === '' ? one : { ...one, coupon: { data: coupons.get(key), program } }
  })
}

/** A sale with the click that competes with its coupon code. */
interface CouponSale {
  request: LiveSaleRequest
  click: LeadClick | undefined
}

/**
 * Attributes a sale's customer by its coupon code, if the code decides: creates the customer, or continues an existing
 * customer without purchases as the code's partner's customer. If the program's precedence prefers the sale's click, an
 * unknown customer belongs to the click's partner instead.
 * @returns the facts afterwards
 * @throws {WriteConflictError} roll back and decide again
 */
async function attributeByCoupon(
  context: TransactionContext,
  data: SaleData,
  sale: CouponSale,
): Promise<SaleData> {
  const { deps, transaction, programId, at } = context
  const { request } = sale
  const run = runIn(transaction)
  const coupon = data.coupon?.data
  if (data.coupon === undefined || coupon === undefined) return data
  if (request.customer_key !== undefined && isPseudonym(request.customer_key)) return data
  if (couponDecision(data, at)?.kind !== 'attributes') return data
  const click = data.customer === undefined ? sale.click : undefined
  const rules = { ...data.coupon.program, attribution_window_days: data.program.attribution_window_days }
  const clickDecision = click && decideCoupon(coupon, clickAttribution(click), rules, at)
  const signup = click && (await lockUnnamedSignup(transaction, programId, click))
  // A concurrent sale may have used up the code, or the team may have archived it.
  await lockCoupon(run, programId, coupon.id)
  const [current] = await withCoupons(run, programId, [data], [request])
  if (current === undefined || couponDecision(current, at)?.kind !== 'attributes') return current ?? data
  const reload = async (customerId: number) => {
    const reloaded = await loadSale(run, programId, { ...toSaleLookup(deps, programId, request), customerId })
    if (reloaded === undefined) throw new Error(`program ${programId} no longer exists`)
    return { ...reloaded, coupon: { data: coupon, program: rules } }
  }
  if (signup !== undefined) {
    const identity = { customer_key: request.customer_key, email_hash: undefined }
    if (!(await identifyCustomer(transaction, programId, signup, identity))) throw new WriteConflictError()
    return attributeByCoupon(context, await reload(signup.id), sale)
  }
  if (click !== undefined && clickDecision?.kind === 'keeps') {
    const { customer_key } = request
    const customerId = await createClickCustomer(transaction, programId, { customer_key, click, at })
    return { ...(await reload(customerId)), found_by: 'click_id' }
  }
  const { customer } = current
  const from =
    customer &&
    (await findAttributableCustomer(transaction, programId, { name: { id: customer.id }, lock: true }))
  if (customer !== undefined && (from === undefined || from.continued_by !== null))
    throw new WriteConflictError()
  const customerId = await attributeCustomerTo(transaction, programId, {
    from,
    customer_key: request.customer_key,
    click_uuid: from?.click_uuid ?? parseClickUuid(programId, request.click_id) ?? deps.ids.uuid(),
    partner_id: coupon.partner_id,
    by: { source: 'coupon_code', coupon_id: coupon.id },
    at,
  })
  const reloaded = await reload(customerId)
  const previous = currentAttribution(customer) ?? (click && clickAttribution(click))
  return {
    ...reloaded,
    found_by: 'coupon_code',
    coupon: { ...reloaded.coupon, attributed: { from: previous } },
  }
}

/** Returns a click's provisional signup whose customer has no key yet, locked. */
async function lockUnnamedSignup(
  transaction: Transaction<Schema>,
  programId: number,
  click: LeadClick,
): Promise<LeadCustomer | undefined> {
  const customers = await findCustomers(transaction, programId, 'click_uuid', click.uuid)
  const signup = customers.find(
    ({ customer_key, lead_state }) => customer_key === null && lead_state === 'provisional',
  )
  if (signup !== undefined) await lockCustomer(runIn(transaction), programId, signup.id)
  return signup
}

/** Returns the payments that a sale's IDs refer to. */
export function listPaymentIds({ payment_id, named_payment, namesake_payment_id }: SaleData): number[] {
  return [payment_id, named_payment?.id, namesake_payment_id].filter((id) => id !== undefined)
}

/** Returns the sale for the payment in provider_payment_id, unless this sale has its own payment. */
function duplicateOfNamedPayment({ payment_id, named_payment: payment }: SaleData): number | undefined {
  if (payment_id !== undefined || payment === undefined || !payment.is_reported) return undefined
  return payment.sale_id ?? undefined
}

/** Converts a real time to the program's clock as loaded. Saving the sale verifies that clock. */
function atProgramTime({ program: { clock_ahead_ms = 0 } }: SaleData, realTime: Date): Date {
  return programInstant(realTime, { clock_ahead_ms })
}

/** The fields that identify a sale and its customer. A rejected request may lack any of them. */
type SaleIdentifiers = Pick<LiveSaleRequest, 'customer_key' | 'click_id' | 'coupon_code'> &
  Partial<Pick<LiveSaleRequest, 'product_id' | 'provider' | 'provider_payment_id'>> & {
    transaction_id: string | undefined
  }

function toSaleLookup(
  { config }: Pick<Deps, 'config'>,
  programId: number,
  request: SaleIdentifiers,
): SaleLookup {
  const erase = idPseudonymizer(programId, config.appSecret)
  const { transaction_id, provider_payment_id: name } = request
  return {
    isTest: false,
    request: { product_id: undefined, ...request },
    erasedTransaction: transaction_id === undefined ? undefined : erase(transaction_id),
    paymentPseudonym: name === undefined ? undefined : erase(name),
    clickUuid: parseClickUuid(programId, request.click_id),
  }
}

/** Returns the UUID in one of this program's click IDs. Another program's click doesn't resolve to a customer. */
export function parseClickUuid(programId: number, clickId: string | undefined): string | undefined {
  const click = clickId === undefined ? undefined : parseClickId(clickId)
  return click?.programId === programId ? click.uuid : undefined
}

/** Returns the field that a live sale would be rejected for; a test sale may omit it (D13). */
function missingInLiveSale(request: SaleRequest): Pick<TestInfo, 'missing'> {
  const missingField = (['transaction_id', 'amount_cents'] as const).find(
    (field) => request[field] === undefined,
  )
  return missingField === undefined ? {} : { missing: missingField }
}

/** Records a test sale, without attribution, money or statistics (D13). */
export async function recordTestSale(
  deps: Deps,
  programId: number,
  { request, receivedAt }: { request: SaleRequest; receivedAt: Date },
): Promise<{ kind: 'recorded'; event_id: number } | { kind: 'duplicate'; sale_id: number }> {
  const transactionId = request.transaction_id ?? `test-${deps.ids.uuid()}`
  const { run } = deps.database
  const facts = {
    ...(await readTestInfo(deps.database, { config: deps.config, programId }, request)),
    ...missingInLiveSale(request),
  }
  const eventId = await saveTestSale(run, programId, { transactionId, request, receivedAt, facts })
  if (eventId !== undefined) return { kind: 'recorded', event_id: eventId }
  const toRecordedSale = await loadSale(run, programId, { isTest: true, request })
  if (toRecordedSale?.recorded_sale_id === undefined)
    throw new Error('a used transaction_id has no test sale')
  return { kind: 'duplicate', sale_id: toRecordedSale.recorded_sale_id }
}
