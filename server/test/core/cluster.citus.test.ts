import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openPostgres } from '../../src/core/database/database.ts'
import { distribute } from '../../src/core/database/distribute.ts'
import { applyScript, migrate } from '../../src/core/database/migrate.ts'
import { TABLE_KINDS } from '../../src/core/database/table-kinds.ts'
import { webhookLimits } from '../../src/notifications/webhooks/limits.ts'
import { programsToNotify } from '../../src/notifications/webhooks/webhook-deliveries.sql.ts'
import { readTableSizes } from '../../src/operations/doctor/database-report.sql.ts'
import { prepareAdvance } from '../../src/operations/sandbox/advance-clock.flow.ts'
import { findProgram } from '../../src/workspace/programs/programs.sql.ts'
import { readDatabaseUrl } from '../data-location.ts'
import { createDatabase, dropDatabase, openServerDatabase } from '../global-setup.ts'
import { createTestProgram, send, signInMember, startTestService } from '../harness.ts'
import { newFolder } from '../new-folder.ts'
import { run } from '../operations/backup/shop.ts'
import { openSandbox } from '../operations/sandbox/sandbox.ts'

/** Tests guarantees that only apply to a cluster. */
const source = inject('database')
if (source.kind !== 'postgres') throw new Error('there is no cluster')

const service = await startTestService({ ownDatabase: true })
const { app, database, clock } = service
const { kysely } = database

async function readDatabaseName({ kysely }: Pick<Database, 'kysely'>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
  return rows[0]?.name ?? ''
}

const readDistribution = async (table: string) => {
  const { rows } = await sql<{ kind: string; program: string }>`
    select citus_table_type as kind, distribution_column as program from citus_tables
    where table_name = ${table}::regclass`.execute(kysely)
  return rows[0]
}

