/**
 * The accountant's independent ledger. It computes expected figures from the specification and documentation, and
 * imports none of the service's rules.
 */

export const DAY = 86_400_000

/** Rounds half up. The value must not be negative (D29). */
export const halfUp = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator)

export interface Terms {
  group: number | null
  product: string | null
  type: 'percent' | 'flat'
  rateBps: number
  amount: number
  currency: string | null
  duration: 'lifetime' | 'first_sale' | 'months'
  months: number
  holdDays: number | null
  from: number
  to: number
}

export interface Partner {
  id: number
  code: string
  email: string
  status: 'approved' | 'rejected' | 'closed'
  hold: boolean
  /** Group memberships in order of their start; the last one is current. */
  groups: { at: number; group: number | null }[]
  /** The instants at which the payout details' versions take effect. */
  details: number[]
}

export interface Customer {
  id: number
  key: string
  partner: Partner
  clickId: string
  clickedAt: number
  isSettled: boolean
  isErased: boolean
  sales: Sale[]
}

export interface Sale {
  id: number
  tx: string
  customer: Customer
  amount: bigint
  currency: string
  receivedAt: number
  /** When the order first arrived. An approved claim arrived before it was approved. */
  arrivedAt: number
  isClaimed: boolean
  product: string | null
  refunds: Map<string, bigint>
  disputes: Disputes
  /** Set if the invoice is one of several paid by the same charge. */
  charge: Charge | undefined
  commission: Commission | undefined
  fee: Fee
}

export type Disputes = Map<string, { cents: bigint; isWon: boolean }>

/** A processor charge that paid several invoices. */
export interface Charge {
  intent: string
  currency: string
  /** Ordered by when the service received them. */
  invoices: { tx: string; amount: bigint }[]
  refunded: bigint
  disputes: Disputes
}

export interface Fee {
  sale: number
  amount: bigint
  reversed: bigint
  currency: string
  at: number
  invoiced: bigint
  invoicedUsd: bigint
}

interface Entry {
  at: number
  part: 'earned' | 'reversed' | 'paid'
  cents: bigint
  /** The month whose statement includes this entry; undefined if none does yet. */
  month?: string
}

export interface Commission {
  id: number
  kind: 'sale' | 'lead'
  partner: Partner
  sale: Sale | undefined
  currency: string
  amount: bigint
  reversed: bigint
  paid: bigint
  createdAt: number
  holdUntil: number
  approvedAt: number | undefined
  isRejected: boolean
  status: 'pending' | 'approved' | 'paid' | 'reversed'
  payout: Payout | undefined
  terms: Terms | undefined
  entries: Entry[]
}

export interface Payout {
  id: number
  partner: Partner
  currency: string
  amount: bigint
  items: { commission: Commission; cents: bigint }[]
  status: 'open' | 'paid' | 'canceled'
}

export interface Claim {
  id: number
  partner: Partner
  tx: string
  state: 'open' | 'approved' | 'rejected' | 'withdrawn'
}

/** A rejected sale request or an unattributed payment. */
export interface Order {
  tx: string
  kind: 'rejected' | 'payment'
  key: string
  amount: bigint
  currency: string
  arrivedAt: number
  isErased: boolean
  disputes: Disputes
  charge: Charge | undefined
}

export type CommissionResult = { kind: 'paid'; cents: bigint; terms: Terms } | { kind: 'nothing' }

export class Ledger {
  readonly policies: Terms[] = []
  readonly partners: Partner[] = []
  readonly customers: Customer[] = []
  readonly sales = new Map<string, Sale>()
  readonly orders = new Map<string, Order>()
  readonly commissions = new Map<number, Commission>()
  readonly payouts = new Map<number, Payout>()
  readonly charges: Charge[] = []
  readonly claims: Claim[] = []
  readonly fees: Fee[] = []
  readonly groups: number[] = []
  minimums: Record<string, number> = {}
  payDay: number | null = null
  paidMonth = ''
  detailsRequired = false
  closedThrough = ''
  invoicedMonth = ''
  clicks = 0
  leads = 0
  constructor(
    readonly id: number,
    readonly of: {
      name: string
      timeZone: string
      windowDays: number
      holdDays: number
      feeBps: number
      perLead: { cents: bigint; currency: string } | undefined
      isReviewed: boolean
      isSandbox: boolean
    },
  ) {}

