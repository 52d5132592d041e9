import { describe, expect, test } from 'vitest'
import { limits } from '../../../src/core/config/limits.ts'
import { mailLimits } from '../../../src/notifications/mail/limits.ts'
import { purgeSentMails } from '../../../src/notifications/mail/purge-mails.job.ts'
import { recipientLanguage } from '../../../src/notifications/mail/recipient-language.flow.ts'
import { portalAccessLimits } from '../../../src/partners/portal-access/limits.ts'
import { purgePortalAccess } from '../../../src/partners/portal-access/purge-portal-access.job.ts'
import { PARTNER_COOKIE } from '../../../src/partners/portal-access/session-cookie.rule.ts'
import {
  BROWSER,
  concurrently,
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  someIp,
  startTestService,
  type TestService,
} from '../../harness.ts'
import { createSender, readMailsTo } from '../../notifications/mail/mail-helpers.ts'
import { startMailServer } from '../../notifications/mail/mail-server.ts'
import { createCaller, readEmail, signInAs } from './partner.ts'

const LINKS = '/api/partner/sign-in-links'

/** For tests that only look at their own program. */
const shared = await startTestService()

/** Starts a service with email and creates a partner in a program. */
async function openMailFixture() {
  const server = await startMailServer()
  const service = await startTestService({ environment: server.environment, ownDatabase: true })
  const program = await createTestProgram(service)
  const email = await readEmail(service, program.partnerId)
  const sender = createSender(service.deps)
  const requestLink = (address = email, page?: string) =>
    send(service.app, 'POST', LINKS, { body: { email: address, page }, ip: someIp() })
  /** Returns the token in the latest email. */
  const mailedToken = async () => {
    await sender.sendDue()
    return tokenIn(server.received.at(-1)?.text ?? '')
  }
  return {
    server,
    ...service,
    service,
    program,
    email,
    sender,
    requestLink,
    mailed: mailedToken,
    ...openPartnerPortal(service),
  }
}

function openPartnerPortal({ app }: Pick<TestService, 'app'>) {
  const use = (path: string, token: string, headers: Record<string, string> = {}) =>
    send(app, 'POST', `/api/partner/${path}`, { body: { token }, headers, ip: someIp() })
  return {
    look: (token: string) => use('sign-in-links/preview', token),
    signIn: (token: string, headers?: Record<string, string>) => use('sign-in', token, headers),
  }
}

const tokenIn = (text: string) => /\/partner\/sign-in#([\w-]{43})/.exec(text)?.[1] ?? expect.fail(text)
const getSetCookie = (response: { headers: Record<string, unknown> }) =>
  String(response.headers['set-cookie'])
const sessionIn = (response: { headers: Record<string, unknown> }) =>
  new RegExp(`${PARTNER_COOKIE}=([\\w-]{43});`).exec(getSetCookie(response))?.[1] ??
  expect.fail(getSetCookie(response))

