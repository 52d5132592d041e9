import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { hashInvitationSecret } from '../../src/accounts/account-secrets.rule.ts'
import { insertLink } from '../../src/partners/links.sql.ts'
import { readConfig } from '../../src/platform/config.ts'
import { listStartedCurrencies } from '../../src/platform/currencies.sql.ts'
import { type Database, openPostgres } from '../../src/platform/database.ts'
import { systemIds } from '../../src/platform/deps.ts'
import { canonicalEmail } from '../../src/platform/email-address.rule.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { listEvents } from '../../src/reporting/list-events.sql.ts'
import { formatClickId, uuidV7 } from '../../src/tracking/click-id.rule.ts'
import { createClickRecorder } from '../../src/tracking/record-click.flow.ts'
import { createTestProgram, describeOnServer, openTestDatabase, TestClock } from '../harness.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')

/** Connections of several processes to one empty database; PGlite has one process and one connection. */
async function openEmptyDatabase(processes: number): Promise<Database[]> {
  const source = inject('database')
  if (source.kind === 'embedded') {
    // One made anew is as empty, and takes five seconds.
    const { database, drop } = await openTestDatabase()
    onTestFinished(drop)
    await database.script('drop schema public cascade; create schema public')
    return Array.from({ length: processes }, () => database)
  }
  const name = `affiliate_empty_${randomUUID().replaceAll('-', '')}`
  const connect = (databaseName: string) => {
    const url = new URL(source.url)
    url.pathname = `/${databaseName}`
    return openPostgres({
      connectionString: url.toString(),
      maxConnections: 2,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 30_000,
    })
  }
  const admin = await connect('postgres')
  await admin.script(`create database ${name}`)
  const databases = await Promise.all(Array.from({ length: processes }, () => connect(name)))
  onTestFinished(async () => {
    await Promise.all(databases.map((database) => database.close()))
    await admin.script(`drop database if exists ${name} with (force)`)
    await admin.close()
  })
  return databases
}

test('eight processes that start at once migrate an empty database once', async () => {
  const databases = await openEmptyDatabase(8)
  const applied = await Promise.all(databases.map((database) => migrate(database, NOW)))
  const names = applied.flat()
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
  for (const database of databases) {
    const { rows } = await sql<{
      name: string
      applied_at: Date
    }>`select name, applied_at from migrations`.execute(database.kysely)
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(rows.every(({ applied_at }) => applied_at.getTime() === NOW.getTime())).toBe(true)
  }
})

test('migrating again finds nothing to do', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  const first = await migrate(database, NOW)
  expect(first).toEqual([...first].sort())
  expect(await migrate(database, NOW)).toEqual([])
})

test('an installation that applied the files under their former names finds nothing to do', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  const numbers = (await migrate(database, NOW)).map((name) => name.slice(0, 3))
  expect(new Set(numbers).size).toBe(numbers.length)
  const former = ['004_partner_numbers.sql', '005_due_commissions.sql', '006_refunds.sql', '010_webhooks.sql']
  for (const name of former) {
    const { numAffectedRows } = await sql`
      update migrations set name = ${name} where left(name, 3) = ${name.slice(0, 3)} and name <> ${name}`.execute(
      database.kysely,
    )
    expect(numAffectedRows).toBe(1n)
  }
  expect(await migrate(database, NOW)).toEqual([])
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    database.kysely,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(former))
})

test('012: an invitation that was passed on stays good by its hash, and no session of before is left', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  // As it was before.
  await database.script(`
    alter table users drop column two_factor_enabled;
    alter table workspaces drop column requires_two_factor;
    drop table two_factors;
    delete from migrations where name like '012%';
    insert into users (id, name, email, created_at, updated_at) values ('u', 'Olga', 'o@acme.test', now(), now());
    insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      values ('s', 'u', 'a-token', now() + interval '1 day', now(), now());
    insert into workspaces (id, name, slug, created_at) values ('w', 'Acme', 'acme', now());
    insert into workspace_invitations (id, workspace_id, email, role, status, expires_at, inviter_id, created_at)
      values ('Zm9v-secret_of_before', 'w', 'p@acme.test', 'viewer', 'pending', now() + interval '1 day', 'u', now())`)
  expect(await migrate(database, NOW)).toEqual(['012_who_gets_in.sql'])
  const { kysely } = database
  expect(await kysely.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await kysely.selectFrom('workspace_invitations').select('id').execute()).toEqual([
    { id: hashInvitationSecret('Zm9v-secret_of_before') },
  ])
})