  findCustomer(key: string): Customer | undefined {
    return this.customers.find((one) => one.key === key && !one.isErased && one.isSettled)
  }

  groupAt(partner: Partner, at: number): number | null {
    return partner.groups.filter((one) => one.at <= at).at(-1)?.group ?? null
  }

  policiesAt(at: number): Terms[] {
    return this.policies.filter((one) => one.from <= at && at < one.to)
  }

  /** Returns the policy for a sale by a partner in this group (D28). */
  pick(policiesAt: Terms[], sale: { currency: string; product: string | null }, group: number | null) {
    const candidates = policiesAt.filter((one) => one.type === 'percent' || one.currency === sale.currency)
    const find = (g: number | null, p: string | null) =>
      candidates.find((one) => one.group === g && one.product === p)
    return (
      (group !== null && sale.product !== null ? find(group, sale.product) : undefined) ??
      (group !== null ? find(group, null) : undefined) ??
      (sale.product !== null ? find(null, sale.product) : undefined) ??
      find(null, null)
    )
  }

  /** Returns a sale's commission under the policies and group at an instant. */
  earned(
    sale: { customer: Customer; amount: bigint; currency: string; product: string | null },
    at: number,
    firstAt: number | undefined,
  ): CommissionResult {
    return commissionUnderTerms(
      this.pick(this.policiesAt(at), sale, this.groupAt(sale.customer.partner, at)),
      { ...sale, timeZone: this.of.timeZone },
      at,
      firstAt,
    )
  }

  /**
   * Returns an approved claim's commission, which depends on when its order arrived. The first sale is paid once.
   */
  earnedLate(
    sale: { customer: Customer; amount: bigint; currency: string; product: string | null },
    arrivedAt: number,
    earlierSales: Sale[],
  ): CommissionResult {
    const terms = this.pick(this.policiesAt(arrivedAt), sale, this.groupAt(sale.customer.partner, arrivedAt))
    return lateCommissionUnderTerms(terms, { ...sale, timeZone: this.of.timeZone }, arrivedAt, earlierSales)
  }

  /**
   * Returns the total commission per currency, both as earned and as simulated with another policy:
   * docs/program-setup.md.
   */
  preview(change: Terms): Record<string, string> {
    const sums: Record<string, { earned: bigint; simulated: bigint }> = {}
    for (const sale of this.sales.values()) {
      const sum = sums[sale.currency] ?? { earned: 0n, simulated: 0n }
      sums[sale.currency] = sum
      const earned = sale.commission === undefined ? 0n : left(sale.commission)
      sum.earned += earned
      sum.simulated += this.simulateCommission(sale, change) ?? earned
    }
    const descriptions = Object.entries(sums).map(([currency, { earned, simulated }]) => [
      currency,
      `${earned} ${simulated}`,
    ])
    return Object.fromEntries(descriptions)
  }

  /** Undefined if the change doesn't affect the sale. */
  simulateCommission(sale: Sale, change: Terms): bigint | undefined {
    const at = sale.arrivedAt
    const policiesAt = this.policiesAt(at)
    const group = this.groupAt(sale.customer.partner, at)
    const hasSameScope = (one: Terms | undefined) =>
      one?.group === change.group && one.product === change.product
    const terms = this.pick([...policiesAt.filter((one) => !hasSameScope(one)), change], sale, group)
    const paidTerms = sale.commission?.terms ?? this.pick(policiesAt, sale, group)
    if (terms !== change && !hasSameScope(paidTerms)) return undefined
    const { sales } = sale.customer
    const before = sales.slice(0, sales.indexOf(sale))
    const first = before.length === 0 ? undefined : Math.min(...before.map((one) => one.receivedAt))
    const of = { amount: sale.amount, timeZone: this.of.timeZone }
    const earned = sale.isClaimed
      ? lateCommissionUnderTerms(terms, of, at, before)
      : commissionUnderTerms(terms, of, at, first)
    if (earned.kind === 'nothing' || sale.commission?.isRejected) return 0n
    return halfUp(earned.cents * (sale.amount - refunded(sale)), sale.amount)
  }

