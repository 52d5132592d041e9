import { expect, it } from 'vitest'
import { formatShareToken, parseShareTokenProgram, shareLinkUrl } from './share-token.rule.ts'

it('a share token names its program, and malformed tokens are rejected', () => {
  const token = formatShareToken(42, Buffer.alloc(32, 7))
  expect(parseShareTokenProgram(token)).toBe(42)
  for (const other of [
    '',
    'story_0_x',
    token.slice(1),
    `${token}x`,
    token.replace('42', '4x'),
    `aff_live_42_${token.slice(-32)}`,
  ]) {
    expect(parseShareTokenProgram(other), other).toBeUndefined()
  }
  expect(() => formatShareToken(42, Buffer.alloc(31))).toThrow()
})

it('a share token is in the URL fragment, which never reaches a server', () => {
  const token = formatShareToken(42, Buffer.alloc(32, 7))
  expect(shareLinkUrl('https://aff.example', token)).toBe(`https://aff.example/story#${token}`)
})
