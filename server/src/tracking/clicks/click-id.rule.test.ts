import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatClickId, parseClickId, uuidV7 } from './click-id.rule.ts'

describe('a click ID contains its program and time (D18)', () => {
  it('that are unchanged after formatting and parsing', () => {
    const instants = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), instants, (programId, receivedAt) => {
        const uuid = uuidV7(receivedAt, randomBytes(10))
        expect(parseClickId(formatClickId(programId, uuid))).toEqual({ programId, uuid, receivedAt })
      }),
    )
  })

  it('in a UUID of version 7 and the RFC 9562 variant, for any random bytes', () => {
    expect(uuidV7(new Date(0), Buffer.alloc(10, 0xff))).toBe('00000000-0000-7fff-bfff-ffffffffffff')
    expect(uuidV7(new Date(0x0192f3a4b5c6), Buffer.alloc(10))).toBe('0192f3a4-b5c6-7000-8000-000000000000')
  })

  it.each([
    ['nothing', ''],
    ['a word', 'click'],
    ['a UUIDv4', '16-0192f3a4-b5c6-4000-8000-000000000000'],
    ['a missing program', '-0192f3a4-b5c6-7000-8000-000000000000'],
    ['program zero', '0-0192f3a4-b5c6-7000-8000-000000000000'],
    ['a program beyond 2^53', 'zzzzzzzzzzz-0192f3a4-b5c6-7000-8000-000000000000'],
    ['an instant after the year 9999', '16-e677d21f-dc00-7000-8000-000000000000'],
    ['uppercase', '16-0192F3A4-B5C6-7000-8000-000000000000'],
    ['an inner space', '16-0192f3a4 -b5c6-7000-8000-000000000000'],
  ])('so that parsing rejects %s', (_label, text) => {
    expect(parseClickId(text)).toBeUndefined()
  })

  it('including with surrounding whitespace, which templates may add', () => {
    const id = '16-0192f3a4-b5c6-7000-8000-000000000000'
    expect(parseClickId(` ${id}\r\n`)).toEqual(parseClickId(id))
  })
})
