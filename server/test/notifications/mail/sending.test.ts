import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../../src/core/config/config.ts'
import type { Deps } from '../../../src/core/deps.ts'
import { DAY_MS } from '../../../src/core/time/time.ts'
import { createAccountMail } from '../../../src/notifications/mail/account-mail.flow.ts'
import { mailLimits } from '../../../src/notifications/mail/limits.ts'
import type { Mailer } from '../../../src/notifications/mail/mail.ts'
import { MAIL_ATTEMPTS } from '../../../src/notifications/mail/mail-schedule.rule.ts'
import { claimMails, releaseMail } from '../../../src/notifications/mail/mails.sql.ts'
import { purgeSentMails } from '../../../src/notifications/mail/purge-mails.job.ts'
import { createMailSender } from '../../../src/notifications/mail/send-mails.job.ts'
import { concurrently, signUp, startTestService, TEST_TIME } from '../../harness.ts'
import { createSender, readMailsTo, writeMail } from './mail-helpers.ts'
import { type MailServerReply, startMailServer } from './mail-server.ts'

const service = await startTestService({ ownDatabase: true })
const { clock } = service

/** Starts an empty queue and a mail server. */
async function openQueue(settings: Partial<Config> = {}) {
  clock.set(TEST_TIME)
  for (const table of ['mails', 'mail_hours'] as const) {
    await service.database.kysely.deleteFrom(table).execute()
  }
  const server = await startMailServer()
  const deps: Deps = {
    ...service.deps,
    config: { ...service.deps.config, mail: server.settings(), ...settings },
  }
  return { server, deps, write: () => writeMail(deps), sender: createSender(deps) }
}

