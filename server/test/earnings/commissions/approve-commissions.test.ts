import { expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { approveDueCommissions } from '../../../src/earnings/commissions/approve-commissions.sql.ts'
import { createTestProgram, send, startTestService } from '../../harness.ts'

const service = await startTestService({ ownDatabase: true })
const { app, deps, clock } = service

async function sell(key: string, code: string, transaction_id: string) {
  const affiliate_url = `https://shop.test/?aff=${code}`
  const click = await send(app, 'POST', '/api/v1/track/click', { body: { affiliate_url } })
  const customer_key = `customer of ${transaction_id}`
  const lead = { click_id: click.body.click_id, customer_key }
  await send(app, 'POST', '/api/v1/track/lead', { bearer: key, body: lead })
  const body = { transaction_id, amount_cents: 4900, customer_key }
  expect(await send(app, 'POST', '/api/v1/track/sale', { bearer: key, body })).toMatchObject({ status: 200 })
}

it('the job approves a pending commission once, exactly when its hold ends (D30)', async () => {
  const program = await createTestProgram(service)
  await sell(program.liveKey, program.code, 'order-1')
  const statuses = async () =>
    (
      await service.database.kysely
        .selectFrom('commissions')
        .select('status')
        .where('program_id', '=', program.id)
        .execute()
    ).map(({ status }) => status)

  clock.advance({ days: 30, ms: -1 })
  await approveCommissions(deps)
  expect(await statuses()).toEqual(['pending'])
  clock.advance({ ms: 1 })
  const counts = await Promise.all([1, 2, 3].map(() => approveCommissions(deps)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  expect(await statuses()).toEqual(['approved'])
})

it('the job stops approving a program’s commissions if the program switches to manual review while the job is running', async () => {
  const program = await createTestProgram(service)
  await sell(program.liveKey, program.code, 'order-2')
  clock.advance({ days: 31 })
  const { kysely } = service.database
  const approve = () =>
    kysely
      .transaction()
      .execute((transaction) => approveDueCommissions(transaction, program.id, clock.now(), 10))
  const decide = (commission_approval: 'automatic' | 'review') =>
    kysely.updateTable('programs').set({ commission_approval }).where('id', '=', program.id).execute()
  await decide('review')
  expect(await approve()).toBe(0)
  await decide('automatic')
  expect(await approve()).toBe(1)
})
