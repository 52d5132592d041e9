import { expect, test } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { FieldErrors } from '../../ui/use-form.ts'
import { convertKeyRejection, readTestKey } from './test-key.ts'

const RANDOM = 'x'.repeat(32)
const ACTIVE = { id: 7, status: 'active' } as const

test('accepts a test key for this program', () => {
  expect(readTestKey(`aff_test_7_${RANDOM}`, ACTIVE)).toBe(`aff_test_7_${RANDOM}`)
})

test('accepts a sandbox key', () => {
  expect(readTestKey(`aff_test_sandbox_7_${RANDOM}`, ACTIVE)).toBe(`aff_test_sandbox_7_${RANDOM}`)
})

test.each([
  ['of another program', `aff_test_70_${RANDOM}`, ACTIVE, /key belongs to program 70, but t/],
  ['of another sandbox', `aff_test_sandbox_70_${RANDOM}`, ACTIVE, /key belongs to program 70, but t/],
  ['of a sandbox, truncated', `aff_test_sandbox_7_${RANDOM.slice(1)}`, ACTIVE, /key is incomplete/],
  ['with an unknown mode', `aff_live_sandbox_7_${RANDOM}`, ACTIVE, /key is incomplete/],
  ['that is truncated', `aff_test_7_${RANDOM.slice(1)}`, ACTIVE, /key is incomplete/],
  ['of another service', 'sk_test_1', ACTIVE, /key is incomplete/],
  ['that is live', `aff_live_7_${RANDOM}`, ACTIVE, /live key/],
  ['of a paused program', `aff_test_7_${RANDOM}`, { id: 7, status: 'paused' } as const, /program is paused/],
])('explains what is wrong with a key %s', (_name, key, program, message) => {
  const read = readTestKey(key, program)
  expect(read instanceof FieldErrors && read.errors.key).toMatch(message)
})

test.each([
  [new ApiError(401, 'api_key_rotation_required', 'x'), /retired/],
  [new ApiError(401, 'unauthorized', 'x'), /Key not recognized/],
])('shows a rejected key as a field error', (failure, message) => {
  expect(convertKeyRejection(failure)).toMatchObject({
    field: 'key',
    message: expect.stringMatching(message),
  })
})

test('leaves other errors unchanged', () => {
  const limited = new ApiError(429, 'rate_limited', 'x')
  expect(convertKeyRejection(limited)).toBe(limited)
})
