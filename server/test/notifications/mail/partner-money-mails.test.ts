import { expect, test } from 'vitest'
import { saveMailEnabled, saveRestored } from '../../../src/core/database/installation.sql.ts'
import { closePartnerMonths } from '../../../src/portal/partner-portal/close-partner-months.job.ts'
import { notifyPartnersOfNews } from '../../../src/portal/partner-portal/notify-partners.job.ts'
import { concurrently, send } from '../../harness.ts'
import { openSandbox } from '../../operations/sandbox/sandbox.ts'
import { openMailFixture } from './partner-mail-helpers.ts'

test('emails partners when a payout is created and when it is paid, once each, with no opt-out', async () => {
  const { app, deps, shop, program, bearer, team, email, sell, mails } = await openMailFixture()
  await shop.customer('cus-1')
  const { commission_id } = await sell(617_280)
  await team('/commissions/approve', { commissionIds: [commission_id] })
  await team('/payouts', {})
  const [created, ...more] = await mails()
  expect(more).toEqual([])
  expect(created?.to).toEqual([email])
  expect(created?.text).toContain('Amount: $1,234.56')
  // The partner has no payout details yet.
  expect(created?.headers.subject).toContain('add your payout details to receive $1,234.56')
  expect(created?.text).toContain(`${deps.config.publicUrl}/partner/programs/${program.id}/payout-details`)
  expect(created?.headers).not.toHaveProperty('list-unsubscribe')

  const payout = (
    await deps.database.kysely
      .selectFrom('payouts')
      .select('id')
      .where('program_id', '=', program.id)
      .execute()
  )[0]
  const pay = () =>
    send(app, 'POST', `/api/programs/${program.id}/payouts/${payout?.id}/pay`, {
      bearer,
      body: { reference: 'SEPA 77' },
    })
  await concurrently(3, pay)
  await team('/payouts/mark-paid', { payoutIds: [payout?.id] })
  const [, paid, ...rest] = await mails()
  expect(rest).toEqual([])
  expect(paid?.headers.subject).toContain('$1,234.56 was paid to you')
  expect(paid?.text).toContain('Reference: SEPA 77')
})

test('emails partners about a payout at most twice: when it is created and when it is paid, manually or by a file', async () => {
  const { app, program, bearer, shop, team, sell, mails } = await openMailFixture()
  await shop.customer('cus-1')
  const first = await sell(10_000)
  await team('/commissions/approve', { commissionIds: [first.commission_id] })
  await team('/commissions/mark-paid', { commissionIds: [first.commission_id], reference: 'by hand' })
  expect((await mails()).map(({ text }) => text.match(/Reference: .*/)?.[0])).toEqual(['Reference: by hand'])

  const second = await sell(20_000)
  await team('/commissions/approve', { commissionIds: [second.commission_id] })
  await team('/payouts', {})
  const path = `/api/programs/${program.id}/payouts`
  const file = await send(app, 'GET', `${path}/export.csv`, { bearer })
  expect(file.status).toBe(200)
  const response = await app.inject({
    method: 'POST',
    url: `${path}/import`,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/csv' },
    payload: file.text.replace(',open,', ',paid,'),
  })
  expect(response.statusCode, response.body).toBe(200)
  const subjects = (await mails()).map(({ headers }) => headers.subject)
  expect(subjects).toEqual([
    expect.stringContaining('$20.00 was paid to you'),
    expect.stringContaining('add your payout details to receive $40.00'),
    expect.stringContaining('$40.00 was paid to you'),
  ])
})

test('emails a statement in the transaction that closes its month, but not when it catches up with past months', async () => {
  const { clock, deps, shop, sell, mails } = await openMailFixture()
  await shop.customer('cus-1')
  await sell(10_000)
  await sell(500_000, { currency: 'VND' })
  clock.set('2026-02-02T00:00:00.000Z')
  await closePartnerMonths(deps)
  await closePartnerMonths(deps)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.headers.subject).toContain('your January 2026 statement')
  expect(mail?.text).toContain('Earned: $20.00')
  expect(mail?.text).toContain('Earned: ₫100,000')
  expect(mail?.text).toContain('You haven’t added payout details')
  expect(mail?.headers).toHaveProperty('list-unsubscribe')

  await sell(10_000)
  clock.set('2026-05-02T00:00:00.000Z')
  await closePartnerMonths(deps)
  expect(await mails()).toHaveLength(1)
})

test('sends no emails about events before a restore', async () => {
  const { clock, deps, database, shop, sell, mails } = await openMailFixture()
  await shop.customer('cus-1')
  await sell(10_000)
  clock.advance({ minutes: 20 })
  await saveRestored(database.kysely, null, clock.now())
  await notifyPartnersOfNews(deps)
  expect(await mails()).toEqual([])
  await sell(20_000)
  clock.advance({ minutes: 20 })
  await notifyPartnersOfNews(deps)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.headers.subject).toContain('you earned $40.00')

  clock.set('2026-02-02T00:00:00.000Z')
  await saveRestored(database.kysely, null, clock.now())
  await closePartnerMonths(deps)
  expect(await mails()).toHaveLength(1)
  await sell(10_000)
  clock.set('2026-03-02T00:00:00.000Z')
  await closePartnerMonths(deps)
  expect((await mails()).at(-1)?.headers.subject).toContain('your February 2026 statement')
})

test('emails partners only about later events when email is first enabled', async () => {
  const { clock, deps, database, shop, sell, mails } = await openMailFixture()
  await saveRestored(database.kysely, null, new Date(0))
  await shop.customer('cus-1')
  await sell(10_000)
  clock.advance({ minutes: 20 })
  for (let start = 0; start < 2; start++) {
    await saveMailEnabled(database.kysely, true, clock.now())
    await sell(20_000)
    clock.advance({ minutes: 20 })
    await notifyPartnersOfNews(deps)
  }
  // Another start with email enabled changes nothing.
  const subjects = (await mails()).map(({ headers }) => headers.subject)
  expect(subjects.filter((subject) => subject?.includes('you earned $40.00'))).toHaveLength(2)
})

test('sends no emails to a sandbox’s partners', async () => {
  const { deps, app, clock, database, mails } = await openMailFixture()
  const sandbox = await openSandbox({ app, clock, database })
  const clicked = await sandbox.click()
  await sandbox.lead({ click_id: clicked.body.click_id, customer_key: 'cus-1' })
  const recordedSale = await sandbox.sale({
    transaction_id: 'o-1',
    amount_cents: 10_000,
    customer_key: 'cus-1',
  })
  const ids = { commissionIds: [recordedSale.body.commission_id] }
  expect((await sandbox.call('POST', '/commissions/approve', ids)).status).toBe(200)
  const created = await sandbox.call('POST', '/payouts', {})
  expect(created.status, created.text).toBe(201)
  clock.set('2026-02-02T00:00:00.000Z')
  await closePartnerMonths(deps)
  const written = await database.kysely.selectFrom('partner_statements').select('program_id').execute()
  expect(written).toEqual([{ program_id: sandbox.id }])
  expect(await mails()).toEqual([])
})
