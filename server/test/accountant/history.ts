import { PAYPAL } from '../portal/partner-portal/closing-partner.ts'
import { saved } from '../tracking/requests/request-helpers.ts'
import {
  type Commission,
  type Customer,
  DAY,
  disputed,
  halfUp,
  type Ledger,
  localDay,
  monthBefore,
  type Order,
  owed,
  type Partner,
  type Payout,
  refunded,
  sumAll,
} from './ledger.ts'
import { disputes, payInvoicesWithOneCharge, payment, refundSharedCharge } from './payments.ts'
import { CURRENCIES, currency, expectStatus, firstSale, Step } from './step.ts'
import { getData, type Program, payoutMonth, type Workspace } from './workspace.ts'

/** Each of these zones has an unusual clock change or day boundary. */
const ZONES = ['Africa/Casablanca', 'Europe/Chisinau', 'Pacific/Apia', 'America/New_York', 'UTC']
const PRODUCTS = ['pro', 'team']

type Act = (step: Step, program: Program) => Promise<void>

/** @returns a description of the first difference; undefined if there is none */
export async function runStep(step: Step): Promise<string | undefined> {
  const { workspace } = step
  // Half of the events are in one program, so that many of them interact.
  const [shop] = workspace.programs
  const program = step.below(3) === 0 ? step.one(workspace.programs) : shop
  if (program === undefined) throw new Error('there are no programs')
  const total = ACTIONS.reduce((sum, [weight]) => sum + weight, 0)
  let left = step.below(total)
  const [, action] = ACTIONS.find(([weight]) => {
    left -= weight
    return left < 0
  }) ?? [0, newCustomer]
  step.record(`${step.number} ${program.ledger.of.name} ${action.name}`)
  workspace.advanceTime(1000)
  try {
    await action(step, program)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  return undefined
}

async function newCustomer(step: Step, program: Program): Promise<void> {
  const partner = step.one(program.ledger.partners)
  if (partner !== undefined) await createReferral(step, program, partner)
}

/** Simulates a visitor who clicks a partner's link and signs up. */
async function createReferral(step: Step, program: Program, partner: Partner): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const clicked = await workspace.track(
    program,
    'click',
    { affiliate_url: `https://shop.test/?aff=${partner.code}` },
    false,
  )
  if (partner.status !== 'approved') {
    if (clicked.body.success !== false)
      throw new Error(`a click on a link of a partner with status ${partner.status}: ${clicked.text}`)
    return
  }
  const clickId: string = clicked.body.click_id
  ledger.clicks++
  const now = workspace.now(program)
  const key = `cus-${step.number}-${ledger.customers.length}`
  const customer: Customer = {
    id: 0,
    key,
    partner,
    clickId,
    clickedAt: now,
    isSettled: true,
    isErased: false,
    sales: [],
  }
  if (step.below(4) === 0) {
    expectStatus(await workspace.track(program, 'lead', { click_id: clickId }, false), 200, 'browser lead')
    customer.isSettled = false
    step.record('provisional')
  } else {
    expectStatus(
      await workspace.track(program, 'lead', { click_id: clickId, customer_key: key }),
      200,
      'lead',
    )
    await settleSignup(step, program, customer)
  }
  ledger.customers.push(customer)
}

async function settleSignup(step: Step, program: Program, customer: Customer): Promise<void> {
  const { ledger } = program
  ledger.leads++
  customer.isSettled = true
  const { perLead } = ledger.of
  if (perLead === undefined) return
  const { data } = (await step.workspace.team(program, 'GET', '/commissions?limit=5')).body
  const newestCommission = data.find(
    (one: { kind: string; id: number }) => one.kind === 'lead' && !ledger.commissions.has(one.id),
  )
  if (newestCommission === undefined) throw new Error('the lead earned nothing')
  const commissionFields = {
    kind: 'lead',
    partner: customer.partner,
    sale: undefined,
    currency: perLead.currency,
    amount: perLead.cents,
  } as const
  ledger.addCommission(newestCommission.id, commissionFields, step.workspace.now(program), undefined)
}

async function settleLead(step: Step, program: Program): Promise<void> {
  const { ledger } = program
  const { workspace } = step
  const customer = step.one(ledger.customers.filter((one) => !one.isSettled && !one.isErased))
  if (customer === undefined) return
  const response = await workspace.track(program, 'lead', {
    click_id: customer.clickId,
    customer_key: customer.key,
  })
  const isIn = workspace.now(program) <= customer.clickedAt + ledger.of.windowDays * DAY
  if (!isIn || customer.partner.status !== 'approved') {
    expectStatus(response, 400, 'a lead after the attribution window')
    return
  }
  expectStatus(response, 200, 'settling')
  await settleSignup(step, program, customer)
}

interface Call {
  tx: string
  key?: string
  clickId?: string
  amount: bigint
  currency: string
  product: string | null
}

