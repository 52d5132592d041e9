import { Temporal } from 'temporal-polyfill'
import type { Deps } from '../../core/deps.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { createPayoutBatch } from '../../earnings/payouts/create-payout-batch.flow.ts'
import { markPayoutsPaid } from '../../earnings/payouts/mark-payouts-paid.flow.ts'
import { addPartner } from '../../partners/enrollments/add-partner.flow.ts'
import { createClickRecorder } from '../../tracking/clicks/record-click.flow.ts'
import { settleLead } from '../../tracking/leads/settle-lead.flow.ts'
import { salePayments } from '../../tracking/processors/claim-payment.flow.ts'
import { recordRefund } from '../../tracking/refunds/apply-refund.flow.ts'
import { groupSales } from '../../tracking/sales/group-sales.flow.ts'
import type { SaleOutcome } from '../../tracking/sales/record-sale.flow.ts'
import type { LiveSaleRequest } from '../../tracking/sales/sale-request.rule.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { findProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { setCommissionPolicy } from '../../workspace/programs/set-commission-policy.flow.ts'
import { advanceClock, prepareAdvance } from './advance-clock.flow.ts'
import {
  type LedgerSale,
  SIMULATION_POLICY_MONTHS,
  SIMULATION_RATE,
  SimulationLedger,
} from './simulation-ledger.rule.ts'
import {
  type PlannedMonth,
  planSimulation,
  SIMULATION_MONTHS,
  SIMULATION_PARTNERS,
} from './simulation-plan.rule.ts'

/** Activity of one simulated month. Money is in US cents. */
export interface SimulatedMonth {
  month: string
  clicks: number
  leads: number
  sales: number
  renewals: number
  /** Renewals that no longer earn a commission. */
  renewalsAfterPolicy: number
  refunds: number
  /** Purchases after the attribution window, which are not recorded. */
  tooLate: number
  revenueCents: number
  commissionCents: number
  paidOutCents: number
}

interface Customer {
  key: string
  partner: number
  /** Month of the first purchase. */
  since: number
  renewals: LedgerSale[]
  plan: PlannedMonth['visits'][number]['signups'][number]
}

const PRODUCT = 'scenario'
const ACTOR = 'affiliate simulate'

/** Days of the month with activity. Their order decides whether a 30-day hold has ended. */
const DAYS = { visits: 1, payout: 5, renewals: 10 }

/**
 * Simulates a year in a sandbox with the same flows as real requests: clicks, signups, purchases, renewals, refunds,
 * late purchases and monthly payouts. Its ledger computes the expected totals independently.
 * @param onMonth called after each month
 */
export async function simulateYear(
  deps: Deps,
  program: ProgramRow,
  { seed, run }: { seed: number; run: string },
  onMonth: (month: SimulatedMonth) => void,
): Promise<SimulationLedger> {
  const state = await prepareSimulation(deps, program, run)
  await state.goTo(nextMonth(await state.now()), DAYS.visits)
  for (const [place, plan] of planSimulation(seed).entries()) {
    const month = await state.now()
    const simulated = emptyMonth(month)
    await visit(state, plan, { place, simulated })
    await state.goTo(month, DAYS.payout)
    simulated.paidOutCents = await payOut(state)
    await state.goTo(month, DAYS.renewals)
    await buyAfterWindow(state, { place, simulated })
    await renew(state, { place, simulated })
    await refund(state, plan, { place, simulated })
    onMonth(simulated)
    await state.goTo(nextMonth(month), DAYS.visits)
  }
  const last = await state.now()
  await state.goTo(nextMonth(last), DAYS.payout)
  const closing = emptyMonth(await state.now())
  closing.paidOutCents = await payOut(state)
  onMonth(closing)
  return state.ledger
}

type SimulationState = Awaited<ReturnType<typeof prepareSimulation>>
interface MonthScenario {
  /** Index of the simulated month, from 0. */
  place: number
  simulated: SimulatedMonth
}

