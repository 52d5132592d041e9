import { sql } from 'kysely'
import { verifyMoney } from '../../src/reports/performance/verify-money.flow.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { type Ledger, left, localDay, monthAfter, type Partner, refunded } from './ledger.ts'
import { isPayoutDay, type Program, payoutMonth, type Workspace } from './workspace.ts'

type Figures = Record<string, unknown>

/**
 * Recomputes the statistics from the events and compares every figure again. @returns a description of the
 * differences
 */
export async function compareRebuilt(
  workspace: Workspace,
  closedStatements: Map<string, string>,
): Promise<string[]> {
  const { database } = workspace.service
  for (const { id } of workspace.programs) await rebuildStatistics(database, id)
  return (await compare(workspace, closedStatements)).map((line) => `after a rebuild: ${line}`)
}

/** Compares each of the service's figures with the ledger. @returns a description of the differences */
export async function compare(
  workspace: Workspace,
  closedStatements: Map<string, string>,
): Promise<string[]> {
  const found: string[] = []
  for (const program of workspace.programs) {
    const { name } = program.ledger.of
    const reportDifference = (figure: string, actual: unknown, expected: unknown) => {
      for (const line of differences(actual, expected)) found.push(`${name}: ${figure} ${line}`)
    }
    await compareSales(workspace, program, reportDifference)
    await compareCommissions(workspace, program, reportDifference)
    await compareBalances(workspace, program, reportDifference)
    await comparePayouts(workspace, program, reportDifference)
    await compareReports(workspace, program, reportDifference)
    await compareInvoiceable(workspace, program, reportDifference)
    await comparePreviews(workspace, program, reportDifference)
    await compareInvoiceLines(workspace, program, reportDifference)
    for (const partner of program.ledger.partners) {
      if (partner.status !== 'closed') await comparePortal(workspace, program, partner, reportDifference)
      await compareStatements(workspace, program, partner, {
        differ: reportDifference,
        frozen: closedStatements,
      })
    }
    const money = await verifyMoney(workspace.service.database, program.id)
    reportDifference('money verification', money.differences, [])
    const stats = await verifyStatistics(workspace.service.database, program.id)
    reportDifference('statistics verification', stats.differences, [])
  }
  return found
}

type ReportDifference = (figure: string, actual: unknown, expected: unknown) => void

async function readAllPages(
  workspace: Workspace,
  program: Program,
  path: string,
): Promise<Record<string, never>[]> {
  const all: Record<string, never>[] = []
  let cursor = ''
  for (;;) {
    const { body, status, text } = await workspace.team(program, 'GET', `${path}limit=100${cursor}`)
    if (status !== 200) throw new Error(text)
    all.push(...body.data)
    if (body.meta.nextCursor === null) return all
    cursor = `&cursor=${body.meta.nextCursor}`
  }
}

const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

async function compareSales(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  const found: Figures = {}
  for (const { id, amountCents, currency, refundedCents, status } of await readAllPages(
    workspace,
    program,
    '/sales?',
  ))
    found[String(id)] = [amountCents, currency, refundedCents, status].join(' ')
  const expected: Figures = {}
  for (const one of program.ledger.sales.values()) {
    const refundedCents = refunded(one)
    expected[one.id] = [
      one.amount,
      one.currency,
      refundedCents,
      refundedCents === one.amount ? 'refunded' : 'paid',
    ].join(' ')
  }
  reportDifference('sale', found, expected)
}

async function compareCommissions(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  const actual: Figures = {}
  for (const row of await readAllPages(workspace, program, '/commissions?')) {
    const { id, kind, partnerId, currency, status, amountCents, reversedCents, paidCents, holdUntil } = row
    actual[String(id)] = [
      kind,
      partnerId,
      currency,
      status,
      amountCents,
      reversedCents,
      paidCents,
      holdUntil,
    ].join(' ')
  }
  const expected: Figures = {}
  for (const one of program.ledger.commissions.values()) {
    const { kind, partner, currency, status, amount, reversed, paid, holdUntil } = one
    expected[one.id] = [kind, partner.id, currency, status, amount, reversed, paid, iso(holdUntil)].join(' ')
  }
  reportDifference('commission', actual, expected)
  const sales: Figures = {}
  for (const row of await readAllPages(workspace, program, '/sales?'))
    sales[String(row.id)] = `${row.amountCents} ${row.currency} ${row.refundedCents}`
  const expectedSales: Figures = {}
  for (const one of program.ledger.sales.values())
    expectedSales[one.id] = `${one.amount} ${one.currency} ${refunded(one)}`
  reportDifference('sale', sales, expectedSales)
}

