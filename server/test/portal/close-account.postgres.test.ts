import { expect } from 'vitest'
import { hashPartnerSecret } from '../../src/accounts/account-secrets.rule.ts'
import { makePayoutBatch } from '../../src/payouts/make-payout-batch.flow.ts'
import { closeAccount } from '../../src/portal/close-account.flow.ts'
import { signInPartner } from '../../src/portal/sign-in.flow.ts'
import { verifyMoney } from '../../src/reporting/verify-money.flow.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { atOnce, startTestService, testOnServer } from '../harness.ts'
import { meetPartner, PAYPAL, type PartnerWhoLeaves } from './somebody-who-leaves.ts'

const ROUNDS = 15

/** Each round is another partner, met anew. */
async function rounds(
  work: (service: Awaited<ReturnType<typeof startTestService>>, she: PartnerWhoLeaves) => Promise<void>,
) {
  const service = await startTestService()
  for (let round = 0; round < ROUNDS; round++) await work(service, await meetPartner(service))
}

async function addsUp({ database }: Awaited<ReturnType<typeof startTestService>>, programId: number) {
  const { differences } = await verifyStatistics(database, programId)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
  expect((await verifyMoney(database, programId)).differences).toEqual([])
}

testOnServer('of 50 who close an account at once one does', async () => {
  const service = await startTestService()
  const { partner } = await meetPartner(service)
  const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
  const closed = await atOnce(50, () => closeAccount(service.deps, closing))
  expect(closed.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
  expect(new Set(closed.map(({ kind }) => kind))).toEqual(new Set(['closed', 'gone']))
})

testOnServer('sales that come while the account is closed earn in full or not at all', async () => {
  const seen = new Set<string>()
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
      seen.add(`${status} ${body.commission_id == null ? 'nothing' : 'earned'}`)
    const after = await shop.sale({
      transaction_id: `after-${program.id}`,
      amount_cents: 5000,
      customer_key: 'cus-1',
    })
    expect(after.body.commission_id ?? null).toBeNull()
    await addsUp(service, program.id)
  })
  expect(
    [...seen].every((one) => /^20[01] earned$|nothing$/.test(one)),
    [...seen].join(),
  ).toBe(true)
})

testOnServer('a payout that is made while the account is closed is made once, of the whole sum', async () => {
  await rounds(async (service, { shop, program, partner, own, earn }) => {
    const { kysely } = service.database
    await shop.customer('cus-1')
    await own('POST', '/payout-details', PAYPAL)
    await earn(1000)
    const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
    const asked = { currency: undefined, partnerIds: undefined, minimumCents: undefined }
    const [closed] = await Promise.all([
      closeAccount(service.deps, closing),
      ...Array.from({ length: 3 }, () => makePayoutBatch(service.deps, program.id, asked, 'somebody')),
    ])
    expect(closed.kind).toBe('closed')
    const payouts = await kysely
      .selectFrom('payouts')
      .selectAll()
      .where('program_id', '=', program.id)
      .execute()
    expect(payouts).toMatchObject([{ amount_cents: '1000', details_version: 1 }])
    await addsUp(service, program.id)
  })
})

testOnServer('who signs in while the account is closed is signed out of it, or never in', async () => {
  const outcomes = new Set<string>()
  await rounds(async ({ deps, database, clock }, { email, partner }) => {
    const { kysely } = database
    const tokens = Array.from({ length: 4 }, (_, n) => `${n}${'t'.repeat(42)}`)
    for (const token of tokens) {
      await kysely
        .insertInto('partner_sign_in_links')
        .values({
          token_hash: hashPartnerSecret('link', token, deps.config.appSecret),
          email,
          created_at: clock.now(),
          expires_at: new Date(clock.now().getTime() + 60_000),
        })
        .execute()
    }
    const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
    const [closed, ...signedIn] = await Promise.all([
      closeAccount(deps, closing),
      ...tokens.map((token) => signInPartner(deps, { token, userAgent: undefined })),
    ])
    expect(closed.kind).toBe('closed')
    for (const one of signedIn) outcomes.add(one === undefined ? 'refused' : 'in')
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

testOnServer(
  'who is added under the e-mail while the account is closed is the one who left, or somebody new',
  async () => {
    await rounds(async (service, { program, email, partner, team }) => {
      const { kysely } = service.database
      const closing = { accountId: partner.accountId, leavesBalance: true, requestId: 'r' }
      const [closed, added] = await Promise.all([
        closeAccount(service.deps, closing),
        team('POST', '/partners', { name: 'Zoe', email, approved: true }),
      ])
      expect(closed.kind).toBe('closed')
      expect([201, 409]).toContain(added.status)
      if (added.status === 201) expect(added.body.data.id).not.toBe(program.partnerId)
      const rows = await kysely
        .selectFrom('partner_programs')
        .select(['partner_id', 'status'])
        .where('program_id', '=', program.id)
        .where('partner_id', '=', program.partnerId)
        .execute()
      expect(rows).toMatchObject([{ status: 'closed' }])
    })
  },
)
