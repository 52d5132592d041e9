import { type Insertable, sql } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '../../src/platform/schema.ts'
import { send, type TestProgram, type TestService } from '../harness.ts'
import { CLICK, LEAD, SALE } from '../merchant.ts'

const URLS = { click: CLICK, lead: LEAD, sale: SALE, refund: '/api/v1/track/refund' } as const

/** A track call that must not be recorded, and what is kept of it (D51): by its real answer. */
export async function refuse(
  service: TestService,
  shop: { program: TestProgram },
  {
    call,
    body,
    bearer = shop.program.liveKey,
  }: { call: keyof typeof URLS; body: Record<string, unknown>; bearer?: string | null },
): Promise<{ code: string; message: string }> {
  const { app, database, clock } = service
  const { kysely } = database
  const answer = await send(app, 'POST', URLS[call], bearer === null ? { body } : { body, bearer })
  const { error, reason, message, sale_id, success } = answer.body
  const isExpired = success === true && sale_id === null
  const code = isExpired ? 'window_expired' : (error?.code ?? reason)
  expect(code, answer.text).toEqual(expect.any(String))
  const said = error?.message ?? message
  const { transaction_id, customer_key, click_id, amount_cents, currency } = body
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value))
  // What already keeps refused calls, keeps this one too.
  const kept =
    await sql`select id from refusals where program_id = ${shop.program.id} and last_at = ${clock.now()}
    and transaction_id is not distinct from ${text(transaction_id)}::text`.execute(kysely)
  if (kept.rows.length > 0) return { code, message: said }
  await keep(service, shop, {
    call,
    code,
    message: said,
    field: error?.details?.field ?? null,
    transaction_id: text(transaction_id),
    customer_key: text(customer_key),
    click_id: text(click_id ?? body.existing_click_id),
    amount: text(amount_cents),
    currency: text(currency),
    is_authenticated: bearer === shop.program.liveKey && code !== 'unauthorized',
  })
  return { code, message: said }
}

/** A refused call that was kept now. */
export async function keep(
  { database: { kysely }, clock }: TestService,
  { program }: { program: TestProgram },
  refusal: Partial<Insertable<Schema['refusals']>> & Pick<Insertable<Schema['refusals']>, 'call' | 'code'>,
): Promise<void> {
  const row = {
    program_id: program.id,
    is_test: false,
    message: 'It was refused.',
    is_authenticated: true,
    request_id: 'r-1',
    first_at: clock.now(),
    last_at: clock.now(),
    ...refusal,
  }
  await kysely
    .insertInto('refusals')
    .values(row)
    // Of duplicates of a transaction one row is kept.
    .onConflict((conflict) =>
      conflict
        .columns(['program_id', 'is_test', 'transaction_id'])
        .where(sql<boolean>`code = 'duplicate_transaction'`)
        .doUpdateSet({
          count: sql`refusals.count + 1`,
          customer_key: row.customer_key ?? null,
          last_at: row.last_at,
        }),
    )
    .execute()
}
