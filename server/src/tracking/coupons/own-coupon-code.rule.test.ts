import { describe, expect, it } from 'vitest'
import { ownCodeProblem } from './own-coupon-code.rule.ts'

const RULES = { pattern: '*', minChars: 4, maxChars: 10 }

describe('a coupon code that a partner chose', () => {
  it.each([
    ['the shortest', 'MAYA', {}, undefined],
    ['one character too few', 'MAY', {}, 'too_short'],
    ['spaces that don’t count', '  MAY  ', {}, 'too_short'],
    ['the longest', 'MAYA-2026A', {}, undefined],
    ['one character too many', 'MAYA-2026AB', {}, 'too_long'],
    ['a space inside', 'MA YA', {}, 'characters'],
    ['a symbol', 'MAYA%', {}, 'characters'],
    ['a letter with an accent', 'MÄYA', {}, 'characters'],
    ['a prefix', 'ACME-MAYA', { pattern: 'ACME-*' }, undefined],
    ['a prefix in another case', 'acme-maya', { pattern: 'ACME-*' }, undefined],
    ['another prefix', 'MAYA-ACME', { pattern: 'ACME-*' }, 'pattern'],
    ['a prefix alone', 'ACME-', { pattern: 'ACME-*' }, 'pattern'],
    ['a suffix', 'MAYA10', { pattern: '*10' }, undefined],
    ['another suffix', 'MAYA20', { pattern: '*10' }, 'pattern'],
    ['ends that overlap', 'ABA', { pattern: 'AB*BA', minChars: 1 }, 'pattern'],
    ['both ends with one letter in between', 'ABxBA', { pattern: 'AB*BA' }, undefined],
  ] as const)('is checked for %s', (_title, code, rules, problem) => {
    expect(ownCodeProblem(code, { ...RULES, ...rules })).toBe(problem)
  })
})
