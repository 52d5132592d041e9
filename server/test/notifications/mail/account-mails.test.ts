import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../src/core/config/limits.ts'
import { mailLimits } from '../../../src/notifications/mail/limits.ts'
import { purgeSentMails } from '../../../src/notifications/mail/purge-mails.job.ts'
import { accountLimits } from '../../../src/workspace/accounts/limits.ts'
import {
  concurrently,
  createTestProgram,
  PASSWORD,
  send,
  signInMember,
  signUp,
  someIp,
  startTestService,
} from '../../harness.ts'
import { createSender, readMailsTo } from './mail-helpers.ts'
import { startMailServer } from './mail-server.ts'

const from = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Acme Partners <partners@acme.test>' }

/** Starts a service with the test's mail server and a workspace owner. */
async function openMailFixture(environment: Record<string, string> = {}) {
  const server = await startMailServer()
  const service = await startTestService({
    environment: { ...server.environment, ...environment },
    now: new Date().toISOString(),
    ownDatabase: true,
  })
  const program = await createTestProgram(service)
  const session = await signInMember(service, program, { role: 'owner' })
  const inWorkspace = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    send(service.app, method, `/api/workspaces/${program.workspaceId}${path}`, {
      bearer: session,
      ...(body === undefined ? {} : { body }),
    })
  const invite = async (email = `${randomUUID()}@invited.test`) => {
    const { status, body } = await inWorkspace('POST', '/members', { email, role: 'viewer' })
    expect(status).toBe(201)
    return body.data as { id: string; email: string; secret: string; isMailed: boolean }
  }
  return { server, ...service, program, inWorkspace, invite, sender: createSender(service.deps) }
}

