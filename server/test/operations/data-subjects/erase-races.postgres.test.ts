import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { concurrently, isCluster, send, startTestService } from '../../harness.ts'
import { publish } from '../../tracking/processors/processor.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'
import { createCustomerHistory, findEverywhere } from './customer-history.ts'

const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { database } = service

test('events during an erasure are erased too or match no customer', async () => {
  const outcomes = { before: 0, after: 0 }
  for (let round = 0; round < 4; round++) {
    const customer = await createCustomerHistory(service)
    const late = { ...customer.stripeRefund, id: `re_${customer.mark}_late`, amount: 10 }
    const [erasure, ...sales] = await Promise.all([
      customer.erase({ customerKey: customer.customer_key }),
      ...(await concurrently(4, async (number) => number)).map((number) =>
        customer.sale({ ...customer.bought, transaction_id: customer.order(20 + number), amount_cents: 100 }),
      ),
      // A repeated sale for the customer, and one for another customer, stay recorded.
      customer.sale({ ...customer.bought, transaction_id: customer.order(1), amount_cents: 4900 }),
      customer.serverLead(customer.lead),
      customer.refund({
        ...customer.firstRefund,
        refund_id: `back-${customer.mark}-9`,
        refund_amount_cents: 50,
      }),
      publish(customer, 'refund.created', late).then((event) => ({ status: 200, body: event, text: '' })),
    ])
    expect(erasure.status, erasure.text).toBe(200)
    for (const { status, body } of sales.slice(0, 4)) {
      if (status === 200) outcomes.before++
      else {
        outcomes.after++
        expect([status, body.error.code]).toEqual([400, 'no_attribution'])
      }
    }
    expect(sales[4]).toMatchObject({ status: 409 })
    expect([200, 400]).toContain(sales[5]?.status)
    expect(sales[6]).toMatchObject({ status: 200 })
    expect(await findEverywhere(database, customer.traces)).toEqual([])
    await customer.verifyTotals()
  }
  expect(outcomes.before + outcomes.after).toBe(16)
}, 120_000)

test('one of several concurrent erasures succeeds, and the others find no customer', async () => {
  const customer = await createCustomerHistory(service)
  const responses = await concurrently(5, () =>
    send(service.app, 'POST', `/api/programs/${customer.program.id}/data-subject/erase`, {
      bearer: customer.session,
      body: { customerKey: customer.customer_key },
    }),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
  expect(await findEverywhere(database, customer.traces)).toEqual([])
  await customer.verifyTotals()
})

test('a rejected request stored during an erasure is erased too', async () => {
  const customer = await createCustomerHistory(service)
  await saved(service)
  // On Citus, a worker is waiting, and this statement is waiting for the worker.
  const waits = (what: string) =>
    expect
      .poll(
        async () => {
          const { rows } = await sql<{ query: string }>`
            select query from pg_stat_activity
            where datname = current_database() and state = 'active'
              and (wait_event_type = 'Lock' or ${isCluster})`.execute(database.kysely)
          return rows.map(({ query }) => query).join(' ')
        },
        { timeout: 20_000 },
      )
      .toContain(what)
  await customer.sale({ ...customer.bought, transaction_id: customer.order(30), amount_cents: 'much' })
  let [saving, erasing]: Promise<unknown>[] = []
  await database.kysely.transaction().execute(async (held) => {
    await sql`lock table rejected_requests in share mode`.execute(held)
    saving = saved(service)
    // The save has checked for pseudonyms and is about to write.
    await waits('insert into rejected_requests')
    erasing = customer.erase({ customerKey: customer.customer_key })
    await waits('for no key update')
  })
  await saving
  expect(await erasing).toMatchObject({ status: 200 })
  expect(await findEverywhere(database, customer.traces)).toEqual([])
})