async function sell(step: Step, program: Program, call: Call): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const response = await workspace.track(program, 'sale', {
    transaction_id: call.tx,
    amount_cents: Number(call.amount),
    customer_key: call.key,
    click_id: call.clickId,
    currency: call.currency,
    product_id: call.product,
  })
  step.record(`sale ${call.tx} ${call.amount} ${call.currency} of ${call.key ?? call.clickId}`)
  const now = workspace.now(program)
  const recordedSale = ledger.sales.get(call.tx)
  if (!CURRENCIES.includes(call.currency)) return expectStatus(response, 422, 'currency')
  if (recordedSale !== undefined) {
    expectStatus(response, 409, 'a resend')
    if (response.body.error.details.sale_id !== recordedSale.id)
      throw new Error(`the 409 response names another sale: ${response.text}`)
    return
  }
  const customer =
    call.key === undefined
      ? ledger.customers.filter((one) => one.clickId === call.clickId && !one.isErased).at(-1)
      : ledger.findCustomer(call.key)
  if (customer === undefined || customer.partner.status !== 'approved') {
    expectStatus(response, 400, 'no attribution')
    await recordOrderResult(step, program, call)
    return
  }
  if (customer.sales.length === 0 && now > customer.clickedAt + ledger.of.windowDays * DAY) {
    expectStatus(response, 200, 'window')
    if (response.body.sale_id !== null) throw new Error(`recorded after the window: ${response.text}`)
    await recordOrderResult(step, program, call)
    return
  }
  expectStatus(response, 200, 'a sale')
  const first = firstSale(customer)
  const earnedCommission = ledger.earned({ ...call, customer }, now, first)
  const ids = { sale: response.body.sale_id, commission: response.body.commission_id }
  if ((ids.commission === null) !== (earnedCommission.kind === 'nothing'))
    throw new Error(`the sale earns ${JSON.stringify(earnedCommission, digits)}: ${response.text}`)
  ledger.addSale(
    ids,
    { ...call, customer, arrivedAt: now, isClaimed: false, charge: undefined },
    earnedCommission,
    now,
  )
}

const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

async function recordOrderResult(
  step: Step,
  program: Program,
  { tx, key, clickId, amount, currency }: Call,
): Promise<void> {
  await saved(step.workspace.service)
  const { orders } = program.ledger
  const before = orders.get(tx)
  if (before?.kind === 'payment') return
  orders.set(tx, {
    tx,
    kind: 'rejected',
    key: key ?? clickId ?? '',
    amount,
    currency,
    arrivedAt: before?.arrivedAt ?? step.workspace.now(program),
    isErased: program.ledger.customers.some(
      (one) => one.isErased && (one.key === key || one.clickId === clickId),
    ),
    disputes: new Map(),
    charge: undefined,
  })
}

const product = (step: Step) => (step.below(3) === 0 ? (step.one(PRODUCTS) ?? null) : null)

async function sellToKnownCustomer(step: Step, program: Program): Promise<void> {
  for (let more = 0; more <= 1 + step.below(2); more++)
    await recordOneSale(step, program, `o-${step.number}-${more}`)
}

async function recordOneSale(step: Step, program: Program, tx: string): Promise<void> {
  const { customers } = program.ledger
  const buyers = customers.filter((one) => one.partner.status === 'approved' && !one.isErased)
  const customer = step.one(step.below(6) === 0 ? customers : buyers)
  if (customer === undefined) return newCustomer(step, program)
  const of = currency(step)
  const call = { tx, amount: step.amount(of), currency: of, product: product(step) }
  if (!customer.isSettled || step.below(8) === 0) {
    await sell(step, program, { ...call, clickId: customer.clickId })
  } else await sell(step, program, { ...call, key: customer.key })
}

async function sellToUnknownCustomer(step: Step, program: Program): Promise<void> {
  const orderToResend = step.one([...program.ledger.orders.values()].filter((one) => one.kind === 'rejected'))
  for (let more = 0; more <= step.below(3); more++) {
    const of = currency(step)
    const key = `nobody-${step.below(40)}`
    const tx =
      orderToResend !== undefined && step.below(5) === 0 ? orderToResend.tx : `o-${step.number}-${more}`
    await sell(step, program, { tx, amount: step.amount(of), currency: of, product: null, key })
  }
}

async function resend(step: Step, program: Program): Promise<void> {
  const sale = step.one([...program.ledger.sales.values()])
  if (sale === undefined) return
  const { tx, amount, currency } = sale
  await sell(step, program, { tx, amount, currency, product: null, key: sale.customer.key })
}

async function sellInWrongCurrency(step: Step, program: Program): Promise<void> {
  const key = step.one(program.ledger.customers)?.key ?? 'nobody'
  const call = { tx: `o-${step.number}`, amount: 100n, currency: 'XYZ', product: null, key }
  await sell(step, program, call)
}

