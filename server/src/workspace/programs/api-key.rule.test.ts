import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatApiKey, hashApiKey, maskApiKey, parseApiKey, parseMalformedKey } from './api-key.rule.ts'

const RANDOM = 'A'.repeat(32)

describe('a program API key (D44)', () => {
  it('contains its mode and its program', () => {
    const parts = fc.record({
      mode: fc.constantFrom('live' as const, 'test' as const),
      programId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    })
    fc.assert(
      fc.property(parts, fc.uint8Array({ minLength: 24, maxLength: 24 }), (key, random) => {
        expect(parseApiKey(formatApiKey(key, Buffer.from(random)))).toEqual(key)
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['another prefix', `key_live_1_${RANDOM}`],
    ['another mode', `aff_prod_1_${RANDOM}`],
    ['no program', `aff_live__${RANDOM}`],
    ['program 0', `aff_live_0_${RANDOM}`],
    ['a leading zero', `aff_live_01_${RANDOM}`],
    ['a program beyond 2^53', `aff_live_9007199254740992_${RANDOM}`],
    ['too short', `aff_live_1_${RANDOM.slice(1)}`],
    ['too long', `aff_live_1_${RANDOM}A`],
    ['an upper-case prefix', `aff_live_1_${RANDOM.slice(1)}+`],
    ['upper-case prefix', `AFF_LIVE_1_${RANDOM}`],
    ['a trailing line break', `aff_live_1_${RANDOM}\n`],
  ])('is not read from %s', (_label, key) => {
    expect(parseApiKey(key)).toBeUndefined()
  })

  it.each([
    ['too short', `aff_live_7_${RANDOM.slice(1)}`, 7],
    ['too long', `aff_live_7_${RANDOM}A`, 7],
    ['without its secret', 'aff_live_7_', 7],
    ['in quotes', `"aff_live_7_${RANDOM}"`, 7],
    ['of a sandbox', `aff_test_sandbox_7_${RANDOM.slice(1)}`, 7],
    ['with trailing text', `aff_live_7_${RANDOM} x`, 7],
    ['cut off within the program ID', 'aff_live_7', undefined],
    ['without a program ID', `aff_live_0_${RANDOM}`, undefined],
    ['with a program ID beyond 2^53', `aff_live_9007199254740992_${RANDOM}`, undefined],
    ['with leading text', `x aff_live_7_${RANDOM}`, undefined],
  ])('identifies its program even if it is malformed (%s)', (_label, text, programId) => {
    expect(parseMalformedKey(text)?.programId).toBe(programId)
  })

  it('has at least 160 random bits', () => {
    expect(() => formatApiKey({ mode: 'live', programId: 1 }, randomBytes(20))).toThrow()
    expect(formatApiKey({ mode: 'live', programId: 1 }, randomBytes(24))).toMatch(/^aff_live_1_[\w-]{32}$/)
  })

  it('is stored as its SHA-256 and shown with four characters of its secret', () => {
    const key = `aff_test_12_${RANDOM.slice(4)}wxyz`
    expect(hashApiKey(key)).toEqual(createHash('sha256').update(key).digest())
    expect(maskApiKey(key)).toBe('aff_test_12_…wxyz')
  })
})