  addCommission(
    id: number,
    of: Pick<Commission, 'kind' | 'partner' | 'sale' | 'currency' | 'amount'>,
    at: number,
    terms: Terms | undefined,
  ): Commission {
    const holdDays = terms?.holdDays ?? this.of.holdDays
    const commission: Commission = {
      id,
      ...of,
      reversed: 0n,
      paid: 0n,
      createdAt: at,
      holdUntil: at + holdDays * DAY,
      approvedAt: undefined,
      isRejected: false,
      status: 'pending',
      payout: undefined,
      terms,
      entries: [{ at, part: 'earned', cents: of.amount }],
    }
    this.commissions.set(id, commission)
    return commission
  }

  addSale(
    ids: { sale: number; commission: number | null },
    of: Pick<
      Sale,
      'tx' | 'customer' | 'amount' | 'currency' | 'arrivedAt' | 'isClaimed' | 'product' | 'charge'
    >,
    earned: CommissionResult,
    at: number,
  ): Sale {
    const fee: Fee = {
      sale: ids.sale,
      amount: halfUp(of.amount * BigInt(this.of.feeBps), 10_000n),
      reversed: 0n,
      currency: of.currency,
      at,
      invoiced: 0n,
      invoicedUsd: 0n,
    }
    const sale: Sale = {
      ...of,
      id: ids.sale,
      receivedAt: at,
      refunds: new Map(),
      disputes: new Map(),
      commission: undefined,
      fee,
    }
    this.fees.push(fee)
    this.sales.set(of.tx, sale)
    of.customer.sales.push(sale)
    if (earned.kind === 'paid' && ids.commission !== null) {
      const { customer, currency } = of
      const commissionFields = {
        kind: 'sale',
        partner: customer.partner,
        sale,
        currency,
        amount: earned.cents,
      } as const
      sale.commission = this.addCommission(ids.commission, commissionFields, at, earned.terms)
    }
    return sale
  }

  /** Updates the commission and fee in proportion to the remaining amount after refunds or disputes have changed. */
  updateAfterRefund(sale: Sale, at: number): void {
    const left = sale.amount - refunded(sale)
    sale.fee.reversed = sale.fee.amount - halfUp(sale.fee.amount * left, sale.amount)
    const { commission } = sale
    if (commission === undefined || commission.isRejected) return
    this.reverse(commission, commission.amount - halfUp(commission.amount * left, sale.amount), at)
    if (left === 0n) commission.status = 'reversed'
    else if (commission.status === 'reversed') {
      commission.status =
        commission.paid > 0n ? 'paid' : commission.approvedAt === undefined ? 'pending' : 'approved'
    }
  }

  reverse(commission: Commission, reversed: bigint, at: number): void {
    if (reversed !== commission.reversed)
      commission.entries.push({ at, part: 'reversed', cents: reversed - commission.reversed })
    commission.reversed = reversed
  }

  approveDue(now: number): void {
    if (this.of.isReviewed) return
    for (const one of this.commissions.values()) {
      if (one.status !== 'pending' || one.holdUntil > now) continue
      one.status = 'approved'
      one.approvedAt = now
    }
  }

  /** Returns the commissions that a payout created now would pay to a partner in one currency. */
  payable(partner: Partner, currency: string): Commission[] {
    return [...this.commissions.values()].filter(
      (one) =>
        one.partner === partner &&
        one.currency === currency &&
        one.payout === undefined &&
        (one.status === 'approved' || (one.status !== 'pending' && owed(one) !== 0n)),
    )
  }

  getExclusionReason(partner: Partner, now: number): string | undefined {
    if (partner.status === 'rejected') return 'partner_rejected'
    if (partner.hold) return 'partner_held'
    if (this.lacksDetails(partner, now)) return 'details_missing'
    return undefined
  }