async function refund(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const all = [...ledger.sales.values()]
  const paid = all.filter(
    ({ commission }) => commission?.payout !== undefined || commission?.status === 'paid',
  )
  const sale = step.one(paid.length > 0 && step.below(2) === 0 ? paid : all)
  if (sale === undefined) return
  const refundedCents = sumAll(sale.refunds.values()) + disputed(sale)
  const left = sale.amount - refundedCents
  const requestedCents = BigInt(1 + step.below(Number(sale.amount)))
  // A partial refund reported for a charge may exceed the remaining amount because of rounding.
  const maxCents = sale.charge !== undefined && requestedCents > left ? left : requestedCents
  const cents = step.below(4) === 0 || maxCents <= 0n ? undefined : maxCents
  const refundIds = [...sale.refunds.keys()]
  const id = refundIds.length > 0 && step.below(4) === 0 ? (step.one(refundIds) ?? '') : `r-${step.number}`
  step.record(`refund ${id} ${cents ?? 'all'} of ${sale.tx} ${sale.amount}`)
  const response = await workspace.track(program, 'refund', {
    transaction_id: sale.tx,
    refund_id: id,
    ...(cents === undefined ? {} : { refund_amount_cents: Number(cents) }),
  })
  if (sale.refunds.has(id)) {
    expectStatus(response, 200, 'a refund reported twice')
    if (response.body.status !== 'skipped') throw new Error(response.text)
    return
  }
  if (cents === undefined) {
    expectStatus(response, 200, 'a full refund')
    if (left > 0n) sale.refunds.set(id, left)
  } else if (cents > left) {
    return expectStatus(response, 400, 'a refund that exceeds the sale')
  } else {
    expectStatus(response, 200, 'a refund')
    sale.refunds.set(id, cents)
  }
  ledger.updateAfterRefund(sale, workspace.now(program))
  const remaining = Number(sale.amount - refunded(sale))
  if (response.body.remaining_amount_cents !== remaining)
    throw new Error(`the remaining amount is ${remaining}: ${response.text}`)
}

async function review(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const isApproval = step.below(4) !== 0
  const waiting = [...ledger.commissions.values()].filter((one) => one.status === 'pending')
  if (isApproval && waiting.length > 3) return approveRandomCommissions(step, program, waiting)
  const commission = step.one([...ledger.commissions.values()])
  if (commission === undefined) return
  const { id, status } = commission
  const path = `/commissions/${isApproval ? 'approve' : 'reject'}`
  const body = { commissionIds: [id], ...(isApproval ? {} : { reason: 'Not right.' }) }
  const response = await workspace.team(program, 'POST', path, body)
  step.record(`${path} ${id} with status ${status}`)
  const now = workspace.now(program)
  if (isApproval) {
    if (status === 'approved') return expectStatus(response, 200, 'approving an approved commission')
    if (status !== 'pending')
      return expectStatus(response, 409, 'approving a commission that cannot be approved')
    expectStatus(response, 200, 'approving')
    commission.status = 'approved'
    commission.approvedAt = now
    return
  }
  if (commission.isRejected) return expectStatus(response, 200, 'rejecting a rejected commission')
  if (commission.payout !== undefined || status === 'paid' || status === 'reversed')
    return expectStatus(response, 409, 'rejecting a commission that cannot be rejected')
  expectStatus(response, 200, 'rejecting')
  commission.isRejected = true
  commission.status = 'reversed'
  ledger.reverse(commission, commission.amount, now)
}

async function approveRandomCommissions(step: Step, program: Program, waiting: Commission[]): Promise<void> {
  const selected = waiting.filter(() => step.below(2) === 0)
  if (selected.length === 0) return
  const commissionIds = selected.map(({ id }) => id)
  getData(await step.workspace.team(program, 'POST', '/commissions/approve', { commissionIds }), 200)
  step.record(`approved ${commissionIds}`)
  for (const one of selected) {
    one.status = 'approved'
    one.approvedAt = step.workspace.now(program)
  }
}

async function changePartnerStatus(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const rejectedPartners = program.ledger.partners.filter((one) => one.hold || one.status === 'rejected')
  const partner = step.one(
    rejectedPartners.length > 0 && step.below(4) !== 0 ? rejectedPartners : program.ledger.partners,
  )
  if (partner === undefined) return
  const path = `/partners/${partner.id}`
  if (partner.hold) {
    getData(await workspace.team(program, 'POST', `${path}/release`), 200)
    partner.hold = false
    return
  }
  if (step.below(2) === 0) {
    getData(await workspace.team(program, 'POST', `${path}/hold`, { reason: 'A form is missing.' }), 200)
    partner.hold = true
    return
  }
  if (partner.status === 'closed') return
  const isApproved = partner.status === 'approved'
  getData(await workspace.team(program, 'POST', `${path}/${isApproved ? 'reject' : 'approve'}`), 200)
  partner.status = isApproved ? 'rejected' : 'approved'
}

async function group(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const partner = step.one(ledger.partners.filter((one) => one.status !== 'closed'))
  if (partner === undefined) return
  if (ledger.groups.length < 2) {
    const created = await workspace.team(program, 'POST', '/partner-groups', { name: `Group ${step.number}` })
    ledger.groups.push(getData(created, 201).id)
  }
  const at = workspace.now(program)
  const endedGroup = step.below(8) === 0 ? step.one(ledger.groups) : undefined
  if (endedGroup !== undefined) {
    getData(await workspace.team(program, 'DELETE', `/partner-groups/${endedGroup}`), 200)
    ledger.groups.splice(ledger.groups.indexOf(endedGroup), 1)
    for (const one of ledger.partners) {
      if (one.groups.at(-1)?.group === endedGroup) one.groups.push({ at, group: null })
    }
    for (const one of ledger.policies) if (one.group === endedGroup && one.to > at) one.to = at
    return
  }
  const selected = step.below(3) === 0 ? null : (step.one(ledger.groups) ?? null)
  const path = `/partners/${partner.id}/group`
  if (selected === null) getData(await workspace.team(program, 'DELETE', path), 200)
  else getData(await workspace.team(program, 'PUT', path, { groupId: selected }), 200)
  partner.groups.push({ at, group: selected })
}