async function prepareSimulation(deps: Deps, program: ProgramRow, run: string) {
  const { id } = program
  const read = async () => {
    const row = await findProgram(deps.database.kysely, id)
    if (row === undefined) throw new Error(`program ${id} no longer exists`)
    return row
  }
  const useProgramTime = async () => atProgramTime(deps, await read())
  const partners: { id: number; code: string }[] = []
  for (const name of SIMULATION_PARTNERS) {
    const email = `${name.toLowerCase()}-${run}@sandbox.invalid`
    const added = await addPartner(await useProgramTime(), id, {
      name: `${name} (scenario)`,
      email,
      approved: true,
    })
    if (added.kind !== 'added') throw new Error(`a simulated partner was not added: ${added.kind}`)
    partners.push({ id: added.partner.partner_id, code: added.link.code })
  }
  await setCommissionPolicy(
    await useProgramTime(),
    id,
    { group_id: null, product_id: `${PRODUCT}-${run}` },
    {
      type: 'percent',
      rate_bps: SIMULATION_RATE * 10_000,
      amount_cents: null,
      currency: null,
      duration: 'months',
      duration_months: SIMULATION_POLICY_MONTHS,
      hold_days: null,
    },
  )
  return {
    deps,
    program,
    run,
    partners,
    ledger: new SimulationLedger(program.platform_fee_bps),
    customers: [] as Customer[],
    clicks: createClickRecorder(deps),
    sales: groupSales({ ...deps, payments: salePayments(deps) }),
    timed: useProgramTime,
    now: async () => (await useProgramTime()).clock.now(),
    /** Moves the clock to the start of a day, in UTC. */
    async goTo(month: Date, day: number) {
      const row = await read()
      const to = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), day)
      const ms = to - atProgramTime(deps, row).clock.now().getTime()
      const duration = Temporal.Duration.from({ milliseconds: ms })
      await prepareAdvance(deps, row, duration)
      const moved = await advanceClock(deps, id, duration)
      if (moved.kind !== 'advanced') throw new Error(`the clock was not moved: ${moved.kind}`)
    },
  }
}

async function visit(state: SimulationState, { visits }: PlannedMonth, { place, simulated }: MonthScenario) {
  const { deps, ledger, program, run } = state
  for (const { partner, clicks, signups } of visits) {
    const code = state.partners[partner]?.code ?? ''
    const requests = Array.from({ length: clicks }, () => clickRequest(code, deps.clock.now()))
    const outcomes = await state.clicks(requests)
    ledger.clicks += clicks
    simulated.clicks += clicks
    for (const [index, plan] of signups.entries()) {
      const click = outcomes[index]
      if (click?.kind !== 'counted') throw new Error('a simulated click was not counted')
      const key = `${run}-${place}-${partner}-${index}`
      const details = {
        source: 'server',
        session_id: undefined,
        page_url: undefined,
        additional_data: undefined,
      } as const
      const request = { click_id: click.click_id, customer_key: key, email: undefined, details }
      const lead = await settleLead(deps, program.id, request, deps.clock.now())
      if (lead.kind !== 'recorded') throw new Error(`a simulated signup was not recorded: ${lead.kind}`)
      ledger.leads++
      simulated.leads++
      const customer: Customer = { key, partner, since: place, renewals: [], plan }
      state.customers.push(customer)
      if (!plan.isLate) await buy(state, customer, { place, simulated })
    }
  }
}

/** Makes purchases two months after the signup, outside the window of 60 days. */
async function buyAfterWindow(state: SimulationState, { place, simulated }: MonthScenario) {
  for (const customer of state.customers) {
    if (!customer.plan.isLate || customer.since !== place - 2) continue
    const outcome = await sell(state, customer, place)
    if (outcome.kind !== 'window_expired') throw new Error(`a late purchase resulted in ${outcome.kind}`)
    simulated.tooLate++
  }
}

async function renew(state: SimulationState, { place, simulated }: MonthScenario) {
  for (const customer of state.customers) {
    const { plan, since } = customer
    const months = place - since
    if (plan.isLate || !plan.isSubscriber || months === 0 || months > plan.churnMonth) continue
    await buy(state, customer, { place, simulated })
    simulated.renewals++
    if (months >= SIMULATION_POLICY_MONTHS) simulated.renewalsAfterPolicy++
  }
}

async function buy(state: SimulationState, customer: Customer, { place, simulated }: MonthScenario) {
  const { ledger, program } = state
  const outcome = await sell(state, customer, place)
  if (outcome.kind !== 'recorded') throw new Error(`a simulated purchase resulted in ${outcome.kind}`)
  const { amountCents: amount_cents } = customer.plan
  const isOver = place - customer.since >= SIMULATION_POLICY_MONTHS
  const sale: LedgerSale = {
    transaction_id: toTransactionId(customer, place),
    partner: customer.partner,
    amount_cents,
    refunded_cents: 0,
    commission_cents: isOver ? 0 : amount_cents * SIMULATION_RATE,
    hold_until: new Date((await state.now()).getTime() + program.hold_period_days * DAY_MS),
  }
  ledger.sales.push(sale)
  customer.renewals[place] = sale
  simulated.sales++
  simulated.revenueCents += amount_cents
  simulated.commissionCents += sale.commission_cents
}

