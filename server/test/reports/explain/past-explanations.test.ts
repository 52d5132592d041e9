import { describe, expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { refundSale } from '../../../src/tracking/refunds/apply-refund.flow.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import {
  newId,
  openConnectedShop,
  paidInvoice,
  publish,
  subscribedSession,
} from '../../tracking/processors/processor.ts'
import { refuse } from './stored-rejected-request.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, deps } = service

/** Signs the team and the partner in for each request, because months may pass in between. */
function createCallers({ program }: Pick<Shop, 'program'>) {
  const team = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    const bearer = await signInMember(service, program)
    const response = await send(app, method, `/api/programs/${program.id}${path}`, {
      bearer,
      ...(body === undefined ? {} : { body }),
    })
    expect(response.status, response.text).toBeLessThan(300)
    return response.body.data
  }
  return {
    team,
    async explained(transactionId: string) {
      const { conclusion, timeline } = await team('GET', `/explain?${new URLSearchParams({ transactionId })}`)
      return { ...conclusion, texts: timeline.map(({ text }: { text: string }) => text) }
    },
    async answered(transactionId: string): Promise<string> {
      const partner = await signInAs(service, program.partnerId)
      const query = await partner.call('POST', `/programs/${program.id}/inquiries`, { transactionId })
      expect(query.status, query.text).toBe(200)
      return query.body.data.text
    },
    refund: (saleId: number, refundId: string, amountCents: number) =>
      team('POST', `/sales/${saleId}/refunds`, { refundId, amountCents, reason: 'sent back' }),
    /** Creates and pays the payouts that are due after the holds. */
    async payAll(): Promise<number[]> {
      clock.advance({ days: 31 })
      await approveCommissions(deps)
      await team('POST', '/payouts', {})
      const payouts: { id: number }[] = await team('GET', '/payouts?status=open')
      for (const { id } of payouts) await team('POST', `/payouts/${id}/pay`, {})
      return payouts.map(({ id }) => id)
    },
  }
}

const bought = (transaction_id: string, amount_cents: number) => ({
  transaction_id,
  amount_cents,
  customer_key: 'ann',
})

describe('a paid sale’s explanation', () => {
  it('names the payout that paid it, not one that deducted from it', async () => {
    clock.set('2026-01-14T12:00:00.000Z')
    const shop = await openShop(service)
    const readers = createCallers(shop)
    await shop.customer('ann')
    const { body: openWithSale } = await shop.sale(bought('order-1', 10_000))
    const [first] = await readers.payAll()
    await readers.refund(openWithSale.sale_id, 'r-1', 6000)
    await shop.sale(bought('order-2', 10_000))
    const [second] = await readers.payAll()
    expect([first, second]).toEqual([expect.any(Number), expect.any(Number)])
    expect(await readers.explained('order-1')).toMatchObject({
      reason: 'paid',
      message: `Sale ${openWithSale.sale_id} (order-1) earned Pat $8.00. It was paid on Feb 14, 2026, 12:00 PM (UTC) in payout ${first}.`,
      facts: { payoutId: first, paidAt: '2026-02-14T12:00:00.000Z' },
    })
    expect(await readers.answered('order-1')).toBe(
      'You earned $20.00 from this order. The sale was partly refunded, which leaves $8.00. It was paid on Feb 14, 2026, 12:00 PM (UTC).',
    )
    await readers.refund(openWithSale.sale_id, 'r-2', 2000)
    expect((await readers.explained('order-1')).message).toBe(
      `Sale ${openWithSale.sale_id} (order-1) earned Pat $20.00, of which $8.00 was paid. The customer was refunded, which leaves $4.00. The next payout deducts $4.00.`,
    )
  })

  it('shows the paid and remaining amounts after a won dispute', async () => {
    clock.set('2026-01-14T12:00:00.000Z')
    const shop = await openShop(service)
    const readers = createCallers(shop)
    await shop.customer('ann')
    const { body: openWithSale } = await shop.sale(bought('order-1', 10_000))
    await readers.payAll()
    const dispute = (isWithdrawn: boolean) =>
      refundSale(
        deps,
        { id: shop.program.id, sandbox: false },
        {
          saleId: openWithSale.sale_id,
          report: {
            kind: 'dispute',
            refundId: 'dp_1',
            amountCents: 5000,
            reason: undefined,
            source: 'processor',
            isWithdrawn,
          },
          receivedAt: clock.now(),
        },
      )
    await dispute(false)
    await shop.sale(bought('order-2', 10_000))
    await readers.payAll()
    await dispute(true)
    const teamText = `Sale ${openWithSale.sale_id} (order-1) earns Pat $20.00. $10.00 is paid; the other $10.00`
    const partnerText = 'You earned $20.00 from this order. $10.00 has been paid. The remaining $10.00'
    expect(await readers.explained('order-1')).toMatchObject({
      reason: 'awaiting_payout',
      message: `${teamText} is approved and due with the next payout.`,
    })
    expect(await readers.answered('order-1')).toBe(
      `${partnerText} is approved and will be included in the next payout.`,
    )

    await readers.team('POST', `/partners/${shop.program.partnerId}/hold`, { reason: 'tax form missing' })
    expect(await readers.explained('order-1')).toMatchObject({
      reason: 'awaiting_partner',
      message: `${teamText} is approved, but not paid out while the partner has payouts paused (tax form missing).`,
      remedy: 'To pay the rest, resume the partner’s payouts. It is then due with the next payout.',
    })
    expect(await readers.answered('order-1')).toBe(
      `${partnerText} is approved, but the program has paused your payouts.`,
    )
    await readers.team('POST', `/partners/${shop.program.partnerId}/release`)
    await readers.team('POST', '/payouts', {})
    const [open] = await readers.team('GET', '/payouts?status=open')
    expect(await readers.explained('order-1')).toMatchObject({
      reason: 'in_payout',
      message: `${teamText} is in payout ${open.id}, which is not marked as paid yet.`,
    })
    expect(await readers.answered('order-1')).toBe(`${partnerText} is in a payout that’s on its way.`)
  })
})

