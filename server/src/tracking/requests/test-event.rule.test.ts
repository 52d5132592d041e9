import { describe, expect, it } from 'vitest'
import { readTestEvent } from './test-event.rule.ts'

describe('readTestEvent reads test_mode and program_id from additional_data (D17)', () => {
  it.each<[string, Record<string, unknown> | undefined, unknown]>([
    ['nothing sent', undefined, { kind: 'live' }],
    ['no test_mode', { program_id: 1 }, { kind: 'live' }],
    ['test_mode false', { test_mode: false, program_id: 'x' }, { kind: 'live' }],
    ['test_mode null, which is treated as not sent', { test_mode: null }, { kind: 'live' }],
    ['an integer', { test_mode: true, program_id: 12 }, { kind: 'test', programId: 12 }],
    ['an integer as a string', { test_mode: true, program_id: '12' }, { kind: 'test', programId: 12 }],
    ['none', { test_mode: true }, { kind: 'test', programId: undefined }],
    ['null', { test_mode: true, program_id: null }, { kind: 'test', programId: undefined }],
    [
      'the largest integer',
      { test_mode: true, program_id: 2 ** 53 - 1 },
      { kind: 'test', programId: 2 ** 53 - 1 },
    ],
  ])('%s', (_label, data, result) => {
    expect(readTestEvent(data)).toEqual(result)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['test_mode "true"', { test_mode: 'true' }, 'test_mode'],
    ['test_mode 1', { test_mode: 1 }, 'test_mode'],
    ['program 0', { test_mode: true, program_id: 0 }, 'program_id'],
    ['program -1', { test_mode: true, program_id: -1 }, 'program_id'],
    ['program 1.5', { test_mode: true, program_id: 1.5 }, 'program_id'],
    ['program "012"', { test_mode: true, program_id: '012' }, 'program_id'],
    ['program " 12"', { test_mode: true, program_id: ' 12' }, 'program_id'],
    ['program ""', { test_mode: true, program_id: '' }, 'program_id'],
    ['program 2^53', { test_mode: true, program_id: 2 ** 53 }, 'program_id'],
    ['a program ID of 2^53 as a string', { test_mode: true, program_id: '9007199254740992' }, 'program_id'],
    ['a list', { test_mode: true, program_id: [1] }, 'program_id'],
  ])('and rejects %s', (_label, data, field) => {
    expect(readTestEvent(data)).toMatchObject({ kind: 'invalid', field: `additional_data.${field}` })
  })
})