test('020 to 022: clicks of before are shown, found and counted as they were, beside those of now', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  // As it was before.
  await database.script(`
    drop function save_clicks;
    drop function number_click_texts;
    drop table click_texts;
    drop index click_events_test;
    alter table click_events drop column affiliate_url_id, drop column page_url_id, drop column page_title_id,
      drop column referrer_url_id, drop column user_agent_id, drop column screen_resolution_id,
      drop column viewport_size_id, drop column language_id, drop column timezone_id, drop column session_uuid;
    create index click_events_newest on click_events (program_id, is_test, received_at, id);
    delete from migrations where left(name, 3) in ('020', '021', '022')`)
  const clock = new TestClock(NOW.toISOString())
  const program = await createTestProgram({ database, clock })
  const click = uuidV7(NOW, systemIds.bytes(10))
  await sql`
    insert into click_events (program_id, received_at, click_uuid, is_test, link_id, partner_id, affiliate_url, page_url,
      page_title, referrer_url, session_id, user_agent, screen_resolution, viewport_size, language, timezone)
    values (${program.id}, ${NOW}, ${click}, false, ${program.linkId}, ${program.partnerId}, 'https://shop.test/?aff=x',
      'https://shop.test/', 'Shop', 'https://blog.test/', 's-1', 'Chrome', '1x1', '2x2', 'en', 'UTC'),
      (${program.id}, ${NOW}, ${uuidV7(NOW, systemIds.bytes(10))}, true, null, null, null, null, null, null, null, null,
      null, null, null, null)`.execute(database.kysely)
  expect(await migrate(database, NOW)).toEqual([
    '020_click_texts.sql',
    '021_test_clicks.sql',
    '022_save_clicks.sql',
  ])

  const record = createClickRecorder({
    database,
    ids: systemIds,
    clock,
    config: readConfig({ NODE_ENV: 'test' }),
  })
  const details = { ...NO_DETAILS, user_agent: 'Chrome', page_title: 'Shop' }
  const now = { codes: [program.code], program_id: undefined, is_bot: false, details }
  const existing_click_id = formatClickId(program.id, click)
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
  const [repeat] = await record([{ ...now, existing_click_id, received_at: at(1) }])
  expect(repeat).toEqual({
    kind: 'counted',
    at: at(1),
    click_id: existing_click_id,
    code: program.code,
    cookie_window_days: 60,
    program_id: program.id,
    is_repeat: true,
  })
  for (const seconds of [2, 3, 4]) {
    await record([{ ...now, existing_click_id: undefined, received_at: at(seconds) }])
  }
  const page = {
    programId: program.id,
    types: ['click'] as const,
    from: NOW,
    to: at(60),
    after: undefined,
    limit: 10,
  }
  const live = await listEvents(database.kysely, { ...page, isTest: false })
  expect(live).toMatchObject([details, details, details, OLD_CLICK].map(withoutUndefined))
  expect(await listEvents(database.kysely, { ...page, isTest: true })).toHaveLength(1)
  const numbered = await database.kysely
    .selectFrom('click_events')
    .select('user_agent_id')
    .orderBy('id')
    .execute()
  expect(numbered.map(({ user_agent_id }) => user_agent_id)).toEqual([null, null, null, 1, 1])
})