describe('a sale whose amount was reported later', () => {
  it.each([
    [
      'by a percentage',
      undefined,
      [
        'Commission of $20.00 for Pat: 20%',
        'The commission is now $18.00',
        'The commission is now $14.00 (the processor reported the paid amount).',
      ],
    ],
    [
      'by a flat amount',
      { type: 'flat', amountCents: 500, currency: 'USD' },
      [
        'Commission of $5.00 for Pat, a flat amount',
        'The commission is now $4.50',
        'The commission is now $4.38 (the processor reported the paid amount).',
      ],
    ],
  ])('shows the original and adjusted commission by %s', async (_label, policy, steps) => {
    clock.set('2026-01-14T12:00:00.000Z')
    const shop = await openConnectedShop(service)
    const readers = createCallers(shop)
    if (policy !== undefined) await readers.team('POST', '/commission-policies', policy)
    clock.advance({ minutes: 1 })
    const { click_id } = await shop.customer('ann')
    const [id, metadata] = [newId('in'), { service_click_id: click_id }]
    await publish(
      shop,
      'checkout.session.completed',
      subscribedSession(id, { amount_total: 10_000, metadata }),
    )
    clock.advance({ days: 1 })
    const openWithSale = (await readers.explained(id)).facts.saleId
    await readers.refund(openWithSale, 'own-1', 1000)
    expect((await readers.explained(id)).texts).toContain(
      `Sale ${id} of $100.00 recorded for Pat, reported by the payment processor.`,
    )
    clock.advance({ days: 3 })
    await publish(shop, 'invoice.paid', paidInvoice({ id, amount_paid: 8000, total: 10_000, metadata }))
    const { texts, facts } = await readers.explained(id)
    expect(facts).toMatchObject({ amountCents: 8000 })
    expect(texts.filter((text: string) => /^(Sale|The commission|Commission|Refund)/.test(text))).toEqual([
      `Sale ${id} of $80.00 (amount reported later by the payment processor) recorded for Pat, reported by the payment processor.`,
      expect.stringContaining(`${steps[0]}, on hold until`),
      'Refund of $10.00 (sent back).',
      expect.stringContaining(steps[1] ?? ''),
      steps[2],
    ])
  })
})

