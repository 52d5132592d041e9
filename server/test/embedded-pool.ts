import type { PGlite } from '@electric-sql/pglite'
import { type Database, embeddedDatabase } from '../src/core/database/database.ts'

/**
 * Reuses embedded databases by emptying them, because starting one takes as long as running the tests in many files.
 * A database with a changed schema is closed instead.
 */
export class EmbeddedPool {
  readonly #start: () => Promise<PGlite>
  readonly #idle: StartedDatabase[] = []

  constructor(start: () => Promise<PGlite>) {
    this.#start = start
  }

  /** @returns a database as `start` creates it and a function that returns it to the pool */
  async take(): Promise<{ database: Database; drop(): Promise<void> }> {
    const started = this.#idle.pop() ?? (await captureInitialState(await this.#start()))
    const wrapped = wrap(started.lite)
    const database = await embeddedDatabase(wrapped.lite)
    return {
      database,
      drop: async () => {
        wrapped.end()
        const emptied = await empty(started).catch(() => undefined)
        if (emptied === undefined) await started.lite.close().catch(() => {})
        else this.#idle.push(emptied)
      },
    }
  }
}

interface StartedDatabase {
  lite: PGlite
  /** A description of the tables, indexes, triggers and statistics. */
  shape: string
  /** By table, the rows that a new database already contains. */
  rows: Map<string, string>
  /** The values of the sequences. */
  sequences: Map<string, string>
}

async function captureInitialState(lite: PGlite): Promise<StartedDatabase> {
  const rows = new Map<string, string>()
  for (const table of await tablesWithRows(lite)) rows.set(table, await dumpTable(lite, table))
  return { lite, shape: await summarizeCatalogs(lite), rows, sequences: await readSequences(lite) }
}

/** @returns undefined if the database can't be restored */
async function empty(started: StartedDatabase): Promise<StartedDatabase | undefined> {
  const { lite, rows, sequences } = started
  await lite.exec('rollback')
  await lite.exec('reset all; set search_path = public; deallocate all')
  // Some tables reject deletes.
  await lite.exec('set session_replication_role = replica')
  if ((await summarizeCatalogs(lite)) !== started.shape) return undefined
  const filled = await tablesWithRows(lite)
  const changed: string[] = []
  for (const table of filled) {
    if (!rows.has(table) || (await dumpTable(lite, table)) !== rows.get(table)) changed.push(table)
  }
  if (changed.length > 0) await lite.exec(`truncate ${changed.join(', ')} cascade`)
  for (const [table, kept] of rows) {
    if ((await dumpTable(lite, table)) === kept) continue
    // The test or a cascade truncated this table.
    await lite.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [kept],
    )
  }
  for (const [name, stands] of await readSequences(lite)) {
    const before = sequences.get(name)
    if (before !== stands) await lite.exec(`select setval('${name}', ${before})`)
  }
  await lite.exec('reset session_replication_role')
  return { ...started, shape: await summarizeCatalogs(lite) }
}

async function tablesWithRows(lite: PGlite): Promise<string[]> {
  const { rows: tables } = await lite.query<{ name: string }>(
    "select oid::regclass::text name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  const requested = tables.map(({ name }) => `select '${name}' name where exists (select from ${name})`)
  const { rows } = await lite.query<{ name: string }>(requested.join(' union all '))
  return rows.map(({ name }) => name)
}

async function dumpTable(lite: PGlite, table: string): Promise<string> {
  const { rows } = await lite.query<{ text: string }>(
    `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]')::text text from ${table} t`,
  )
  return rows[0]?.text ?? '[]'
}

/** Returns the arguments of `setval` by sequence. */
async function readSequences(lite: PGlite): Promise<Map<string, string>> {
  const { rows } = await lite.query<{ name: string; stands: string }>(
    `select format('%I.%I', schemaname, sequencename) name, coalesce(last_value || ', true', start_value || ', false') stands
     from pg_sequences`,
  )
  return new Map(rows.map(({ name, stands }) => [name, stands]))
}

const CATALOGS = [
  'pg_class',
  'pg_attribute',
  'pg_attrdef',
  'pg_constraint',
  'pg_trigger',
  'pg_proc',
  'pg_type',
  'pg_rewrite',
]

/** Catalog rows contain the ids of the transactions that wrote them. */
async function summarizeCatalogs(lite: PGlite): Promise<string> {
  const sums = CATALOGS.map(
    (catalog) =>
      `(select count(*) || ':' || coalesce(sum(hashtextextended(ctid::text || xmin, 0)), 0) from ${catalog})`,
  )
  const { rows } = await lite.query<{ shape: string }>(
    `select concat_ws(' ', ${sums.join(', ')}, (select count(*) from pg_statistic), (select count(*) from pg_db_role_setting)) shape`,
  )
  return rows[0]?.shape ?? ''
}

/**
 * Wraps the database so that its user can close it: leftovers of a closed service must not write into the next test's
 * data.
 */
function wrap(lite: PGlite): { lite: PGlite; end(): void } {
  let target: PGlite | undefined = lite
  const proxy = new Proxy({} as PGlite, {
    get(_none, name) {
      if (name === 'then') return undefined
      if (target === undefined) return ENDED[name as keyof typeof ENDED] ?? rejectUse
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    lite: proxy,
    end: () => {
      target = undefined
    },
  }
}

const ENDED = { closed: true, ready: false }

async function rejectUse(): Promise<never> {
  throw new Error('the database of this test is closed')
}
