import { describe, expect, test } from 'vitest'
import { ownCodeProblem } from './own-code.ts'

const RULES = { pattern: 'ACME-*', minChars: 6, maxChars: 12 }

describe('a coupon code that a partner chose', () => {
  test.each([
    ['ACME-MAYA', undefined],
    [' acme-m ', undefined],
    ['ACME-', 'length'],
    ['ACME-MAYA2026', 'length'],
    ['ACME MAYA', 'characters'],
    ['MAYA-ACME', 'pattern'],
  ])('%s: %s', (code, problem) => {
    expect(ownCodeProblem(code, RULES)).toBe(problem)
  })
})
