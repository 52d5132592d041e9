import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyPartnersOfNews } from '../../../src/portal/partner-portal/notify-partners.job.ts'
import { concurrently, createTestPartner, send } from '../../harness.ts'
import { changeIssuedDocuments } from '../../issued-documents.ts'
import { readEmail } from '../../partners/portal-access/partner.ts'
import {
  createEvent,
  deliver,
  EVENTS,
  newId,
  paidInvoice,
  subscribedSession,
} from '../../tracking/processors/processor.ts'
import { openMailFixture } from './partner-mail-helpers.ts'

type MailFixture = Awaited<ReturnType<typeof openMailFixture>>

const mailsWithSubject = (mails: Awaited<ReturnType<MailFixture['mails']>>, phrase: string) =>
  mails.filter(({ headers }) => headers.subject?.includes(phrase))

/** Returns the amounts listed in earnings emails, in cents. */
const parseAmounts = (text: string) =>
  [...text.matchAll(/^(?:Sale|Signup), .*: \$([\d,]+)\.(\d\d), on hold until/gm)].map(
    ([, whole = '', cents = '']) => Number(`${whole.replaceAll(',', '')}${cents}`),
  )

test('emails the first click once, and not to a partner with earlier clicks', async () => {
  const { clock, deps, program, shop, email, mails, ...service } = await openMailFixture()
  const other = await createTestPartner({ ...service, clock }, program)
  await shop.clickId(other.code)
  clock.advance({ days: 10 })
  await shop.clickId()
  await shop.clickId(other.code)
  clock.advance({ minutes: 15 })
  await concurrently(3, () => notifyPartnersOfNews(deps))
  expect(await mails()).toHaveLength(1)
  await shop.clickId()
  clock.advance({ days: 5 })
  await shop.clickId()
  await notifyPartnersOfNews(deps)
  const mail = await mails()
  expect(mail.map(({ to }) => to)).toEqual([[email]])
  expect(mail[0]?.headers.subject).toContain('your first click')
  expect(mail[0]?.headers).toHaveProperty('list-unsubscribe')
})

test('emails sales in one digest after 15 minutes, with amounts and due dates', async () => {
  const { clock, deps, program, shop, sell, mails } = await openMailFixture()
  await shop.customer('cus-1')
  clock.advance({ minutes: 1 })
  await sell(4_900)
  await notifyPartnersOfNews(deps)
  expect(mailsWithSubject(await mails(), 'you earned')).toEqual([])
  await sell(10_000)
  clock.advance({ minutes: 14 })
  await sell(50_000)
  await concurrently(3, () => notifyPartnersOfNews(deps))
  const [first, ...more] = mailsWithSubject(await mails(), 'you earned')
  expect(more).toEqual([])
  expect(first?.headers.subject).toContain('you earned $29.80')
  expect(parseAmounts(first?.text ?? '')).toEqual([980, 2_000])
  expect(first?.text).toContain('Total: $29.80')
  expect(first?.text).toContain(`${deps.config.publicUrl}/partner/programs/${program.id}/earnings`)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  const [, second] = mailsWithSubject(await mails(), 'you earned')
  expect(second?.headers.subject).toContain('you earned $100.00')
})

test('shows what has become of a sale when the email is sent, not when it was queued', async () => {
  const { clock, deps, shop, sell, mails, team } = await openMailFixture()
  await shop.customer('cus-1')
  await sell(10_000)
  const [approved, paid, refunded] = [await sell(20_000), await sell(30_000), await sell(40_000)]
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  await team('/commissions/approve', { commissionIds: [approved.commission_id, paid.commission_id] })
  await team('/commissions/mark-paid', { commissionIds: [paid.commission_id] })
  await team(`/sales/${refunded.sale_id}/refunds`, { refundId: 'r-1', reason: 'returned' })
  clock.advance({ minutes: 5 })
  const [mail] = mailsWithSubject(await mails(), 'you earned $200.00')
  expect([...(mail?.text ?? '').matchAll(/^Sale, .*: (.*)$/gm)].map(([, line]) => line)).toEqual([
    '$20.00, on hold until February 9, 2026',
    '$40.00, approved',
    '$60.00, paid',
    '$80.00, refunded or reversed',
  ])
  expect(mail?.text).toContain('As of Jan 10, 2026, 12:20 PM (UTC).')
})