async function policy(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const at = workspace.now(program)
  const specialPolicies = ledger.policies.filter((one) => one.to > at && (one.group ?? one.product) !== null)
  if (specialPolicies.length > 0 && step.below(5) === 0) {
    const endedGroup = step.one(specialPolicies)
    const list = getData(await workspace.team(program, 'GET', '/commission-policies?limit=100'), 200)
    const row = list.find(
      (one: { groupId: number | null; productId: string | null }) =>
        one.groupId === endedGroup?.group && one.productId === endedGroup?.product,
    )
    getData(await workspace.team(program, 'DELETE', `/commission-policies/${row.id}`), 200)
    if (endedGroup !== undefined) endedGroup.to = at
    return
  }
  const isFlat = step.below(4) === 0
  const terms = {
    group: step.below(2) === 0 ? (step.one(ledger.groups) ?? null) : null,
    product: product(step),
    type: isFlat ? ('flat' as const) : ('percent' as const),
    rateBps: isFlat ? 0 : step.below(20) === 0 ? 0 : 1 + step.below(5000),
    amount: isFlat ? step.below(3000) : 0,
    currency: isFlat ? currency(step) : null,
    duration: step.one(['lifetime', 'first_sale', 'first_sale', 'months'] as const) ?? 'lifetime',
    months: 1 + step.below(2),
    holdDays: step.below(2) === 0 ? null : step.below(20),
    from: at,
    to: Number.POSITIVE_INFINITY,
  }
  const response = await workspace.team(program, 'POST', '/commission-policies', {
    ...(terms.group === null ? {} : { groupId: terms.group }),
    ...(terms.product === null ? {} : { productId: terms.product }),
    type: terms.type,
    ...(isFlat ? { amountCents: terms.amount, currency: terms.currency } : { rateBps: terms.rateBps }),
    duration: terms.duration,
    ...(terms.duration === 'months' ? { durationMonths: terms.months } : {}),
    ...(terms.holdDays === null ? {} : { holdDays: terms.holdDays }),
  })
  getData(response, 201)
  step.record(JSON.stringify(terms))
  const { group, product: of } = terms
  const before = ledger.policies.find((one) => one.group === group && one.product === of && one.to > at)
  if (before !== undefined) before.to = at
  ledger.policies.push(terms)
}

async function payoutBatch(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const partner = step.below(4) === 0 ? step.one(ledger.partners) : undefined
  const minimum = step.below(4) === 0 ? BigInt(1 + step.below(5000)) : undefined
  const now = workspace.now(program)
  const { made: created, waiting } = ledger.batch(now, { partner, minimum })
  const response = await workspace.team(program, 'POST', '/payouts', {
    ...(partner === undefined ? {} : { partnerIds: [partner.id] }),
    ...(minimum === undefined ? {} : { minimumCents: Number(minimum) }),
  })
  step.record(`${created.length} payouts, ${JSON.stringify(waiting, digits)} wait`)
  if (created.length === 0) return expectStatus(response, 409, 'a batch with nothing due')
  expectStatus(response, 201, 'payouts')
  const reportedText: Record<string, string> = {}
  for (const one of response.body.data.waiting)
    reportedText[`${one.reason} ${one.currency}`] = String(one.owedCents)
  expectSame(
    reportedText,
    Object.fromEntries(Object.entries(waiting).map(([key, one]) => [key, `${one}`])),
    'waiting balances',
  )
  const sums: Record<string, bigint> = {}
  for (const one of created) sums[one.currency] = (sums[one.currency] ?? 0n) + one.amount
  const reportedSums = response.body.data.sums.map((one: { currency: string; amountCents: number }) => [
    one.currency,
    String(one.amountCents),
  ])
  expectSame(
    Object.fromEntries(reportedSums),
    Object.fromEntries(Object.entries(sums).map(([key, one]) => [key, `${one}`])),
    'sums',
  )
  await workspace.recordBatch(program, created)
}

async function pay(step: Step, program: Program): Promise<void> {
  const open = [...program.ledger.payouts.values()].filter((one) => one.status === 'open')
  if (step.below(3) === 0) return payByFile(step, program)
  for (const payout of open.filter(() => step.below(3) !== 0).slice(0, 3)) await payOne(step, program, payout)
}

