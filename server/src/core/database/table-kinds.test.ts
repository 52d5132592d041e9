import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { distributionColumn, TABLE_KINDS } from './table-kinds.ts'

const schema = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8')

/** The schema's tables and their definitions, without partitions. */
const tables = new Map(
  [...schema.matchAll(/^create table (\w+) \(([\s\S]*?)^\)/gm)].map(([, name = '', body = '']) => [
    name,
    body,
  ]),
)

const kinds = new Map(Object.entries(TABLE_KINDS))
const splitColumns = (list = '') => list.split(',').map((column) => column.trim())

/** Foreign keys that a cluster doesn't support; `stats verify` checks them instead (verify-lookups.sql.ts). */
const CHECKED_OTHERWISE = ['link_codes', 'processor_accounts', 'processor_connections']

describe('tables on a cluster', () => {
  test('every table has a kind, and every kind has a table', () => {
    expect(tables.size).toBeGreaterThan(40)
    expect([...kinds.keys()].sort()).toEqual([...tables.keys(), 'migrations'].filter(isNamedOnce).sort())
  })

  const distributed = [...tables].filter(([name]) => kinds.get(name) === 'distributed')

  test.each(distributed)('%s: every unique key contains the program', (name, body) => {
    const constraints = [...body.matchAll(/(?:PRIMARY KEY|UNIQUE(?: NULLS NOT DISTINCT)?) \(([^)]*)\)/g)]
    const indexes = [
      ...schema.matchAll(
        new RegExp(`^create unique index \\w+ ON public\\.${name} [^(]*\\(([^)]*)\\)`, 'gm'),
      ),
    ]
    const keys = [...constraints, ...indexes].map(([, list]) => splitColumns(list))
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).toContain(distributionColumn(name))
  })

  test.each(distributed)(
    '%s: every foreign key to a distributed table contains the program on both sides',
    (name, body) => {
      for (const { from, target, to } of parseForeignKeys(body)) {
        expect(
          kinds.get(target),
          `${name} cannot reference a table that only exists on the coordinator`,
        ).not.toBe('local')
        if (kinds.get(target) !== 'distributed') continue
        const position = from.indexOf(distributionColumn(name))
        expect(position).toBeGreaterThanOrEqual(0)
        expect(to[position]).toBe(distributionColumn(target))
      }
    },
  )

  test('no other table references a distributed one, except those checked by stats verify', () => {
    const pointing = [...tables]
      .filter(([name]) => kinds.get(name) !== 'distributed')
      .filter(([, body]) => parseForeignKeys(body).some(({ target }) => kinds.get(target) === 'distributed'))
      .map(([name]) => name)
    expect(pointing.sort()).toEqual(CHECKED_OTHERWISE)
  })
})

describe('migrations on a cluster', () => {
  const FOLDER = new URL('../../../migrations/', import.meta.url)
  /** Migrations up to this one ran before any database was distributed. */
  const LAST_BEFORE = 25
  const later = readdirSync(FOLDER).filter((name) => Number(name.slice(0, 3)) > LAST_BEFORE)

  test('distribute a new table before adding its foreign keys', () => {
    for (const name of later) {
      expect(forwardReferences(readFileSync(new URL(name, FOLDER), 'utf8')), name).toEqual([])
    }
    expect(forwardReferences('create table a (\n  program_id bigint references programs (id)\n);')).toEqual([
      'a',
    ])
    expect(
      forwardReferences(
        'create table a (\n  id bigint\n);\n\nalter table a add foreign key (id) references b;',
      ),
    ).toEqual([])
  })

  test('add a column and its constraint in separate statements', () => {
    for (const name of later) {
      expect(checksAtOnce(readFileSync(new URL(name, FOLDER), 'utf8')), name).toEqual([])
    }
    expect(checksAtOnce('alter table a\n  add column b int check (b > 0),\n  add column c int;')).toEqual([
      'add column b int check (b > 0)',
    ])
    expect(checksAtOnce('alter table a add constraint a_check check (b > 0);')).toEqual([])
  })
})

/** A cluster rejects a column added together with a constraint. */
function checksAtOnce(script: string): string[] {
  const columns = script.match(/\badd column\b[^;]*?(?=,\s*add\b|;)/g) ?? []
  return columns.filter((text) => /\b(check|references|unique|primary key)\b/i.test(text))
}

function forwardReferences(script: string): string[] {
  const tableBodies = script.matchAll(/^create table (\w+) \(([\s\S]*?)^\)/gm)
  return [...tableBodies]
    .filter(([, , body = '']) => /\breferences\b/i.test(body))
    .map(([, table = '']) => table)
}

function isNamedOnce(name: string, place: number, all: string[]): boolean {
  return all.indexOf(name) === place
}

function parseForeignKeys(body: string): { from: string[]; target: string; to: string[] }[] {
  const keys = body.matchAll(/FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)\(([^)]*)\)/g)
  return [...keys].map(([, from, target = '', to]) => ({
    from: splitColumns(from),
    target,
    to: splitColumns(to),
  }))
}

const SRC = fileURLToPath(new URL('../..', import.meta.url))

/** The hot statements in the `.sql.ts` files. */
const statements = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql.ts'))
  .flatMap((name) =>
    [
      ...readFileSync(join(SRC, name), 'utf8').matchAll(
        /\bstatement\(\s*'([\w-]+)',\s*(?:\w+|\{[^}]*\}),\s*(?:`([^`]*)`|'([^']*)')/g,
      ),
    ].map(([, statement = '', text = '', line = '']) => [statement, text || line] as const),
  )

describe('hot statements', () => {
  test('are all found by this test', () => {
    expect(statements.length).toBeGreaterThan(10)
  })

  test.each(statements)('%s: filters every distributed table by the program parameter', (_, text) => {
    expect(findUnfilteredTables(text)).toEqual([])
  })

  test('are reported if they filter by another value', () => {
    const rest = 'where p.id = :program_id'
    expect(findUnfilteredTables(`select 1 from programs p ${rest}`)).toEqual([])
    expect(
      findUnfilteredTables(`select 1 from programs p join links l on l.program_id = p.id ${rest}`),
    ).toEqual(['program_id = p.id', 'links l'])
    expect(findUnfilteredTables('select 1 from sale_events where id = :id')).toEqual(['sale_events'])
    expect(findUnfilteredTables('update links as l set code = :code where l.id = :id')).toEqual(['links l'])
    expect(findUnfilteredTables('select 1 from link_codes where code = :code')).toEqual([])
  })
})

/** Returns joins of `program_id` with anything but the parameter, and distributed tables that aren't filtered by it. */
function findUnfilteredTables(text: string): string[] {
  const equated = [...text.matchAll(/\bprogram_id = (?!:program_id\b)[\w.]+/g)].map(([match]) => match)
  const references = text.matchAll(
    /\b(?:from|join|update|using) (\w+)(?: as)?(?: (?!set\b|where\b|on\b|order\b|for\b)(\w+))?/g,
  )
  const unqueried = [...references]
    .filter(([, table = '']) => kinds.get(table) === 'distributed')
    .filter(([, table = '', alias]) => {
      const column = distributionColumn(table)
      const columnPattern = alias === undefined ? `(?<![.\\w])${column}` : `\\b${alias}\\.${column}`
      return !new RegExp(`${columnPattern} = :program_id\\b`).test(text)
    })
    .map(([, table, alias]) => (alias === undefined ? String(table) : `${table} ${alias}`))
  return [...equated, ...unqueried]
}
