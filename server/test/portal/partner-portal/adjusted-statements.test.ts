import { expect, test } from 'vitest'
import { closePartnerMonths } from '../../../src/portal/partner-portal/close-partner-months.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { startTestService } from '../../harness.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import {
  newId,
  openConnectedShop,
  paidInvoice,
  publish,
  subscribedSession,
} from '../../tracking/processors/processor.ts'

test.each([
  ['higher, in the same month', 5300, false, [['2026-01', 1060, 0]]],
  ['lower, in the same month', 4500, false, [['2026-01', 900, 0]]],
  [
    'higher, after the month was closed',
    5300,
    true,
    [
      ['2026-01', 980, 0],
      ['2026-02', 80, 0],
    ],
  ],
  [
    'lower, after the month was closed',
    4500,
    true,
    [
      ['2026-01', 980, 0],
      ['2026-02', -80, 0],
    ],
  ],
] as const)(
  'a sale that the processor later reports as %s changes earnings, not reversals',
  async (_label, amount_paid, isClosedBetween, expected) => {
    const service = await startTestService({ ownDatabase: true, now: '2026-01-10T12:00:00.000Z' })
    const { clock, deps, database } = service
    const shop = await openConnectedShop(service)
    const { click_id } = await shop.customer('cus-1')
    const invoice = newId('in')
    const metadata = { service_click_id: click_id }
    await publish(
      shop,
      'checkout.session.completed',
      subscribedSession(invoice, { amount_total: 4900, metadata }),
    )
    if (isClosedBetween) {
      clock.set('2026-02-03T12:00:00.000Z')
      await closePartnerMonths(deps)
    }
    await publish(
      shop,
      'invoice.paid',
      paidInvoice({ id: invoice, amount_paid, total: amount_paid, metadata }),
    )
    clock.set('2026-03-05T12:00:00.000Z')
    await closePartnerMonths(deps)

    const partner = await signInAs(service, shop.program.partnerId)
    const { body } = await partner.call('GET', `/programs/${shop.program.id}/statements`)
    const stated = body.data.map((row: { month: string; earnedCents: number; reversedCents: number }) => [
      row.month,
      row.earnedCents,
      row.reversedCents,
    ])
    expect(stated.sort()).toEqual(expected)
    expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
    const [month, earned] = expected.at(-1) ?? []
    const file = await partner.call('GET', `/programs/${shop.program.id}/statement.csv?month=${month}`)
    const decimal = `${(earned ?? 0) < 0 ? '-' : ''}${(Math.abs(earned ?? 0) / 100).toFixed(2)}`
    // Negative numbers stay numbers in a spreadsheet.
    expect(file.text.split('\n')[1]).toContain(`,${decimal},0.00,0.00,USD,`)
  },
)