async function payOne(step: Step, program: Program, payout: Payout): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const isWaiting = payout.partner.status === 'rejected' || payout.partner.hold
  const way = step.one(['call', 'several', 'several', 'cancel'] as const)
  step.record(`${way} ${payout.id} of ${payout.amount} ${payout.currency}${isWaiting ? ' that waits' : ''}`)
  const now = workspace.now(program)
  if (way === 'cancel') {
    getData(await workspace.team(program, 'POST', `/payouts/${payout.id}/cancel`), 200)
    return ledger.cancel(payout)
  }
  const paid =
    way === 'call'
      ? await workspace.team(program, 'POST', `/payouts/${payout.id}/pay`, { reference: 'b-1' })
      : await workspace.team(program, 'POST', '/payouts/mark-paid', {
          payoutIds: [payout.id],
          reference: 'b-2',
        })
  if (isWaiting) return expectStatus(paid, 409, 'a held payout')
  expectStatus(paid, 200, 'paying')
  ledger.pay(payout, now)
}

/** Imports the exported file with rows marked as paid: valid payouts are paid, and the others fail and stay open. */
async function payByFile(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const file = await workspace.team(program, 'GET', '/payouts/export.csv')
  const [head = '', ...lines] = file.text.trim().split('\r\n')
  const columns = head.split(',')
  const at = (name: string) => columns.indexOf(name)
  const previousRows: Record<string, string> = {}
  const importedRows: string[] = []
  const paid: number[] = []
  for (const line of lines) {
    const cells = line.split(',')
    const id = Number(cells[at('payout_id')])
    const payout = ledger.payouts.get(id)
    if (payout === undefined) throw new Error(`the file has an unknown payout: ${line}`)
    previousRows[id] = `${cells[at('amount_cents')]} ${cells[at('currency')]} ${cells[at('status')]}`
    const waits = payout.partner.status === 'rejected' || payout.partner.hold
    if (payout.status === 'open' && !waits && step.below(3) !== 0) {
      cells[at('status')] = 'paid'
      paid.push(id)
    }
    importedRows.push(cells.join(','))
  }
  const all = [...ledger.payouts.values()].map((one) => [
    one.id,
    `${one.amount} ${one.currency} ${one.status}`,
  ])
  expectSame(previousRows, Object.fromEntries(all), 'the payout file')
  const response = await workspace.sendFile(program, [head, ...importedRows].join('\r\n'))
  if (importedRows.length === 0) return expectStatus(response, 400, 'an empty payout file')
  expectStatus(response, 200, 'importing the payout file')
  if (response.body.data.paid !== paid.length)
    throw new Error(`${paid.length} payouts were paid: ${response.text}`)
  for (const id of paid) {
    const payout = ledger.payouts.get(id)
    if (payout !== undefined) ledger.pay(payout, workspace.now(program))
  }
}

async function markPaid(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const commission = step.one([...ledger.commissions.values()].filter((one) => one.status !== 'pending'))
  if (commission === undefined) return
  const response = await workspace.team(program, 'POST', '/commissions/mark-paid', {
    commissionIds: [commission.id],
  })
  const { partner, currency } = commission
  const isMarkable =
    commission.status === 'approved' &&
    commission.payout === undefined &&
    owed(commission) > 0n &&
    partner.status !== 'rejected' &&
    !partner.hold
  if (!isMarkable) return expectStatus(response, 409, 'marking commissions that cannot be marked as paid')
  expectStatus(response, 200, 'marking')
  const list = getData(await workspace.team(program, 'GET', '/payouts?limit=1'), 200)
  ledger.pay(
    ledger.openPayout(list[0].id, { partner, currency, items: [commission] }),
    workspace.now(program),
  )
}

async function settings(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const choice = step.below(3)
  if (choice === 0) {
    const minimums = CURRENCIES.filter(() => step.below(2) === 0).map((one) => ({
      currency: one,
      minimumCents: 1 + step.below(8000),
    }))
    getData(await workspace.team(program, 'PATCH', '/payout-settings', { minimums }), 200)
    ledger.minimums = Object.fromEntries(minimums.map((one) => [one.currency, one.minimumCents]))
  } else if (choice === 1) {
    const detailsRequired = step.below(2) === 0
    getData(await workspace.team(program, 'PATCH', '/payout-settings', { detailsRequired }), 200)
    ledger.detailsRequired = detailsRequired
  } else {
    const payDay = step.below(3) === 0 ? null : 1 + step.below(28)
    getData(await workspace.team(program, 'PATCH', '/payout-settings', { payDay }), 200)
    if (payDay !== null && payDay !== ledger.payDay) {
      const reachedMonth = payoutMonth(payDay, localDay(workspace.now(program), ledger.of.timeZone))
      if (reachedMonth > ledger.paidMonth) ledger.paidMonth = reachedMonth
    }
    ledger.payDay = payDay
  }
}

async function details(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const partner = step.one(program.ledger.partners.filter((one) => one.status !== 'closed'))
  if (partner === undefined) return
  const now = workspace.now(program)
  const waits = partner.details.filter((usable) => usable > now)
  if (waits.length > 0 && step.below(3) === 0) {
    getData(await workspace.requestAsPartner(program, partner, 'POST', '/payout-details/withdraw'), 200)
    partner.details = partner.details.filter((usable) => usable <= now)
    return
  }
  const response = { ...PAYPAL, email: `pay-${step.number}@pay.test` }
  getData(await workspace.requestAsPartner(program, partner, 'POST', '/payout-details', response), 200)
  partner.details = partner.details.filter((usable) => usable <= now)
  partner.details.push(partner.details.length === 0 ? now : now + 3 * DAY)
}

