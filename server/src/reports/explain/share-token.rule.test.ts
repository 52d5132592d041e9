import { expect, it } from 'vitest'
import { formatStoryToken, programOfStoryToken, storyLink } from './share-token.rule.ts'

it('a token names its program, and nothing else is one', () => {
  const token = formatStoryToken(42, Buffer.alloc(32, 7))
  expect(programOfStoryToken(token)).toBe(42)
  for (const other of [
    '',
    'story_0_x',
    token.slice(1),
    `${token}x`,
    token.replace('42', '4x'),
    `aff_live_42_${token.slice(-32)}`,
  ]) {
    expect(programOfStoryToken(other), other).toBeUndefined()
  }
  expect(() => formatStoryToken(42, Buffer.alloc(31))).toThrow()
})

it('reaches no server: it is behind the # of its link', () => {
  const token = formatStoryToken(42, Buffer.alloc(32, 7))
  expect(storyLink('https://aff.example', token)).toBe(`https://aff.example/story#${token}`)
})
