import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '../../../src/workspace/sign-in/auth.adapter.ts'
import { createResetPasswordLink } from '../../../src/workspace/sign-in/reset-password.adapter.ts'
import {
  concurrently,
  countWaiting,
  PASSWORD,
  send as sendFrom,
  signUp,
  someIp,
  startTestService,
  type TestService,
} from '../../harness.ts'
import { beginTwoFactor, computeTotp, enableTwoFactor, withCookies } from './second-factor.ts'

/** Returns a new IP for each request, because failed authentication attempts are counted by address (D46). */
const send: typeof sendFrom = (app, method, url, options) =>
  sendFrom(app, method, url, { ip: someIp(), ...options })

const NEW = 'a quite different one'

/** Inserting a session for this browser waits for the lock. */
const HELD = 'Held'
const LOCK = 4_711

let service: TestService

beforeAll(async () => {
  service = await startTestService({ now: new Date().toISOString(), ownDatabase: true })
  await sql`create function hold_session() returns trigger language plpgsql as $$
    begin
      if new.user_agent = ${sql.lit(HELD)} then perform pg_advisory_xact_lock(${sql.lit(LOCK)}); end if;
      return new;
    end $$`.execute(service.database.kysely)
  await sql`create trigger hold_session before insert on sessions
    for each row execute function hold_session()`.execute(service.database.kysely)
})

interface As {
  bearer?: string
  headers?: Record<string, string>
}

const post = (path: string, body: unknown, as: As = {}) =>
  send(service.app, 'POST', `/api/auth/${path}`, { body, ...as })
const heldPost = (path: string, body: unknown, as: As = {}) =>
  post(path, body, { ...as, headers: { ...as.headers, 'user-agent': HELD } })
const signIn = (email: string, password: string) => post('sign-in/email', { email, password })

type ApiResponse = Awaited<ReturnType<typeof post>>

async function waitsFor(count: number, isEnough: () => boolean = () => false): Promise<void> {
  await expect
    .poll(async () => isEnough() || (await countWaiting(service.database)) >= count, { timeout: 10_000 })
    .toBe(true)
}

/** Blocks a request right before it inserts its session, runs `work`, and lets it continue. */
async function meanwhile(
  call: () => Promise<ApiResponse>,
  work: () => Promise<unknown>,
): Promise<ApiResponse> {
  const { response } = await service.database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    const pending = call()
    await waitsFor(1)
    await work()
    return { response: pending }
  })
  return response
}

async function reset({ email }: Person): Promise<void> {
  const { link } = await createResetPasswordLink(service.deps, email)
  const { status } = await post('reset-password', { token: link.split('#')[1], newPassword: NEW })
  expect(status).toBe(200)
}

async function change({ bearer }: Person): Promise<void> {
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  expect((await post('change-password', body, { bearer })).status).toBe(200)
}

interface Person {
  email: string
  bearer: string
}

const withoutSecondFactor = async (): Promise<Person> => {
  const { email, token } = await signUp(service)
  return { email, bearer: token }
}

interface Race {
  label: string
  /** Creates an account and the request to send. */
  begin: () => Promise<Person & { call: () => Promise<ApiResponse> }>
  work: (person: Person) => Promise<void>
}

const signingIn = async () => {
  const person = await withoutSecondFactor()
  return { ...person, call: () => heldPost('sign-in/email', { email: person.email, password: PASSWORD }) }
}
const finishing = async () => {
  const { email, token } = await signUp(service)
  const { secret, bearer } = await enableTwoFactor(service, token)
  const { cookie, origin } = withCookies(service, (await signIn(email, PASSWORD)).headers)
  const headers = { cookie: cookie ?? '', origin: origin ?? '' }
  const call = () => heldPost('two-factor/verify-totp', { code: computeTotp(secret) }, { headers })
  return { email, bearer, call }
}
const recovering = async () => {
  const { email, token } = await signUp(service)
  const { codes, bearer } = await enableTwoFactor(service, token)
  const { cookie, origin } = withCookies(service, (await signIn(email, PASSWORD)).headers)
  const headers = { cookie: cookie ?? '', origin: origin ?? '' }
  const call = () => heldPost('two-factor/verify-backup-code', { code: codes[0] }, { headers })
  return { email, bearer, call }
}
const changePassword = async () => {
  const person = await withoutSecondFactor()
  const body = { currentPassword: PASSWORD, newPassword: 'neither of the other two' }
  return { ...person, call: () => heldPost('change-password', body, { bearer: person.bearer }) }
}
/** The library copies the previous session's user agent. */
const holdContinued = (email: string) =>
  sql`update sessions s set user_agent = ${HELD} from users u where u.id = s.user_id and u.email = ${email}`.execute(
    service.database.kysely,
  )
