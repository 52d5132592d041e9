import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PERSONAL_DATA } from './personal-data.ts'

const schema = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8')

test('declares every column that can hold customer data', () => {
  const declaredColumns = Object.entries(PERSONAL_DATA).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(columnsIn(schema).filter((column) => !declaredColumns.includes(column))).toEqual([])
  expect(
    declaredColumns.filter((column) => !schema.includes(`create table ${column.split('.')[0]} (`)),
  ).toEqual([])
})

test('detects a new column of any type that can hold personal data', () => {
  const table = (columns: string) =>
    `create table notes (\n  program_id bigint not null,\n${columns}  constraint notes_pkey PRIMARY KEY (program_id)\n)`
  expect(columnsIn(table(''))).toEqual([])
  for (const type of [
    'text',
    'text[]',
    'jsonb',
    'json',
    'bytea',
    'inet',
    'cidr',
    'uuid',
    'xml',
    'character varying(9)',
    'citext',
    'hstore',
  ]) {
    expect(columnsIn(table(`  body ${type} not null,\n`)), type).toEqual(['notes.body'])
  }
  const check = (of: string) => table(`  body text,\n  constraint notes_body_check CHECK (${of}),\n`)
  expect(columnsIn(check("(body = ANY (ARRAY['a'::text, 'b'::text]))"))).toEqual([])
  expect(columnsIn(check('(char_length(body) <= 9)'))).toEqual(['notes.body'])
  expect(columnsIn(check("((body = ANY (ARRAY['a'::text])) = (id IS NULL))"))).toEqual(['notes.body'])
})

/** Numbers, timestamps and booleans can't identify anyone. All other types might. */
const NAMELESS = /^(bigint|integer|smallint|numeric|boolean|date|timestamp)\b/

/** Matches the check of a column that can only have one of the listed values, or a currency. */
const FIXED = /CHECK \(\(+(\w+) (?:= ANY \(ARRAY\[(?:'[^']*'::text(?:, )?)+\]\)\)\)|~ '\^\[A-Z\]\{3\}\$')/g

/** Returns the columns of each table. Skips partitions, which have the columns of their table. */
function columnsIn(text: string): string[] {
  return [...text.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)].flatMap(
    ([, table = '', body = '']) => {
      const fixedColumns = new Set([...body.matchAll(FIXED)].map(([, column]) => column))
      return [...body.matchAll(/^ {2}(?!constraint )(\w+) (.*)$/gm)]
        .filter(([, column, type = '']) => !NAMELESS.test(type) && !fixedColumns.has(column))
        .map(([, column]) => `${table}.${column}`)
    },
  )
}
