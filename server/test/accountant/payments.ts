import {
  dispute,
  failedRefund,
  invoicePayment,
  newId,
  paidInvoice,
  refundedCharge,
} from '../tracking/processors/processor.ts'
import {
  type Charge,
  type Customer,
  DAY,
  type Ledger,
  refunded,
  sumAll,
  sumInvoices,
  sumUnwonDisputes,
} from './ledger.ts'
import { currency, expectStatus, firstSale, type Step } from './step.ts'
import { getData, type Program } from './workspace.ts'

export async function payment(step: Step, program: Program): Promise<void> {
  const of = currency(step)
  const amount = step.amount(of)
  const tx = newId('pi')
  const key = randomKey(step, program.ledger)
  await deliver(step, program, 'payment_intent.succeeded', {
    id: tx,
    amount_received: Number(amount),
    currency: of.toLowerCase(),
    metadata: { service_customer_key: key },
  })
  step.record(`payment ${tx} ${amount} ${of} of ${key}`)
  await recordPaid(step, program, { tx, key, amount, currency: of, charge: undefined })
}

export async function disputes(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const paid = [...ledger.sales.values(), ...ledger.orders.values()].filter(({ tx }) => tx.startsWith('pi_'))
  const of = step.one(paid)
  if (of === undefined) return
  const now = workspace.now(program)
  await openOrWinDispute(step, program, { ...of, intent: of.tx, most: of.amount })
  if ('customer' in of) ledger.updateAfterRefund(of, now)
}

/** Pays several invoices with one charge; some may be refunded before the service knows all of them. */
export async function payInvoicesWithOneCharge(step: Step, program: Program): Promise<void> {
  const { ledger } = program
  if (ledger.of.isSandbox) return
  const of = currency(step)
  const charge: Charge = {
    intent: newId('pi'),
    currency: of,
    invoices: [],
    refunded: 0n,
    disputes: new Map(),
  }
  const buyer = randomKey(step, ledger)
  const isOneBuyer = step.below(4) !== 0
  // Equal or small amounts leave the most remainders when an amount is split between them.
  const baseAmount = 1n + BigInt(step.below(200))
  const amounts = Array.from({ length: 2 + step.below(5) }, () =>
    step.below(3) === 0 ? step.amount(of) : baseAmount + BigInt(step.below(3)),
  )
  const isEarly = step.below(3) === 0
  for (const [index, amount] of amounts.entries()) {
    if (isEarly && index === amounts.length - 1) await refundCharge(step, program, charge, sumAll(amounts))
    const tx = newId('in')
    charge.invoices.push({ tx, amount })
    const key = isOneBuyer ? buyer : randomKey(step, ledger)
    step.record(`invoice ${tx} ${amount} ${of} of ${key} paid by ${charge.intent}`)
    const link = () => deliver(step, program, 'invoice_payment.paid', invoicePayment(tx, charge.intent))
    const isLinkFirst = step.below(2) === 0
    if (isLinkFirst) await link()
    const money = { amount_paid: Number(amount), amount_due: Number(amount), total: Number(amount) }
    const buyerFields = { customer: null, customer_email: null, metadata: { service_customer_key: key } }
    const invoice = paidInvoice({ id: tx, currency: of.toLowerCase(), ...money, ...buyerFields })
    await deliver(step, program, 'invoice.paid', invoice)
    await recordPaid(step, program, { tx, key, amount, currency: of, charge })
    if (!isLinkFirst) await link()
  }
  ledger.charges.push(charge)
  await adjustCharge(step, program, charge)
}

/** Refunds a charge that paid several invoices, in full or in part, or disputes it. */
export async function refundSharedCharge(step: Step, program: Program): Promise<void> {
  const { ledger } = program
  // An unattributed invoice is reconsidered with each event.
  const isSettled = ({ invoices }: Charge) =>
    invoices.every(({ tx }) => findBuyer(step, program, ledger.orders.get(tx)?.key ?? '') === undefined)
  const settledCharges = ledger.charges.filter(isSettled)
  const recordedSale = settledCharges.filter(({ invoices }) =>
    invoices.some(({ tx }) => ledger.sales.has(tx)),
  )
  const charge = step.one(step.below(4) === 0 ? settledCharges : recordedSale)
  if (charge === undefined) return payInvoicesWithOneCharge(step, program)
  for (let more = 0; more <= step.below(3); more++) {
    step.workspace.advanceTime(1000)
    const remaining = sumInvoices(charge) - charge.refunded - sumUnwonDisputes(charge.disputes)
    if (step.below(4) === 0) await openOrWinDispute(step, program, { ...charge, most: remaining })
    else if (remaining > 0n) await refundCharge(step, program, charge, sumInvoices(charge))
    await adjustCharge(step, program, charge)
  }
}