/** Runs `work` on an empty database that exists on every node. */
const withEmptyCluster = async (suffix: string, work: (database: Database) => Promise<void>) => {
  const name = `${source.template}_${suffix}`
  await createDatabase(source, name)
  try {
    for (const node of [source.url, ...source.workers]) {
      const nodeDatabase = await openServerDatabase(node, name)
      await nodeDatabase.script('create extension citus')
      await nodeDatabase.close()
    }
    const coordinator = await openServerDatabase(source.url, name)
    await coordinator.script(
      "set citus.shard_count = 4; select citus_set_coordinator_host('127.0.0.1', inet_server_port())",
    )
    for (const worker of source.workers) {
      const { hostname, port } = new URL(worker)
      await coordinator.script(`select citus_add_node('${hostname}', ${port})`)
    }
    await work(coordinator)
    await coordinator.close()
  } finally {
    await dropDatabase(source, name)
  }
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
describe('a database distributed across a cluster', () => {
  test('stores each table where its kind requires', async () => {
    for (const [table, kind] of Object.entries(TABLE_KINDS)) {
      expect(await readDistribution(table), table).toMatchObject({ kind })
    }
  })

  test('has all foreign keys except those from reference tables to program rows', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.conrelid::regclass || '.' || c.conname as name from pg_constraint c
      where c.contype = 'f' and c.conrelid::regclass::text in ('commissions', 'link_codes', 'sessions', 'programs')
      order by 1`.execute(kysely)
    expect(rows.map(({ name }) => name)).toEqual([
      'commissions.commissions_duplicate_of',
      'commissions.commissions_payout',
      'commissions.commissions_program_id_customer_id_fkey',
      'commissions.commissions_program_id_fkey',
      'commissions.commissions_program_id_lead_id_fkey',
      'commissions.commissions_program_id_partner_id_fkey',
      'commissions.commissions_program_id_policy_id_fkey',
      'commissions.commissions_program_id_sale_id_fkey',
      'programs.programs_workspace_id_fkey',
      'sessions.sessions_user_id_fkey',
    ])
  })

  test('does not change when it is distributed again', async () => {
    const program = await createTestProgram(service)
    expect(await migrate(database, clock.now())).toEqual([])
    expect(await distribute(database)).toEqual({ tables: [], leftOut: [] })
    const programRows = await kysely
      .selectFrom('programs')
      .select('id')
      .where('id', '=', program.id)
      .execute()
    expect(programRows).toEqual([{ id: program.id }])
  })

  test('distributes a table added by a later migration, which can reference programs', async () => {
    const undo = new Error('undo')
    const rolledBack = kysely.transaction().execute(async (transaction) => {
      await applyScript(transaction, 'drop table lead_locks')
      await applyScript(
        transaction,
        `create table lead_locks (
          program_id bigint not null,
          bucket smallint not null,
          primary key (program_id, bucket)
        );
        alter table lead_locks add foreign key (program_id) references programs (id)`,
      )
      const { rows } = await sql`
        select 1 from pg_dist_partition where logicalrelid = 'lead_locks'::regclass and partmethod = 'h'`.execute(
        transaction,
      )
      expect(rows).toHaveLength(1)
      throw undo
    })
    await expect(rolledBack).rejects.toBe(undo)
  })

  test('runs a function added by a later migration on the program’s node, even in a transaction', async () => {
    const undo = new Error('undo')
    const undone = kysely.transaction().execute(async (transaction) => {
      const script = readFileSync(new URL('0001_baseline.sql', MIGRATIONS), 'utf8')
      const [created] = /^create function save_clicks[\s\S]*?\$\$;/m.exec(script) ?? []
      if (created === undefined) throw new Error('there is no such function')
      await applyScript(transaction, 'drop function save_clicks')
      await applyScript(transaction, created)
      const { rows } = await sql`
        select distribution_argument_index as argument, force_delegation from pg_dist_object
        where objid = 'save_clicks'::regproc`.execute(transaction)
      expect(rows).toEqual([{ argument: 0, force_delegation: true }])
      throw undo
    })
    await expect(undone).rejects.toBe(undo)
  })

  test('migrates existing rows with their keys and audit log', async () => {
    await withEmptyCluster('before', async (before) => {
      await migrate(before, clock.now())
      const program = await createTestProgram({ database: before, clock })
      const { tables, leftOut } = await distribute(before)
      expect(tables.sort()).toEqual(Object.keys(TABLE_KINDS).sort())
      expect(leftOut.sort()).toEqual([
        'link_codes.link_codes_program_id_link_id_fkey',
        'processor_accounts.processor_accounts_program_id_fkey',
        'processor_connections.processor_connections_program_id_fkey',
      ])
      const links = await before.kysely
        .selectFrom('links')
        .select(['id', 'code'])
        .where('program_id', '=', program.id)
        .execute()
      expect(links).toEqual([{ id: program.linkId, code: program.code }])
    })
  })
})

test('a backup of a cluster is rejected with a hint about other tools and leaves no file behind', async () => {
  const to = newFolder()
  const environment = {
    DATABASE_URL: await readDatabaseUrl(source.url, database),
    DATA_DIR: newFolder(),
    APP_SECRET: 'x'.repeat(40),
  }
  const result = await run(['backup', '--to', to, '--json'], environment)
  expect([result.code, result.json().error]).toEqual([
    1,
    {
      code: 'not_supported',
      message:
        'The database is distributed across a Citus cluster. Back up each node with PostgreSQL tools instead.',
    },
  ])
  expect(readdirSync(to)).toEqual([])
})

test('doctor and upgrade --check add up a table’s size across all nodes', async () => {
  await createTestProgram(service)
  const { rows } = await sql<{ here: number }>`
    select pg_total_relation_size('links')::bigint as here`.execute(kysely)
  const links = (await readTableSizes(kysely)).find(({ name }) => name === 'links')
  expect(links?.bytes).toBeGreaterThan(rows[0]?.here ?? Number.POSITIVE_INFINITY)
})

test('webhook delivery reads only shards whose programs have webhooks', async () => {
  const room = { rows: webhookLimits.webhookProgramsEach, perWebhook: webhookLimits.webhookSendsEach }
  const partsFor = async (programs: number[]) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${programsToNotify(programs, clock.now(), room)}`.execute(kysely)
    return rows
      .map((row) => /Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1])
      .filter((count) => count !== undefined)
  }
  expect(await partsFor([1])).toEqual(['1'])
  expect(await partsFor(Array.from({ length: 100 }, (_, n) => n))).toEqual(['4'])
})