test('039: what Stripe told of krónur, shillings and ariary is in minor units, and the three currencies are known', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  const { kysely } = database
  expect(await kysely.selectFrom('currencies').selectAll().execute()).toEqual([])
  const { id } = await createTestProgram({ database, clock: new TestClock(NOW.toISOString()) })
  // As it was before.
  await database.script(`
    drop table currencies;
    delete from migrations where name like '039%';
    insert into processor_payments (program_id, processor, state, amount_cents, tax_amount_cents, currency, refunded_cents,
        created_at)
      values (${id}, 'stripe', 'announced', 50000, 1000, 'ISK', 7, now()), (${id}, 'stripe', 'announced', 40, null, 'UGX', null, now()),
        (${id}, 'stripe', 'announced', 5, 1, 'MGA', null, now()), (${id}, 'stripe', 'announced', 5000, 100, 'JPY', null, now());
    insert into processor_charges (program_id, charge_id, payment_id, amount_cents, currency)
      select program_id, 'ch_' || id, id, amount_cents, currency from processor_payments;
    insert into processor_refunds (program_id, payment_id, kind, amount_cents, is_withdrawn, occurred_at, received_at, currency)
      select program_id, id, 'refund', amount_cents, false, now(), now(), currency from processor_payments;
    insert into kept_events (program_id, processor, event_id, type, reason, amount_cents, currency, occurred_at, created_at)
      select program_id, processor, 'evt_' || id, 'refund.created', 'currency_differs', amount_cents, currency, now(), now()
      from processor_payments;
    insert into kept_events (program_id, processor, event_id, type, reason, currency, occurred_at, created_at)
      values (${id}, 'stripe', 'evt_0', 'x', 'unreadable', 'ISK', now(), now())`)
  expect(await migrate(database, NOW)).toEqual(['039_currencies.sql'])
  expect(await listStartedCurrencies(kysely)).toEqual(['EUR', 'USD', 'VND'])
  const amounts = [
    { currency: 'ISK', amount_cents: 500 },
    { currency: 'UGX', amount_cents: 1 },
    { currency: 'MGA', amount_cents: 500 },
    { currency: 'JPY', amount_cents: 5_000 },
  ]
  const payments = await kysely
    .selectFrom('processor_payments')
    .select(['currency', 'amount_cents', 'tax_amount_cents', 'refunded_cents'])
    .orderBy('id')
    .execute()
  // What of the sale has gone back is in the sale's currency.
  expect(payments).toEqual([
    { ...amounts[0], tax_amount_cents: 10, refunded_cents: 7 },
    { ...amounts[1], tax_amount_cents: null, refunded_cents: null },
    { ...amounts[2], tax_amount_cents: 100, refunded_cents: null },
    { ...amounts[3], tax_amount_cents: 100, refunded_cents: null },
  ])
  for (const table of ['processor_charges', 'processor_refunds', 'kept_events'] as const) {
    const rows = await kysely.selectFrom(table).select(['currency', 'amount_cents']).execute()
    expect(rows).toEqual(expect.arrayContaining(amounts))
  }
  const unsaid = kysely.selectFrom('kept_events').select('amount_cents').where('event_id', '=', 'evt_0')
  expect(await unsaid.executeTakeFirst()).toEqual({ amount_cents: null })
})

const NO_DETAILS = {
  affiliate_url: undefined,
  page_url: undefined,
  page_title: undefined,
  referrer_url: undefined,
  session_id: undefined,
  user_agent: undefined,
  screen_resolution: undefined,
  viewport_size: undefined,
  language: undefined,
  timezone: undefined,
  additional_data: undefined,
}

const OLD_CLICK = {
  affiliate_url: 'https://shop.test/?aff=x',
  page_url: 'https://shop.test/',
  page_title: 'Shop',
  referrer_url: 'https://blog.test/',
  session_id: 's-1',
  user_agent: 'Chrome',
  screen_resolution: '1x1',
  viewport_size: '2x2',
  language: 'en',
  timezone: 'UTC',
}

function withoutUndefined(told: object): object {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}

