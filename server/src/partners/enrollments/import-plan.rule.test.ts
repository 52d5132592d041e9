import { expect, it } from 'vitest'
import { countOutcomes, type PartnerImportData, planImport } from './import-plan.rule.ts'
import type { PartnerFileRow } from './partner-file.rule.ts'

const row = (line: number, email: string, fields: Partial<PartnerFileRow> = {}): PartnerFileRow => ({
  line,
  name: `Partner ${line}`,
  email,
  code: undefined,
  group: undefined,
  fault: undefined,
  ...fields,
})

const FACTS: PartnerImportData = {
  partners: new Map([['old@x.test', 'rejected']]),
  codes: new Set(['taken']),
  groups: new Map([['gold', 7]]),
}

it('gives each row one outcome, and prefers the first of two duplicates', () => {
  const plannedRows = planImport(
    [
      row(2, 'a@x.test', { code: 'mine', group: 'GOLD' }),
      row(3, 'a@x.test'),
      row(4, 'old@x.test', { code: 'taken' }),
      row(5, 'b@x.test', { code: 'taken' }),
      row(6, 'c@x.test', { code: 'mine' }),
      row(7, 'd@x.test', { group: 'silver' }),
      row(8, 'no', { fault: { field: 'email', message: 'Not a valid email address.' } }),
      row(9, 'no', { fault: { field: 'email', message: 'Not a valid email address.' } }),
      row(10, 'e@x.test', { code: 'Taken' }),
      row(11, 'f@x.test', { code: 'MINE' }),
    ],
    FACTS,
  )
  expect(plannedRows.map(({ line, outcome, field }) => [line, outcome, field])).toEqual([
    [2, 'added', undefined],
    [3, 'duplicate_in_file', 'email'],
    [4, 'already_partner', 'email'],
    [5, 'code_taken', 'code'],
    [6, 'code_taken', 'code'],
    [7, 'unknown_group', 'group'],
    [8, 'invalid', 'email'],
    [9, 'invalid', 'email'],
    [10, 'code_taken', 'code'],
    [11, 'code_taken', 'code'],
  ])
  expect(plannedRows[0]?.groupId).toBe(7)
  expect(plannedRows[4]?.reason).toBe('Line 2 has the same code, ignoring case.')
  expect(plannedRows[2]?.reason).toBe('Already a partner of this program (rejected).')
  expect(countOutcomes(plannedRows)).toEqual({
    added: 1,
    already_partner: 1,
    duplicate_in_file: 1,
    invalid: 2,
    code_taken: 4,
    unknown_group: 1,
  })
})

it('reserves neither email nor code for a row that is not added', () => {
  const planned = planImport(
    [row(2, 'a@x.test', { code: 'mine', group: 'silver' }), row(3, 'b@x.test', { code: 'mine' })],
    FACTS,
  )
  expect(planned.map(({ outcome }) => outcome)).toEqual(['unknown_group', 'added'])
})
