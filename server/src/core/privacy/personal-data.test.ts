import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PERSONAL_DATA } from './personal-data.ts'

const schema = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8')

test('declares every column that can hold customer data', () => {
  const declared = Object.entries(PERSONAL_DATA).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(declared.sort()).toEqual(columnsIn(schema).sort())
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
})

/** Numbers, timestamps and booleans can't identify anyone. All other types might. */
const NAMELESS = /^(bigint|integer|smallint|numeric|boolean|date|timestamp)\b/

/** Returns the columns of each table. Skips partitions, which have the columns of their table. */
function columnsIn(text: string): string[] {
  return [...text.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/^ {2}(?!constraint )(\w+) (.*)$/gm)]
      .filter(([, , type = '']) => !NAMELESS.test(type))
      .map(([, column]) => `${table}.${column}`),
  )
}