describe('a sale that arrived too late', () => {
  it('is explained by the window at that time, not the current one', async () => {
    clock.set('2026-05-18T12:00:00.000Z')
    const shop = await openShop(service, { attributionWindowDays: 10 })
    const readers = createCallers(shop)
    await shop.customer('ann')
    clock.advance({ days: 15 })
    await refuse(service, shop, { type: 'sale', body: bought('order-1', 5000) })
    const was =
      'The attribution window of 10 days from the click of May 18, 2026, 12:00 PM (UTC) had passed: it ended on May 28, 2026, 12:00 PM (UTC), 5 days earlier.'
    const partnerText =
      'The customer clicked your link on May 18, 2026, 12:00 PM (UTC), but ordered too late:'
    expect((await readers.explained('order-1')).message).toBe(was)
    expect(await readers.answered('order-1')).toBe(
      `${partnerText} the program only counts a first sale within 10 days after that.`,
    )
    clock.advance({ days: 10 })
    for (const attributionWindowDays of [20, 5]) {
      await readers.team('PATCH', '', { attributionWindowDays })
      expect(await readers.explained('order-1')).toMatchObject({
        reason: 'window_closed',
        message: `${was} It has since been changed to ${attributionWindowDays} days.`,
        remedy:
          'A first sale by May 28, 2026, 12:00 PM (UTC) would have counted. If you set a window longer than the current one, you can send the same sale again. Nothing was recorded.',
        facts: {
          windowDays: 10,
          windowEndedAt: '2026-05-28T12:00:00.000Z',
          windowDaysNow: attributionWindowDays,
        },
      })
      expect(await readers.answered('order-1')).toBe(
        `${partnerText} at that time the program only counted a first sale within 10 days after that.`,
      )
    }
  })

  it('keeps its original reason if it is sent again after its rejection', async () => {
    clock.set('2026-05-18T12:00:00.000Z')
    const shop = await openShop(service, { attributionWindowDays: 10 })
    const readers = createCallers(shop)
    const click_id = await shop.clickId()
    const { message } = await refuse(service, shop, { type: 'sale', body: bought('order-1', 5000) })
    clock.advance({ days: 1 })
    await shop.customer('ann', click_id)
    clock.advance({ days: 14 })
    expect(await readers.explained('order-1')).toMatchObject({
      reason: 'window_closed',
      message: `The sale was rejected on May 18, 2026, 12:00 PM (UTC) with \`no_attribution\`: ${message} Sent again now, it would be too late: the attribution window of 10 days from the click of May 18, 2026, 12:00 PM (UTC) ended on May 28, 2026, 12:00 PM (UTC).`,
    })
    expect(await readers.answered('order-1')).toBe(
      'The customer clicked your link on May 18, 2026, 12:00 PM (UTC). The order couldn’t be counted when it arrived, and it’s now too late: the program only counts a first sale within 10 days after that.',
    )
  })

  it('is explained differently from a sale in time whose click had no signup', async () => {
    clock.set('2026-05-18T12:00:00.000Z')
    const shop = await openShop(service, { attributionWindowDays: 10 })
    const readers = createCallers(shop)
    const click_id = await shop.clickId()
    await refuse(service, shop, {
      type: 'sale',
      body: { ...bought('order-1', 5000), customer_key: undefined, click_id },
    })
    clock.advance({ days: 14 })
    expect(await readers.explained('order-1')).toMatchObject({
      reason: 'click_without_signup',
      remedy: 'A signup with this click ID would have counted until May 28, 2026, 12:00 PM (UTC).',
    })
    expect(await readers.answered('order-1')).toBe(
      'The customer clicked your link on May 18, 2026, 12:00 PM (UTC), but the shop didn’t report a signup afterwards. The order wasn’t credited to any partner.',
    )
  })
})

describe('a decision is explained by the settings at that time', () => {
  it('lists the policy currencies at the time of a sale without a policy', async () => {
    clock.set('2026-01-14T12:00:00.000Z')
    const shop = await openShop(service)
    const readers = createCallers(shop)
    await readers.team('POST', '/commission-policies', { type: 'flat', amountCents: 500, currency: 'EUR' })
    clock.advance({ minutes: 1 })
    await shop.customer('ann')
    await shop.sale(bought('order-1', 5000))
    await readers.team('POST', '/commission-policies', { type: 'flat', amountCents: 500, currency: 'VND' })
    expect(await readers.explained('order-1')).toMatchObject({
      reason: 'no_policy_for_currency',
      facts: { currencies: ['EUR'] },
    })
  })
})

describe('timeline items from processes with different clocks', () => {
  it('come after their cause, and commission changes stay in order', async () => {
    clock.set('2026-01-14T12:00:00.000Z')
    const shop = await openShop(service)
    const { program } = shop
    const readers = createCallers(shop)
    await shop.customer('ann')
    const { body } = await shop.sale(bought('order-1', 5000))
    const { kysely } = service.database
    const early = new Date('2026-01-14T11:00:00.000Z')
    await kysely
      .updateTable('sale_events')
      .set({ received_at: early })
      .where('program_id', '=', program.id)
      .execute()
    const change = { program_id: program.id, commission_id: body.commission_id, actor: 'system' } as const
    for (const [to_status, at, reason] of [
      ['approved', '2026-01-14T13:00:00.000Z', 'first'],
      ['pending', '2026-01-14T12:30:00.000Z', 'second'],
    ] as const) {
      const amounts = { from_amount_cents: 1000, to_amount_cents: 1000, changed_at: new Date(at) }
      const row = { ...change, ...amounts, from_status: 'pending', to_status, reason } as const
      await kysely.insertInto('commission_changes').values(row).execute()
    }
    const { timeline } = await readers.team('GET', '/explain?transactionId=order-1')
    expect(timeline.map(({ type, because }: { type: string; because?: string }) => because ?? type)).toEqual([
      'click',
      'lead',
      'sale',
      'commission',
      'first',
      'second',
    ])
    expect(timeline[2].at).toBe(early.toISOString())
  })
})
