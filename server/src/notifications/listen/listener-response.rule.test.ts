import { describe, expect, test } from 'vitest'
import { parseListenerEvents, readListener } from './listener-response.rule.ts'

const EVENT = { id: 1, messageId: 'msg_2c6d7f0e-6e0c', type: 'sale.created', payload: '{}' }
const LISTENER = { id: 7, secret: 'whsec_AQEB=', eventTypes: ['sale.created'] }

describe('a response from the service', () => {
  test('is parsed, and fields from later versions are ignored', () => {
    expect(parseListenerEvents({ data: [{ ...EVENT, more: 1 }] })).toEqual([EVENT])
    expect(parseListenerEvents({ data: [] })).toEqual([])
    expect(readListener({ data: { ...LISTENER, until: 'x' } })).toEqual(LISTENER)
  })

  test.each([
    undefined,
    null,
    'x',
    {},
    { data: {} },
    { data: [null] },
    { data: [EVENT, { ...EVENT, id: '1' }] },
    { data: [{ ...EVENT, messageId: 'a\r\nx-header: 1' }] },
    { data: [{ ...EVENT, payload: {} }] },
    { data: [{ ...EVENT, type: undefined }] },
  ])('is undefined if it is invalid: %j', (body) => {
    expect(parseListenerEvents(body)).toBeUndefined()
    expect(readListener(body)).toBeUndefined()
  })

  test('is undefined if its secret contains control characters', () => {
    expect(readListener({ data: { ...LISTENER, secret: 'whsec_\u001b[2J' } })).toBeUndefined()
  })
})