describe('a sign-in link', () => {
  test('is emailed, and signs the partner in when submitted, not when opened', async () => {
    const { server, service, app, deps, requestLink, mailed, look, signIn, email } = await openMailFixture()
    expect(await requestLink(` ${email.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { data: { minutes: 15, shownAt: null } },
    })
    const [written] = await readMailsTo(deps, email)
    const token = await mailed()
    // Neither the email nor the link is stored in plain text.
    expect(JSON.stringify(written)).not.toContain(token)
    expect(await readMailsTo(deps, email)).toMatchObject([{ state: 'sent', secret: null }])
    expect(server.received).toMatchObject([{ to: [email] }])
    expect(server.received[0]?.headers).not.toHaveProperty('list-unsubscribe')
    // With one program, the mail looks like its portal.
    expect(server.received[0]?.text).toContain('Acme partners')

    // Link scanners don't use it up.
    for (let visit = 0; visit < 3; visit++) {
      expect(await look(token)).toMatchObject({
        status: 200,
        body: { data: { email, program: { name: 'Acme partners' } } },
      })
    }
    const signedIn = await signIn(token)
    expect(signedIn).toMatchObject({ status: 200, body: { data: { email } } })
    expect(signedIn.text).not.toContain(sessionIn(signedIn))
    expect(getSetCookie(signedIn)).toMatch(/Path=\/api\/partner; HttpOnly; SameSite=Lax$/)
    const programsResponse = await createCaller(service, sessionIn(signedIn)).call('GET', '/programs')
    expect(programsResponse.body.data).toMatchObject([
      { name: 'Acme partners', partnerStatus: 'approved', balances: [] },
    ])

    // A link can be used once.
    for (const repeatedResponse of [await signIn(token), await look(token)]) {
      expect(repeatedResponse.status).toBe(401)
      expect(repeatedResponse.headers['set-cookie']).toBeUndefined()
    }
    expect((await send(app, 'GET', '/api/partner/programs')).status).toBe(401)
  })

  test('creates one session for 20 concurrent uses', async () => {
    const { service, requestLink, mailed, signIn, database } = await openMailFixture()
    await requestLink()
    const token = await mailed()
    const responses = await concurrently(20, () => signIn(token))
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 401]))
    const sessions = await database.kysely.selectFrom('partner_sessions').select('id').execute()
    expect(sessions).toHaveLength(1)
    expect(service.app).toBeDefined()
  })

  test('is requested with the same response for an unknown address, but no email is sent', async () => {
    const { server, deps, requestLink, sender, email } = await openMailFixture()
    const responses = [await requestLink(), await requestLink('unknown@strangers.test')]
    const [known, unknown] = responses.map(({ status, body, headers }) => ({
      status,
      body,
      names: Object.keys(headers).sort(),
    }))
    expect(unknown).toEqual(known)
    await sender.sendDue()
    expect(server.received.map(({ to }) => to)).toEqual([[email]])
    expect(await readMailsTo(deps, 'unknown@strangers.test')).toMatchObject([
      { state: 'withdrawn', secret: null },
    ])
  })

  test('is not sent again immediately: the response contains the time to retry, even for unknown addresses', async () => {
    const { clock, requestLink, email } = await openMailFixture()
    const request = async (address: string) => (await requestLink(address)).body.data
    for (const address of [email, 'unknown@strangers.test']) {
      const { isRepeated, waitSeconds } = await request(address)
      expect(isRepeated).toBe(false)
      expect(waitSeconds).toBeGreaterThan(0)
      expect(waitSeconds).toBeLessThanOrEqual(mailLimits.partnerSignInMailMinutes * 60)
      clock.advance({ ms: (waitSeconds - 1) * 1000 })
      expect(await request(address)).toMatchObject({ isRepeated: true, waitSeconds: 1 })
      clock.advance({ ms: 1000 })
      expect(await request(address)).toMatchObject({ isRepeated: false })
    }
  })

  test('is sent immediately to a new partner who tried to sign in before being approved', async () => {
    const { server, requestLink, sender, program, service, deps } = await openMailFixture()
    const bearer = await signInMember(service, program)
    const team = (path: string, body: object) =>
      send(service.app, 'POST', `/api/programs/${program.id}/partners${path}`, { bearer, body })
    const additions = {
      add: (email: string) => team('', { name: 'Ada', email, approved: true }),
      import: async (email: string) => {
        const file = `name,email\nBo,${email}`
        const { digest } = (await team('/import/preview', { file })).body.data
        return team('/import', { file, digest })
      },
    }
    for (const [name, add] of Object.entries(additions)) {
      const email = `${name}@applicants.test`
      await requestLink(email)
      await sender.sendDue()
      expect((await requestLink(email)).body.data.isRepeated).toBe(true)
      expect((await add(email)).status).toBeLessThan(300)
      await requestLink(email)
      await sender.sendDue()
      expect(server.received.at(-1)).toMatchObject({
        to: [email],
        text: expect.stringMatching(/sign-in#[\w-]{43}/),
      })
      const ids = await deps.database.kysely
        .selectFrom('mails')
        .select('message_id')
        .where('recipient', '=', email)
        .execute()
      expect(new Set(ids.map(({ message_id }) => message_id)).size).toBe(ids.length)
    }
  })

  test('leads to the requested portal page, and never to another site', async () => {
    const { server, clock, requestLink, email, sender } = await openMailFixture()
    const page = '/programs/7/earnings?missing=sale'
    expect((await requestLink(email, page)).status).toBe(200)
    await sender.sendDue()
    expect(server.received.at(-1)?.text).toMatch(
      /\/partner\/sign-in\?next=%2Fprograms%2F7%2Fearnings%3Fmissing%3Dsale#[\w-]{43}/,
    )
    for (const other of [
      '//evil.test',
      'https://evil.test',
      '/\\evil.test',
      '/sign-in',
      '/programs/7/a#b',
      '@b.test',
    ]) {
      clock.advance({ minutes: mailLimits.partnerSignInMailMinutes })
      expect((await requestLink(email, other)).status, other).toBe(400)
    }
  })

  test('is requested with the same queries for an unknown address as for a partner', async () => {
    const { requestLink, deps } = await openMailFixture()
    const { kysely } = deps.database
    const links = () => kysely.selectFrom('partner_sign_in_links').select('email').execute()
    await requestLink()
    await requestLink('unknown@strangers.test')
    expect(await links()).toHaveLength(2)
    expect(await kysely.selectFrom('mails').select('kind').execute()).toHaveLength(2)
  })

  test('is not emailed again within minutes; a later request replaces the previous link', async () => {
    const { server, clock, requestLink, mailed, look, signIn } = await openMailFixture()
    await concurrently(10, () => requestLink())
    const first = await mailed()
    await requestLink()
    expect(await mailed()).toBe(first)
    expect(server.received).toHaveLength(1)
    clock.advance({ minutes: mailLimits.partnerSignInMailMinutes })
    await requestLink()
    const second = await mailed()
    expect(server.received).toHaveLength(2)
    expect(second).not.toBe(first)
    expect([(await look(first)).status, (await signIn(first)).status]).toEqual([401, 401])
    expect((await signIn(second)).status).toBe(200)
  })

  test('expires after 15 minutes and is deleted', async () => {
    const { clock, deps, requestLink, mailed, signIn } = await openMailFixture()
    await requestLink()
    const token = await mailed()
    clock.advance({ minutes: portalAccessLimits.partnerSignInMinutes })
    expect((await signIn(token)).status).toBe(401)
    expect(await purgePortalAccess(deps)).toBe(1)
    expect(await deps.database.kysely.selectFrom('partner_sign_in_links').selectAll().execute()).toEqual([])
  })

  test('leaves no trace of the address if a stranger requests it', async () => {
    const { clock, deps, requestLink, sender } = await openMailFixture()
    await requestLink('unknown@strangers.test')
    await sender.sendDue()
    clock.advance({ minutes: 30 })
    await purgeSentMails(deps)
    await purgePortalAccess(deps)
    expect(await readMailsTo(deps, 'unknown@strangers.test')).toEqual([])
    expect(await deps.database.kysely.selectFrom('partner_sign_in_links').selectAll().execute()).toEqual([])
  })

  test('is not sent if it has been replaced in the meantime', async () => {
    const { server, clock, deps, requestLink, sender, email } = await openMailFixture()
    await requestLink()
    clock.advance({ minutes: mailLimits.partnerSignInMailMinutes })
    await requestLink()
    await sender.sendDue()
    expect(server.received).toHaveLength(1)
    expect((await readMailsTo(deps, email)).map(({ state }) => state).sort()).toEqual(['sent', 'withdrawn'])
  })

  test.each(['', 'x'.repeat(43), `${'x'.repeat(42)}'`, 'x'.repeat(255)])(
    'is treated like an expired link if it never existed (%j)',
    async (token) => {
      const { look, signIn } = openPartnerPortal(shared)
      expect([(await look(token)).status, (await signIn(token)).status]).toEqual([401, 401])
    },
  )

  test('is limited per IP address, in requests and in failed sign-ins', async () => {
    const service = await startTestService({ environment: { RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '3' } })
    for (const [path, body] of [
      ['sign-in-links', { email: 'unknown@strangers.test' }],
      ['sign-in-links/preview', { token: 'x'.repeat(43) }],
      ['sign-in', { token: 'x'.repeat(43) }],
    ] as const) {
      const ip = someIp()
      const statuses: number[] = []
      for (let call = 0; call < 4; call++) {
        statuses.push((await send(service.app, 'POST', `/api/partner/${path}`, { body, ip })).status)
      }
      expect(statuses.at(-1)).toBe(429)
      expect(statuses.slice(0, 3)).not.toContain(429)
    }
  })

  test.each([
    {},
    { email: 'a' },
    { email: 'a b@c.test' },
    { email: `${'x'.repeat(255)}@c.test` },
    { email: 7 },
  ])('cannot be requested with %j', async (body) => {
    const { app } = shared
    expect((await send(app, 'POST', LINKS, { body, ip: someIp() })).status).toBe(400)
  })
})

describe('a sign-in link without a mail server', () => {
  async function openWithoutMail() {
    const service = await startTestService({ ownDatabase: true })
    const program = await createTestProgram(service)
    const member = await signInMember(service, program, { role: 'member' })
    const copy = (partnerId = program.partnerId, bearer = member) =>
      send(service.app, 'POST', `/api/programs/${program.id}/partners/${partnerId}/sign-in-link`, { bearer })
    return { ...service, service, program, copy, ...openPartnerPortal(service) }
  }

  test('is requested with the same response, but nothing else happens', async () => {
    const { app, database } = await openWithoutMail()
    const response = await send(app, 'POST', LINKS, { body: { email: 'a@b.test' }, ip: someIp() })
    expect(response).toMatchObject({ status: 200, body: { data: { minutes: 15, shownAt: null } } })
    expect(await database.kysely.selectFrom('partner_sign_in_links').selectAll().execute()).toEqual([])
  })

  test('can be copied by the team, which the audit log records without the secret', async () => {
    const { service, database, program, copy, signIn } = await openWithoutMail()
    const response = await copy()
    expect(response.status).toBe(201)
    const token = tokenIn(response.body.data.url)
    expect(response.headers['cache-control']).toBe('no-store')
    const log = await database.kysely.selectFrom('audit_log').selectAll().execute()
    expect(log).toMatchObject([
      {
        action: 'partner.sign_in_link',
        target_type: 'partner',
        target_id: String(program.partnerId),
        workspace_id: program.workspaceId,
      },
    ])
    expect(JSON.stringify(log)).not.toContain(token)
    const signedIn = await signIn(token, { 'accept-language': 'de' })
    expect(signedIn.status).toBe(200)
    const { call } = createCaller(service, sessionIn(signedIn))
    expect((await call('GET', '/account')).body.data).toMatchObject({ isFullAccess: false })
    // A team member may have opened the link, so its language isn't the partner's.
    const accounts = database.kysely.selectFrom('partner_accounts').select('browser_language')
    expect(await accounts.execute()).toEqual([{ browser_language: null }])
  })

  test('gives a one-day session, which ends when the member leaves or changes role', async () => {
    const { service, program, copy, signIn } = await openWithoutMail()
    const owner = await signInMember(service, program)
    const change = (method: 'PATCH' | 'DELETE', id: string, body?: object) =>
      send(service.app, method, `/api/workspaces/${program.workspaceId}/members/${id}`, {
        bearer: owner,
        ...(body === undefined ? {} : { body }),
      })
    const opened = async () => {
      const { call } = createCaller(
        service,
        sessionIn(await signIn(tokenIn((await copy(undefined, owner)).body.data.url))),
      )
      expect((await call('GET', '/programs')).status).toBe(200)
      return async () => (await call('GET', '/programs')).status
    }
    const whole = await signInAs(service, program.partnerId)
    const { body } = await send(service.app, 'GET', `/api/workspaces/${program.workspaceId}/members`, {
      bearer: owner,
    })
    const { id } = body.data.find(({ role }: { role: string }) => role === 'member')

    const first = await opened()
    const unused = tokenIn((await copy(undefined, owner)).body.data.url)
    expect((await change('PATCH', id, { role: 'viewer' })).status).toBe(200)
    expect([await first(), (await signIn(unused)).status]).toEqual([401, 401])
    const second = await opened()
    expect((await change('DELETE', id)).status).toBe(200)
    expect(await second()).toBe(401)
    expect((await whole.call('GET', '/programs')).status).toBe(200)

    const third = await opened()
    for (let hours = 0; hours < 23; hours += 2) {
      service.clock.advance({ hours: 2 })
      if (hours < 22) expect(await third()).toBe(200)
    }
    expect(await third()).toBe(401)
  })

  test('doesn’t end the partner’s own links and sessions, or those from other workspaces', async () => {
    const { service, database, program, copy, signIn } = await openWithoutMail()
    const email = await readEmail(service, program.partnerId)
    const otherProgram = await createTestProgram(service)
    const partner = await database.kysely
      .updateTable('partners')
      .set({ email })
      .where('id', '=', otherProgram.partnerId)
      .returning('id')
      .executeTakeFirstOrThrow()
    const otherMember = await signInMember(service, otherProgram)
    const whole = await signInAs(service, program.partnerId)
    const mine = tokenIn((await copy()).body.data.url)
    const created = await send(
      service.app,
      'POST',
      `/api/programs/${otherProgram.id}/partners/${partner.id}/sign-in-link`,
      { bearer: otherMember },
    )
    expect(created.status).toBe(201)
    expect((await signIn(mine)).status).toBe(200)
    for (let n = 0; n <= portalAccessLimits.partnerSessions; n++)
      await signInAs(service, program.partnerId, { workspaceId: otherProgram.workspaceId })
    expect((await signIn(tokenIn(created.body.data.url))).status).toBe(200)
    expect((await whole.call('GET', '/account')).status).toBe(200)
  })

  test('gives access only to programs in the workspace whose member copied it', async () => {
    const { service, database, program, copy, signIn } = await openWithoutMail()
    const email = await readEmail(service, program.partnerId)
    const otherProgram = await createTestProgram(service)
    await database.kysely
      .updateTable('partners')
      .set({ email })
      .where('id', '=', otherProgram.partnerId)
      .execute()
    const whole = await signInAs(service, program.partnerId)
    const names = async (call: typeof whole.call) =>
      (await call('GET', '/programs')).body.data.map(({ id }: { id: number }) => id).sort()
    expect(await names(whole.call)).toEqual([program.id, otherProgram.id].sort())

    const { call } = createCaller(service, sessionIn(await signIn(tokenIn((await copy()).body.data.url))))
    expect(await names(call)).toEqual([program.id])
    for (const [method, path, body] of [
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['DELETE', '/sessions/1'],
      ['PATCH', '/account', { timeZone: 'UTC' }],
    ] as const) {
      expect((await call(method, path, body)).status, path).toBe(403)
    }
    // It isn't listed among the partner's own sessions either.
    expect((await whole.call('GET', '/sessions')).body.data).toHaveLength(1)
  })

  test('can be copied only for the program’s partners, with partner:manage', async () => {
    const { service, copy, program } = await openWithoutMail()
    const other = await createTestProgram(service)
    expect((await copy(other.partnerId)).status).toBe(404)
    const viewer = await signInMember(service, program, { role: 'viewer' })
    expect((await copy(program.partnerId, viewer)).status).toBe(403)
  })

  test('is not available to the team if email is enabled', async () => {
    const { app, program, service, database } = await openMailFixture()
    const bearer = await signInMember(service, program, { role: 'owner' })
    const url = `/api/programs/${program.id}/partners/${program.partnerId}/sign-in-link`
    expect((await send(app, 'POST', url, { bearer })).status).toBe(409)
    expect(await database.kysely.selectFrom('partner_sign_in_links').selectAll().execute()).toEqual([])
  })
})

describe('a session', () => {
  test('lasts 30 days from its last use', async () => {
    const service = await startTestService({ ownDatabase: true })
    const { clock } = service
    const program = await createTestProgram(service)
    const { call } = await signInAs(service, program.partnerId)
    expect((await call('GET', '/account')).headers['set-cookie']).toBeUndefined()
    for (let month = 0; month < 3; month++) {
      clock.advance({ days: portalAccessLimits.partnerSessionDays - 1 })
      const used = await call('GET', '/account')
      expect([used.status, getSetCookie(used)]).toEqual([200, expect.stringContaining('Max-Age=2592000')])
    }
    clock.advance({ days: portalAccessLimits.partnerSessionDays })
    expect((await call('GET', '/account')).status).toBe(401)
    expect(await purgePortalAccess(service.deps)).toBe(1)
  })

  test('is listed and can be ended, alone or with all others', async () => {
    const service = shared
    const program = await createTestProgram(service)
    const [one, two, three] = [
      await signInAs(service, program.partnerId),
      await signInAs(service, program.partnerId),
      await signInAs(service, program.partnerId),
    ]
    const response = await one.call('GET', '/sessions')
    expect(response.body.data).toHaveLength(3)
    const currentSessions = response.body.data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    expect(currentSessions).toMatchObject([{ device: 'Chrome, Linux' }])
    const other = (await two.call('GET', '/sessions')).body.data.find(
      ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
    )
    expect((await one.call('DELETE', `/sessions/${other.id}`)).status).toBe(200)
    expect((await one.call('DELETE', `/sessions/${other.id}`)).status).toBe(404)
    expect((await two.call('GET', '/account')).status).toBe(401)
    const everywhere = await one.call('DELETE', '/sessions')
    expect([everywhere.body.data, getSetCookie(everywhere)]).toEqual([
      { ended: 2 },
      expect.stringContaining('Max-Age=0'),
    ])
    for (const { call } of [one, three]) expect((await call('GET', '/account')).status).toBe(401)
  })

  test('ends on sign-out, which clears its cookie', async () => {
    const service = shared
    const program = await createTestProgram(service)
    const { call } = await signInAs(service, program.partnerId)
    const response = await call('POST', '/sign-out')
    expect([response.status, response.body.data, getSetCookie(response)]).toEqual([
      200,
      { ended: true },
      expect.stringContaining('Max-Age=0'),
    ])
    expect((await call('POST', '/sign-out')).body.data).toEqual({ ended: false })
    expect((await call('GET', '/account')).status).toBe(401)
  })

  test('cannot be used by requests from another site', async () => {
    const service = shared
    const program = await createTestProgram(service)
    const { cookie, call } = await signInAs(service, program.partnerId)
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      for (const [method, path] of [
        ['POST', 'sign-out'],
        ['POST', 'sign-in'],
        ['POST', 'sign-in-links'],
        ['DELETE', 'sessions'],
        ['PATCH', 'account'],
      ] as const) {
        const response = await send(service.app, method, `/api/partner/${path}`, {
          headers: { ...headers, cookie, 'user-agent': BROWSER },
        })
        expect([response.status, response.headers['set-cookie']], path).toEqual([403, undefined])
      }
    }
    expect((await call('GET', '/account')).status).toBe(200)
  })

  test('has a rate limit', async () => {
    const service = shared
    const program = await createTestProgram(service)
    const { call } = await signInAs(service, program.partnerId)
    const responses = []
    for (let sentCount = 0; sentCount <= limits.partnerRequestsPerMinute; sentCount += 20) {
      const remaining = limits.partnerRequestsPerMinute + 1 - sentCount
      responses.push(...(await concurrently(Math.min(20, remaining), () => call('GET', '/account'))))
    }
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('can store a valid time zone', async () => {
    const service = shared
    const program = await createTestProgram(service)
    const { call } = await signInAs(service, program.partnerId)
    for (const timeZone of ['Asia/Ho_Chi_Minh', null]) {
      expect((await call('PATCH', '/account', { timeZone })).body.data).toMatchObject({ timeZone })
      expect((await call('GET', '/account')).body.data).toMatchObject({ timeZone })
    }
    for (const timeZone of ['+02:00', 'Nowhere/There', '', 7]) {
      expect((await call('PATCH', '/account', { timeZone })).status).toBe(400)
    }
  })

  test('can store a language, independently of the time zone', async () => {
    const service = shared
    const program = await createTestProgram(service)
    const { call } = await signInAs(service, program.partnerId)
    expect((await call('GET', '/account')).body.data).toMatchObject({ language: null })
    await call('PATCH', '/account', { timeZone: 'Europe/Berlin' })
    expect((await call('PATCH', '/account', { language: 'de' })).body.data).toMatchObject({
      language: 'de',
      timeZone: 'Europe/Berlin',
    })
    expect((await call('GET', '/account')).body.data).toMatchObject({ language: 'de' })
    expect((await call('PATCH', '/account', { language: 'nl' })).status).toBe(400)
    expect((await call('PATCH', '/account', { language: null })).body.data).toMatchObject({ language: null })
    expect((await call('PATCH', '/account', {})).status).toBe(400)
  })

  test('gets responses in the request’s language or, without one, in the stored language', async () => {
    const service = shared
    const program = await createTestProgram(service)
    const { call, cookie } = await signInAs(service, program.partnerId)
    await call('PATCH', '/account', { language: 'de' })
    const inquire = async (headers: Record<string, string>) => {
      const { body } = await send(service.app, 'POST', `/api/partner/programs/${program.id}/inquiries`, {
        headers: { cookie, ...headers },
        body: { transactionId: 'order-1' },
      })
      return body.data.text as string
    }
    expect(await inquire({ 'accept-language': 'fr' })).toMatch(/commande/)
    expect(await inquire({})).toMatch(/Bestell/)
  })
})

test('files and emails use the language of the latest sign-in until the partner chooses one', async () => {
  const { app, service, deps, program, email, requestLink, mailed, signIn } = await openMailFixture()
  const signInWith = async (token: string, language: string) =>
    sessionIn(await signIn(token, { 'accept-language': language }))
  const languages = async (token: string) => {
    const file = await send(app, 'GET', `/api/partner/programs/${program.id}/earnings.csv`, {
      headers: { cookie: createCaller(service, token).cookie, 'accept-language': 'en-US,en' },
    })
    const mail = await recipientLanguage(deps.database.kysely, {
      kind: 'payout_paid',
      recipient: email,
      program_id: program.id,
    })
    return [file.text.split(',')[1], mail]
  }
  await requestLink()
  const first = await signInWith(await mailed(), 'de-AT,de;q=0.9')
  expect(await languages(first)).toEqual(['Datum', 'de'])

  service.clock.advance({ hours: 1 })
  await requestLink()
  const second = await signInWith(await mailed(), 'fr')
  expect(await languages(second)).toEqual(['Date', 'fr'])

  await createCaller(service, second).call('PATCH', '/account', { language: 'es' })
  expect(await languages(second)).toEqual(['Fecha', 'es'])
})

test('lists all of a partner’s programs, whatever their status', async () => {
  const service = shared
  const [one, two] = [await createTestProgram(service), await createTestProgram(service)]
  const rejectedPartner = await createTestPartner(service, two, 'rejected')
  const email = await readEmail(service, one.partnerId)
  await service.database.kysely
    .updateTable('partners')
    .set({ email })
    .where('id', '=', rejectedPartner.partnerId)
    .execute()
  const { call } = await signInAs(service, one.partnerId)
  const { body } = await call('GET', '/programs')
  expect(
    body.data.map(({ id, partnerStatus }: Record<string, unknown>) => [id, partnerStatus]).sort(),
  ).toEqual(
    [
      [one.id, 'approved'],
      [two.id, 'rejected'],
    ].sort(),
  )
})