/**
 * Refunds half of a purchase from last month, which isn't paid out yet, and all of one from three months ago, which is.
 */
async function refund(state: SimulationState, plan: PlannedMonth, { place, simulated }: MonthScenario) {
  const renewalsBefore = (monthsAgo: number) =>
    state.customers.flatMap(({ renewals }) => renewals[place - monthsAgo] ?? [])
  const pick = (sales: LedgerSale[], share: number) => sales[Math.floor(share * sales.length)]
  for (const [sale, part] of [
    [pick(renewalsBefore(1), plan.halfRefundAt), 2],
    [pick(renewalsBefore(3), plan.fullRefundAt), 1],
  ] as const) {
    if (sale === undefined) continue
    const total = sale.amount_cents / part
    if (total <= sale.refunded_cents) continue
    const outcome = await recordRefund(state.deps, state.program, {
      transactionId: sale.transaction_id,
      isTest: false,
      report: {
        kind: 'refund',
        amountIs: 'total_of_all',
        amountCents: total,
        reason: 'scenario',
        source: 'merchant',
      },
      receivedAt: state.deps.clock.now(),
    })
    if (outcome.kind !== 'applied') throw new Error(`a simulated refund resulted in ${outcome.kind}`)
    simulated.refunds++
    simulated.revenueCents -= total - sale.refunded_cents
    sale.refunded_cents = total
  }
}

/** Pays only the simulated partners and records the payments in the program and the ledger. */
async function payOut(state: SimulationState): Promise<number> {
  const { program, ledger, partners } = state
  const timed = await state.timed()
  const requested = { currency: undefined, partnerIds: partners.map(({ id }) => id), minimumCents: 1 }
  const batch = await createPayoutBatch(timed, program.id, requested, ACTOR)
  ledger.pay(timed.clock.now())
  if (batch.kind === 'nothing_due') return 0
  const payoutIds = batch.payouts.map(({ id }) => id)
  const marked = await markPayoutsPaid(timed, program.id, { payoutIds, reference: 'scenario' }, ACTOR)
  if (marked.kind !== 'marked') throw new Error(`simulated payouts were not paid: ${marked.kind}`)
  return batch.payouts.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)
}

function sell(state: SimulationState, customer: Customer, place: number): Promise<SaleOutcome> {
  const request: LiveSaleRequest = {
    transaction_id: toTransactionId(customer, place),
    amount_cents: customer.plan.amountCents,
    customer_key: customer.key,
    product_id: `${PRODUCT}-${state.run}`,
    currency: 'USD',
    sale_type: customer.plan.isSubscriber ? 'subscription' : 'payment',
    is_recurring: place > customer.since,
    tax_amount_cents: undefined,
    click_id: undefined,
    additional_data: undefined,
    subscription_id: undefined,
    subscription_interval: undefined,
    occurred_at: undefined,
    provider: undefined,
    provider_payment_id: undefined,
  }
  const receivedAt = state.deps.clock.now()
  return state.sales.record(state.program.id, { request, receivedAt })
}

function toTransactionId({ key }: Customer, place: number): string {
  return `${key}-month-${place}`
}

function clickRequest(code: string, received_at: Date) {
  const details = {
    affiliate_url: `https://shop.example/?aff=${code}`,
    page_url: undefined,
    page_title: undefined,
    referrer_url: undefined,
    session_id: undefined,
    user_agent: undefined,
    screen_resolution: undefined,
    viewport_size: undefined,
    language: undefined,
    timezone: undefined,
    additional_data: undefined,
  }
  const unsent = { program_id: undefined, existing_click_id: undefined }
  return { ...unsent, codes: [code], is_bot: false, received_at, details }
}

function emptyMonth(month: Date): SimulatedMonth {
  return {
    month: month.toISOString().slice(0, 7),
    ...{ clicks: 0, leads: 0, sales: 0, renewals: 0, renewalsAfterPolicy: 0, refunds: 0, tooLate: 0 },
    ...{ revenueCents: 0, commissionCents: 0, paidOutCents: 0 },
  }
}

/** Returns the end of a simulation: the payouts in the month after the last one. */
export function simulationEnd(begin: Date): Date {
  return new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + SIMULATION_MONTHS + 2, DAYS.payout))
}

function nextMonth(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1))
}
