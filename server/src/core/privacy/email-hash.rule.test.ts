import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashEmail } from './email-hash.rule.ts'

describe('hashEmail: an HMAC of the trimmed lower-case address (D25)', () => {
  it.each([
    ['upper case', 'ADA@Example.COM'],
    ['spaces around it', '  ada@example.com\n'],
  ])('is the same for %s', (_label, email) => {
    expect(hashEmail(email, 'secret')).toEqual(hashEmail('ada@example.com', 'secret'))
  })

  it.each([
    ['another address', 'bob@example.com', 'secret'],
    ['another secret', 'ada@example.com', 'another'],
    ['a tag, which may be another person', 'ada+x@example.com', 'secret'],
  ])('differs for %s', (_label, email, secret) => {
    expect(hashEmail(email, secret)).not.toEqual(hashEmail('ada@example.com', 'secret'))
  })

  it('never changes: stored hashes must still be found', () => {
    const expected = createHmac('sha256', 'secret').update('email:ada@example.com').digest()
    expect(hashEmail('Ada@example.com', 'secret')).toEqual(expected)
  })
})