/** Simulates Stripe, which reports the refund, the new total of its charge, or both in either order. */
async function refundCharge(step: Step, program: Program, charge: Charge, total: bigint): Promise<void> {
  const remaining = Number(total - charge.refunded - sumUnwonDisputes(charge.disputes))
  const cents =
    [remaining, 1 + step.below(remaining), 1 + step.below(Math.min(remaining, 9))][step.below(3)] ?? remaining
  charge.refunded += BigInt(cents)
  step.record(`refund of ${cents} of ${total} of ${charge.intent}`)
  const money = { currency: charge.currency.toLowerCase() }
  const reportRefund = () => {
    const created = Math.floor(step.workspace.now(program) / 1000)
    const refund = failedRefund(charge.intent, cents, { ...money, status: 'succeeded', created })
    return deliver(step, program, 'refund.created', refund)
  }
  const whole = { ...money, amount: Number(total), amount_captured: Number(total) }
  const reportTotal = () => {
    const object = refundedCharge(charge.intent, Number(charge.refunded), whole)
    return deliver(step, program, 'charge.refunded', object)
  }
  const alternatives = [
    [reportTotal],
    [reportRefund],
    [reportTotal, reportRefund],
    [reportRefund, reportTotal],
  ]
  for (const send of step.one(alternatives) ?? []) await send()
}

/** Compares the refunded amount of each of the charge's sales with the ledger. */
async function adjustCharge(step: Step, program: Program, charge: Charge): Promise<void> {
  const { ledger } = program
  const now = step.workspace.now(program)
  const sales = charge.invoices.flatMap(({ tx }) => ledger.sales.get(tx) ?? [])
  for (const sale of sales) ledger.updateAfterRefund(sale, now)
  const rows: { id: number; refundedCents: number }[] = getData(
    await step.workspace.team(program, 'GET', '/sales?limit=100'),
    200,
  )
  for (const sale of sales) {
    const row = rows.find(({ id }) => id === sale.id)
    if (row !== undefined && BigInt(row.refundedCents) !== refunded(sale))
      throw new Error(`sale ${sale.tx}: ${row.refundedCents} refunded, expected ${refunded(sale)}`)
  }
}

type DisputedCharge = Pick<Charge, 'intent' | 'currency' | 'disputes'>

/** Wins the open dispute, or opens one if there is none. */
async function openOrWinDispute(
  step: Step,
  program: Program,
  { intent, currency: of, disputes: known, most }: DisputedCharge & { most: bigint },
): Promise<void> {
  const [open] = [...known].filter(([, one]) => !one.isWon)
  const commonFields = { currency: of.toLowerCase() }
  if (open !== undefined) {
    const [id, { cents }] = open
    step.record(`won dispute of ${intent}`)
    const object = dispute(intent, 'won', { ...commonFields, id, amount: Number(cents) })
    await deliver(step, program, 'charge.dispute.closed', object)
    known.set(id, { cents, isWon: true })
  } else if (most > 0n) {
    const cents = step.below(2) === 0 ? most : BigInt(1 + step.below(Number(most)))
    step.record(`dispute of ${cents} of ${intent}`)
    const object = dispute(intent, 'needs_response', { ...commonFields, amount: Number(cents) })
    await deliver(step, program, 'charge.dispute.created', object)
    known.set(object.id, { cents, isWon: false })
  }
}

async function deliver(step: Step, program: Program, type: string, object: Record<string, unknown>) {
  expectStatus(await step.workspace.publish(program, type, object), 200, type)
}

function randomKey(step: Step, ledger: Ledger): string {
  const customer = step.below(2) === 0 ? step.one(ledger.customers.filter((one) => one.isSettled)) : undefined
  return customer?.key ?? `nobody-${step.below(40)}`
}

/** Returns the customer for a payment that arrives now. */
function findBuyer(step: Step, { ledger, ...program }: Program, key: string): Customer | undefined {
  const customer = ledger.findCustomer(key)
  if (customer?.partner.status !== 'approved') return undefined
  const isInWindow =
    step.workspace.now({ ledger, ...program }) <= customer.clickedAt + ledger.of.windowDays * DAY
  return customer.sales.length > 0 || isInWindow ? customer : undefined
}

interface Paid {
  tx: string
  key: string
  amount: bigint
  currency: string
  charge: Charge | undefined
}

/** Records a payment as a sale, or as an unattributed order if its customer is unknown. */
async function recordPaid(step: Step, program: Program, paid: Paid): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const now = workspace.now(program)
  const customer = findBuyer(step, program, paid.key)
  if (customer === undefined) {
    const order = { ...paid, kind: 'payment', arrivedAt: now, isErased: false, disputes: new Map() } as const
    ledger.orders.set(paid.tx, order)
    return
  }
  const row = getData(await workspace.team(program, 'GET', '/sales?limit=1'), 200)[0]
  const { tx, amount, currency: of, charge } = paid
  const recordedSale = {
    tx,
    customer,
    amount,
    currency: of,
    charge,
    arrivedAt: now,
    isClaimed: false,
    product: null,
  }
  const earnedCommission = ledger.earned(recordedSale, now, firstSale(customer))
  const list = getData(await workspace.team(program, 'GET', '/commissions?limit=1'), 200)
  const commission = list[0]?.saleId === row.id ? list[0].id : null
  if ((commission === null) !== (earnedCommission.kind === 'nothing'))
    throw new Error('the payment earned a different amount')
  ledger.addSale({ sale: row.id, commission }, recordedSale, earnedCommission, now)
}
