import { isoCBOR } from '@simplewebauthn/server/helpers'
import { describe, expect, test } from 'vitest'
import { portalAccessLimits } from '../../../src/partners/portal-access/limits.ts'
import { passkeyUser } from '../../../src/partners/portal-access/passkey-user.rule.ts'
import { purgePortalAccess } from '../../../src/partners/portal-access/purge-portal-access.job.ts'
import { PARTNER_COOKIE } from '../../../src/partners/portal-access/session-cookie.rule.ts'
import { concurrently, createTestProgram, send, someIp, startTestService } from '../../harness.ts'
import { readMailsTo } from '../../notifications/mail/mail-helpers.ts'
import { type DeviceClaims, makeAuthenticator } from './authenticator.ts'
import { createCaller, readEmail, signInAs } from './partner.ts'

const service = await startTestService({
  ownDatabase: true,
  config: { mail: { from: { name: '', address: 'partners@acme.test' }, server: undefined } },
})
const { app, clock, database, deps } = service
const { kysely } = database
const { origin, hostname } = new URL(deps.config.publicUrl)
const HERE: DeviceClaims = { origin, rpId: hostname }

const post = (path: string, body?: unknown) =>
  send(app, 'POST', `/api/partner${path}`, { ip: someIp(), ...(body === undefined ? {} : { body }) })
const requestChallenge = async (): Promise<string> =>
  (await post('/sign-in/passkey-options')).body.data.challenge
const signIn = (passkey: unknown) => post('/sign-in/passkey', { passkey })
const sessionIn = (response: { headers: Record<string, unknown> }) =>
  new RegExp(`${PARTNER_COOKIE}=([\\w-]{43});`).exec(String(response.headers['set-cookie']))?.[1] ?? ''

/** Signs a partner in, with a passkey by default. */
async function setUpPasskey({ adds = true, claims = HERE }: { adds?: boolean; claims?: DeviceClaims } = {}) {
  const program = await createTestProgram(service)
  const partner = await signInAs(service, program.partnerId)
  const email = await readEmail(service, program.partnerId)
  const key = makeAuthenticator()
  const options = async () => (await partner.call('POST', '/passkeys/options')).body.data
  const add = (passkey: unknown, name = 'My phone') => partner.call('POST', '/passkeys', { name, passkey })
  const response = adds ? await add(key.create((await options()).challenge, claims)) : undefined
  const signInAnew = async (changedClaims: Partial<DeviceClaims> = {}) =>
    signIn(key.get(await requestChallenge(), { ...HERE, ...changedClaims }))
  return { program, partner, email, key, options, add, added: response, signInAnew }
}

