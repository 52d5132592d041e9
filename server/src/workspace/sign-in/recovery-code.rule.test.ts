import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RECOVERY_CODE_BYTES, recoveryCode } from './recovery-code.rule.ts'

const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES })

test('a recovery code has three groups of four signs, none of them a capital or read as another', () => {
  fc.assert(
    fc.property(bytes, (chance) => {
      expect(recoveryCode(chance)).toMatch(/^([0-9a-hjkmnp-tv-z]{4}(-|$)){3}$/)
    }),
  )
})

test('every sign is as likely as any other', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const [sign = ''] = recoveryCode(new Uint8Array(RECOVERY_CODE_BYTES).fill(byte))
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  expect([counts.size, ...new Set(counts.values())]).toEqual([32, 8])
})

test.each([0, RECOVERY_CODE_BYTES - 1, RECOVERY_CODE_BYTES + 1])('%i bytes make none', (length) => {
  expect(() => recoveryCode(new Uint8Array(length))).toThrow('a byte for each of its signs')
})