const switchingOn = async () => {
  const person = await withoutSecondFactor()
  const { secret } = await beginTwoFactor(service, person.bearer)
  await holdContinued(person.email)
  const call = () => post('two-factor/verify-totp', { code: computeTotp(secret) }, { bearer: person.bearer })
  return { ...person, call }
}
const switchingOff = async () => {
  const { email, token } = await signUp(service)
  const { bearer } = await enableTwoFactor(service, token)
  await holdContinued(email)
  return { email, bearer, call: () => post('two-factor/disable', { password: PASSWORD }, { bearer }) }
}

const RACES: Race[] = [
  { label: 'a sign-in while the password is changed', begin: signingIn, work: change },
  { label: 'a sign-in while the password is reset', begin: signingIn, work: reset },
  { label: 'a second factor while the password is changed', begin: finishing, work: change },
  { label: 'a second factor while the password is reset', begin: finishing, work: reset },
  { label: 'a recovery code while the password is reset', begin: recovering, work: reset },
  { label: 'a password change while it is reset', begin: changePassword, work: reset },
  { label: 'a first code while the password is reset', begin: switchingOn, work: reset },
  { label: 'turning the second factor off while the password is reset', begin: switchingOff, work: reset },
]

describe('a session that is being opened with the old password', () => {
  it.each(RACES.map((race) => [race.label, race] as const))(
    'ends in the case of %s',
    async (_label, { begin, work }) => {
      const { call, ...person } = await begin()
      const response = await meanwhile(call, () => work(person))
      expect([response.status, response.headers['set-auth-token']]).toEqual([401, undefined])
      const sessions = await service.database.kysely
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select('s.id')
        .where('u.email', '=', person.email)
        .where('s.user_agent', '=', HELD)
        .execute()
      expect(sessions).toEqual([])
      expect((await signIn(person.email, NEW)).status).toBe(200)
    },
  )

  it('ends when a second factor is turned on, and a code is required', async () => {
    const { call, email, bearer } = await signingIn()
    const { secret } = await beginTwoFactor(service, bearer)
    const response = await meanwhile(call, () =>
      post('two-factor/verify-totp', { code: computeTotp(secret) }, { bearer }),
    )
    expect([response.status, response.body.twoFactorRedirect]).toEqual([200, true])
    const sessions = await service.database.kysely
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select('s.id')
      .where('u.email', '=', email)
      .execute()
    expect(sessions).toHaveLength(1)
  })

  it('waits for a change that hasn’t been committed yet', async () => {
    const person = await withoutSecondFactor()
    const { kysely } = service.database
    const { changed, signedIn } = await kysely.transaction().execute(async (transaction) => {
      // The change waits for this session, and ends it after writing the password.
      await sql`select from sessions s join users u on u.id = s.user_id
        where u.email = ${person.email} for update of s`.execute(transaction)
      const changed = change(person)
      await waitsFor(1)
      const signedIn = signIn(person.email, PASSWORD)
      await waitsFor(2)
      return { changed, signedIn }
    })
    await changed
    expect((await signedIn).status).toBe(401)
  })

  it('waits for a second factor that hasn’t been committed yet, and a code is required', async () => {
    const { email, bearer } = await withoutSecondFactor()
    const { secret } = await beginTwoFactor(service, bearer)
    const { switched, signedIn } = await service.database.kysely
      .transaction()
      .execute(async (transaction) => {
        await sql`select from sessions s join users u on u.id = s.user_id
          where u.email = ${email} for update of s`.execute(transaction)
        const switched = post('two-factor/verify-totp', { code: computeTotp(secret) }, { bearer })
        await waitsFor(1)
        const signedIn = signIn(email, PASSWORD)
        await waitsFor(2)
        return { switched, signedIn }
      })
    expect((await switched).status).toBe(200)
    const response = await signedIn
    expect([response.status, response.body.twoFactorRedirect]).toEqual([200, true])
  })
})

