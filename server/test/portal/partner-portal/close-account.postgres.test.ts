import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { type Database, openPostgres } from '../../../src/core/database/database.ts'
import { isDatabaseUnavailable } from '../../../src/core/database/database-unavailable.ts'
import { hashSecret } from '../../../src/core/privacy/token.rule.ts'
import { createPayoutBatch } from '../../../src/earnings/payouts/create-payout-batch.flow.ts'
import { signInPartner } from '../../../src/partners/portal-access/sign-in.flow.ts'
import { closeAccount } from '../../../src/portal/partner-portal/close-account.flow.ts'
import { notifyPartnersOfNews } from '../../../src/portal/partner-portal/notify-partners.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { lockProgram } from '../../../src/workspace/programs/programs.sql.ts'
import { addCleanup } from '../../cleanup.ts'
import { concurrently, countWaiting, startTestService, titleUnlessCluster } from '../../harness.ts'
import { observeStatements } from '../../observe-statements.ts'
import {
  type ClosingPartner,
  createClosingPartner,
  createPartnerElsewhere,
  PAYPAL,
} from './closing-partner.ts'

const ROUNDS = 15

/** Each round uses a new partner. */
async function rounds(
  work: (
    service: Awaited<ReturnType<typeof startTestService>>,
    closingPartner: ClosingPartner,
  ) => Promise<void>,
) {
  const service = await startTestService()
  for (let round = 0; round < ROUNDS; round++) await work(service, await createClosingPartner(service))
}

async function verifyTotals({ database }: Awaited<ReturnType<typeof startTestService>>, programId: number) {
  const { differences } = await verifyStatistics(database, programId)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
  expect((await verifyMoney(database, programId)).differences).toEqual([])
}

test('only one of 50 concurrent requests to close an account succeeds', async () => {
  const service = await startTestService()
  const { partner } = await createClosingPartner(service)
  const input = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
  const outcomes = await concurrently(50, () => closeAccount(service.deps, input))
  expect(outcomes.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['closed', 'gone']))
})

test('sales during an account closure earn the full commission or nothing', async () => {
  const outcomes = new Set<string>()
  await rounds(async (service, { shop, program, partner }) => {
    await shop.customer('cus-1')
    const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
    const [closed, ...sales] = await Promise.all([
      closeAccount(service.deps, closing),
      ...Array.from({ length: 8 }, (_, n) =>
        shop.sale({ transaction_id: `race-${program.id}-${n}`, amount_cents: 5000, customer_key: 'cus-1' }),
      ),
    ])
    expect(closed.kind).toBe('closed')
    for (const { status, body } of sales)
      outcomes.add(`${status} ${body.commission_id == null ? 'nothing' : 'earned'}`)
    const laterSale = await shop.sale({
      transaction_id: `after-${program.id}`,
      amount_cents: 5000,
      customer_key: 'cus-1',
    })
    expect(laterSale.body.commission_id ?? null).toBeNull()
    await verifyTotals(service, program.id)
  })
  expect(
    [...outcomes].every((one) => /^20[01] earned$|nothing$/.test(one)),
    [...outcomes].join(),
  ).toBe(true)
})

test('a payout during an account closure is created once, with the full amount', async () => {
  await rounds(async (service, { shop, program, partner, own, earn }) => {
    const { kysely } = service.database
    await shop.customer('cus-1')
    await own('POST', '/payout-details', PAYPAL)
    await earn(1000)
    const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
    const filter = { currency: undefined, partnerIds: undefined, minimumCents: undefined }
    const [closed] = await Promise.all([
      closeAccount(service.deps, closing),
      ...Array.from({ length: 3 }, () => createPayoutBatch(service.deps, program.id, filter, 'somebody')),
    ])
    expect(closed.kind).toBe('closed')
    const payouts = await kysely
      .selectFrom('payouts')
      .selectAll()
      .where('program_id', '=', program.id)
      .execute()
    expect(payouts).toMatchObject([{ amount_cents: '1000', details_version: 1 }])
    await verifyTotals(service, program.id)
  })
})