describe('the distribute command explains why it rejects', () => {
  test('a database without Citus', async () => {
    const name = `${source.template}_plain`
    await createDatabase(source, name)
    const plainDatabase = await openServerDatabase(source.url, name)
    await expect(distribute(plainDatabase)).rejects.toThrow('The database has no Citus')
    await plainDatabase.close()
    await dropDatabase(source, name)
  })

  test('a worker, and a coordinator without workers', async () => {
    const worker = new URL(source.workers[0] ?? '')
    worker.pathname = `/${await readDatabaseName(database)}`
    const there = await openPostgres({
      connectionString: worker.toString(),
      maxConnections: 1,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 30_000,
    })
    await expect(distribute(there)).rejects.toThrow('set DATABASE_ADMIN_URL to the coordinator')
    await there.close()
    const name = `${source.template}_alone`
    await createDatabase(source, name)
    const alone = await openServerDatabase(source.url, name)
    await alone.script('create extension citus')
    await expect(distribute(alone)).rejects.toThrow('citus_set_coordinator_host')
    await alone.script("select citus_set_coordinator_host('127.0.0.1', inet_server_port())")
    await expect(distribute(alone)).rejects.toThrow('The cluster has no workers')
    await alone.close()
    await dropDatabase(source, name)
  })
})

describe('every node', () => {
  let others: Awaited<ReturnType<typeof startTestService>>[] = []

  beforeAll(async () => {
    const name = await readDatabaseName(database)
    others = await Promise.all(
      source.workers.map(async (worker) => {
        const address = new URL(worker)
        address.pathname = `/${name}`
        const otherNode = await openPostgres({
          connectionString: address.toString(),
          maxConnections: 4,
          statementTimeoutMs: 30_000,
          connectTimeoutMs: 30_000,
        })
        return startTestService({ database: otherNode, now: clock.now().toISOString() })
      }),
    )
  })

  test('generates ids that are safe integers and writes rows that the other nodes can read', async () => {
    for (const other of others) {
      const program = await createTestProgram(other)
      expect(Number.isSafeInteger(program.id)).toBe(true)
      const owner = await signInMember(other, program)
      const renamed = await send(other.app, 'PATCH', `/api/programs/${program.id}`, {
        bearer: owner,
        body: { name: 'Renamed elsewhere' },
      })
      expect(renamed.status, renamed.text).toBe(200)
      const body = { name: 'Pat', email: 'pat@elsewhere.test', code: `c${program.id}` }
      const addResponse = await send(other.app, 'POST', `/api/programs/${program.id}/partners`, {
        bearer: owner,
        body,
      })
      expect(addResponse.status, addResponse.text).toBeLessThan(300)
      const listResponse = await send(app, 'GET', '/api/programs', { bearer: owner })
      expect(listResponse.body.data).toMatchObject([{ id: program.id, name: 'Renamed elsewhere' }])
      const log = await send(app, 'GET', `/api/workspaces/${program.workspaceId}/audit`, { bearer: owner })
      const targets = log.body.data.map(({ target }: { target: { type: string } }) => target.type)
      expect(targets).toEqual(expect.arrayContaining(['program', 'partner', 'link']))
      expect(targets.filter((type: string) => type === 'partner')).toHaveLength(2)
    }
  })

  test('can move a sandbox to a month without a click partition, which the coordinator creates', async () => {
    for (const [place, other] of others.entries()) {
      const sandbox = await openSandbox(other)
      const row = await findProgram(kysely, sandbox.id)
      if (row === undefined) throw new Error('the sandbox does not exist')
      const duration = Temporal.Duration.from({ days: 120 * (place + 1) })
      await prepareAdvance({ database: other.database, coordinator: database, clock }, row, duration)
      const response = await sandbox.advance(duration.toString())
      expect(response.status, response.text).toBe(200)
      expect((await sandbox.click()).body).toMatchObject({ success: true, click_id: expect.any(String) })
    }
  })
})
