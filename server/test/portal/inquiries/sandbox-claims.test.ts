import { expect, test } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { startTestService } from '../../harness.ts'
import { openSandbox } from '../../operations/sandbox/sandbox.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'

test('a claim in a sandbox follows the sandbox clock, from the inquiry to the end of the hold', async () => {
  const service = await startTestService()
  const sandbox = await openSandbox(service)
  const clicked = (await sandbox.click()).body.click_id
  await sandbox.lead({ click_id: clicked, customer_key: 'cus-1' })
  await sandbox.advance('P61D')
  const sale = { transaction_id: 'order', amount_cents: 4900, customer_key: 'cus-1' }
  expect((await sandbox.sale(sale)).body.sale_id).toBeNull()
  await saved(service)
  const { partner_id } = await service.database.kysely
    .selectFrom('program_enrollments')
    .select('partner_id')
    .where('program_id', '=', sandbox.id)
    .executeTakeFirstOrThrow()
  const partner = await signInAs(service, partner_id)
  const portalPath = `/programs/${sandbox.id}`
  const inquiryResponse = await partner.call('POST', `${portalPath}/inquiries`, { transactionId: 'order' })
  expect(inquiryResponse.body.data).toMatchObject({ answer: 'not_paid', reason: 'window_closed' })
  const claimResponse = await partner.call('POST', `${portalPath}/claims`, {
    transactionId: 'order',
    note: 'Mine.',
  })
  const now = await sandbox.now()
  expect(claimResponse.body.data.createdAt.slice(0, 10)).toBe(now.slice(0, 10))
  const approved = await sandbox.call('POST', `/claims/${claimResponse.body.data.id}/approve`, {})
  expect([approved.status, approved.body.data?.state], approved.text).toEqual([200, 'approved'])
  expect((await partner.call('GET', `${portalPath}/earnings`)).body.data).toMatchObject([
    { state: 'on_hold', amountCents: 980, isClaimed: true },
  ])
  await sandbox.advance('P31D')
  expect((await verifyStatistics(service.database, sandbox.id)).differences).toEqual([])
  expect((await verifyMoney(service.database, sandbox.id)).differences).toEqual([])
})