test('a sign-in during an account closure fails, or its session ends with the account', async () => {
  const outcomes = new Set<string>()
  await rounds(async ({ deps, database, clock }, { email, partner }) => {
    const { kysely } = database
    const tokens = Array.from({ length: 4 }, (_, n) => `${n}${'t'.repeat(42)}`)
    for (const token of tokens) {
      await kysely
        .insertInto('partner_sign_in_links')
        .values({
          token_hash: hashSecret('partner_link', token, deps.config.appSecret),
          email,
          created_at: clock.now(),
          expires_at: new Date(clock.now().getTime() + 60_000),
        })
        .execute()
    }
    const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
    const [closed, ...signedIn] = await Promise.all([
      closeAccount(deps, closing),
      ...tokens.map((token) =>
        signInPartner(deps, { token, browser: { userAgent: undefined, language: 'de' } }),
      ),
    ])
    expect(closed.kind).toBe('closed')
    for (const one of signedIn) outcomes.add(one === undefined ? 'rejected' : 'in')
    const sessions = await kysely
      .selectFrom('partner_sessions')
      .select('id')
      .where('account_id', '=', partner.accountId)
      .execute()
    expect(sessions).toEqual([])
    expect(
      await kysely.selectFrom('partner_accounts').select('id').where('email', '=', email).execute(),
    ).toEqual([])
    expect(
      await kysely.selectFrom('partner_sign_in_links').select('email').where('email', '=', email).execute(),
    ).toEqual([])
  })
  expect(outcomes.size).toBeGreaterThan(0)
})

test('a partner added with the same email during an account closure is either closed with it or a new partner', async () => {
  await rounds(async (service, { program, email, partner, team }) => {
    const { kysely } = service.database
    const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
    const [closeOutcome, addResponse] = await Promise.all([
      closeAccount(service.deps, closing),
      team('POST', '/partners', { name: 'Zoe', email, approved: true }),
    ])
    expect(closeOutcome.kind).toBe('closed')
    expect([201, 409]).toContain(addResponse.status)
    if (addResponse.status === 201) expect(addResponse.body.data.id).not.toBe(program.partnerId)
    const rows = await kysely
      .selectFrom('program_enrollments')
      .select(['partner_id', 'status'])
      .where('program_id', '=', program.id)
      .where('partner_id', '=', program.partnerId)
      .execute()
    expect(rows).toMatchObject([{ status: 'closed' }])
  })
})

test('emails and changes during an account closure leave no address behind', async () => {
  const service = await startTestService({
    ownDatabase: true,
    config: { mail: { from: { name: '', address: 'partners@acme.test' }, server: undefined } },
  })
  const { database, clock, deps } = service
  const { kysely } = database
  const { shop, program, email, partner, own } = await createClosingPartner(service)
  await shop.customer('cus-1')
  const sale = await shop.sale({ transaction_id: 'order', amount_cents: 5000, customer_key: 'cus-1' })
  clock.advance({ minutes: 20 })
  const at = clock.now()
  const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
  const opened = await new Promise<{ work: Promise<[unknown, { kind: string }, { status: number }]> }>(
    (resolve, reject) => {
      // Another transaction locks these rows, so waiting writers hold outdated data.
      const undone = kysely.transaction().execute(async (transaction) => {
        const cause = `partner_sale:${program.id}:${sale.body.commission_id}`
        await transaction
          .insertInto('mails')
          .values({
            kind: 'partner_sale',
            cause,
            recipient: email,
            message_id: 'm',
            workspace_id: null,
            program_id: program.id,
            secret: null,
            data: '{}',
            next_attempt_at: at,
            created_at: at,
            expires_at: at,
          })
          .execute()
        const optOut = {
          program_id: program.id,
          recipient: email,
          kind: 'partner_sale',
          created_at: at,
        } as const
        await transaction.insertInto('mail_opt_outs').values(optOut).execute()
        const notifying = notifyPartnersOfNews(deps)
        const choosing = own('PUT', '/mail-preferences', { firstClick: true, sales: false, statements: true })
        await expect.poll(() => countWaiting(database)).toBe(2)
        const closed = closeAccount(deps, closing)
        await Promise.race([closed, expect.poll(() => countWaiting(database)).toBe(3)])
        resolve({ work: Promise.all([notifying, closed, choosing]) })
        throw new RolledBackError()
      })
      undone.catch((error) => error instanceof RolledBackError || reject(error))
    },
  )
  const [, closed, selected] = await opened.work
  expect([closed.kind, selected.status]).toEqual(['closed', 200])
  const mails = await kysely.selectFrom('mails').select('kind').where('recipient', '=', email).execute()
  expect(mails).toEqual([{ kind: 'partner_account_closed' }])
  expect(await kysely.selectFrom('mail_opt_outs').select('kind').execute()).toEqual([])
})

