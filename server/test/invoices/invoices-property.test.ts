import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type ExchangeRates, parseExchangeRate } from '../../src/invoices/exchange-rate.rule.ts'
import { parseInvoiceMonth } from '../../src/invoices/invoice-month.rule.ts'
import { type IssueOutcome, issueInvoice } from '../../src/invoices/issue-invoice.flow.ts'
import { DECIMALS } from '../../src/platform/currency.ts'
import { updateProgram } from '../../src/programs/update-program.flow.ts'
import { refundSale } from '../../src/refunds/apply-refund.flow.ts'
import type { RefundChange } from '../../src/refunds/refund.rule.ts'
import { verifyMoney } from '../../src/reporting/verify-money.flow.ts'
import { DRAWN } from '../currencies.ts'
import { signUp, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
const { kysely } = database
const { userId } = await signUp(service)

const small = (max: number) => fc.integer({ min: 0, max })
const thousandths = fc.integer({ min: 1, max: 1000 })

/** Rates with many digits and with few; without one, fees of that currency cannot be invoiced. */
const RATED = DRAWN.filter((currency) => currency !== 'USD')
const AROUND_ONE = ['1.0832', '0.999999999999', '1.5', '0.01'] as const
const SMALL = ['0.0000393', '0.00004', '0.004999999999', '2'] as const
const rates = fc.record(
  Object.fromEntries(
    RATED.map((currency) => {
      const some = DECIMALS[currency] === 0 ? SMALL : AROUND_ONE
      return [currency, fc.option(fc.constantFrom(...some), { nil: undefined })]
    }),
  ),
)
/** One for each currency. */
const LAST_RATES = Object.fromEntries(
  RATED.map((currency) => [currency, (DECIMALS[currency] === 0 ? SMALL : AROUND_ONE)[0]]),
)

/** What happens to sales and fees. Numbers choose among the few sales there are, so that they meet. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sale'),
      amount_cents: fc.oneof(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: Number.MAX_SAFE_INTEGER - 9, max: Number.MAX_SAFE_INTEGER }),
      ),
      currency: fc.constantFrom(...DRAWN),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('refund'), sale: small(4), part: thousandths }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('failed refund'), sale: small(4), part: thousandths }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('dispute'),
      sale: small(4),
      dispute: small(1),
      isWithdrawn: fc.boolean(),
      part: thousandths,
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('invoice'), months: small(2), rates }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('time zone'),
      time_zone: fc.constantFrom('UTC', 'Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'),
    }),
  },
)

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

const FIRST_MONTH = '2026-01-31T20:00:00.000Z'

describe('after any sequence of sales, refunds, disputes and invoices at any rates', () => {
  it('what was invoiced of each fee is what is left of it, and one that went back in full has cost nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30, size: 'max' }), async (events) => {
        clock.set(FIRST_MONTH)
        const shop = await openShop(service, { platformFeeBps: 1000 })
        await shop.customer('cus-1')
        for (const [index, one] of events.entries()) {
          clock.advance({ hours: 3 })
          await play(shop, one, index)
        }
        // Two days past the end of a month it has ended in every time zone.
        toNextMonth(1)
        const last = await issue(shop, lastMonth(), LAST_RATES)
        expect(['issued', 'nothing_due']).toContain(last.kind)
        await checkFees(shop)
        await checkNumbers(shop)
        expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
      }),
      { numRuns: 25, interruptAfterTimeLimit: 15_000 },
    )
  })
})

async function play(shop: Shop, one: Event, index: number): Promise<void> {
  switch (one.kind) {
    case 'sale': {
      const { amount_cents, currency } = one
      const sale = { transaction_id: `t${index}`, amount_cents, currency, customer_key: 'cus-1' }
      expect((await shop.sale(sale)).status).toBe(200)
      return
    }
    case 'refund':
      return report(shop, one, (amountCents) => ({
        kind: 'refund',
        amountIs: 'part',
        refundId: `re_${index}`,
        amountCents,
        excess: 'cut_off',
      }))
    case 'failed refund':
      return report(shop, one, (amountCents) => ({
        kind: 'failed_refund',
        refundId: `re_${index}`,
        amountCents,
      }))
    case 'dispute':
      return report(shop, one, (amountCents) => ({
        kind: 'dispute',
        refundId: `dp_${one.dispute}`,
        amountCents,
        isWithdrawn: one.isWithdrawn,
      }))
    case 'invoice': {
      toNextMonth(one.months)
      const before = await countLines(shop)
      const outcome = await issue(shop, lastMonth(), one.rates)
      if (outcome.kind !== 'issued') expect(await countLines(shop)).toEqual(before)
      return
    }
    case 'time zone':
      await updateProgram(deps, shop.program.id, { time_zone: one.time_zone })
  }
}

async function report(
  shop: Shop,
  { sale: index, part }: { sale: number; part: number },
  change: (amountCents: number) => RefundChange,
): Promise<void> {
  const sales = await shop.rows('sale_events')
  const sale = sales[index % Math.max(1, sales.length)]
  if (sale === undefined) return
  const amountCents = Math.max(1, Number((BigInt(Number(sale.amount_cents)) * BigInt(part)) / 1000n))
  const shared = { reason: undefined, source: 'processor' } as const
  await refundSale(
    deps,
    { id: shop.program.id, sandbox: false },
    {
      saleId: Number(sale.id),
      report: { ...change(amountCents), ...shared },
      receivedAt: clock.now(),
    },
  )
}

/** Noon of the third day, so many months on. */
function toNextMonth(months: number): void {
  const now = clock.now()
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 3, 12))
  if (to > now) clock.set(to.toISOString())
}

