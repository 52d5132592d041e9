import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { AUDITED } from '../../src/workspace/audit/audited-operations.ts'
import { isCluster, startTestService, type TestService, titleUnlessCluster } from '../harness.ts'
import { type AuditFixture, CHANGES, openAuditFixture, withOAuth } from '../workspace/audit/changes.ts'

interface LongOperation {
  operation: string
  change?: (fixture: AuditFixture) => Promise<unknown>
  /** The table with many rows; all written tables by default. */
  table?: string
  limit: string
}

/** Operations on a whole program or payout have their own timeout (`long-statements.sql.ts`). */
const LONG: LongOperation[] = [
  { operation: 'createPayouts', limit: '5min' },
  { operation: 'payPayout', limit: '5min' },
  { operation: 'markPayoutsPaid', limit: '5min' },
  { operation: 'cancelPayout', limit: '5min' },
  { operation: 'importPayouts', limit: '5min' },
  { operation: 'importPartners', limit: '5min' },
  { operation: 'importCouponCodes', limit: '1min' },
  { operation: 'issueInvoice', limit: '5min' },
  { operation: 'voidInvoice', limit: '5min' },
  { operation: 'eraseDataSubject', limit: '5min' },
  { operation: 'advanceClock', table: 'programs', limit: '1min' },
  { operation: 'deleteWebhook', limit: '1min' },
  { operation: 'endWebhookListener', limit: '1min' },
  {
    operation: 'updateProgram',
    change: ({ inProgram }) => inProgram('PATCH', '', { timeZone: 'Asia/Ho_Chi_Minh' }),
    table: 'programs',
    limit: '1min',
  },
]

/** The timeout for other statements in tests; `statementTimeoutMs` in production. */
const ORDINARY = '30s'

const name = titleUnlessCluster(
  'statement timeouts (PostgreSQL)',
  'the test records them with triggers, which worker tables would need too',
)

describe.skipIf(inject('database').kind !== 'postgres' || isCluster)(name, () => {
  let service: TestService

  beforeAll(async () => {
    service = await withOAuth(
      await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } }),
    )
    await service.database.script(NOTE_LIMITS)
  })

  /** Returns the timeouts of an operation's statements that wrote to a table. */
  async function readStatementLimits({ operation, change = CHANGES[operation], table = '%' }: LongOperation) {
    await change?.(await openAuditFixture(service))
    const { rows } = await sql<{ on_table: string; statement_limit: string }>`
      delete from noted_limits where action = ${AUDITED[operation]} and on_table like ${table}
      returning on_table, statement_limit`.execute(service.database.kysely)
    return rows
  }

  it.each(LONG)('$operation runs with the timeout $limit', async (longOperation) => {
    const limits = await readStatementLimits(longOperation)
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.filter(({ statement_limit }) => statement_limit !== longOperation.limit)).toEqual([])
  })

  it.each(Object.keys(CHANGES).filter((operation) => !LONG.some((long) => long.operation === operation)))(
    '%s runs with the timeout of interactive requests',
    async (operation) => {
      const limits = await readStatementLimits({ operation, limit: ORDINARY })
      expect(limits.filter(({ statement_limit }) => statement_limit !== ORDINARY)).toEqual([])
    },
  )
})

/** Records every write statement's timeout and operation. */
const NOTE_LIMITS = `
  create table noted_limits (action text, on_table text, statement_limit text);
  create function note_limit() returns trigger language plpgsql as $$
  begin
    insert into noted_limits values (
      nullif(current_setting('affiliate.acting', true), '')::jsonb ->> 'action', tg_table_name,
      current_setting('statement_timeout'));
    return null;
  end $$;
  do $$
  declare one text;
  begin
    for one in
      select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'noted_limits'
    loop
      execute format(
        'create trigger note_limit after insert or update or delete on %I
          for each statement execute function note_limit()', one);
    end loop;
  end $$`