test('changes to a closed account have no effect', async () => {
  const service = await startTestService()
  const { database, deps } = service
  const { kysely } = database
  const { partner, own } = await createClosingPartner(service)
  const { accountId } = partner
  const account = kysely.selectFrom('partner_accounts').selectAll().where('id', '=', accountId)
  const work = await kysely.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('partner_accounts')
      .select('id')
      .where('id', '=', accountId)
      .forUpdate()
      .execute()
    const waiting = await countWaiting(database)
    const closed = closeAccount(deps, { accountId, leavesBalance: true, requestId: 'r' })
    await expect.poll(() => countWaiting(database)).toBe(waiting + 1)
    // The requests read the session while it exists, then wait for the account closure.
    const choices = { firstClick: false, sales: false, statements: false }
    const changes = [
      partner.call('PATCH', '/account', { timeZone: 'Europe/Berlin' }),
      own('PUT', '/mail-preferences', choices),
    ]
    await expect.poll(() => countWaiting(database)).toBe(waiting + 3)
    return { closed, set: changes }
  })
  expect((await work.closed).kind).toBe('closed')
  for (const { status } of await Promise.all(work.set)) expect(status).toBe(401)
  expect(await account.executeTakeFirst()).toMatchObject({ email: null, time_zone: null })
})

test(
  titleUnlessCluster(
    'closing an account runs the same statements however many programs enrolled the partner, so other requests wait no longer',
    'it locks one program’s rows at a time',
  ),
  async () => {
    const service = await startTestService()
    const { kysely } = service.database
    const statementsFor = async (programs: number) => {
      const { email, partner } = await createClosingPartner(service)
      const { workspaceId, partnerId, id } = await createPartnerElsewhere(service, email)
      const { id: _id, ...like } = await kysely
        .selectFrom('programs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      for (let n = 0; n < programs; n++) {
        const created = await kysely
          .insertInto('programs')
          .values(like)
          .returning('id')
          .executeTakeFirstOrThrow()
        const of = { program_id: created.id, workspace_id: workspaceId, created_at: like.created_at }
        await kysely.insertInto('workspace_programs').values(of).execute()
        const enrollment = { ...of, partner_id: partnerId, status: 'approved' } as const
        await kysely.insertInto('program_enrollments').values(enrollment).execute()
      }
      let sentCount = 0
      const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
      await observeStatements(
        async () => {
          const closed = await closeAccount(service.deps, closing)
          expect(closed).toMatchObject({ kind: 'closed', programs: programs + 2 })
        },
        () => void sentCount++,
      )
      const log = kysely
        .selectFrom('program_audit_log')
        .select('program_id')
        .where('action', '=', 'partner.close')
      expect(await log.where('target_id', '=', String(partnerId)).execute()).toHaveLength(programs + 1)
      return sentCount
    }
    expect(await statementsFor(30)).toBe(await statementsFor(0))
  },
)

test('an account closure, which blocks other requests, doesn’t wait for a program longer than they do', async () => {
  const service = await startTestService()
  const { kysely } = service.database
  const { email, partner } = await createClosingPartner(service)
  const otherProgram = await createPartnerElsewhere(service, email)
  const impatient = await openWithShortTimeouts(service.database)
  const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
  const close = () => closeAccount({ ...service.deps, database: impatient }, closing)
  await kysely.transaction().execute(async (transaction) => {
    await lockProgram(transaction, otherProgram.id)
    const rejection = await close().catch((error: unknown) => error)
    expect(isDatabaseUnavailable(rejection), String(rejection)).toBe(true)
  })
  expect((await close()).kind).toBe('closed')
})

/** The same database with a shorter statement timeout. */
async function openWithShortTimeouts({ kysely }: Database): Promise<Database> {
  const source = inject('database')
  if (source.kind !== 'postgres') throw new Error('it needs a database server')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
  const url = new URL(source.url)
  url.pathname = `/${rows[0]?.name}`
  const options = { maxConnections: 2, statementTimeoutMs: 500, connectTimeoutMs: 30_000 }
  const impatient = await openPostgres({ connectionString: url.toString(), ...options })
  addCleanup(() => impatient.close())
  return impatient
}

/** Rolls a transaction back. */
class RolledBackError extends Error {}
