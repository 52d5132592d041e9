import { expect, test } from 'vitest'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { openSandbox } from '../../operations/sandbox/sandbox.ts'
import { responses, startReceiver } from '../webhooks/webhook-receiver.ts'
import { createSender } from './mail-helpers.ts'
import { startMailServer } from './mail-server.ts'

/** Creates a program with an owner, an admin and a viewer, each with a mailbox. */
async function openMailFixture() {
  const server = await startMailServer()
  const environment = { ...server.environment, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const service = await startTestService({ environment, ownDatabase: true })
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program, { role: 'owner' })
  await signInMember(service, shop.program, { role: 'admin' })
  await signInMember(service, shop.program, { role: 'viewer' })
  const members = await send(service.app, 'GET', `/api/workspaces/${shop.program.workspaceId}/members`, {
    bearer,
  })
  const findEmail = (role: string): string =>
    members.body.data.find((member: { role: string }) => member.role === role).email
  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
    send(service.app, method, url, { bearer, ...(body === undefined ? {} : { body }) })
  const inProgram = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    call(method, `/api/programs/${shop.program.id}${path}`, body)
  return { server, ...service, shop, call, inProgram, findEmail, sender: createSender(service.deps) }
}

type MailFixture = Awaited<ReturnType<typeof openMailFixture>>

/** Creates a webhook whose receiver returns 410, and a sale that triggers the webhook. */
async function disableWebhook({ deps, shop, inProgram }: MailFixture, customer: string) {
  const receiver = await startReceiver()
  receiver.respondWith(responses.status(410))
  const webhook = { url: `${receiver.url}/t0ken-in-path`, eventTypes: ['sale.created'] }
  expect((await inProgram('POST', '/webhooks', webhook)).status).toBe(201)
  await shop.customer(customer)
  await shop.sale({ transaction_id: `order-of-${customer}`, customer_key: customer, amount_cents: 4900 })
  const deliverer = createDeliverer(deps, (error) => {
    throw error
  })
  await deliverer.deliverDue()
  return receiver
}

test('emails program managers once about a disabled webhook, and one request unsubscribes them', async () => {
  const fixture = await openMailFixture()
  const { server, app, deps, inProgram, findEmail, sender } = fixture
  await inProgram('PATCH', '', { name: 'Acme <script>alert(1)</script>\u2028"Partners"' })
  await inProgram('PATCH', '/branding', { color: '#ffd400', replyTo: 'partners@acme.test' })
  const receiver = await disableWebhook(fixture, 'cus-1')
  await sender.sendDue()
  const recipients = [findEmail('owner'), findEmail('admin')]
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(recipients.sort())
  const mail = server.received.find(({ to }) => to[0] === findEmail('admin'))
  expect(mail?.text).toContain(`127.0.0.1:${receiver.port}`)
  expect(mail?.text).toContain('It returned 410 Gone.')
  expect(mail?.headers['reply-to']).toBe('partners@acme.test')
  expect(mail?.text).toContain('#ffd400')
  for (const text of ['t0ken-in-path', 'cus-1', 'order-of']) expect(mail?.text).not.toContain(text)
  expect(mail?.text.split('<!doctype html>')[1]).not.toContain('<script>')

  const url = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(url.startsWith(`${deps.config.publicUrl}/mail/unsubscribe?token=`)).toBe(true)
  const path = url.slice(deps.config.publicUrl.length)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (body: string, to = path) => send(app, 'POST', to, { body, headers: form })
  // Opening the link changes nothing, because scanners open links.
  const response = await send(app, 'GET', path)
  expect([response.status, response.text.includes('>Unsubscribe<')]).toEqual([200, true])
  expect(response.text).not.toContain('<script>')
  expect((await post('List-Unsubscribe=One-Click', `${path}x`)).status).toBe(404)
  expect((await post('List-Unsubscribe=One-Click')).status).toBe(200)

  server.received.length = 0
  await disableWebhook(fixture, 'cus-2')
  await sender.sendDue()
  expect(server.received.map(({ to }) => to[0])).toEqual([findEmail('owner')])
  // The button redirects to a page that can be reloaded; email clients get no redirect (RFC 8058).
  const wanted = await post('wish=subscribe')
  expect([wanted.status, wanted.headers.location]).toEqual([303, path])
  expect((await send(app, 'GET', path)).text).toContain('>Unsubscribe<')
  await disableWebhook(fixture, 'cus-3')
  await sender.sendDue()
  expect(server.received).toHaveLength(3)

  // Members who are suspended before the email is sent don't get it.
  server.received.length = 0
  await disableWebhook(fixture, 'cus-4')
  await deps.database.kysely
    .updateTable('workspace_members')
    .set({ status: 'suspended' })
    .where('workspace_id', '=', fixture.shop.program.workspaceId)
    .where('role', '=', 'admin')
    .execute()
  await sender.sendDue()
  expect(server.received.map(({ to }) => to[0])).toEqual([findEmail('owner')])
  expect(sender.errors).toEqual([])
})