function formatBalance(ledger: Ledger, partner: Partner, currency: string) {
  const { pending, approved, paid, owed } = ledger.balance(partner, currency)
  return [pending, approved, paid, owed].join(' ')
}

async function compareBalances(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  const { ledger } = program
  const actual: Figures = {}
  const next: Figures = {}
  for (const row of await readAllPages(workspace, program, '/balances?')) {
    const { balances, nextPayouts } = row as unknown as {
      balances: Record<string, never>[]
      nextPayouts: Record<string, never>[]
    }
    for (const one of balances) {
      const { currency, pendingCents, approvedCents, paidCents, owedCents } = one
      actual[`${row.partnerId} ${currency}`] = [pendingCents, approvedCents, paidCents, owedCents].join(' ')
    }
    for (const one of nextPayouts) next[`${row.partnerId} ${one.currency}`] = nextPayoutText(one)
  }
  const expected: Figures = {}
  const expectedNext: Figures = {}
  for (const partner of ledger.partners) {
    for (const currency of ledger.listCurrencies(partner)) {
      expected[`${partner.id} ${currency}`] = formatBalance(ledger, partner, currency)
      expectedNext[`${partner.id} ${currency}`] = nextPayout(workspace, program, partner, currency)
    }
  }
  reportDifference('balance', actual, expected)
  reportDifference('next payout', next, expectedNext)
}

function nextPayoutText({ amountCents, blockers }: Record<string, unknown>): string {
  const list = blockers as { reason: string; until?: string; day?: string; missingCents?: number }[]
  const descriptions = list.map(({ reason, until, day, missingCents }) =>
    [reason, until, day, missingCents].join(':'),
  )
  return [amountCents, ...descriptions].join(' ')
}

/** Returns the reasons that block a partner's next payout (docs/payouts.md). */
function nextPayout(workspace: Workspace, program: Program, partner: Partner, currency: string): string {
  const { ledger } = program
  const now = workspace.now(program)
  const { payable, open, pending, nextDueAt } = ledger.balance(partner, currency)
  const waits: string[] = []
  const describe = (reason: string, { until = '', day = '', missing = '' } = {}) =>
    waits.push([reason, until, day, missing].join(':'))
  if (partner.status === 'rejected') describe('partner_rejected')
  else if (partner.hold) describe('partner_held')
  if (ledger.waitsForDetails(partner, now)) describe('details_missing')
  const minimum = ledger.getMinimum(partner, currency)
  if (payable < minimum) {
    const before = waits.length
    if (payable > 0n) describe('below_minimum', { missing: `${minimum - payable}` })
    if (payable < 0n) describe('reversed', { missing: `${-payable}` })
    if (open > 0n) describe('payout_open')
    if (pending > 0n) {
      const isDue = nextDueAt === undefined || nextDueAt <= now
      if (ledger.of.isReviewed && isDue) describe('awaiting_review')
      else if (isDue) describe('on_hold')
      else describe('on_hold', { until: iso(nextDueAt) ?? '' })
    }
    if (waits.length === before) describe('nothing_owed')
  }
  const change = partner.details.filter((usable) => usable > now).at(-1)
  if (change !== undefined) describe('details_change', { until: iso(change) ?? '' })
  if (ledger.payDay === null) describe('by_hand')
  else describe('pay_day', { day: nextPayDay(ledger, now) })
  return [payable, ...waits].join(' ')
}

