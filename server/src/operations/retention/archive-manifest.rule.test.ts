import { expect, test } from 'vitest'
import { findBlock } from './archive-manifest.rule.ts'

const uuid = (start: string) => `${start}-0000-7000-8000-000000000000`
const blocks = [
  { first: uuid('01000000'), bytes: 10 },
  { first: uuid('02000000'), bytes: 20 },
  { first: uuid('03000000'), bytes: 30 },
]

test.each([
  ['before all blocks', '00ffffff', undefined],
  ['the first click of a block', '02000000', { at: 10, bytes: 20 }],
  ['within a block', '02ffffff', { at: 10, bytes: 20 }],
  ['after the last block began', 'ffffffff', { at: 30, bytes: 30 }],
])('finds the block of a click: %s', (_case, start, found) => {
  expect(findBlock(blocks, uuid(start))).toEqual(found)
})