describeOnServer('a migration that wants a table for itself, which somebody reads at length', () => {
  const HASTE = { lockMs: 200, pauseMs: 50, tries: 100 }

  /** The same database by three processes, as it was before 065. */
  async function openBefore065() {
    const [database, reader, writer] = await openEmptyDatabase(3)
    if (database === undefined || reader === undefined || writer === undefined)
      throw new Error('no database was opened')
    await migrate(database, NOW)
    const program = await createTestProgram({ database, clock: new TestClock(NOW.toISOString()) })
    await database.script(`
      alter table sale_events add constraint sale_events_program_id_is_test_transaction_id_key
        unique (program_id, is_test, transaction_id);
      delete from migrations where name like '065%'`)
    const sell = (name: string) =>
      sql`insert into sale_events (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
          received_at, reported_at) values (${program.id}, true, ${name}, 100, 'USD', 'payment', false, now(), now())`.execute(
        writer.kysely,
      )
    const somebodyWaits = (mode: string) =>
      expect
        .poll(
          async () => {
            const { rows } = await sql<{ mode: string }>`
              select l.mode from pg_locks l join pg_stat_activity a on a.pid = l.pid
              where a.datname = current_database() and not l.granted`.execute(writer.kysely)
            return rows.map((row) => row.mode)
          },
          { timeout: 20_000, interval: 10 },
        )
        .toContain(mode)
    return { database, reader, sell, somebodyWaits }
  }

  test('waits for a moment, lets the others write meanwhile, and is applied when the reader has ended', async () => {
    const { database, reader, sell, somebodyWaits } = await openBefore065()
    let migrating: Promise<string[]> | undefined
    await reader.kysely.transaction().execute(async (reading) => {
      await sql`select count(*) from sale_events`.execute(reading)
      migrating = migrate(database, NOW, HASTE)
      for (const name of ['one', 'two', 'three']) {
        await somebodyWaits('AccessExclusiveLock')
        await sell(name)
      }
    })
    expect(await migrating).toEqual(['065_former_indexes_of_sales.sql'])
    const { rows } = await sql`select transaction_id from sale_events order by 1`.execute(database.kysely)
    expect(rows).toEqual([{ transaction_id: 'one' }, { transaction_id: 'three' }, { transaction_id: 'two' }])
  })

  test('ends when it has waited often enough, has changed nothing, and names who holds it', async () => {
    const { database, reader } = await openBefore065()
    await reader.kysely.transaction().execute(async (reading) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, count(*) from sale_events`.execute(reading)
      const given = migrate(database, NOW, { ...HASTE, tries: 2 })
      await expect(given).rejects.toThrow(
        new RegExp(
          `^065_former_indexes_of_sales.sql needs sale_events .* in 2 tries. It is held by process ${rows[0]?.pid} of .*count\\(\\*\\) from sale_events`,
        ),
      )
      await expect(given).rejects.toBeInstanceOf(StartError)
    })
    expect(await migrate(database, NOW)).toEqual(['065_former_indexes_of_sales.sql'])
  })
})

test('057: an index that was made ahead and is not unique, or was broken off, stops the migration with its name', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  await database.script(`
    drop index sale_events_transaction;
    create index sale_events_transaction on sale_events (program_id, is_test, transaction_id text_pattern_ops);
    delete from migrations where name like '057%'`)
  await expect(migrate(database, NOW)).rejects.toThrow('drop index sale_events_transaction')
  await database.script(`
    drop index sale_events_transaction;
    create unique index sale_events_transaction on sale_events (program_id, is_test, transaction_id text_pattern_ops);
    update pg_index set indisvalid = false where indexrelid = 'sale_events_transaction'::regclass`)
  await expect(migrate(database, NOW)).rejects.toThrow('drop index sale_events_transaction')
  await database.script('drop index sale_events_transaction')
  expect(await migrate(database, NOW)).toEqual(['057_sales_by_name.sql'])
})

test('095: a key that could pay partners before still can, and no other key gets it', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  const { kysely } = database
  const { workspaceId } = await createTestProgram({ database, clock: new TestClock(NOW.toISOString()) })
  await kysely
    .insertInto('users')
    .values({ id: 'maker', name: 'Maker', email: 'maker@accounts.test', created_at: NOW, updated_at: NOW })
    .execute()
  const keys = { money: ['commission:manage', 'billing:read'], reading: ['billing:read'] }
  for (const [name, permissions] of Object.entries(keys)) {
    const key = { workspace_id: workspaceId, name, permissions, key_hash: Buffer.from(name), masked: '…' }
    await kysely
      .insertInto('management_keys')
      .values({ ...key, made_by: 'maker', created_at: NOW })
      .execute()
  }
  await database.script(`delete from migrations where name like '095%'`)
  expect(await migrate(database, NOW)).toEqual(['095_keys_that_pay.sql'])
  const rows = await kysely
    .selectFrom('management_keys')
    .select(['name', 'permissions'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { name: 'money', permissions: ['commission:manage', 'billing:read', 'payout:manage'] },
    { name: 'reading', permissions: ['billing:read'] },
  ])
})

test('195: e-mail domains are in ASCII, as the service writes them, and no address is lost or doubled', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  const { workspaceId, id } = await createTestProgram({ database, clock: new TestClock(NOW.toISOString()) })
  const { kysely } = database
  const written = [
    'a@bücher.example',
    'b@пример.рф',
    'c@ｅxample.com',
    'd@ﬁ①.example',
    'e@日本語。テスト.example',
    'f@example.com.',
    'g@mañana.example',
    'h@bücher-ä.example',
    'i@ü.example',
    'j@ليهمابتكلموشعربي.example',
    'k@example.com',
  ]
  const taken = ['x@straße.example', 'x@xn--strae-oqa.example', '<y@z.co>']
  const partner = (email: string) => ({ workspace_id: workspaceId, name: 'Pat', email, created_at: NOW })
  await database.script(`delete from migrations where name like '195%'`)
  await kysely
    .insertInto('partners')
    .values([...written, ...taken].map(partner))
    .execute()
  await kysely
    .insertInto('mail_opt_outs')
    .values({ program_id: id, recipient: 'a@bücher.example', kind: 'partner_sale', created_at: NOW })
    .execute()
  expect(await migrate(database, NOW)).toEqual(['195_ascii_mail_domains.sql'])
  const rows = await kysely
    .selectFrom('partners')
    .select('email')
    .where('name', '=', 'Pat')
    .orderBy('id')
    .execute()
  const emails = rows.map(({ email }) => email).filter((email) => !email.endsWith('@partners.test'))
  expect(emails).toEqual([...written.map(canonicalEmail), ...taken])
  expect(await kysely.selectFrom('mail_opt_outs').select('recipient').execute()).toEqual([
    { recipient: 'a@xn--bcher-kva.example' },
  ])
})

test('189: codes that differed only by case still lead to their links, and a third spelling of one is refused', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  await database.script(`
    alter table link_codes drop column twin;
    delete from migrations where name like '189%'`)
  const program = await createTestProgram({ database, clock: new TestClock(NOW.toISOString()) })
  const { kysely } = database
  const link = (code: string) => ({
    program_id: program.id,
    partner_id: program.partnerId,
    code,
    created_at: NOW,
  })
  for (const code of ['Anna', 'anna', 'bob']) {
    const { id } = await kysely
      .insertInto('links')
      .values(link(code))
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely.insertInto('link_codes').values({ code, program_id: program.id, link_id: id }).execute()
  }
  expect(await migrate(database, NOW)).toEqual(['189_link_codes_without_case.sql'])
  const { rows } = await sql<{ code: string }>`
    select code from link_codes where program_id = ${program.id} and code <> ${program.code} order by code collate "C"`.execute(
    kysely,
  )
  expect(rows.map(({ code }) => code)).toEqual(['Anna', 'anna', 'bob'])
  for (const code of ['ANNA', 'Bob']) expect(await insertLink(kysely, link(code)), code).toBeUndefined()
  expect(await insertLink(kysely, link('carl'))).toMatchObject({ code: 'carl' })
})