describe('an invitation', () => {
  test('is emailed once with its link and leaves no secret behind', async () => {
    const { server, deps, app, invite, inWorkspace, sender } = await openMailFixture()
    const { email, secret, isMailed } = await invite()
    expect(isMailed).toBe(true)
    const [written] = await readMailsTo(deps, email)
    expect(written).toMatchObject({ state: 'pending', attempts: 0 })
    expect(JSON.stringify(written)).not.toContain(secret)
    await sender.sendDue()
    await sender.sendDue()
    expect(server.received).toMatchObject([{ from: 'partners@acme.test', to: [email] }])
    const [mail] = server.received
    expect(mail?.headers).toMatchObject({
      from: 'Acme Partners <partners@acme.test>',
      to: email,
      subject: 'Invitation to join Acme',
      'message-id': written?.message_id,
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
    const link = `${deps.config.publicUrl}/invitations/${secret}`
    expect(mail?.text.split(link).length).toBeGreaterThan(2)
    expect(await readMailsTo(deps, email)).toMatchObject([{ state: 'sent', attempts: 1, secret: null }])

    const invitee = await signUp({ app }, email)
    const accepted = await send(app, 'POST', '/api/invitations/accept', {
      bearer: invitee.token,
      body: { invitation: secret },
    })
    expect(accepted.status).toBe(200)
    const log = await inWorkspace('GET', '/mails')
    expect(log.body.data).toMatchObject([
      { kind: 'invitation', recipient: email, state: 'sent', hasSecretLink: true },
    ])
    expect(log.text).not.toContain(secret)
    expect(sender.errors).toEqual([])
  })

  test('is not emailed after it has been canceled or replaced', async () => {
    const { server, deps, invite, inWorkspace, sender } = await openMailFixture()
    const canceled = await invite()
    await inWorkspace('DELETE', `/invitations/${canceled.id}`)
    const older = await invite()
    const newer = await invite(older.email)
    await sender.sendDue()
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.text).toContain(newer.secret)
    expect(await readMailsTo(deps, canceled.email)).toMatchObject([
      { state: 'withdrawn', secret: null, last_error: 'The invitation was accepted, canceled or replaced.' },
    ])
    const states = (await readMailsTo(deps, older.email)).map(({ state }) => state)
    expect(states.sort()).toEqual(['sent', 'withdrawn'])
  })

  test('is limited per recipient and day; its link is still available', async () => {
    const { clock, server, invite, sender } = await openMailFixture()
    const { email } = await invite()
    const inviteAgain = async () => {
      const { isMailed } = await invite(email)
      await sender.sendDue()
      return isMailed
    }
    // The first invitation was replaced before it was sent, so it doesn't count.
    expect([await inviteAgain(), await inviteAgain(), await inviteAgain(), await inviteAgain()]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(server.received).toHaveLength(accountLimits.invitationMailsToOne)
    expect((await invite()).isMailed).toBe(true)
    clock.advance({ days: 1 })
    expect(await inviteAgain()).toBe(true)
  })

  test('is not emailed without a mail server, and the response reports it', async () => {
    const service = await startTestService()
    const program = await createTestProgram(service)
    const bearer = await signInMember(service, program, { role: 'owner' })
    const email = `${randomUUID()}@invited.test`
    const { body } = await send(service.app, 'POST', `/api/workspaces/${program.workspaceId}/members`, {
      bearer,
      body: { email, role: 'viewer' },
    })
    expect(body.data.isMailed).toBe(false)
    expect(await readMailsTo(service.deps, email)).toEqual([])
  })
})

describe('a password reset', () => {
  const requestReset = (app: Parameters<typeof send>[0], email: string) =>
    send(app, 'POST', '/api/auth/request-password-reset', { body: { email }, ip: someIp() })

  test('works with the emailed link, and the response does not reveal who has an account', async () => {
    const { server, deps, app, clock, inWorkspace, sender } = await openMailFixture()
    const { email } = await signUp({ app })
    const unknown = `${randomUUID()}@accounts.test`
    const responses = [await requestReset(app, email.toUpperCase()), await requestReset(app, unknown)]
    expect(responses.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"status":true}'],
      [200, '{"status":true}'],
    ])
    // Both requests do the same work until the email is sent.
    const rows = await Promise.all([readMailsTo(deps, email), readMailsTo(deps, unknown)])
    const comparableRows = rows.map(([row]) => ({ ...row, id: 0, recipient: '', message_id: '' }))
    expect(comparableRows[0]).toEqual(comparableRows[1])
    // A second request moments later doesn't send another email.
    await requestReset(app, email)
    await sender.sendDue()
    expect(server.received).toMatchObject([{ to: [email] }])
    // A repeated request within minutes writes nothing in either case, because a write would take time.
    await requestReset(app, unknown)
    expect(await readMailsTo(deps, unknown)).toMatchObject([
      { state: 'withdrawn', secret: null, attempts: 1 },
    ])
    clock.advance({ ms: mailLimits.passwordMailMinutes * 60_000 + 1 })
    await purgeSentMails(deps)
    expect(await readMailsTo(deps, unknown)).toEqual([])
    expect(await readMailsTo(deps, email)).toMatchObject([
      { state: 'sent', secret: null, workspace_id: null },
    ])
    expect((await inWorkspace('GET', '/mails')).body.data).toEqual([])

    const link = new RegExp(`${deps.config.publicUrl}/reset-password#([\\w-]+)`).exec(
      server.received[0]?.text ?? '',
    )
    const resetBody = { token: link?.[1] ?? '', newPassword: 'a quite different one' }
    const resetPassword = () =>
      send(app, 'POST', '/api/auth/reset-password', { body: resetBody, ip: someIp() })
    expect([(await resetPassword()).status, (await resetPassword()).status]).toEqual([200, 400])
    const signIn = (password: string) =>
      send(app, 'POST', '/api/auth/sign-in/email', { body: { email, password }, ip: someIp() })
    expect([(await signIn(PASSWORD)).status, (await signIn(resetBody.newPassword)).status]).toEqual([
      401, 200,
    ])
  })

  test('is not delayed by invitations, and a delayed invitation does not reveal an account', async () => {
    const { server, deps, app, invite, sender } = await openMailFixture({ MAIL_PER_RECIPIENT_HOUR: '1' })
    const { email } = await signUp({ app })
    const subjects = () => server.received.map(({ headers }) => headers.subject)
    await requestReset(app, email)
    await sender.sendDue()
    await invite(email)
    await sender.sendDue()
    expect(subjects()).toEqual(['Reset your password', 'Invitation to join Acme'])
    const other = await signUp({ app })
    for (const _ of [1, 2]) {
      await invite(other.email)
      await sender.sendDue()
    }
    expect((await readMailsTo(deps, other.email)).map(({ state }) => state)).toEqual(['sent', 'pending'])
    await requestReset(app, other.email)
    await sender.sendDue()
    expect(subjects().at(-1)).toBe('Reset your password')
  })

  test('remains available to the owner after many requests by others', async () => {
    const { server, app, sender } = await openMailFixture()
    const { email } = await signUp({ app })
    const responses = await concurrently(limits.passwordTriesPerAccount + 1, () => requestReset(app, email))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    await sender.sendDue()
    expect(server.received).toHaveLength(1)
  })

  test('is not emailed after an hour or once its link has expired', async () => {
    const { server, deps, app, clock, sender } = await openMailFixture()
    const { email } = await signUp({ app })
    await requestReset(app, email)
    server.behave({ at: 'recipient', code: 451 })
    await sender.sendDue()
    const [row] = await readMailsTo(deps, email)
    expect(row).toMatchObject({ state: 'pending', attempts: 1 })
    expect(row?.secret).not.toBeNull()
    clock.advance({ hours: 1 })
    server.behave({ at: 'accept' })
    await sender.sendDue()
    expect(server.received).toEqual([])
    expect(await readMailsTo(deps, email)).toMatchObject([{ state: 'withdrawn', secret: null }])
  })

  test('is available only with a mail server', async () => {
    const options = async (environment: Record<string, string>) => {
      const { app } = await startTestService({ environment })
      return [
        (await send(app, 'GET', '/api/sign-in-options')).body.data.mailSending,
        (await requestReset(app, 'a@b.example')).status,
      ]
    }
    expect(await options({})).toEqual(['off', 404])
    expect(await options(from)).toEqual(['smtp', 200])
  })
})