async function fileClaims(step: Step, program: Program): Promise<void> {
  for (let more = 0; more <= step.below(3); more++) await fileClaim(step, program)
}

async function fileClaim(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const order = step.one([...ledger.orders.values()].filter((one) => !one.isErased))
  const namedCustomer = order === undefined ? undefined : findOrderCustomer(ledger, order)
  const correctPartner = step.below(5) === 0 ? undefined : namedCustomer?.partner
  const some = ledger.partners.filter(
    (one) => one.status !== 'closed' && (one.status === 'approved' || step.below(3) === 0),
  )
  const partner =
    correctPartner === undefined || correctPartner.status === 'closed' ? step.one(some) : correctPartner
  if (partner === undefined) return
  const sale = step.one([...ledger.sales.values()].filter((one) => !one.customer.isErased))
  const tx = (step.below(6) === 0 ? sale?.tx : order?.tx) ?? `never-${step.number}`
  const open = ledger.claims.find((one) => one.partner === partner && one.tx === tx && one.state === 'open')
  const response = await workspace.requestAsPartner(program, partner, 'POST', '/claims', {
    transactionId: tx,
    note: 'Mine.',
  })
  step.record(`${partner.id} claims ${tx}`)
  const openClaims = ledger.claims.filter((one) => one.partner === partner && one.state === 'open')
  if (open !== undefined || openClaims.length >= 20)
    return expectStatus(response, 409, 'a second claim for the same order')
  if (response.status === 409 && response.text.includes('tomorrow')) return
  ledger.claims.push({ id: getData(response, 201).id, partner, tx, state: 'open' })
}

async function endClaim(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const claim = step.one(program.ledger.claims)
  if (claim === undefined) return
  const isWithdrawn = step.below(2) === 0 && claim.partner.status !== 'closed'
  const response = isWithdrawn
    ? await workspace.requestAsPartner(program, claim.partner, 'POST', `/claims/${claim.id}/withdraw`)
    : await workspace.team(program, 'POST', `/claims/${claim.id}/reject`, { message: 'No.' })
  expectStatus(response, claim.state === 'open' ? 200 : 409, 'deciding a claim')
  if (claim.state === 'open') claim.state = isWithdrawn ? 'withdrawn' : 'rejected'
}

async function approveClaim(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const claim = step.one(ledger.claims.filter((one) => one.state === 'open' || step.below(19) === 0))
  if (claim === undefined) return fileClaim(step, program)
  const { partner, tx } = claim
  const order = ledger.orders.get(tx)
  if (order?.isErased || ledger.sales.get(tx)?.customer.isErased) return
  const namedCustomer = order === undefined ? undefined : findOrderCustomer(ledger, order)
  const ownCustomers = ledger.customers.filter(
    (one) => one.partner === partner && !one.isErased && one.isSettled,
  )
  const mayChoose = namedCustomer === undefined && order?.key.startsWith('nobody-') === true
  const click = mayChoose && step.below(3) === 0 ? await createClick(step, program, partner) : undefined
  // Sends two of one customer's orders, in either sequence.
  const buyers = ownCustomers.filter((one) => one.sales.length > 0 || step.below(3) === 0)
  const selected =
    mayChoose && click === undefined ? step.one(step.below(2) === 0 ? ownCustomers : buyers) : click
  const of = order?.kind === 'payment' ? null : product(step)
  let customerId: number | undefined
  if (selected !== undefined && click === undefined) {
    const path = `/customers?customerKey=${selected.key}`
    customerId = getData(await workspace.team(program, 'GET', path), 200)[0]?.id
  }
  const response = await workspace.team(program, 'POST', `/claims/${claim.id}/approve`, {
    ...(customerId === undefined ? {} : { customerId }),
    ...(click === undefined ? {} : { clickId: click.clickId }),
    ...(of === null ? {} : { productId: of }),
  })
  const customer = namedCustomer ?? selected
  step.record(
    `accepts ${claim.id} (${claim.state}) of ${partner.id} on ${tx} for ${customer?.key}: ${response.status}`,
  )
  const obstacle = findObstacle(ledger, { claim, order, customer, product: of })
  if (obstacle !== undefined) {
    expectStatus(response, 409, obstacle)
    const reportedText = response.body.error.details.obstacle
    if (obstacle !== 'closed' && reportedText !== obstacle)
      throw new Error(`the obstacle is ${obstacle}: ${response.text}`)
    return
  }
  expectStatus(response, 200, 'accepting')
  if (order === undefined || customer === undefined) throw new Error('the order cannot be claimed')
  const earnedCommission = claimEarnings(ledger, order, customer, of)
  claim.state = 'approved'
  const { saleId, commissionId } = response.body.data
  const { amount, currency, arrivedAt, charge } = order
  if (click !== undefined) {
    click.key = order.key
    ledger.customers.push(click)
    await settleSignup(step, program, click)
  }
  const claimed = { tx, customer, amount, currency, arrivedAt, isClaimed: true, product: of, charge }
  const now = workspace.now(program)
  const sale = ledger.addSale({ sale: saleId, commission: commissionId }, claimed, earnedCommission, now)
  for (const [id, one] of order.disputes) sale.disputes.set(id, one)
  ledger.updateAfterRefund(sale, now)
  ledger.orders.delete(tx)
}

