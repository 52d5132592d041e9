import { describe, expect, test } from 'vitest'
import {
  formatPseudonym,
  idPseudonymizer,
  isPseudonym,
  PSEUDONYM_BYTES,
  signupTrace,
} from './pseudonym.rule.ts'

const SECRET = 'a-secret-that-only-the-tests-know-0123456789'

describe('an erased ID', () => {
  const erase = idPseudonymizer(7, SECRET)

  test('is deterministic, and differs by ID, program and secret', () => {
    const names = [
      erase('order-1'),
      erase('order-2'),
      idPseudonymizer(8, SECRET)('order-1'),
      idPseudonymizer(7, `${SECRET}!`)('order-1'),
    ]
    expect(new Set(names).size).toBe(4)
    expect(idPseudonymizer(7, SECRET)('order-1')).toBe(names[0])
  })

  test.each(['order-1', '', 'a'.repeat(255), 'ſ – 名'])(
    'reveals nothing of "%s" and fits its column',
    (name) => {
      expect(erase(name)).toMatch(/^erased-[\w-]{27}$/)
      if (name !== '' && name !== 'a') expect(erase(name)).not.toContain(name)
    },
  )

  test('stays the same when erased again', () => {
    for (const name of ['order-1', 're_1']) expect(erase(erase(name))).toBe(erase(name))
  })

  test('keeps the prefix of a processor’s refund ID', () => {
    expect(erase('re_123')).toMatch(/^re_erased-[\w-]{27}$/)
    expect(erase('pyr_123')).toMatch(/^pyr_erased-/)
    expect(erase('return-1')).toMatch(/^erased-/)
  })
})

test('isPseudonym accepts customer pseudonyms but not erased IDs', () => {
  expect(isPseudonym(formatPseudonym(Buffer.alloc(PSEUDONYM_BYTES, 255)))).toBe(true)
  expect(isPseudonym('erased-')).toBe(false)
  expect(isPseudonym(idPseudonymizer(7, SECRET)('order-1'))).toBe(false)
})

describe('a signup trace', () => {
  const click = '0195a0b1-0000-7000-8000-000000000001'
  const email_hash = Buffer.from('1')
  const createTrace = (customer_key?: string, hash?: Buffer, uuid = click) =>
    signupTrace(SECRET, uuid, { customer_key, email_hash: hash })

  test('is derived from the customer key, or the email hash without one', () => {
    expect(createTrace('ada', email_hash)).toEqual(createTrace('ada'))
    expect(createTrace(undefined, email_hash)).not.toEqual(createTrace('ada'))
    expect(createTrace()).toBeUndefined()
  })

  test('differs by click, customer key and email hash', () => {
    expect(createTrace('ada', undefined, click.replace('1', '2'))).not.toEqual(createTrace('ada'))
    expect(createTrace('bea')).not.toEqual(createTrace('ada'))
    expect(createTrace(undefined, Buffer.from('2'))).not.toEqual(createTrace(undefined, email_hash))
  })
})
