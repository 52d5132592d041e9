import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RECOVERY_CODE_BYTES, recoveryCode } from './recovery-code.rule.ts'

const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES })

test('a recovery code has three groups of four lower-case letters or digits, none easily confused', () => {
  fc.assert(
    fc.property(bytes, (chance) => {
      expect(recoveryCode(chance)).toMatch(/^([0-9a-hjkmnp-tv-z]{4}(-|$)){3}$/)
    }),
  )
})

test('all characters are equally likely', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const [sign = ''] = recoveryCode(new Uint8Array(RECOVERY_CODE_BYTES).fill(byte))
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  expect([counts.size, ...new Set(counts.values())]).toEqual([32, 8])
})

test.each([0, RECOVERY_CODE_BYTES - 1, RECOVERY_CODE_BYTES + 1])('rejects %i bytes', (length) => {
  expect(() => recoveryCode(new Uint8Array(length))).toThrow('a recovery code needs one byte per character')
})