/** Creates a click on the partner's link that has no signup. */
async function createClick(step: Step, program: Program, partner: Partner): Promise<Customer | undefined> {
  if (partner.status !== 'approved') return undefined
  const { workspace } = step
  const clicked = await workspace.track(
    program,
    'click',
    { affiliate_url: `https://shop.test/?aff=${partner.code}` },
    false,
  )
  program.ledger.clicks++
  const at = workspace.now(program)
  const clickId: string = clicked.body.click_id
  return { id: 0, key: '', partner, clickId, clickedAt: at, isSettled: true, isErased: false, sales: [] }
}

/** Returns an order's customer. If the order has a customer key, only the key decides. */
function findOrderCustomer(ledger: Ledger, order: Order): Customer | undefined {
  const clickCustomer = ledger.customers.filter((one) => one.clickId === order.key && !one.isErased).at(-1)
  return ledger.findCustomer(order.key) ?? clickCustomer
}

function findObstacle(
  ledger: Ledger,
  of: {
    claim: { partner: Partner; tx: string; state: string }
    order: Order | undefined
    customer: Customer | undefined
    product: string | null
  },
): string | undefined {
  const { claim, order, customer } = of
  if (claim.state !== 'open') return 'closed'
  const sale = ledger.sales.get(claim.tx)
  if (sale !== undefined) {
    if (sale.customer.partner !== claim.partner) return 'belongs_to_another'
    return sale.commission === undefined ? 'recorded_without_commission' : 'has_commission'
  }
  if (order === undefined) return 'sale_not_received'
  if (customer === undefined) return 'customer_unknown'
  if (customer.partner !== claim.partner) return 'belongs_to_another'
  if (customer.partner.status !== 'approved') return 'partner_not_approved'
  return claimEarnings(ledger, order, customer, of.product).kind === 'nothing' ? 'no_commission' : undefined
}

/** Returns an approved claim's commission under the terms at the time its order first arrived. */
function claimEarnings(ledger: Ledger, order: Order, customer: Customer, of: string | null) {
  const { amount, currency, arrivedAt } = order
  return ledger.earnedLate({ customer, amount, currency, product: of }, arrivedAt, customer.sales)
}

async function askForSale(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  const partner = step.one(ledger.partners.filter((one) => one.status !== 'closed'))
  const sale = step.one([...ledger.sales.values()].filter((one) => !one.customer.isErased))
  if (partner === undefined || sale === undefined) return
  const response = await workspace.requestAsPartner(program, partner, 'POST', '/inquiries', {
    transactionId: sale.tx,
  })
  if (response.status === 429) return
  const reportedText = getData(response, 200)
  if (sale.customer.partner !== partner) {
    if (reportedText.answer !== 'not_yours_or_unknown')
      throw new Error(`the order belongs to another partner: ${response.text}`)
    return
  }
  const { commission } = sale
  const answers = commission === undefined ? ['not_paid'] : expectedAnswers(commission)
  if (!answers.includes(reportedText.answer)) throw new Error(`expected one of ${answers}: ${response.text}`)
  const cents = commission === undefined ? null : Number(commission.amount - commission.reversed)
  if (commission !== undefined && reportedText.order.earnedCents !== cents)
    throw new Error(`the partner earned ${cents}: ${response.text}`)
}

function expectedAnswers(one: Commission): string[] {
  if (one.amount === 0n) return ['not_paid', 'reversed', 'on_hold', 'on_its_way', 'paid']
  switch (one.status) {
    case 'pending':
      return ['on_hold']
    case 'approved':
      return ['on_its_way']
    case 'paid':
      return owed(one) === 0n ? ['paid'] : ['paid', 'reversed', 'on_its_way']
    case 'reversed':
      return ['reversed']
  }
}

async function payOnce(step: Step, program: Program): Promise<void> {
  // A sandbox has no processor.
  return program.ledger.of.isSandbox ? sellToKnownCustomer(step, program) : payment(step, program)
}

async function erase(step: Step, program: Program): Promise<void> {
  const { ledger } = program
  const customer = step.one(ledger.customers.filter((one) => one.isSettled && !one.isErased))
  if (customer === undefined || step.below(2) === 0) return
  const response = await step.workspace.team(program, 'POST', '/data-subject/erase', {
    customerKey: customer.key,
  })
  getData(response, 200)
  customer.isErased = true
  for (const order of ledger.orders.values()) {
    if (order.key === customer.key || order.key === customer.clickId) order.isErased = true
  }
}

async function closeAccount(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const partner = step.one(program.ledger.partners.filter((one) => one.status !== 'closed'))
  if (partner === undefined || step.below(3) !== 0) return
  const body = { email: partner.email, leavesBalance: true }
  getData(await workspace.account(partner, 'POST', '/close', body), 200)
  for (const one of workspace.programs) {
    const expectSame = one.ledger.partners.find(({ email }) => email === partner.email)
    if (expectSame === undefined) continue
    if (expectSame.status !== 'approved') expectSame.hold = true
    expectSame.status = 'closed'
    expectSame.details = expectSame.details.filter((usable) => usable <= workspace.now(one))
    for (const claim of one.ledger.claims) {
      if (claim.partner === expectSame && claim.state === 'open') claim.state = 'withdrawn'
    }
  }
}