  lacksDetails(partner: Partner, now: number): boolean {
    return this.detailsRequired && !partner.details.some((usable) => usable <= now)
  }

  /**
   * Whether the next payout is waiting for payout details: they are required, or some partner has them and real
   * payouts are created manually.
   */
  waitsForDetails(partner: Partner, now: number): boolean {
    const hasDetails = (one: Partner) => one.details.some((usable) => usable <= now)
    const isFiled = !this.of.isSandbox && this.payDay === null && this.partners.some(hasDetails)
    return (this.detailsRequired || isFiled) && !hasDetails(partner)
  }

  getMinimum(partner: Partner, currency: string): bigint {
    return partner.status === 'closed' ? 1n : BigInt(this.minimums[currency] ?? 1)
  }

  /** Returns the payouts that a batch would create now, and the blocked balances by `reason currency`. */
  batch(now: number, options: { partner?: Partner | undefined; minimum?: bigint | undefined } = {}) {
    const created: { partner: Partner; currency: string; items: Commission[]; amount: bigint }[] = []
    const waiting: Record<string, bigint> = {}
    for (const partner of this.partners) {
      if (options.partner !== undefined && options.partner !== partner) continue
      for (const currency of this.listCurrencies(partner)) {
        const items = this.payable(partner, currency)
        const amount = items.reduce((sum, one) => sum + owed(one), 0n)
        if (amount <= 0n) continue
        const minimum = options.minimum ?? this.getMinimum(partner, currency)
        const reason =
          this.getExclusionReason(partner, now) ?? (amount < minimum ? 'below_minimum' : undefined)
        if (reason === undefined) created.push({ partner, currency, items, amount })
        else waiting[`${reason} ${currency}`] = (waiting[`${reason} ${currency}`] ?? 0n) + amount
      }
    }
    return { made: created, waiting }
  }

  openPayout(id: number, of: { partner: Partner; currency: string; items: Commission[] }): Payout {
    const items = of.items.map((commission) => ({ commission, cents: owed(commission) }))
    const amount = items.reduce((sum, { cents }) => sum + cents, 0n)
    const { partner, currency } = of
    const payout: Payout = { id, partner, currency, amount, items, status: 'open' }
    for (const { commission } of items) commission.payout = payout
    this.payouts.set(id, payout)
    return payout
  }

  pay(payout: Payout, at: number): void {
    payout.status = 'paid'
    for (const { commission, cents } of payout.items) {
      commission.payout = undefined
      commission.paid += cents
      if (cents !== 0n) commission.entries.push({ at, part: 'paid', cents })
      if (commission.status === 'approved') commission.status = 'paid'
      else if (commission.status === 'paid' && commission.paid === 0n && owed(commission) > 0n)
        commission.status = 'approved'
    }
  }

  cancel(payout: Payout): void {
    payout.status = 'canceled'
    for (const { commission } of payout.items) commission.payout = undefined
  }

  listCurrencies(partner: Partner): string[] {
    const all = [...this.commissions.values()].filter((one) => one.partner === partner)
    return [...new Set(all.map(({ currency }) => currency))].sort()
  }

  balance(partner: Partner, currency: string) {
    const all = [...this.commissions.values()].filter(
      (one) => one.partner === partner && one.currency === currency,
    )
    const sum = (of: (one: Commission) => bigint) => all.reduce((total, one) => total + of(one), 0n)
    const dueTimes = all.filter((one) => one.status === 'pending').map((one) => one.holdUntil)
    return {
      pending: sum((one) => (one.status === 'pending' ? left(one) : 0n)),
      approved: sum((one) => (one.status === 'approved' ? left(one) : 0n)),
      paid: sum((one) => one.paid),
      reversed: sum((one) => one.reversed),
      owed: sum((one) => (one.status === 'pending' ? 0n : owed(one))),
      payable: sum((one) => (one.status === 'pending' || one.payout !== undefined ? 0n : owed(one))),
      open: sum((one) => (one.status === 'pending' || one.payout === undefined ? 0n : owed(one))),
      nextDueAt: dueTimes.length === 0 ? undefined : Math.min(...dueTimes),
    }
  }

