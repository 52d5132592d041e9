import { expect, test } from 'vitest'
import { closeAccount } from '../../../src/portal/partner-portal/close-account.flow.ts'
import { notifyPartnersOfNews } from '../../../src/portal/partner-portal/notify-partners.job.ts'
import { send } from '../../harness.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { openMailFixture } from './partner-mail-helpers.ts'

async function openChoices() {
  const fixture = await openMailFixture()
  const { program, shop } = fixture
  const path = `/programs/${program.id}/mail-preferences`
  const partner = await signInAs(fixture, program.partnerId)
  await shop.customer('cus-1')
  return { ...fixture, path, partner }
}

const ALL = { firstClick: true, sales: true, statements: true }

test('sends only the emails that a partner chose in the portal or with an unsubscribe link', async () => {
  const { app, clock, deps, path, partner, sell, mails } = await openChoices()
  expect((await partner.call('GET', path)).body.data).toEqual({ ...ALL, isMailed: true })
  const response = await partner.call('PUT', path, { ...ALL, firstClick: false })
  expect([response.status, response.body.data]).toEqual([200, { ...ALL, firstClick: false, isMailed: true }])
  await sell(10_000)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  const [sale, ...more] = await mails()
  expect(more).toEqual([])
  expect(sale?.headers.subject).toContain('you earned $20.00')

  const url = /<([^>]+)>/.exec(sale?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const press = (payload: string) =>
    app.inject({
      method: 'POST',
      url: url.slice(deps.config.publicUrl.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  expect((await press('List-Unsubscribe=One-Click')).body).toContain('emails about earnings')
  const preferences = { firstClick: false, sales: false, statements: true, isMailed: true }
  expect((await partner.call('GET', path)).body.data).toEqual(preferences)
  await partner.call('PUT', path, ALL)
  await sell(30_000)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  expect((await mails()).at(-1)?.headers.subject).toContain('you earned $60.00')
})

test('the settings list every preference; a session from a copied sign-in link cannot change them', async () => {
  const { database, program, path, partner, ...service } = await openChoices()
  for (const body of [{}, { ...ALL, sales: 'no' }, { sales: false }]) {
    expect((await partner.call('PUT', path, body)).status, JSON.stringify(body)).toBe(400)
  }
  const sessionWithProgram = await signInAs({ ...service, database }, program.partnerId, {
    workspaceId: program.workspaceId,
  })
  expect((await sessionWithProgram.call('PUT', path, { ...ALL, sales: false })).status).toBe(403)
  expect(await database.kysely.selectFrom('mail_opt_outs').selectAll().execute()).toEqual([])
})

test('a closed account’s unsubscribe link stores nothing', async () => {
  const { app, clock, database, deps, partner, sell, mails } = await openChoices()
  await sell(10_000)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  const [sale] = await mails()
  const url = /<([^>]+)>/.exec(sale?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const { email } = partner
  const input = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
  expect((await closeAccount(deps, input)).kind).toBe('closed')
  const pressed = await app.inject({
    method: 'POST',
    url: url.slice(deps.config.publicUrl.length),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([pressed.statusCode, pressed.body.includes(email)]).toEqual([404, false])
  expect(await database.kysely.selectFrom('mail_opt_outs').selectAll().execute()).toEqual([])
})

test('an email that was erased with an account cannot be resent', async () => {
  const { app, bearer, clock, database, deps, partner, program, sell, mails } = await openChoices()
  await sell(10_000)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
  expect((await closeAccount(deps, closing)).kind).toBe('closed')
  const erased = database.kysely
    .selectFrom('mails')
    .select(['id', 'state'])
    .where('workspace_id', 'is not', null)
  const before = await erased.execute()
  expect(before.length).toBeGreaterThan(0)
  for (const { id } of before) {
    const url = `/api/workspaces/${program.workspaceId}/mails/${id}/resend`
    const secondResponse = await send(app, 'POST', url, { bearer })
    expect([secondResponse.status, secondResponse.body.error?.message]).toEqual([
      409,
      'The recipient has closed their account, so the email is no longer stored.',
    ])
  }
  expect((await mails()).map(({ headers }) => headers.subject)).toEqual(['Your partner account is closed'])
  expect(await erased.execute()).toEqual(before)
})