const RATES: Record<string, [text: string, over: bigint, under: bigint]> = {
  USD: ['1', 1n, 1n],
  EUR: ['1.0832', 10_832n, 10_000n],
  VND: ['0.0000393', 393n * 100n, 10_000_000n],
  JPY: ['0.0067', 67n * 100n, 10_000n],
  KWD: ['3.2567', 32_567n, 100_000n],
}

async function invoice(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const { ledger } = program
  if (ledger.of.isSandbox) return
  const { timeZone } = ledger.of
  const month = monthBefore(localDay(workspace.now(program), timeZone).slice(0, 7))
  const exchangeRates = Object.fromEntries(
    Object.entries(RATES).flatMap(([name, [text]]) => (name === 'USD' ? [] : [[name, text]])),
  )
  const response = await workspace.team(program, 'POST', '/invoices', { month, exchangeRates })
  const dueFees = ledger.fees.filter((one) => localDay(one.at, timeZone).slice(0, 7) <= month)
  const changed = dueFees.filter((one) => one.amount - one.reversed !== one.invoiced)
  const isTaken = month <= ledger.invoicedMonth
  step.record(`invoice ${month}: ${changed.length} lines${isTaken ? ', taken' : ''}`)
  if (isTaken || changed.length === 0)
    return expectStatus(response, 409, 'creating an invoice with nothing due')
  expectStatus(response, 201, 'creating an invoice')
  let total = 0n
  for (const one of changed) {
    const left = one.amount - one.reversed
    const [, numerator, denominator] = RATES[one.currency] ?? ['', 0n, 1n]
    const usd =
      left > one.invoiced
        ? halfUp((left - one.invoiced) * numerator, denominator)
        : halfUp(one.invoicedUsd * left, one.invoiced) - one.invoicedUsd
    one.invoiced = left
    one.invoicedUsd += usd
    total += usd
  }
  ledger.invoicedMonth = month
  if (BigInt(response.body.data.totalUsdCents) !== total)
    throw new Error(`the total is ${total}: ${response.text}`)
}

/** Changes the program's time zone; existing statements, invoices and payouts stay as they are. */
async function zone(step: Step, program: Program): Promise<void> {
  const timeZone = step.one(ZONES) ?? 'UTC'
  step.record(`to ${timeZone}`)
  getData(await step.workspace.team(program, 'PATCH', '', { timeZone }), 200)
  program.ledger.of.timeZone = timeZone
}

async function advance(step: Step, program: Program): Promise<void> {
  const { workspace } = step
  const days = step.below(7) === 0 ? step.below(33) : step.below(3)
  workspace.advanceTime(days * DAY + step.below(24) * 3_600_000)
  if (program.ledger.of.isSandbox && step.below(2) === 0) {
    const daysAhead = 1 + step.below(20)
    const advanced = getData(
      await workspace.team(program, 'POST', '/clock', { advance: `P${daysAhead}D` }),
      200,
    )
    program.aheadMs = advanced.aheadMs
    program.ledger.approveDue(workspace.now(program))
    if (new Date(advanced.now).getTime() !== workspace.now(program))
      throw new Error('the program clocks differ')
  }
  const runsJobs = step.below(5) !== 0
  step.record(`${days} days${runsJobs ? '' : ', no jobs'}`)
  if (runsJobs) await workspace.runJobs()
}

const expectSame = (actual: unknown, expected: unknown, what: string) => {
  const text = (value: unknown) => JSON.stringify(value, sortKeys)
  if (text(actual) !== text(expected))
    throw new Error(`${what}: expected ${text(expected)}, got ${text(actual)}`)
}

const sortKeys = (_: string, value: unknown) =>
  typeof value === 'bigint'
    ? `${value}`
    : value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value

const ACTIONS: [number, Act][] = [
  [9, newCustomer],
  [3, settleLead],
  [16, sellToKnownCustomer],
  [9, sellToUnknownCustomer],
  [2, resend],
  [1, sellInWrongCurrency],
  [10, refund],
  [6, review],
  [3, changePartnerStatus],
  [3, group],
  [5, policy],
  [8, payoutBatch],
  [9, pay],
  [2, markPaid],
  [2, settings],
  [3, details],
  [8, fileClaims],
  [2, endClaim],
  [14, approveClaim],
  [3, askForSale],
  [6, payOnce],
  [5, disputes],
  [5, payInvoicesWithOneCharge],
  [12, refundSharedCharge],
  [1, erase],
  [1, closeAccount],
  [2, invoice],
  [3, zone],
  [13, advance],
]

/** Creates two customers per partner. */
export async function populate(workspace: Workspace, seed: number): Promise<void> {
  for (const program of workspace.programs) {
    const step = new Step(workspace, seed, 1000)
    for (const partner of program.ledger.partners) {
      for (let index = 0; index < 2; index++) await createReferral(step, program, partner)
    }
  }
}
