import { describe, expect, it } from 'vitest'
import { isSlug, suggestSlugs } from './slug.rule.ts'

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

describe('the slugs suggested for a program', () => {
  it.each([
    ['Acme', ['acme', 'acme-c0ffee']],
    [' Café & Söhne! ', ['cafe-sohne', 'cafe-sohne-c0ffee']],
    [`${'x'.repeat(39)} y`, ['x'.repeat(39), `${'x'.repeat(39)}-c0ffee`]],
    ['Partner', ['partner-c0ffee']],
    ['東京', ['c0ffee']],
  ])('of %j are valid', (name, slugs) => {
    expect(suggestSlugs(name, Buffer.from('c0ffee', 'hex'))).toEqual(slugs)
  })
})