/** The month that has ended. */
function lastMonth(): string {
  const now = clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

async function issue(
  shop: Shop,
  text: string,
  sent: Readonly<Record<string, string | undefined>>,
): Promise<IssueOutcome> {
  const { id } = shop.program
  const { time_zone } = await kysely
    .selectFrom('programs')
    .select('time_zone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const month = parseInvoiceMonth(text, time_zone)
  if (month === undefined) throw new Error(`${text} is no month`)
  // The very first month has not ended yet in the west: the route refuses it then.
  if (month.to > clock.now()) return { kind: 'nothing_due' }
  const known: ExchangeRates = new Map()
  for (const currency of RATED) {
    const text = sent[currency] ?? ''
    const rate = parseExchangeRate(text)
    if (rate !== undefined) known.set(currency, { text, rate })
  }
  return issueInvoice(deps, id, { month, rates: known, confirmed: RATED, actorId: userId })
}

/** Each fee against its lines, summed here and not by the service. */
async function checkFees(shop: Shop): Promise<void> {
  const { rows } = await sql<{ fee_id: number; amount_cents: string; usd_cents: string; currency: string }>`
    select l.fee_id, l.amount_cents::text as amount_cents, l.usd_cents::text as usd_cents, l.currency
    from invoice_lines l where l.program_id = ${shop.program.id}`.execute(kysely)
  for (const fee of await shop.rows('platform_fees')) {
    const lines = rows.filter(({ fee_id }) => fee_id === Number(fee.id))
    const sum = (of: (line: (typeof rows)[number]) => string) =>
      lines.reduce((total, line) => total + BigInt(of(line)), 0n)
    const left = BigInt(Number(fee.amount_cents)) - BigInt(Number(fee.reversed_cents))
    const usd = sum((line) => line.usd_cents)
    expect(sum((line) => line.amount_cents)).toBe(left)
    if (left === 0n) expect(usd).toBe(0n)
    if (fee.currency === 'USD') expect(usd).toBe(left)
    expect(usd >= 0n).toBe(true)
  }
}

async function checkNumbers(shop: Shop): Promise<void> {
  const { rows } = await sql<{
    sequence: number
    month: string
    total: string
    lines: number
    sum: string
    n: number
  }>`
    select v.sequence, v.month::text as month, v.total_usd_cents::text as total, v.lines,
      (select coalesce(sum(l.usd_cents), 0)::text from invoice_lines l
        where l.program_id = v.program_id and l.invoice_id = v.id) as sum,
      (select count(*)::int from invoice_lines l where l.program_id = v.program_id and l.invoice_id = v.id) as n
    from invoices v where v.program_id = ${shop.program.id} order by v.sequence`.execute(kysely)
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
  const months = rows.map(({ month }) => month)
  expect(months).toEqual([...new Set(months)].sort())
  for (const { total, lines, sum, n } of rows) expect([total, lines]).toEqual([sum, n])
}

async function countLines(shop: Shop) {
  const { rows } = await sql`select count(*)::int as lines, (select count(*)::int from invoices v
    where v.program_id = ${shop.program.id}) as invoices
    from invoice_lines l where l.program_id = ${shop.program.id}`.execute(kysely)
  return rows
}