test('sends no emails from a sandbox', async () => {
  const fixture = await openMailFixture()
  const { deps, server, sender } = fixture
  const sandbox = await openSandbox(fixture)
  const receiver = await startReceiver()
  receiver.respondWith(responses.status(410))
  await sandbox.call('POST', '/webhooks', { url: receiver.url, eventTypes: ['sale.created'] })
  const { body } = await sandbox.click()
  await sandbox.lead({ click_id: body.click_id, customer_key: 'cus-1' })
  await sandbox.sale({ transaction_id: 'order-1', customer_key: 'cus-1', amount_cents: 4900 })
  const deliverer = createDeliverer(deps, (error) => {
    throw error
  })
  await deliverer.deliverDue()
  expect(await sandbox.get('/webhooks')).toMatchObject([{ enabled: false }])
  await sender.sendDue()
  expect(server.received).toEqual([])
})

test('emails members who pay about a closed month; a failed email can be resent under its Message-ID', async () => {
  const fixture = await openMailFixture()
  const { server, clock, shop, call, inProgram, findEmail, sender } = fixture
  await shop.customer('cus-1')
  await shop.sale({ transaction_id: 'o-1', customer_key: 'cus-1', amount_cents: 1_000_000 })
  clock.set('2026-04-02T12:00:00.000Z')
  const { program } = shop
  const issued = await inProgram('POST', '/invoices', { month: '2026-03' })
  expect(issued.status, issued.text).toBe(201)
  server.behave((to) => (to === findEmail('admin') ? { at: 'recipient', code: 550 } : { at: 'accept' }))
  await sender.sendDue()
  expect(server.received.map(({ to }) => to[0])).toContain(findEmail('owner'))
  expect(server.received[0]?.text).toContain('$350.00')
  expect(server.received[0]?.headers).not.toHaveProperty('list-unsubscribe')

  const mails = `/api/workspaces/${program.workspaceId}/mails`
  const failed = await call('GET', `${mails}?state=failed`)
  expect(failed.body.data).toMatchObject([
    {
      kind: 'invoice_issued',
      recipient: findEmail('admin'),
      lastCode: 550,
      programId: program.id,
      hasSecretLink: false,
    },
  ])
  const [{ id, messageId }] = failed.body.data
  server.behave({ at: 'accept' })
  server.received.length = 0
  expect((await call('POST', `${mails}/${id}/resend`)).body.data).toMatchObject({
    state: 'pending',
    attempts: 0,
  })
  expect((await call('POST', `${mails}/${id}/resend`)).status).toBe(409)
  await sender.sendDue()
  expect(server.received.map(({ headers, to }) => [headers['message-id'], to[0]])).toEqual([
    [messageId, findEmail('admin')],
  ])
  expect((await call('POST', `${mails}/999999/resend`)).status).toBe(404)
  const viewer = await signInMember(fixture, program, { role: 'viewer' })
  expect((await send(fixture.app, 'GET', mails, { bearer: viewer })).status).toBe(403)
})
