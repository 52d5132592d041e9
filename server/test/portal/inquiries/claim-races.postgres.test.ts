import { expect, test } from 'vitest'
import { approveClaim, rejectClaim } from '../../../src/portal/inquiries/decide-claim.flow.ts'
import { fileClaim, withdrawClaim } from '../../../src/portal/inquiries/file-claim.flow.ts'
import { inquiryLimits } from '../../../src/portal/inquiries/limits.ts'
import { findProgram } from '../../../src/workspace/programs/programs.sql.ts'
import { concurrently, startTestService } from '../../harness.ts'
import { openClaimFixture } from './claim-fixture.ts'

async function openRace() {
  const service = await startTestService()
  const fixture = await openClaimFixture(service)
  const program = await findProgram(service.database.kysely, fixture.program.id)
  if (program === undefined) throw new Error('the test program is missing')
  const claimant = { programId: program.id, partnerId: fixture.program.partnerId }
  return { service, deps: service.deps, claiming: fixture, program, claimant }
}

const approvalInput = (claimId: number, clickId: string) => ({
  claimId,
  actorId: 'somebody',
  transactionId: undefined,
  chosen: { clickId },
  message: null,
})

test('one of 30 concurrent decisions on a claim wins, and the sale is created once', async () => {
  const { deps, claiming: fixture, program, claimant } = await openRace()
  const clickId = await fixture.shop.clickId()
  await fixture.rejectedSale('order')
  const id = await fixture.claimed('order')
  let attempts = 0
  const outcomes = await concurrently(30, (): Promise<{ kind: string }> => {
    const kind = attempts++ % 3
    if (kind === 0) return approveClaim(deps, program, approvalInput(id, clickId))
    if (kind === 1) return rejectClaim(deps, program, { claimId: id, actorId: 'somebody', message: 'No.' })
    return withdrawClaim(deps, claimant, id)
  })
  const done = outcomes.filter(({ kind }) => kind === 'decided' || kind === 'withdrawn')
  expect(done).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'closed')).toHaveLength(29)
  const [claim] = (await fixture.own('/claims')).body.data
  const sales = await fixture.shop.rows('sale_events')
  expect(sales).toHaveLength(claim.state === 'approved' ? 1 : 0)
  await fixture.verify()
})

test('two partners’ claims for one order, sent concurrently with the sale itself, result in one sale', async () => {
  const { deps, claiming: fixture, program } = await openRace()
  const { shop, rival } = fixture
  const clicks = [await shop.clickId(), await shop.clickId(rival.code)]
  await fixture.rejectedSale('order', { customer_key: 'cus-1' })
  const response = await fixture.file({ transactionId: 'order', note: 'Mine.' }, rival.partnerId)
  const claims = [await fixture.claimed('order'), response.body.data.id]
  await shop.customer('cus-2')
  let turn = 0
  const outcomes = await concurrently(24, async () => {
    const choice = turn++ % 3
    if (choice === 2) {
      const sale = { transaction_id: 'order', amount_cents: 4900, customer_key: 'cus-2' }
      return (await shop.sale(sale)).status
    }
    const outcome = await approveClaim(
      deps,
      program,
      approvalInput(claims[choice] ?? 0, clicks[choice] ?? ''),
    )
    return outcome.kind
  })
  expect(outcomes.filter((one) => one === 'decided' || one === 200)).toHaveLength(1)
  for (const table of ['sale_events', 'commissions', 'platform_fees'] as const) {
    expect(await shop.rows(table)).toHaveLength(1)
  }
  await fixture.verify()
})

test('50 concurrent claims for one order create one, and the limit holds', async () => {
  const { deps, claiming: fixture, claimant } = await openRace()
  const one = await concurrently(50, () =>
    fileClaim(deps, claimant, { claimed: { transactionId: 'order' }, note: 'Mine.' }),
  )
  expect(one.filter(({ kind }) => kind === 'filed')).toHaveLength(1)
  let order = 0
  const responses = await concurrently(50, () =>
    fileClaim(deps, claimant, { claimed: { transactionId: `order-${order++}` }, note: 'Mine.' }),
  )
  expect(responses.filter(({ kind }) => kind === 'filed')).toHaveLength(inquiryLimits.openClaims - 1)
  expect((await fixture.team('GET', '/claims?state=open')).body.data).toHaveLength(inquiryLimits.openClaims)
})
