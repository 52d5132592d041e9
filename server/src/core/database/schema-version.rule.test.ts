import { expect, it } from 'vitest'
import { migratedText, unknownSchema } from './schema-version.rule.ts'

const migrations = (count: number) =>
  Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(4, '0')}_x.sql`)

it('lists a few migrations, or the first and last of many', () => {
  expect([0, 1, 4, 5, 70].map((count) => migratedText(migrations(count)))).toEqual([
    'The schema is up to date.',
    'Applied 0001_x.sql.',
    'Applied 0001_x.sql, 0002_x.sql, 0003_x.sql, 0004_x.sql.',
    'Applied 0001_x.sql … 0005_x.sql (5 migrations).',
    'Applied 0001_x.sql … 0070_x.sql (70 migrations).',
  ])
})

it('distinguishes a newer schema from one created before the first release', () => {
  expect(unknownSchema(['0098', '0099']).message).toBe(
    'The schema is newer than this version: it has 0098, 0099.',
  )
  expect(unknownSchema(['001', '0099']).message).toBe(
    'This database was created before version 1.0.0 and can’t be upgraded.',
  )
})
