import { describe, expect, test } from 'vitest'
import { ownCodeProblems } from './own-code.ts'

const RULES = { pattern: 'ACME-*', minChars: 6, maxChars: 12 }

describe('a coupon code that a partner chose', () => {
  test.each([
    ['ACME-MAYA', []],
    [' acme-m ', []],
    ['ACME-MAYA2026', ['length']],
    ['ACME-MA YA', ['characters']],
    ['MAYA-ACME', ['pattern']],
    ['', ['length', 'pattern']],
    ['ACME-', ['length', 'pattern']],
    ['MAYA 2026 PODCAST', ['length', 'characters', 'pattern']],
  ])('%s: %j', (code, problems) => {
    expect(ownCodeProblems(code, RULES)).toEqual(problems)
  })
})
