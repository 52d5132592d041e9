import { expect, it } from 'vitest'
import { migratedWords, newerSchema } from './schema-words.rule.ts'

const migrations = (count: number) =>
  Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(3, '0')}_x.sql`)

it('names a few migrations, and of many the first and the last', () => {
  expect([0, 1, 4, 5, 70].map((count) => migratedWords(migrations(count)))).toEqual([
    'The schema is up to date.',
    'Applied 001_x.sql.',
    'Applied 001_x.sql, 002_x.sql, 003_x.sql, 004_x.sql.',
    'Applied 001_x.sql … 005_x.sql (5 migrations).',
    'Applied 001_x.sql … 070_x.sql (70 migrations).',
  ])
  expect(newerSchema(['098', '099']).words).toBe('The schema is newer than this version: it has 098, 099.')
})