describe('an email', () => {
  test('is sent once per cause and recipient, however often it is queued and however many processes send', async () => {
    const { server, deps, write } = await openQueue()
    const fields = { cause: 'test:one', recipient: 'sam@members.test' }
    await concurrently(10, () => writeMail(deps, fields))
    await writeMail(deps, { ...fields, recipient: 'kim@members.test' })
    await writeMail(deps, { ...fields, cause: 'test:two' })
    const ids = await concurrently(30, write)
    const senders = [createSender(deps), createSender(deps), createSender(deps)]
    await Promise.all(senders.map((sender) => sender.sendDue()))
    const to = server.received.map((mail) => mail.to.join()).sort()
    const wanted = [
      ...ids.map(({ recipient }) => recipient),
      ...Array(2).fill('sam@members.test'),
      'kim@members.test',
    ]
    expect(to).toEqual(wanted.sort())
    expect(new Set(server.received.map(({ headers }) => headers['message-id'])).size).toBe(33)
    expect(senders.flatMap(({ errors }) => errors)).toEqual([])
    const states = await deps.database.kysely.selectFrom('mails').select(['state', 'attempts']).execute()
    expect(states).toEqual(Array(33).fill({ state: 'sent', attempts: 1 }))
  })

  test('is not updated after the claim on it has expired', async () => {
    const { deps, write, sender } = await openQueue()
    let response = () => {}
    const slow: Mailer = {
      send: () =>
        new Promise((resolve) => {
          response = () =>
            resolve({ kind: 'rejected', code: 550, command: 'RCPT TO', message: 'no such user' })
        }),
    }
    const outcomes: string[] = []
    const firstSender = createMailSender(deps, slow, {
      onError: () => {},
      onMail: (outcome) => outcomes.push(outcome),
    })
    const { recipient } = await write()
    const sending = firstSender.sendDue()
    await expect.poll(async () => (await readMailsTo(deps, recipient))[0]?.attempts).toBe(1)
    await sender.sendDue()
    expect((await readMailsTo(deps, recipient))[0]).toMatchObject({ state: 'pending', attempts: 1 })
    clock.advance({ ms: mailLimits.mailLeaseMs })
    await sender.sendDue()
    response()
    await sending
    expect(outcomes).toEqual(['lost'])
    expect(await readMailsTo(deps, recipient)).toMatchObject([
      { state: 'sent', attempts: 2, last_error: null },
    ])
  })

  test('is not claimed again by the same process after a long pause', async () => {
    const { deps, write } = await openQueue()
    const deliveries: { to: string; accept: () => void }[] = []
    const slow: Mailer = {
      send: ({ to }) =>
        new Promise((resolve) => deliveries.push({ to, accept: () => resolve({ kind: 'accepted' }) })),
    }
    const outcomes: string[] = []
    const sender = createMailSender(deps, slow, {
      onError: () => {},
      onMail: (outcome) => outcomes.push(outcome),
    })
    const { recipient } = await write()
    const sending = sender.sendDue()
    await expect.poll(() => deliveries.length).toBe(1)
    clock.advance({ ms: mailLimits.mailLeaseMs })
    const { recipient: other } = await write()
    const secondSend = sender.sendDue()
    await expect.poll(() => deliveries.map(({ to }) => to)).toContain(other)
    for (const { accept } of deliveries) accept()
    await Promise.all([sending, secondSend])
    expect(deliveries.map(({ to }) => to)).toEqual([recipient, other])
    expect(outcomes).toEqual(['sent', 'sent'])
    expect(await readMailsTo(deps, recipient)).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  test('is sent or ended even if it was claimed with a clock a day ahead', async () => {
    const { deps, write, sender, server } = await openQueue()
    const { recipient } = await write()
    const { recipient: expiredRecipient } = await write()
    const tomorrow = new Date(clock.now().getTime() + DAY_MS)
    const claim = { now: tomorrow, until: new Date(tomorrow.getTime() + mailLimits.mailLeaseMs) }
    const taken = await claimMails(deps.database.kysely, { ...claim, rows: 10, inProgress: [] })
    expect(taken).toHaveLength(2)
    await deps.database.kysely
      .updateTable('mails')
      .set({ expires_at: clock.now() })
      .where('recipient', '=', expiredRecipient)
      .execute()
    await purgeSentMails(deps)
    await sender.sendDue()
    expect(server.received).toMatchObject([{ to: [recipient] }])
    for (const mail of taken) expect(await releaseMail(deps.database.kysely, mail)).toBe(false)
    expect(await readMailsTo(deps, recipient)).toMatchObject([{ state: 'sent', attempts: 2 }])
    expect(await readMailsTo(deps, expiredRecipient)).toMatchObject([{ state: 'withdrawn' }])
  })

  test('stays claimed by a process whose clock is ahead by less than a lease', async () => {
    const { deps, write, sender, server } = await openQueue()
    await write()
    const laterTime = new Date(clock.now().getTime() + mailLimits.mailLeaseMs)
    const claim = { now: laterTime, until: new Date(laterTime.getTime() + mailLimits.mailLeaseMs) }
    expect(await claimMails(deps.database.kysely, { ...claim, rows: 10, inProgress: [] })).toHaveLength(1)
    await sender.sendDue()
    expect(server.received).toEqual([])
    await sql`update mails set claimed_until = claimed_until + interval '1 ms'`.execute(deps.database.kysely)
    await sender.sendDue()
    expect(server.received).toHaveLength(1)
  })
})

describe('a failed email', () => {
  const LATER: MailServerReply[] = [
    { at: 'recipient', code: 450 },
    { at: 'data', code: 451 },
    { at: 'connect', code: 421 },
    // The server rejects the sender, which the operator can fix.
    { at: 'connect', code: 554 },
  ]
  test.each(LATER)('is retried with growing delays after code $code for $at', async (reply) => {
    const { server, deps, write, sender } = await openQueue()
    server.behave(reply)
    const { recipient } = await write()
    await sender.sendDue()
    const [row] = await readMailsTo(deps, recipient)
    expect(row).toMatchObject({
      state: 'pending',
      attempts: 1,
      last_code: 'code' in reply ? reply.code : 0,
    })
    expect(row?.last_error).toContain(`the server returned ${'code' in reply ? reply.code : 0}`)
    const wait = (row?.next_attempt_at?.getTime() ?? 0) - Date.parse(TEST_TIME)
    expect(wait).toBeGreaterThanOrEqual(54_000)
    expect(wait).toBeLessThanOrEqual(66_000)
    clock.advance({ ms: wait - 1 })
    await sender.sendDue()
    expect(sender.outcomes).toEqual(['retried'])
    server.behave({ at: 'accept' })
    clock.advance({ ms: 1 })
    await sender.sendDue()
    expect(sender.outcomes).toEqual(['retried', 'sent'])
    expect(server.received.at(-1)?.headers['message-id']).toBe(row?.message_id)
  })

  test.each<MailServerReply>([
    { at: 'recipient', code: 550 },
    { at: 'data', code: 554 },
  ])('is not retried after the permanent code $code for $at', async (reply) => {
    const { server, deps, write, sender } = await openQueue()
    server.behave(reply)
    const { recipient } = await write()
    await sender.sendDue()
    expect(await readMailsTo(deps, recipient)).toMatchObject([
      { state: 'failed', next_attempt_at: null, last_code: 'code' in reply ? reply.code : 0, secret: null },
    ])
  })

  test('is given up after two days, and its logged response does not contain our password', async () => {
    const { server, deps, write } = await openQueue()
    const [user, password] = ['sam', 'p4ssw0rd-of-ours']
    const credentials = Buffer.from(`\0${user}\0${password}`).toString('base64')
    // The stored text is truncated within the password.
    const message =
      `wrong password ${credentials} `.padEnd(mailLimits.maxMailErrorLength - 12, 'x') + password
    const rejecting = await startMailServer({
      authMethods: ['PLAIN'],
      onAuth: (_auth, _session, done) => done(Object.assign(new Error(message), { responseCode: 535 })),
    })
    const mail = rejecting.settings({ user, password })
    const sender = createSender({ ...deps, config: { ...deps.config, mail } })
    const { recipient } = await write()
    const start = clock.now().getTime()
    for (let attempt = 1; attempt <= MAIL_ATTEMPTS; attempt++) {
      await sender.sendDue()
      const [row] = await readMailsTo(deps, recipient)
      expect(row).toMatchObject({ attempts: attempt, last_code: 535 })
      expect(row?.last_error).toMatch(/wrong password … x+…/)
      clock.set(row?.next_attempt_at ?? clock.now())
    }
    expect(await readMailsTo(deps, recipient)).toMatchObject([{ state: 'failed', attempts: MAIL_ATTEMPTS }])
    expect((clock.now().getTime() - start) / 3_600_000).toBeCloseTo(48, -1)
    expect(server.received).toEqual([])
  })

  test.each([
    [
      'a server without TLS',
      ['STARTTLS'],
      'Cannot use the mail server: could not establish an encrypted connection (500 Error: command not recognized).',
    ],
    [
      'a server with an untrusted certificate',
      [],
      expect.stringMatching(/^Cannot use the mail server: .*certificate.* \([A-Z_]+\)\.$/),
    ],
  ])('is not sent, and neither is our password, to %s', async (_what, disabledCommands, message) => {
    const { deps, write } = await openQueue()
    const commands: unknown[] = []
    const suspicious = await startMailServer({
      disabledCommands,
      authMethods: ['PLAIN'],
      onAuth: (auth, _session, done) => {
        commands.push(auth.username)
        done(null, { user: auth.username ?? '' })
      },
    })
    const mail = suspicious.settings({ user: 'sam', password: 'p4ssw0rd-of-ours' }, true)
    const { recipient } = await write()
    await createSender({ ...deps, config: { ...deps.config, mail } }).sendDue()
    expect(await readMailsTo(deps, recipient)).toMatchObject([
      { state: 'pending', attempts: 1, last_error: message },
    ])
    expect([commands, suspicious.received]).toEqual([[], []])
  })

  test('delays only the email being sent, for a limited time, if the mail server stops responding', async () => {
    const { server, deps, write, sender } = await openQueue()
    const { recipient: blocked } = await write()
    server.behave((to) => (to === blocked ? { at: 'silent_at_data' } : { at: 'accept' }))
    const otherIds = await concurrently(3 * mailLimits.maxConcurrentMails, write)
    const sending = sender.sendDue()
    await server.until((all) => all.length === 1 + otherIds.length, mailLimits.mailSilenceMs)
    expect(sender.outcomes.filter((one) => one !== 'sent')).toEqual([])
    await sending
    expect(await readMailsTo(deps, blocked)).toMatchObject([
      {
        state: 'pending',
        attempts: 1,
        last_code: null,
        last_error: expect.stringMatching(/timed out|closed/),
      },
    ])
  }, 120_000)

  test('is retried if the mail server is unreachable', async () => {
    const { deps, write, sender, server } = await openQueue()
    await server.close()
    const { recipient } = await write()
    await sender.sendDue()
    const [row] = await readMailsTo(deps, recipient)
    expect(row).toMatchObject({ state: 'pending', attempts: 1, last_code: null })
    expect(row?.last_error).toBe('Cannot use the mail server: connection refused (ECONNREFUSED).')
  })
})

test('limits emails per recipient and hour; the others wait', async () => {
  const { server, deps, write } = await openQueue({ mailsPerRecipientHour: 2 })
  const recipient = 'sam@members.test'
  for (let n = 0; n < 5; n++) await writeMail(deps, { recipient })
  const other = await write()
  const senders = [createSender(deps), createSender(deps), createSender(deps)]
  const sendAll = () => Promise.all(senders.map((sender) => sender.sendDue()))
  await sendAll()
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
    [other.recipient, recipient, recipient].sort(),
  )
  const waiting = (await readMailsTo(deps, recipient)).filter(({ state }) => state === 'pending')
  expect(waiting).toHaveLength(3)
  for (const row of waiting) {
    expect(row).toMatchObject({ attempts: 0, next_attempt_at: new Date('2026-03-10T13:00:00.000Z') })
  }
  clock.set('2026-03-10T13:00:00.000Z')
  await sendAll()
  clock.set('2026-03-10T14:00:00.000Z')
  await sendAll()
  expect(server.received).toHaveLength(6)
})

test('sends sign-in links before a batch that was queued earlier', async () => {
  const { server, deps, write, sender } = await openQueue()
  const { email } = await signUp(service)
  await concurrently(5 * mailLimits.maxConcurrentMails, write)
  clock.advance({ minutes: 1 })
  await createAccountMail(deps)?.requestPasswordReset(email)
  await sender.sendDue()
  expect(server.received).toHaveLength(5 * mailLimits.maxConcurrentMails + 1)
  const position = server.received.findIndex(({ to }) => to[0] === email)
  expect(position).toBeGreaterThanOrEqual(0)
  expect(position).toBeLessThan(mailLimits.maxConcurrentMails)
})

test('ends expired emails and deletes old ones', async () => {
  const { deps, write, sender, server } = await openQueue()
  const { recipient } = await write()
  clock.advance({ days: mailLimits.mailSendDays })
  expect(await purgeSentMails(deps)).toBe(0)
  expect(await readMailsTo(deps, recipient)).toMatchObject([{ state: 'withdrawn', next_attempt_at: null }])
  const later = await write()
  await sender.sendDue()
  expect(server.received).toMatchObject([{ to: [later.recipient] }])
  clock.advance({ days: deps.config.mailRetentionDays - mailLimits.mailSendDays, ms: 1 })
  expect(await purgeSentMails(deps)).toBe(2) // Deletes the email and the recipient's hourly count.
  expect(await readMailsTo(deps, later.recipient)).toMatchObject([{ state: 'sent' }])
})