  /** Returns a partner's statements for every closed month, by `month currency`. */
  statements(partner: Partner): Record<string, string> {
    const months = new Map<string, Map<Commission, { earned: bigint; reversed: bigint; paid: bigint }>>()
    for (const one of this.commissions.values()) {
      if (one.partner !== partner) continue
      for (const { month, part, cents } of one.entries) {
        if (month === undefined) continue
        const key = `${one.currency} ${month}`
        const lines = months.get(key) ?? new Map()
        const line = lines.get(one) ?? { earned: 0n, reversed: 0n, paid: 0n }
        line[part] += cents
        months.set(key, lines.set(one, line))
      }
    }
    const result: Record<string, string> = {}
    const closingBalances: Record<string, bigint> = {}
    for (const key of [...months.keys()].sort()) {
      const [currency = '', month] = key.split(' ')
      const lines = [...(months.get(key)?.values() ?? [])].filter(
        (one) => one.earned !== 0n || one.reversed !== 0n || one.paid !== 0n,
      )
      if (lines.length === 0) continue
      const sum = (part: 'earned' | 'reversed' | 'paid') =>
        lines.reduce((total, one) => total + one[part], 0n)
      const opening = closingBalances[currency] ?? 0n
      const [earned, reversed, paid] = [sum('earned'), sum('reversed'), sum('paid')]
      closingBalances[currency] = opening + earned - reversed - paid
      result[`${month} ${currency}`] = [opening, earned, reversed, paid, closingBalances[currency]].join(' ')
    }
    return result
  }

  closeMonths(now: number): void {
    if (this.commissions.size === 0) return
    const month = localDay(now - 3_600_000, this.of.timeZone).slice(0, 7)
    const through = monthBefore(month)
    if (through <= this.closedThrough) return
    // A month includes everything before its end that isn't in an earlier statement. Its end depends on the time zone
    // on its closing day.
    const entries = [...this.commissions.values()].flatMap((one) => one.entries)
    for (const entry of entries.filter((one) => one.month === undefined)) {
      const entryMonth = localDay(entry.at, this.of.timeZone).slice(0, 7)
      if (entryMonth > through) continue
      const nextMonth = this.closedThrough === '' ? entryMonth : monthAfter(this.closedThrough)
      entry.month = entryMonth > nextMonth ? entryMonth : nextMonth
    }
    this.closedThrough = through
  }
}

function commissionUnderTerms(
  terms: Terms | undefined,
  { amount, timeZone }: { amount: bigint; timeZone: string },
  at: number,
  firstAt: number | undefined,
): CommissionResult {
  if (terms === undefined) return { kind: 'nothing' }
  if (firstAt !== undefined) {
    if (terms.duration === 'first_sale') return { kind: 'nothing' }
    if (terms.duration === 'months' && at > monthsLater(firstAt, terms.months, timeZone))
      return { kind: 'nothing' }
  }
  const isFlat = terms.type === 'flat'
  return {
    kind: 'paid',
    cents: isFlat ? BigInt(terms.amount) : halfUp(amount * BigInt(terms.rateBps), 10_000n),
    terms,
  }
}

/** @param earlierSales the customer's sales recorded before the claim was approved */
function lateCommissionUnderTerms(
  terms: Terms | undefined,
  of: { amount: bigint; timeZone: string },
  arrivedAt: number,
  earlierSales: Sale[],
): CommissionResult {
  const times = earlierSales.flatMap((one) => [one.receivedAt, one.arrivedAt]).filter((at) => at < arrivedAt)
  const earned = commissionUnderTerms(
    terms,
    of,
    arrivedAt,
    times.length === 0 ? undefined : Math.min(...times),
  )
  const isFirstPaid = earlierSales.some(({ commission }) => commission?.terms?.duration === 'first_sale')
  return isFirstPaid && terms?.duration === 'first_sale' ? { kind: 'nothing' } : earned
}

