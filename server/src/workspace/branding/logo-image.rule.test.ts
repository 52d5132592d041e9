import { expect, it } from 'vitest'
import { detectLogoType } from './logo-image.rule.ts'

it.each([
  ['a PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  ['a WebP', Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'],
  ['the first half of a PNG signature', Buffer.from('89504e47', 'hex'), undefined],
  ['an audio file in the WebP container', Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt ', 'latin1'), undefined],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), undefined],
  ['HTML', Buffer.from('<!doctype html>'), undefined],
  ['a GIF', Buffer.from('GIF89a'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s is detected as %s', (_name, bytes, type) => {
  expect(detectLogoType(bytes)).toBe(type)
})