test('lists items by time, not in the order they were written', async () => {
  const { clock, deps, shop, sell, mails, team, database } = await openMailFixture()
  const { kysely } = database
  await shop.customer('cus-1')
  clock.advance({ minutes: 5 })
  const [late, early] = [await sell(10_000), await sell(20_000)]
  for (const { sale_id } of [late, early]) {
    await team(`/sales/${sale_id}/refunds`, {
      refundId: `r-${sale_id}`,
      reason: 'returned',
      amountCents: sale_id === late.sale_id ? 1_000 : 2_000,
    })
  }
  // Simulates two processes: the first sale decided is the last one committed and numbered.
  const before = new Date(clock.now().getTime() - 60_000)
  const id = early.commission_id
  await kysely.updateTable('commissions').set({ created_at: before }).where('id', '=', id).execute()
  await changeIssuedDocuments(
    database,
    sql`update commission_changes set changed_at = ${before} where commission_id = ${id}`,
  )
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  const all = await mails()
  expect(parseAmounts(mailsWithSubject(all, 'you earned')[0]?.text ?? '')).toEqual([4_000, 2_000])
  const text = mailsWithSubject(all, 'was reversed')[0]?.text ?? ''
  expect([...text.matchAll(/^[^<\n]* \$([\d.]+): part of/gm)].map(([, amount]) => amount)).toEqual([
    '4.00',
    '2.00',
  ])
})

test('skips test sales, events older than two days, and emails the partner has opted out of', async () => {
  const { clock, deps, app, shop, sell, mails } = await openMailFixture()
  await shop.customer('cus-1')
  await sell(10_000)
  clock.advance({ days: 2, minutes: 1 })
  await shop.testSale({ transaction_id: 't-1', amount_cents: 10_000, customer_key: 'cus-1' })
  await notifyPartnersOfNews(deps)
  expect(mailsWithSubject(await mails(), 'you earned')).toEqual([])
  await sell(20_000)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  const [mail] = mailsWithSubject(await mails(), 'you earned')
  const unsubscribeUrl = /<([^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const path = unsubscribeUrl.slice(deps.config.publicUrl.length)
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(response.statusCode).toBe(200)
  await sell(30_000)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  expect(mailsWithSubject(await mails(), 'you earned')).toHaveLength(1)
})

test('emails reversals with their reason, even with sale emails turned off', async () => {
  const { clock, deps, app, program, bearer, shop, team, sell, mails } = await openMailFixture()
  await shop.customer('cus-1')
  const [whole, part, rejected] = [await sell(10_000), await sell(20_000), await sell(30_000)]
  const refund = (saleId: number, amountCents: number) =>
    team(`/sales/${saleId}/refunds`, {
      refundId: `r-${saleId}`,
      amountCents,
      reason: 'of jane@customer.test',
    })
  await refund(whole.sale_id, 10_000)
  await refund(part.sale_id, 5_000)
  const response = await send(app, 'POST', `/api/programs/${program.id}/commissions/reject`, {
    bearer,
    body: { commissionIds: [rejected.commission_id], reason: 'jane@customer.test is known' },
  })
  expect(response.status, response.text).toBe(200)
  clock.advance({ minutes: 15 })
  await concurrently(2, () => notifyPartnersOfNews(deps))
  const [mail, ...more] = mailsWithSubject(await mails(), 'was reversed')
  expect(more).toEqual([])
  expect(mail?.text).toContain('$20.00: the sale was refunded')
  expect(mail?.text).toContain('$10.00: part of the sale was refunded')
  expect(mail?.text).toContain('$60.00: the program rejected it')
  expect(mail?.text).toContain('Total: $90.00')
  expect(mail?.text).not.toContain('jane@')
  expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
})

test('includes every sale in exactly one email and limits the number of emails', async () => {
  const fixture = await openMailFixture()
  const { clock, database, deps, program, shop, sell, mails, ...service } = fixture
  const other = await createTestPartner({ ...service, database, clock }, program)
  await shop.customer('cus-1')
  await shop.customer('cus-2', await shop.clickId(other.code))
  const emails = [fixture.email, await readEmail({ database }, other.partnerId)]
  let cents = 0
  const recordedSale: [number[], number[]] = [[], []]
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('sell' as const), whose: fc.nat({ max: 1 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.nat({ max: 20 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('look' as const), by: fc.integer({ min: 1, max: 3 }) }),
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const one of steps) {
        if (one.do === 'wait') clock.advance({ minutes: one.minutes })
        else if (one.do === 'look') await concurrently(one.by, () => notifyPartnersOfNews(deps))
        else {
          cents += 100
          await sell(cents * 5, { customer_key: `cus-${one.whose + 1}` })
          recordedSale[one.whose === 0 ? 0 : 1].push(cents)
        }
      }
      clock.advance({ minutes: 15 })
      await notifyPartnersOfNews(deps)
      const rows = await database.kysely
        .selectFrom('mails')
        .selectAll()
        .where('kind', '=', 'partner_sale')
        .execute()
      for (const whose of [0, 1] as const) {
        const mail = rows
          .filter(({ recipient }) => recipient === emails[whose])
          .map(({ data }) => data as { count: number; lines: { amountCents: number }[] })
        // No burst in this test exceeds the number of lines in an email.
        expect(mail.every(({ count, lines }) => count === lines.length)).toBe(true)
        const amounts = mail.flatMap(({ lines }) => lines.map(({ amountCents }) => amountCents))
        expect(amounts.sort((a, b) => a - b)).toEqual(recordedSale[whose])
      }
    }),
    { numRuns: 8 },
  )
  const before = mailsWithSubject(await mails(), 'you earned').length
  clock.advance({ hours: 2 })
  for (let n = 0; n < 60; n++) await sell(500)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  const last = mailsWithSubject(await mails(), 'you earned')
  expect(last.length).toBeGreaterThan(before)
  const flood = last.find(({ text }) => text?.includes('\n40 more: $40.00'))
  expect(parseAmounts(flood?.text ?? '')).toHaveLength(20)
  expect(flood?.text).toContain('Total: $60.00')
})