describe('recovery codes', () => {
  async function challenges(count: number) {
    const { email, userId, token } = await signUp(service)
    const factor = await enableTwoFactor(service, token)
    const challenge = async () => withCookies(service, (await signIn(email, PASSWORD)).headers)
    return { ...factor, userId, challenge, cookies: await concurrently(count, challenge) }
  }

  /** All requests have read the codes before the first one may write. */
  async function useConcurrently(userId: string, uses: { code: string; headers: Record<string, string> }[]) {
    const { responses } = await service.database.kysely.transaction().execute(async (transaction) => {
      await sql`select from two_factors where user_id = ${userId} for update`.execute(transaction)
      let completed = 0
      const begun = uses.map(async ({ code, headers }) => {
        const response = await post('two-factor/verify-backup-code', { code }, { headers })
        completed++
        return response
      })
      await waitsFor(uses.length, () => completed > 0 && completed === uses.length - 1)
      return { responses: begun }
    })
    return Promise.all(responses)
  }

  it('work once, even if they are sent concurrently', async () => {
    const { userId, codes, cookies } = await challenges(3)
    const responses = await useConcurrently(
      userId,
      cookies.map((headers) => ({ code: codes[0] ?? '', headers })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('never become valid again once used', async () => {
    const { userId, codes, cookies, challenge } = await challenges(3)
    const responses = await useConcurrently(
      userId,
      cookies.map((headers, index) => ({ code: codes[index] ?? '', headers })),
    )
    const used = codes.filter((_, index) => responses[index]?.status === 200)
    expect(used.length).toBeGreaterThan(0)
    for (const code of used) {
      const secondResponse = await post(
        'two-factor/verify-backup-code',
        { code },
        { headers: await challenge() },
      )
      expect(secondResponse.status).toBe(401)
    }
  })

  it('are not overwritten based on an outdated read', async () => {
    const { userId } = await challenges(0)
    const { kysely } = service.database
    const { adapter } = await createAuth(service.deps).$context
    const row = await kysely
      .selectFrom('two_factors')
      .select(['id', 'backup_codes'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const { writes } = await kysely.transaction().execute(async (transaction) => {
      await sql`select from two_factors where id = ${row.id} for update`.execute(transaction)
      const writes = ['one', 'another', 'a third'].map((backupCodes) =>
        adapter.incrementOne({
          model: 'twoFactor',
          where: [
            { field: 'id', value: row.id },
            { field: 'backupCodes', value: row.backup_codes },
          ],
          increment: {},
          set: { backupCodes },
        }),
      )
      await waitsFor(3)
      return { writes }
    })
    const written = await Promise.all(writes)
    expect(written.filter((one) => one !== null)).toHaveLength(1)
  })

  it('are counted on every wrong attempt, even if several are sent concurrently', async () => {
    const { userId } = await challenges(0)
    const { kysely } = service.database
    const { adapter } = await createAuth(service.deps).$context
    const readAttempts = () =>
      kysely
        .selectFrom('two_factors')
        .select(['id', 'failed_verification_count'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    const { id } = await readAttempts()
    await concurrently(8, () =>
      adapter.incrementOne({
        model: 'twoFactor',
        where: [{ field: 'id', value: id }],
        increment: { failedVerificationCount: 1 },
      }),
    )
    expect((await readAttempts()).failed_verification_count).toBe(8)
  })
})
