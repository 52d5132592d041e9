import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { retryIfMoved } from '../../src/core/database/retry-if-moved.ts'
import { approveCommissions } from '../../src/earnings/commissions/approve-commissions.job.ts'
import { createDeliverer } from '../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { createRequestCounters } from '../../src/tracking/requests/request-counters.flow.ts'
import {
  concurrently,
  isCluster,
  send,
  signInMember,
  startTestService,
  titleUnlessCluster,
} from '../harness.ts'
import { openShop } from '../merchant.ts'
import { startReceiver } from '../notifications/webhooks/webhook-receiver.ts'

/**
 * Simulates an unreachable worker without a cluster: reading its program's rows fails as on a coordinator.
 * `cluster-in-transition.slow.citus.test.ts` tests clusters.
 */
const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { app, database, deps, clock } = service
const { kysely } = database

const REMOTE = 'connection to the remote node postgres@10.0.0.3:5432 failed with the following error: refused'

async function simulateUnreachableWorker() {
  await database.script(`
    create table away (program_id bigint primary key);
    create function is_here(p_program_id bigint) returns boolean language plpgsql stable as $$
    begin
      if exists (select 1 from away a where a.program_id = p_program_id) then
        raise exception '${REMOTE}' using errcode = '08006';
      end if;
      return true;
    end $$;
    alter table programs rename to programs_of_all;
    create view programs as select * from programs_of_all where is_here(id);`)
}

const makeUnreachable = (programId: number) => sql`insert into away values (${programId})`.execute(kysely)
const makeReachable = () => sql`delete from away`.execute(kysely)

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
  return { ...shop, bearer, receiver }
}

describe.skipIf(isCluster)(
  titleUnlessCluster('while a worker is unreachable', 'a cluster has no such views'),
  () => {
    let localShop: Awaited<ReturnType<typeof openShopWithReports>>
    let remoteShop: Awaited<ReturnType<typeof openShopWithReports>>

    beforeAll(async () => {
      ;[localShop, remoteShop] = [await openShopWithReports(), await openShopWithReports()]
      // Members of both workspaces.
      await sql`
      insert into workspace_members (id, workspace_id, user_id, role, status, created_at)
      select gen_random_uuid(), ${remoteShop.program.workspaceId}, user_id, role, status, created_at
      from workspace_members where workspace_id = ${localShop.program.workspaceId}`.execute(kysely)
      await simulateUnreachableWorker()
      await makeUnreachable(remoteShop.program.id)
    })

    it('clicks for other programs in the same batch are recorded', async () => {
      const responses = await concurrently(60, (index) => (index % 2 === 0 ? localShop : remoteShop).click())
      for (const [index, { status, body }] of responses.entries()) {
        if (index % 2 === 0) expect(body).toMatchObject({ success: true })
        else expect({ status, code: body.error?.code }).toEqual({ status: 503, code: 'service_unavailable' })
      }
      expect(await localShop.rows('click_events')).toHaveLength(31)
      expect(await remoteShop.rows('click_events')).toHaveLength(1)
    })

    it('the program list names the programs that are missing', async () => {
      const { status, body } = await send(app, 'GET', '/api/programs', { bearer: localShop.bearer })
      expect(status).toBe(200)
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual([localShop.program.id])
      expect(body.unreachable).toEqual([remoteShop.program.id])
    })

    it('jobs and webhooks continue for programs on other nodes, and resume for the worker’s programs later', async () => {
      clock.advance({ days: 31 })
      const listStatuses = async ({ rows }: typeof localShop) =>
        (await rows('commissions')).map(({ status }) => status)
      const deliverer = createDeliverer(deps, () => {})
      await expect(approveCommissions(deps)).rejects.toMatchObject({ programs: [remoteShop.program.id] })
      expect([await listStatuses(localShop), await listStatuses(remoteShop)]).toEqual([
        ['approved'],
        ['pending'],
      ])
      await deliverer.deliverDue().catch(() => {})
      await expect.poll(() => localShop.receiver.received.length).toBe(1)
      expect(remoteShop.receiver.received).toHaveLength(0)

      await makeReachable()
      await approveCommissions(deps)
      await deliverer.deliverDue()
      expect(await listStatuses(remoteShop)).toEqual(['approved'])
      expect(remoteShop.receiver.received).toHaveLength(1)
      expect((await remoteShop.click()).body).toMatchObject({ success: true })
      await makeUnreachable(remoteShop.program.id)
    })

    it('requests for programs on other nodes are counted immediately, and requests for the worker’s programs once it is back', async () => {
      const unsaved: unknown[] = []
      const ledger = createRequestCounters(deps, (...one) => unsaved.push(one))
      for (const { program } of [localShop, remoteShop]) {
        ledger.add({
          programId: program.id,
          isProven: true,
          receivedAt: clock.now(),
          type: 'click',
          outcome: 'counted',
          rejectedRequest: undefined,
        })
      }
      const readCounts = async () => {
        const { rows } = await sql<{ program_id: number; calls: number }>`
        select program_id, sum(requests)::integer as calls from request_counts group by program_id
        order by program_id`.execute(kysely)
        return rows
      }
      await sql`delete from request_counts`.execute(kysely)
      await expect(ledger.save()).rejects.toMatchObject({ code: '08006' })
      expect(await readCounts()).toEqual([{ program_id: localShop.program.id, calls: 1 }])
      await makeReachable()
      await ledger.save()
      expect((await readCounts()).map(({ calls }) => calls)).toEqual([1, 1])
      expect(unsaved).toEqual([])
    })
  },
)

describe('while rows are moved to another node', () => {
  const movedError = Object.assign(new Error('cannot execute a distributed query from a query on a shard'), {
    code: 'XX000',
  })

  it('a statement is retried until it finds the rows', async () => {
    const errors = [movedError, movedError]
    const response = await retryIfMoved(async () => {
      const error = errors.shift()
      if (error !== undefined) throw error
      return 'found'
    })
    expect(response).toBe('found')
  })

  it('a statement that fails for another reason is not retried, because it may have run', async () => {
    const connectionError = Object.assign(new Error(REMOTE), { code: '08006' })
    let attempts = 0
    const trying = retryIfMoved(async () => {
      attempts++
      throw connectionError
    })
    await expect(trying).rejects.toBe(connectionError)
    expect(attempts).toBe(1)
  })
})
