import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestProgram, startTestService } from '../harness.ts'
import { allowIssuedChanges } from '../issued-documents.ts'

const service = await startTestService()
const { kysely } = service.database
const { id } = await createTestProgram(service)

const ISSUED = [
  'invoices',
  'invoice_lines',
  'payouts',
  'payout_items',
  'refund_events',
  'commission_changes',
  'partner_statements',
  'partner_statement_lines',
] as const
type DocumentTable = (typeof ISSUED)[number]

/**
 * The columns that may change; the transitions below define how. Rows are never deleted, not even by retention or
 * erasure.
 */
const CHANGEABLE_COLUMNS: Partial<Record<DocumentTable, readonly string[]>> = {
  invoices: ['lines', 'total_usd_cents', 'sums', 'voided_at'],
  payouts: ['status', 'reference', 'closed_by', 'closed_at'],
  // Erasure changes the id and the reason. A dispute's amount can change, and it can be withdrawn.
  refund_events: ['refund_id', 'reason', 'amount_cents', 'reported_cents', 'withdrawn_at'],
  // Changed by erasure.
  commission_changes: ['reason'],
}

const AT = '2026-03-10T12:00:00Z'

// Inserts the documents without the rows they reference, which don't matter here.
await kysely.transaction().execute(async (transaction) => {
  await allowIssuedChanges(transaction)
  const rows = [
    sql`invoices (program_id, sequence, month, period_from, period_to, time_zone, issuer, program_name, workspace_name,
        exchange_rates, issued_by, issued_at, lines, total_usd_cents, sums)
      values (${id}, 1, '2026-02-01', '2026-02-01', '2026-03-01', 'UTC', 'I', 'P', 'W', '{}', 'u', ${AT}, 2, 50, '[{}]'),
        (${id}, 2, '2026-03-01', '2026-02-01', '2026-03-01', 'UTC', 'I', 'P', 'W', '{}', 'u', ${AT}, 0, 0, '[]')`,
    sql`invoice_lines (program_id, invoice_id, fee_id, sale_id, kind, amount_cents, currency, exchange_rate, usd_cents,
        charged_at)
      values (${id}, 1, 1, 1, 'fee', 50, 'USD', '1', 50, ${AT})`,
    sql`payouts (program_id, batch_id, partner_id, currency, amount_cents, commissions, created_at, status, closed_by, closed_at)
      values (${id}, 1, 1, 'USD', 100, 1, ${AT}, 'open', null, null),
        (${id}, 2, 1, 'USD', 100, 1, ${AT}, 'paid', 'u', ${AT}),
        (${id}, 3, 1, 'USD', 100, 1, ${AT}, 'canceled', 'u', ${AT})`,
    sql`payout_items (program_id, payout_id, commission_id, amount_cents, earned_at) values (${id}, 1, 1, 100, ${AT})`,
    sql`refund_events (program_id, is_test, sale_id, kind, refund_id, amount_cents, reason, source, received_at, withdrawn_at)
      values (${id}, false, 1, 'refund', 're', 40, 'why', 'merchant', ${AT}, null),
        (${id}, false, 1, 'dispute', 'dp', 40, null, 'processor', ${AT}, null),
        (${id}, false, 1, 'dispute', 'gone', 40, null, 'processor', ${AT}, ${AT})`,
    sql`commission_changes (program_id, commission_id, from_status, to_status, from_amount_cents, to_amount_cents, actor,
        reason, changed_at)
      values (${id}, 1, 'pending', 'approved', 10, 10, 'system', 'hold over', ${AT})`,
    sql`partner_statements (program_id, partner_id, month, currency, time_zone, opening_cents, earned_cents, reversed_cents,
        paid_cents, closing_cents, held_cents, lines, closed_at)
      values (${id}, 1, '2026-02', 'USD', 'UTC', 0, 10, 0, 0, 10, 0, 1, ${AT})`,
  ]
  for (const row of rows) await sql`insert into ${row}`.execute(transaction)
})

/** Runs a statement and rolls it back. @returns the error message, or the number of changed rows */
async function attempt(statement: RawBuilder<unknown>): Promise<string | bigint> {
  let response: string | bigint = ''
  const undo = new Error('undo')
  await kysely
    .transaction()
    .execute(async (transaction) => {
      const { numAffectedRows } = await statement.execute(transaction)
      response = numAffectedRows ?? 0n
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) response = error instanceof Error ? error.message : String(error)
    })
  return response
}

const REJECTED = /never changed or deleted|can only be updated to DEFAULT/

