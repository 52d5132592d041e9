import { sql } from 'kysely'
import type { Database } from '../src/core/database/database.ts'

interface Column {
  table: string
  name: string
  type: string
  is_required: boolean
  has_default: boolean
  is_always_generated: boolean
  /** The definitions of the checks that involve no other column. */
  checks: string[]
}

const HEAD = `// Row types of the migrated schema, made by \`npm run schema\`. Do not edit.
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Currency, NO_CURRENCY } from '../money/currency.ts'

/** A column with a default: optional in an insert. */
type Defaulted<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>
/** \`numeric\`: read as a string of digits. */
type Digits = ColumnType<string, string | number, string | number>
type Json = JSONColumnType<Record<string, unknown>>
`

/** Returns the tables of a migrated database, without partitions, as TypeScript interfaces for Kysely. */
export async function rowTypes(database: Pick<Database, 'kysely'>): Promise<string> {
  const columns = await columnsOf(database)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const bodies = tables.map((table) => {
    const own = columns.filter((column) => column.table === table)
    return `  ${table}: {\n${own.map((column) => `    ${column.name}: ${columnTypeOf(column)}\n`).join('')}  }\n`
  })
  return `${HEAD}\nexport interface Tables {\n${bodies.join('')}}\n`
}

async function columnsOf({ kysely }: Pick<Database, 'kysely'>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as is_required,
      a.atthasdef or a.attidentity <> '' as has_default, a.attidentity = 'a' or a.attgenerated <> '' as is_always_generated,
      array(
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname collate "C"
      ) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(kysely)
  return rows
}

function columnTypeOf(column: Column): string {
  const type = column.is_required ? valueTypeOf(column) : `${valueTypeOf(column)} | null`
  if (column.is_always_generated) return `GeneratedAlways<${type}>`
  return column.has_default && column.is_required ? `Defaulted<${type}>` : type
}

/** Returns a union of the values allowed by a check, or else the type that the drivers return. */
function valueTypeOf({ table, name, type, checks }: Column): string {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)?.[1]
    if (list !== undefined) return literals(list)
    if (check.includes("~ '^[A-Z]{3}$'")) {
      return check.includes("<> 'XXX'") ? 'Currency' : 'Currency | typeof NO_CURRENCY'
    }
  }
  const value = VALUES[type]
  if (value === undefined) throw new Error(`${table}.${name}: no row type for ${type}`)
  return value
}

function literals(list: string): string {
  return list
    .split(', ')
    .map((literal) => literal.replace(/::\w+$/, ''))
    .join(' | ')
}

const VALUES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  jsonb: 'Json',
  numeric: 'Digits',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}