describe('a passkey', () => {
  test('is added in a new session, announced by email, listed, renamed and removed', async () => {
    const { partner, email, key, added, options } = await setUpPasskey()
    expect(added).toMatchObject({
      status: 201,
      body: { data: { name: 'My phone', isSynced: false, usedAt: null } },
    })
    const id = added?.body.data.id
    expect((await partner.call('GET', '/passkeys')).body.data).toMatchObject([{ id, name: 'My phone' }])
    const newOptions = await options()
    expect(newOptions).toMatchObject({
      rp: { id: hostname },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    })
    const [row] = await kysely
      .selectFrom('partner_passkey_challenges')
      .selectAll()
      .where('session_id', 'is not', null)
      .execute()
    expect(JSON.stringify(row)).not.toContain(newOptions.challenge)
    expect(await partner.call('PATCH', `/passkeys/${id}`, { name: ' Old phone ' })).toMatchObject({
      status: 200,
      body: { data: { name: 'Old phone' } },
    })
    expect((await partner.call('GET', '/account/export')).body.passkeys.rows).toMatchObject([
      { name: 'Old phone', credentialId: key.id },
    ])
    expect((await partner.call('DELETE', `/passkeys/${id}`)).status).toBe(200)
    expect((await partner.call('DELETE', `/passkeys/${id}`)).status).toBe(404)
    expect((await partner.call('PATCH', `/passkeys/${id}`, { name: 'x' })).status).toBe(404)
    expect(await readMailsTo(deps, email)).toMatchObject([
      { kind: 'partner_passkey_changed', data: { change: 'added', name: 'My phone' } },
      { kind: 'partner_passkey_changed', data: { change: 'removed', name: 'Old phone' } },
    ])
    clock.advance({ minutes: portalAccessLimits.partnerFreshMinutes + 1 })
    expect((await partner.call('POST', '/passkeys/options')).status).toBe(403)
    expect((await partner.call('POST', '/passkeys', { passkey: key.create('x', HERE) })).status).toBe(403)
    expect((await partner.call('GET', '/passkeys')).status).toBe(200)
  })

  test('signs in without an email and creates a new session', async () => {
    const { program, email, partner, key } = await setUpPasskey()
    const options = (await post('/sign-in/passkey-options')).body.data
    expect(options).toMatchObject({ rpId: hostname, userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const userHandle = passkeyUser(partner.accountId, deps.config.appSecret)
    const response = await signIn(key.get(options.challenge, { ...HERE, userHandle }))
    expect(response).toMatchObject({ status: 200, body: { data: { email } } })
    const caller = createCaller(service, sessionIn(response))
    expect((await caller.call('GET', '/account')).body.data).toMatchObject({
      email,
      isFresh: true,
      isFullAccess: true,
    })
    expect((await caller.call('GET', '/programs')).body.data).toMatchObject([{ id: program.id }])
    expect((await partner.call('GET', '/passkeys')).body.data[0].usedAt).toBe(clock.now().toISOString())
  })

  test.each<[string, (of: Awaited<ReturnType<typeof setUpPasskey>>) => Promise<unknown>]>([
    [
      'with another origin',
      async ({ key }) => key.get(await requestChallenge(), { ...HERE, origin: 'https://evil.example' }),
    ],
    [
      'for another site',
      async ({ key }) => key.get(await requestChallenge(), { ...HERE, rpId: 'evil.example' }),
    ],
    [
      'without user verification',
      async ({ key }) => key.get(await requestChallenge(), { ...HERE, isVerified: false }),
    ],
    ['to an unknown challenge', async ({ key }) => key.get('A'.repeat(43), HERE)],
    [
      'to a challenge issued for registration',
      async ({ key, options }) => key.get((await options()).challenge, HERE),
    ],
    ['by an unregistered key', async () => makeAuthenticator().get(await requestChallenge(), HERE)],
    [
      'with the key of one account and the id of another',
      async ({ key }) => ({
        ...makeAuthenticator().get(await requestChallenge(), HERE),
        id: key.id,
        rawId: key.id,
      }),
    ],
    [
      'with the user handle of another account',
      async ({ key, partner }) =>
        key.get(await requestChallenge(), {
          ...HERE,
          userHandle: passkeyUser(partner.accountId + 1, deps.config.appSecret),
        }),
    ],
    [
      'after the challenge expired',
      async ({ key }) => {
        const challenge = await requestChallenge()
        clock.advance({ minutes: portalAccessLimits.passkeyMinutes })
        return key.get(challenge, HERE)
      },
    ],
    [
      'with the signature of another response',
      async ({ key }) => {
        const one = key.get(await requestChallenge(), HERE)
        const other = key.get(await requestChallenge(), HERE)
        return { ...one, response: { ...one.response, signature: other.response.signature } }
      },
    ],
  ])('doesn’t sign in with a response %s', async (_what, createResponse) => {
    const met = await setUpPasskey()
    const response = await signIn(await createResponse(met))
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
    expect(response.headers['set-cookie']).toBeUndefined()
    expect((await met.signInAnew()).status).toBe(200)
  })

  test('signs in once per challenge, and not after a wrong response', async () => {
    const { key } = await setUpPasskey()
    const challenge = await requestChallenge()
    expect((await signIn(key.get(challenge, HERE))).status).toBe(200)
    expect((await signIn(key.get(challenge, HERE))).status).toBe(401)
    const wrong = await requestChallenge()
    expect((await signIn(key.get(wrong, { ...HERE, origin: 'https://evil.example' }))).status).toBe(401)
    expect((await signIn(key.get(wrong, HERE))).status).toBe(401)
  })

  test('can be started any number of times without using up other users’ attempts from the same IP address', async () => {
    const { app: strict } = await startTestService({
      environment: { RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '3' },
    })
    const ip = someIp()
    const from = (path: string, body?: unknown) =>
      send(strict, 'POST', `/api/partner${path}`, { ip, ...(body === undefined ? {} : { body }) })
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await from('/sign-in/passkey-options')).status).toBe(200)
    }
    const wrong = { token: 'x'.repeat(43) }
    for (const status of [401, 401, 401, 429]) expect((await from('/sign-in', wrong)).status).toBe(status)
  })

  // Many authenticators always report 0, so only the challenge prevents reuse.
  test.each([
    ['always reports 0', 0, 0],
    ['counts its uses', 5, 6],
  ])(
    'creates one session for 20 concurrent uses of one response from an authenticator that %s',
    async (_what, created, counter) => {
      const { key, partner } = await setUpPasskey({ claims: { ...HERE, counter: created } })
      const passkey = key.get(await requestChallenge(), { ...HERE, counter })
      const responses = await concurrently(20, () => signIn(passkey))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 401]))
      const sessions = await kysely
        .selectFrom('partner_sessions')
        .select('id')
        .where('account_id', '=', partner.accountId)
        .execute()
      expect(sessions).toHaveLength(2)
    },
  )

  test('is rejected if its signature counter reveals a clone', async () => {
    const { signInAnew } = await setUpPasskey({ claims: { ...HERE, counter: 5 } })
    expect((await signInAnew({ counter: 6 })).status).toBe(200)
    for (const counter of [6, 5, 0]) expect((await signInAnew({ counter })).status).toBe(401)
    expect((await signInAnew({ counter: 7 })).status).toBe(200)
  })

  test('is rejected if it was removed or its account was closed', async () => {
    const { partner, added, signInAnew } = await setUpPasskey()
    await partner.call('DELETE', `/passkeys/${added?.body.data.id}`)
    expect((await signInAnew()).status).toBe(401)
    const { partner: leaver, email, signInAnew: signInAgain } = await setUpPasskey()
    expect((await leaver.call('POST', '/account/close', { email })).status).toBe(200)
    expect((await signInAgain()).status).toBe(401)
    const remaining = await kysely
      .selectFrom('partner_passkeys')
      .select('id')
      .where('account_id', '=', leaver.accountId)
      .execute()
    expect(remaining).toEqual([])
  })

  test('is rejected if the account has no programs left', async () => {
    const { program, signInAnew } = await setUpPasskey()
    await kysely
      .updateTable('partners')
      .set({ email: 'moved@partners.test' })
      .where('id', '=', program.partnerId)
      .execute()
    expect((await signInAnew()).status).toBe(401)
  })

  test('is added only with a challenge from this session, on this origin and with user verification', async () => {
    const { options, add, partner } = await setUpPasskey({ adds: false })
    const other = await setUpPasskey({ adds: false })
    const key = makeAuthenticator()
    const refusals: unknown[] = [
      key.create((await options()).challenge, { ...HERE, origin: 'https://evil.example' }),
      key.create((await options()).challenge, { ...HERE, rpId: 'evil.example' }),
      key.create((await options()).challenge, { ...HERE, isVerified: false }),
      key.create((await other.options()).challenge, HERE),
      key.create(await requestChallenge(), HERE),
      key.create('A'.repeat(43), HERE),
    ]
    for (const passkey of refusals) {
      expect(await add(passkey)).toMatchObject({
        status: 400,
        body: { error: { details: { field: 'passkey' } } },
      })
    }
    const { challenge } = await options()
    expect((await add(key.create(challenge, HERE))).status).toBe(201)
    expect((await add(makeAuthenticator().create(challenge, HERE))).status).toBe(400)
    // The same key can't be registered twice.
    expect((await other.add(key.create((await other.options()).challenge, HERE))).status).toBe(409)
    expect((await partner.call('GET', '/passkeys')).body.data).toHaveLength(1)
  })

  test('is rejected before any URL in a manufacturer’s certificates is fetched', async () => {
    const { options, add } = await setUpPasskey({ adds: false })
    const created = makeAuthenticator().create((await options()).challenge, HERE)
    const object = isoCBOR.decodeFirst<Map<string, unknown>>(
      Uint8Array.from(Buffer.from(created.response.attestationObject, 'base64url')),
    )
    for (const fmt of ['packed', 'apple', 'fido-u2f', 'tpm', 'android-key']) {
      const statement = new Map<string, unknown>([
        ['alg', -7],
        ['sig', new Uint8Array(8)],
        ['x5c', [new Uint8Array(8)]],
      ])
      const changed = new Map(object).set('fmt', fmt).set('attStmt', statement)
      const attestationObject = Buffer.from(isoCBOR.encode(changed as never)).toString('base64url')
      const passkey = { ...created, response: { ...created.response, attestationObject } }
      expect((await add(passkey)).status).toBe(400)
    }
    // None of them reached the challenge.
    expect((await add(created)).status).toBe(201)
  })

  test('is limited to twenty per account, even concurrently', async () => {
    const { partner, options, add } = await setUpPasskey({ adds: false })
    const responses: unknown[] = []
    for (let n = 0; n < portalAccessLimits.partnerPasskeys + 5; n++) {
      responses.push(makeAuthenticator().create((await options()).challenge, HERE))
    }
    const added = await Promise.all(responses.map((passkey) => add(passkey)))
    expect(added.filter(({ status }) => status === 201)).toHaveLength(portalAccessLimits.partnerPasskeys)
    expect(added.filter(({ status }) => status === 409)).toHaveLength(5)
    expect((await partner.call('GET', '/passkeys')).body.data).toHaveLength(
      portalAccessLimits.partnerPasskeys,
    )
  })

  test('has its unused challenges deleted', async () => {
    await requestChallenge()
    clock.advance({ minutes: portalAccessLimits.passkeyMinutes + 1 })
    await purgePortalAccess(deps)
    expect(await kysely.selectFrom('partner_passkey_challenges').select('expires_at').execute()).toEqual([])
  })

  test('returns 404 if it belongs to another account', async () => {
    const { added } = await setUpPasskey()
    const other = await setUpPasskey({ adds: false })
    const id = added?.body.data.id
    expect((await other.partner.call('DELETE', `/passkeys/${id}`)).status).toBe(404)
    expect((await other.partner.call('PATCH', `/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await other.partner.call('GET', '/passkeys')).body.data).toEqual([])
  })
})
