import { describe, expect, it } from 'vitest'
import { isSlug } from './slug.rule.ts'

describe('the slug of a program', () => {
  it.each(['a', 'acme', 'acme-2', '7', 'x'.repeat(63)])('%s is valid', (slug) => {
    expect(isSlug(slug)).toBe(true)
  })
  it.each(['', '-a', 'a-', 'a--b', 'Acme', 'a_b', 'a.b', 'a/b', 'ä', 'a\n', 'x'.repeat(64), 'api', 'join'])(
    '%j is invalid',
    (slug) => {
      expect(isSlug(slug)).toBe(false)
    },
  )
})
