import { describe, expect, it } from 'vitest'
import { isSlug } from './slug.rule.ts'

describe('the name of a program in addresses', () => {
  it.each(['a', 'acme', 'acme-2', '7', 'x'.repeat(63)])('%s can be one', (slug) => {
    expect(isSlug(slug)).toBe(true)
  })
  it.each(['', '-a', 'a-', 'a--b', 'Acme', 'a_b', 'a.b', 'a/b', 'ä', 'a\n', 'x'.repeat(64), 'api', 'join'])(
    '%j cannot',
    (slug) => {
      expect(isSlug(slug)).toBe(false)
    },
  )
})
