import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approveCommissions } from '../../src/earnings/commissions/approve-commissions.job.ts'
import { createDeliverer } from '../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { isCluster, send, signInMember, startTestService, titleUnlessCluster } from '../harness.ts'
import { openShop } from '../merchant.ts'
import { startReceiver } from '../notifications/webhooks/webhook-receiver.ts'

const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { app, database, deps, clock } = service
const { kysely } = database

/** Makes the database reject all of a program's writes of one kind, like a statement that always times out. */
async function rejectWrites(table: string, event: 'insert' | 'update', programId: number) {
  const name = sql.raw(`refuse_${table}_${programId}`)
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'not for this program'; end $$`.execute(kysely)
  await sql`create trigger ${name} before ${sql.raw(event)} on ${sql.raw(table)} for each row
    when (new.program_id = ${sql.raw(String(programId))}) execute function ${name}()`.execute(kysely)
}

async function openShopWithReports() {
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const receiver = await startReceiver()
  const body = { url: receiver.url, eventTypes: ['sale.created'] }
  const path = `/api/programs/${shop.program.id}/webhooks`
  expect((await send(app, 'POST', path, { bearer, body })).status).toBe(201)
  await shop.customer('cus-1')
  const recordedSale = await shop.sale({ transaction_id: 't-1', amount_cents: 4900, customer_key: 'cus-1' })
  expect(recordedSale.status).toBe(200)
  return { receiver, programId: shop.program.id }
}

test.skipIf(isCluster)(
  titleUnlessCluster(
    'approves commissions and delivers webhooks for other programs while one program’s writes fail',
    'a cluster has no such triggers',
  ),
  async () => {
    const [failing, other] = [await openShopWithReports(), await openShopWithReports()]
    await rejectWrites('webhook_deliveries', 'insert', failing.programId)
    const errors: unknown[] = []
    const deliverer = createDeliverer(deps, (error) => errors.push(error))
    const delivered = deliverer.deliverDue()
    await expect(delivered).rejects.toThrow('not for this program')
    await expect.poll(() => other.receiver.received.length).toBe(1)
    expect([failing.receiver.received, errors]).toEqual([[], []])
    await deliverer.job.stop()

    await rejectWrites('commissions', 'update', failing.programId)
    clock.advance({ days: 31 })
    await expect(approveCommissions(deps)).rejects.toThrow('not for this program')
    const rows = await kysely
      .selectFrom('commissions')
      .select(['program_id', 'status'])
      .orderBy('program_id')
      .execute()
    expect(rows).toEqual([
      { program_id: failing.programId, status: 'pending' },
      { program_id: other.programId, status: 'approved' },
    ])
  },
)