function nextPayDay(ledger: Ledger, now: number): string {
  const day = localDay(now, ledger.of.timeZone)
  if (isPayoutDay(ledger, now)) return day
  const payDay = ledger.payDay ?? 1
  const month = ledger.paidMonth > payoutMonth(payDay, day) ? ledger.paidMonth : payoutMonth(payDay, day)
  return `${monthAfter(month)}-${String(payDay).padStart(2, '0')}`
}

async function comparePayouts(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  const { ledger } = program
  const actual: Figures = {}
  for (const row of await readAllPages(workspace, program, '/payouts?')) {
    actual[String(row.id)] = [row.partnerId, row.currency, row.amountCents, row.status].join(' ')
  }
  const expected: Figures = {}
  for (const one of ledger.payouts.values()) {
    expected[one.id] = [one.partner.id, one.currency, one.amount, one.status].join(' ')
  }
  reportDifference('payout', actual, expected)
  const newestPayout = [...ledger.payouts.values()].at(-1)
  if (newestPayout === undefined) return
  const items: Figures = {}
  for (const row of await readAllPages(workspace, program, `/payouts/${newestPayout.id}/items?`))
    items[String(row.commissionId)] = String(row.amountCents)
  const expectedItems: Figures = {}
  for (const { commission, cents } of newestPayout.items) expectedItems[commission.id] = String(cents)
  reportDifference(`payout ${newestPayout.id}: items`, items, expectedItems)
  const batch = ledger.batch(workspace.now(program))
  const { data } = (await workspace.team(program, 'GET', '/payouts/preview')).body
  reportDifference('payouts in the preview', data.payouts, batch.made.length)
}

const add = (sums: Record<string, bigint>, currency: string, cents: bigint) => {
  sums[currency] = (sums[currency] ?? 0n) + cents
}

/** Removes zero amounts. */
const sumsText = (sums: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(sums)
      .filter(([, cents]) => String(cents) !== '0')
      .map(([currency, cents]) => [currency, String(cents)]),
  )

function totals(ledger: Ledger, of: (partner: Partner) => boolean) {
  const revenue: Record<string, bigint> = {}
  const commission: Record<string, bigint> = {}
  const sales = [...ledger.sales.values()].filter((one) => of(one.customer.partner))
  for (const one of sales) add(revenue, one.currency, one.amount - refunded(one))
  for (const one of ledger.commissions.values()) if (of(one.partner)) add(commission, one.currency, left(one))
  const buyers = ledger.customers.filter((one) => of(one.partner) && one.sales.length > 0)
  return {
    revenue: sumsText(revenue),
    commission: sumsText(commission),
    sales: sales.filter((one) => refunded(one) < one.amount).length,
    conversions: buyers.length,
  }
}

async function compareReports(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  const { ledger } = program
  const period = 'dateFrom=2025-12-01&dateTo=2029-01-01'
  const { body } = await workspace.report(program, `performance/:id?${period}`)
  const { metrics, data } = body
  const actual = {
    revenue: sumsText(metrics.revenueByCurrency),
    commission: sumsText(metrics.commissionByCurrency),
    sales: metrics.totalSales,
    conversions: metrics.totalConversions,
  }
  const expected = totals(ledger, () => true)
  reportDifference('performance', actual, expected)
  reportDifference('clicks', [metrics.totalClicks, metrics.totalLeads], [ledger.clicks, ledger.leads])
  const days: Record<string, bigint> = {}
  for (const day of data)
    for (const [currency, cents] of Object.entries(day.commissionByCurrency))
      add(days, `${day.date} ${currency}`, BigInt(String(cents)))
  const expectedDays: Record<string, bigint> = {}
  for (const one of ledger.commissions.values())
    add(expectedDays, `${localDay(one.createdAt, ledger.of.timeZone)} ${one.currency}`, left(one))
  reportDifference('days', sumsText(days), sumsText(expectedDays))
  const breakdown = await workspace.report(program, `breakdown/:id?by=partner&${period}&limit=100`)
  const partnerRows: Figures = {}
  const partners: Figures = {}
  for (const row of breakdown.body.data) {
    if (
      row.sales === 0 &&
      row.conversions === 0 &&
      Object.keys(sumsText(row.commissionByCurrency)).length === 0
    )
      continue
    partnerRows[row.key] = rowText(row)
  }
  for (const partner of ledger.partners) {
    const sums = totals(ledger, (one) => one === partner)
    if (sums.sales === 0 && sums.conversions === 0 && Object.keys(sums.commission).length === 0) continue
    partners[partner.id] = JSON.stringify(
      [sums.revenue, sums.commission, sums.sales, sums.conversions],
      sortKeys,
    )
  }
  reportDifference('breakdown', partnerRows, partners)
  const listedPartners: Figures = {}
  for (const { partner, numbers } of (
    await workspace.team(program, 'GET', `/partner-report?${period}&limit=100`)
  ).body.data) {
    if (
      numbers.sales === 0 &&
      numbers.conversions === 0 &&
      Object.keys(sumsText(numbers.commissionByCurrency)).length === 0
    )
      continue
    listedPartners[partner.id] = rowText(numbers)
  }
  reportDifference('partner report', listedPartners, partners)
}

