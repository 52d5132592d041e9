import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashEmail } from './email-hash.rule.ts'

describe('hashEmail returns an HMAC of the trimmed lowercase address (D25)', () => {
  it.each([
    ['uppercase letters', 'ADA@Example.COM'],
    ['surrounding whitespace', '  ada@example.com\n'],
  ])('is the same for %s', (_label, email) => {
    expect(hashEmail(email, 'secret')).toEqual(hashEmail('ada@example.com', 'secret'))
  })

  it.each([
    ['another address', 'bob@example.com', 'secret'],
    ['another secret', 'ada@example.com', 'another'],
    ['a plus tag, which may belong to another person', 'ada+x@example.com', 'secret'],
  ])('differs for %s', (_label, email, secret) => {
    expect(hashEmail(email, secret)).not.toEqual(hashEmail('ada@example.com', 'secret'))
  })

  it('never changes, so that stored hashes still match', () => {
    const expected = createHmac('sha256', 'secret').update('email:ada@example.com').digest()
    expect(hashEmail('Ada@example.com', 'secret')).toEqual(expected)
  })
})
