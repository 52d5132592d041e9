import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Chunk,
  deriveKeys,
  openAppSecret,
  openChunk,
  sealAppSecret,
  sealChunk,
} from './archive-cipher.rule.ts'

const keys = deriveKeys(Buffer.alloc(32, 7))
const plain = Buffer.from('what the chunk holds')
const at = (number: number, isLast = false): Chunk => ({ number, isLast })

describe('a chunk opens as what it was, where it was, and nowhere else', () => {
  const sealed = sealChunk(keys.archive, plain, at(5))

  it('opens as it was written', () => {
    expect(openChunk(keys.archive, sealed, at(5))).toEqual(plain)
    const last = sealChunk(keys.archive, Buffer.alloc(0), at(6, true))
    expect(openChunk(keys.archive, last, at(6, true))).toHaveLength(0)
  })

  it.each([
    [
      'in another place',
      () => openChunk(keys.archive, sealed, at(4)),
      /altered, or its chunks are in another order: chunk 4/,
    ],
    ['as the last one', () => openChunk(keys.archive, sealed, at(5, true)), /ends before its last chunk/],
    [
      'after the last one',
      () => openChunk(keys.archive, sealChunk(keys.archive, plain, at(5, true)), at(5)),
      /goes on after its last chunk/,
    ],
    ['when its end is missing', () => openChunk(keys.archive, sealed.subarray(0, -1), at(5)), /altered/],
    [
      'when hardly anything is left',
      () => openChunk(keys.archive, sealed.subarray(0, 15), at(5)),
      /ends before/,
    ],
    ['under another key', () => openChunk(keys.manifest, sealed, at(5)), /altered/],
  ])('is refused %s', (_, open, message) => {
    expect(open).toThrow(message)
  })

  it('is refused when any bit of it was changed', () => {
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => openChunk(keys.archive, changed, at(5))).toThrow(/altered/)
      }),
    )
  })
})

it('APP_SECRET comes back as it was', () => {
  const secret = 'a secret of at least thirty-two characters, ä'
  expect(openAppSecret(keys, sealAppSecret(keys, secret))).toBe(secret)
})