const rowText = (row: {
  revenueByCurrency: Record<string, unknown>
  commissionByCurrency: Record<string, unknown>
  sales: number
  conversions: number
}) =>
  JSON.stringify(
    [sumsText(row.revenueByCurrency), sumsText(row.commissionByCurrency), row.sales, row.conversions],
    sortKeys,
  )

const sortKeys = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

async function compareInvoiceable(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  const { ledger } = program
  const month = localDay(workspace.now(program), ledger.of.timeZone).slice(0, 7)
  // Includes completed months only.
  const pastFees = ledger.fees.filter((one) => localDay(one.at, ledger.of.timeZone).slice(0, 7) < month)
  const expected: Record<string, bigint> = {}
  for (const one of pastFees) {
    const due = one.amount - one.reversed - one.invoiced
    if (due !== 0n) add(expected, `${due > 0n ? 'fee' : 'credit'} ${one.currency}`, due)
  }
  const last = new Date(`${month}-01T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() - 1)
  const { body, status, text } = await workspace.team(
    program,
    'GET',
    `/invoices/preview?month=${last.toISOString().slice(0, 7)}`,
  )
  if (status !== 200) throw new Error(text)
  const actual: Record<string, bigint> = {}
  for (const one of body.data.sums) add(actual, `${one.kind} ${one.currency}`, BigInt(one.amountCents))
  reportDifference('fees to be invoiced', sumsText(actual), sumsText(expected))
}

/**
 * Checks that every remaining cent of each fee is on an invoice line, and that there is one invoice per month,
 * numbered without gaps.
 */
async function compareInvoiceLines(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  const { kysely } = workspace.service.database
  const { rows: fees } = await sql<{ lines: string; usd: string }>`
    select sum(l.amount_cents)::text as lines, sum(l.usd_cents)::text as usd
    from invoice_lines l where l.program_id = ${program.id} group by l.fee_id order by l.fee_id`.execute(
    kysely,
  )
  const actual = fees.map(({ lines, usd }) => `${lines} ${usd}`).sort()
  const invoicedFees = program.ledger.fees.filter((one) => one.invoiced !== 0n || one.invoicedUsd !== 0n)
  const expected = invoicedFees.map((one) => `${one.invoiced} ${one.invoicedUsd}`).sort()
  reportDifference(
    'invoice lines',
    actual.filter((one) => one !== '0 0'),
    expected,
  )
  const { rows: invoices } = await sql<{ sequence: number; month: string; isWhole: boolean }>`
    select v.sequence, v.month::text as month, v.total_usd_cents = coalesce(sum(l.usd_cents), 0) as "isWhole"
    from invoices v left join invoice_lines l on l.program_id = v.program_id and l.invoice_id = v.id
    where v.program_id = ${program.id} group by v.program_id, v.id, v.sequence, v.month, v.total_usd_cents
    order by v.sequence`.execute(kysely)
  const months = [...new Set(invoices.map(({ month }) => month))].sort()
  const numbered = months.map((month, index) => ({ sequence: index + 1, month, isWhole: true }))
  reportDifference('invoices', JSON.stringify(invoices), JSON.stringify(numbered))
}

const PERCENT = { type: 'percent', rateBps: 1234, amount: 0, currency: null } as const
const FLAT = { type: 'flat', rateBps: 0, amount: 250, currency: 'EUR' } as const
const OTHER_POLICIES = [
  { ...PERCENT, duration: 'months', months: 1, product: null },
  { ...PERCENT, duration: 'first_sale', months: 0, product: null },
  { ...PERCENT, duration: 'lifetime', months: 0, product: 'pro' },
  { ...FLAT, duration: 'months', months: 2, product: null },
] as const

async function comparePreviews(
  workspace: Workspace,
  program: Program,
  reportDifference: ReportDifference,
): Promise<void> {
  for (const policy of OTHER_POLICIES) {
    const { type, rateBps, amount, currency, duration, months, product } = policy
    const response = await workspace.team(program, 'POST', '/commission-policies/preview', {
      days: 365,
      type,
      ...(type === 'percent' ? { rateBps } : { amountCents: amount, currency }),
      duration,
      ...(duration === 'months' ? { durationMonths: months } : {}),
      ...(product === null ? {} : { productId: product }),
    })
    if (response.status !== 200) throw new Error(response.text)
    const actual: Figures = {}
    for (const one of response.body.data.totals)
      actual[one.currency] = `${one.earnedCents} ${one.wouldEarnCents}`
    const change = { ...policy, holdDays: null, group: null, from: 0, to: 0 }
    reportDifference(`preview of ${type} ${duration} ${product}`, actual, program.ledger.preview(change))
  }
}

async function comparePortal(
  workspace: Workspace,
  program: Program,
  partner: Partner,
  reportDifference: ReportDifference,
): Promise<void> {
  const { ledger } = program
  const { data } = (await workspace.requestAsPartner(program, partner, 'GET', '/balance')).body
  const actual: Figures = {}
  for (const one of data.balances) {
    const { currency, onHoldCents, approvedCents, paidCents, reversedCents, owedCents, nextDueAt } = one
    actual[currency] = [onHoldCents, approvedCents, paidCents, reversedCents, owedCents, nextDueAt].join(' ')
  }
  for (const one of data.nextPayouts) actual[`next ${one.currency}`] = nextPayoutText(one)
  const expected: Figures = {}
  for (const currency of ledger.listCurrencies(partner)) {
    const { pending, approved, paid, reversed, owed, nextDueAt } = ledger.balance(partner, currency)
    expected[currency] = [pending, approved, paid, reversed, owed, iso(nextDueAt)].join(' ')
    expected[`next ${currency}`] = nextPayout(workspace, program, partner, currency)
  }
  reportDifference(`portal of partner ${partner.id}`, actual, expected)
  const overview = (
    await workspace.requestAsPartner(
      program,
      partner,
      'GET',
      '/overview?dateFrom=2025-12-01&dateTo=2029-01-01',
    )
  ).body.data
  const sums = totals(ledger, (one) => one === partner)
  reportDifference(
    `overview of partner ${partner.id}`,
    [sumsText(overview.earnedByCurrency), overview.sales, overview.customers],
    [sums.commission, sums.sales, sums.conversions],
  )
  const file = (await workspace.requestAsPartner(program, partner, 'GET', '/earnings.csv')).text
    .trim()
    .split('\r\n')
  const earned: Record<string, bigint> = {}
  const columns = (file[0] ?? '').split(',')
  const cell = (line: string, name: string) => line.split(',')[columns.indexOf(name)] ?? ''
  for (const line of file.slice(1)) {
    const parseCents = (name: string) => BigInt(cell(line, name).replace('.', ''))
    add(earned, cell(line, 'Currency'), parseCents('Earned') - parseCents('Reversed'))
  }
  reportDifference(`earnings file of partner ${partner.id}`, sumsText(earned), sums.commission)
  const { body: everything } = await workspace.account(partner, 'GET', '/export')
  const exportedProgram = everything.programs.find(({ id }: { id: number }) => id === program.id)
  const held: Record<string, bigint> = {}
  for (const one of exportedProgram.earnings.rows)
    add(held, one.currency, BigInt(one.amountCents) - BigInt(one.reversedCents))
  reportDifference(`export of partner ${partner.id}`, sumsText(held), sums.commission)
  const paid: Figures = {}
  for (const one of (await workspace.requestAsPartner(program, partner, 'GET', '/payouts?limit=100')).body
    .data)
    paid[one.id] = `${one.currency} ${one.amountCents} ${one.status}`
  const expectedPaid: Figures = {}
  for (const one of ledger.payouts.values())
    if (one.partner === partner) expectedPaid[one.id] = `${one.currency} ${one.amount} ${one.status}`
  reportDifference(`payouts of partner ${partner.id}`, paid, expectedPaid)
}

async function compareStatements(
  workspace: Workspace,
  program: Program,
  partner: Partner,
  {
    differ: reportDifference,
    frozen: closedStatements,
  }: { differ: ReportDifference; frozen: Map<string, string> },
): Promise<void> {
  // A partner with a closed account can no longer read statements, but the service still creates them.
  const { rows } = await readStatements(workspace, program, partner)
  const actual: Figures = {}
  for (const one of rows) {
    const key = `${one.month} ${one.currency}`
    actual[key] = [one.opening, one.earned, one.reversed, one.paid, one.closing].join(' ')
    const name = `${program.id} ${partner.id} ${key}`
    const before = closedStatements.get(name)
    const now = JSON.stringify(one)
    if (before !== undefined)
      reportDifference(`closed statement ${key} of partner ${partner.id}`, now, before)
    closedStatements.set(name, now)
  }
  reportDifference(`statement of partner ${partner.id}`, actual, program.ledger.statements(partner))
}

async function readStatements(workspace: Workspace, program: Program, partner: Partner) {
  if (partner.status !== 'closed') {
    const { data } = (await workspace.requestAsPartner(program, partner, 'GET', '/statements')).body
    const rows = data.map((one: Record<string, unknown>) => ({
      month: one.month,
      currency: one.currency,
      opening: String(one.openingCents),
      earned: String(one.earnedCents),
      reversed: String(one.reversedCents),
      paid: String(one.paidCents),
      closing: String(one.closingCents),
    }))
    return { rows }
  }
  const rows = await workspace.service.database.kysely
    .selectFrom('partner_statements')
    .select(['month', 'currency', 'opening_cents as opening', 'earned_cents as earned'])
    .select(['reversed_cents as reversed', 'paid_cents as paid', 'closing_cents as closing'])
    .where('program_id', '=', program.id)
    .where('partner_id', '=', partner.id)
    .orderBy('month', 'desc')
    .orderBy('currency')
    .execute()
  return { rows: rows.map((one) => ({ ...one, ...texts(one) })) }
}

const texts = (one: Record<'opening' | 'earned' | 'reversed' | 'paid' | 'closing', unknown>) => ({
  opening: String(one.opening),
  earned: String(one.earned),
  reversed: String(one.reversed),
  paid: String(one.paid),
  closing: String(one.closing),
})

/** Returns one line for each figure that differs. */
function differences(actual: unknown, expected: unknown): string[] {
  if (JSON.stringify(actual, sortKeys) === JSON.stringify(expected, sortKeys)) return []
  const isFigureMap = (of: unknown): of is Figures =>
    of !== null && typeof of === 'object' && !Array.isArray(of)
  if (!isFigureMap(actual) || !isFigureMap(expected))
    return [`got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`]
  const keys = [...new Set([...Object.keys(actual), ...Object.keys(expected)])]
  return keys
    .filter((key) => JSON.stringify(actual[key], sortKeys) !== JSON.stringify(expected[key], sortKeys))
    .map((key) => `${key}: got ${JSON.stringify(actual[key])}, expected ${JSON.stringify(expected[key])}`)
}