export const left = (one: Commission) => one.amount - one.reversed
export const owed = (one: Commission) => left(one) - one.paid

export const sumAll = (parts: Iterable<bigint>) => [...parts].reduce((sum, one) => sum + one, 0n)

/** Disputes that were not won. */
export const sumUnwonDisputes = (disputes: Disputes) =>
  sumAll([...disputes.values()].map(({ cents, isWon }) => (isWon ? 0n : cents)))

export const sumInvoices = ({ invoices }: Charge) => sumAll(invoices.map(({ amount }) => amount))

/** Returns a sale's refunds and lost or open disputes, capped at the sale's amount. */
export function refunded(sale: Pick<Sale, 'refunds' | 'disputes' | 'amount' | 'charge' | 'tx'>): bigint {
  const { charge, tx, amount } = sale
  const merchantRefunds = sumAll(sale.refunds.values())
  const processorRefunds = charge === undefined ? 0n : chargeShare(charge, tx, charge.refunded)
  const refundedCents =
    (merchantRefunds > processorRefunds ? merchantRefunds : processorRefunds) + disputed(sale)
  return refundedCents > amount ? amount : refundedCents
}

export function disputed({ disputes, charge, tx }: Pick<Sale, 'disputes' | 'charge' | 'tx'>): bigint {
  const entryMonth = sumUnwonDisputes(disputes)
  if (charge === undefined) return entryMonth
  const before = chargeShare(charge, tx, charge.refunded)
  return entryMonth + chargeShare(charge, tx, charge.refunded + sumUnwonDisputes(charge.disputes)) - before
}

/**
 * Returns an invoice's share of an amount from its charge (D67). Each cent goes to the invoice whose share rounds up
 * next, relative to its amount; on a tie, to the earlier invoice.
 */
function chargeShare(charge: Charge, tx: string, cents: bigint): bigint {
  const { invoices } = charge
  const total = sumInvoices(charge)
  const count = BigInt(invoices.length)
  // Every share differs from its exact value by less than the number of invoices, so only the last cents must be
  // determined.
  const parts = invoices.map(({ amount }) => {
    const lowerBoundCents = (amount * cents) / total - count
    return lowerBoundCents < 0n ? 0n : lowerBoundCents
  })
  for (let left = cents - sumAll(parts); left > 0n; left--) {
    let nextMonth = 0
    for (const [index, { amount }] of invoices.entries()) {
      const largestAmount = invoices[nextMonth]?.amount ?? 0n
      if ((2n * (parts[index] ?? 0n) + 1n) * largestAmount < (2n * (parts[nextMonth] ?? 0n) + 1n) * amount)
        nextMonth = index
    }
    parts[nextMonth] = (parts[nextMonth] ?? 0n) + 1n
  }
  return parts[invoices.findIndex((one) => one.tx === tx)] ?? 0n
}

/** Adds calendar months to a local time. If the target month is shorter, returns its last day (D68). */
function monthsLater(at: number, months: number, timeZone: string): number {
  const clock = new Date(clockAt(at, timeZone))
  const day = clock.getUTCDate()
  clock.setUTCDate(1)
  clock.setUTCMonth(clock.getUTCMonth() + months)
  const days = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + 1, 0)).getUTCDate()
  clock.setUTCDate(Math.min(day, days))
  const localTime = clock.getTime()
  // Either the previous or the next day's offset results in this local time, unless a clock change skips it.
  const [before, after] = [localTime - DAY, localTime + DAY].map(
    (instant) => clockAt(instant, timeZone) - instant,
  )
  const offsets = [localTime - (before ?? 0), localTime - (after ?? 0)].filter(
    (one) => clockAt(one, timeZone) === localTime,
  )
  return offsets.length === 0 ? localTime - (before ?? 0) : Math.min(...offsets)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns a zone's local time as if it were UTC. */
function clockAt(at: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) + (((at % 1000) + 1000) % 1000)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the calendar day of an instant, such as `2026-03-31`. */
export function localDay(at: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(at)
}

export function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