/** Returns a different value for each column type. */
const OTHER: Record<string, (column: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  bigint: (column) => sql`coalesce(${column}, 0) + 1`,
  integer: (column) => sql`coalesce(${column}, 0) + 1`,
  numeric: (column) => sql`coalesce(${column}, 0) + 1`,
  text: (column) => sql`coalesce(${column}, '') || 'x'`,
  boolean: (column) => sql`not ${column}`,
  date: (column) => sql`coalesce(${column}, current_date) + 1`,
  jsonb: () => sql`'{"other": "1"}'::jsonb`,
  'timestamp with time zone': (column) => sql`coalesce(${column}, now()) + interval '1 day'`,
}

describe.each(ISSUED)('in table %s', (table) => {
  test('issued documents change only in the listed columns and are never deleted', async () => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and table_schema = current_schema()`.execute(kysely)
    expect(rows.length).toBeGreaterThan(4)
    const changeableColumns = CHANGEABLE_COLUMNS[table] ?? []
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...changeableColumns]))
    const responses = []
    for (const { name, type } of rows.filter((one) => !changeableColumns.includes(one.name))) {
      const otherValue = OTHER[type]
      if (otherValue === undefined) throw new Error(`no other value of ${type} is known`)
      const column = sql.ref(name)
      const result = await attempt(
        sql`update ${sql.table(table)} set ${column} = ${otherValue(column)} where program_id = ${id}`,
      )
      responses.push([name, REJECTED.test(String(result)) ? 'rejected' : result])
    }
    expect(responses.filter(([, result]) => result !== 'rejected')).toEqual([])
    expect(await attempt(sql`delete from ${sql.table(table)} where program_id = ${id}`)).toMatch(REJECTED)
    expect(await attempt(sql`truncate ${sql.table(table)} cascade`)).toMatch(REJECTED)
  })
})

test.each<[string, RawBuilder<unknown>, 'done' | 'rejected']>([
  [
    'setting the totals of an invoice that has none',
    sql`invoices set lines = 1, total_usd_cents = 9, sums = '[{}]' where sequence = 2`,
    'done',
  ],
  ['changing an invoice’s sums', sql`invoices set sums = '[{}, {}]' where sequence = 1`, 'rejected'],
  ['changing an invoice’s totals', sql`invoices set lines = 3 where sequence = 1`, 'rejected'],
  ['changing an invoice’s total', sql`invoices set total_usd_cents = 51 where sequence = 1`, 'rejected'],
  ['voiding an invoice', sql`invoices set voided_at = ${AT} where sequence = 1`, 'done'],
  [
    'paying an open payout',
    sql`payouts set status = 'paid', reference = 'b', closed_by = 'u', closed_at = ${AT} where status = 'open'`,
    'done',
  ],
  [
    'canceling an open payout',
    sql`payouts set status = 'canceled', closed_by = 'u', closed_at = ${AT} where status = 'open'`,
    'done',
  ],
  [
    'reopening a paid payout',
    sql`payouts set status = 'open', closed_by = null, closed_at = null where status = 'paid'`,
    'rejected',
  ],
  ['canceling a paid payout', sql`payouts set status = 'canceled' where status = 'paid'`, 'rejected'],
  ['changing a paid payout’s reference', sql`payouts set reference = 'c' where status = 'paid'`, 'rejected'],
  ['paying a canceled payout', sql`payouts set status = 'paid' where status = 'canceled'`, 'rejected'],
  ['changing a refund’s amount', sql`refund_events set amount_cents = 41 where kind = 'refund'`, 'rejected'],
  ['changing a dispute’s amount', sql`refund_events set amount_cents = 41 where refund_id = 'dp'`, 'done'],
  ['withdrawing a dispute', sql`refund_events set withdrawn_at = ${AT} where refund_id = 'dp'`, 'done'],
  [
    'restoring a withdrawn dispute',
    sql`refund_events set withdrawn_at = null where refund_id = 'gone'`,
    'rejected',
  ],
  [
    'erasing a refund',
    sql`refund_events set refund_id = 'erased', reason = null where refund_id = 're'`,
    'done',
  ],
  ['changing a refund’s reason', sql`refund_events set reason = 'other' where refund_id = 're'`, 'rejected'],
  ['erasing a commission change’s reason', sql`commission_changes set reason = 'erased' where true`, 'done'],
])('%s', async (_label, change, outcome) => {
  const result = await attempt(sql`update ${change} and program_id = ${id}`)
  expect(REJECTED.test(String(result)) ? 'rejected' : result === 1n ? 'done' : result).toBe(outcome)
})

test('a voided invoice stays voided', async () => {
  await sql`update invoices set voided_at = ${AT} where program_id = ${id} and sequence = 1`.execute(kysely)
  for (const at of [null, '2026-04-01T00:00:00Z']) {
    expect(
      await attempt(sql`update invoices set voided_at = ${at} where program_id = ${id} and sequence = 1`),
    ).toMatch(REJECTED)
  }
})