test.each([
  ['before the sale email', 8_000, false, ['you earned $20.00'], ['$4.00 was reversed']],
  ['after the sale email', 8_000, true, ['you earned $20.00'], ['$4.00 was reversed']],
  ['upward, which only the portal shows', 12_500, false, ['you earned $20.00'], []],
] as const)(
  'emails a sale adjusted %s with its original amount, and the adjustment once',
  async (_label, amount_paid, isNotifiedBetween, earnedText, reversedText) => {
    const fixture = await openMailFixture()
    const { app, program, bearer, shop, clock, deps, mails } = fixture
    const [account, secret] = [newId('acct'), newId('whsec')]
    const response = await send(app, 'PUT', `/api/programs/${program.id}/processor`, {
      bearer,
      body: { processorAccountId: account, webhookSecret: secret },
    })
    expect(response.status, response.text).toBe(200)
    const publish = (type: string, object: Record<string, unknown>) =>
      deliver(fixture, createEvent(fixture, type, object), { url: `${EVENTS}?program=${program.id}`, secret })
    const { click_id } = await shop.customer('cus-1')
    const [invoice, metadata] = [newId('in'), { service_click_id: click_id }]
    await publish(
      'checkout.session.completed',
      subscribedSession(invoice, { amount_total: 10_000, metadata }),
    )
    if (isNotifiedBetween) {
      clock.advance({ minutes: 20 })
      await notifyPartnersOfNews(deps)
    }
    clock.advance({ minutes: 1 })
    await publish('invoice.paid', paidInvoice({ id: invoice, amount_paid, total: 10_000, metadata }))
    clock.advance({ minutes: 30 })
    await notifyPartnersOfNews(deps)
    const all = await mails()
    const subjects = (phrase: string) =>
      mailsWithSubject(all, phrase).map(({ headers }) => String(headers.subject).replace(/^.*: /, ''))
    expect([subjects('you earned'), subjects('was reversed')]).toEqual([earnedText, reversedText])
    for (const { text } of mailsWithSubject(all, 'was reversed'))
      expect(text).toContain('$4.00: the sale was corrected')
  },
)

test('gives the reason for each reversal, whatever happened later', async () => {
  const { clock, deps, shop, sell, mails, team } = await openMailFixture()
  await shop.customer('cus-1')
  const { sale_id, commission_id } = await sell(10_000)
  clock.advance({ minutes: 2 })
  await team(`/sales/${sale_id}/refunds`, { refundId: 'r-1', reason: 'returned', amountCents: 1_000 })
  clock.advance({ minutes: 2 })
  await team('/commissions/reject', { commissionIds: [commission_id], reason: 'fraud' })
  clock.advance({ minutes: 20 })
  await notifyPartnersOfNews(deps)
  const [mail] = mailsWithSubject(await mails(), 'was reversed')
  expect([...(mail?.text ?? '').matchAll(/ (\$[\d.]+: .*)$/gm)].map(([, line]) => line)).toEqual([
    '$2.00: part of the sale was refunded',
    '$18.00: the program rejected it',
  ])
})

test('shows the due date in the program’s time zone, as in the portal', async () => {
  const { clock, deps, shop, sell, mails } = await openMailFixture({ timeZone: 'Pacific/Apia' })
  await shop.customer('cus-1')
  await sell(10_000)
  clock.advance({ minutes: 20 })
  await notifyPartnersOfNews(deps)
  // 12:00 UTC on the 9th.
  expect(mailsWithSubject(await mails(), 'you earned')[0]?.text).toContain(
    'on hold until February 10, 2026 (Pacific/Apia)',
  )
})
