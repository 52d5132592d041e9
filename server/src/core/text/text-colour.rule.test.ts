import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COLOUR, contrast, DEFAULT_COLOUR, textColourOn } from './text-colour.rule.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

it('is read on any colour with a contrast of 4.5 or more', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      expect(contrast(colour, textColourOn(colour))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it.each([
  [DEFAULT_COLOUR, '#ffffff'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#ffd400', '#000000'],
  ['#757575', '#ffffff'],
  ['#767676', '#000000'],
] as const)('on %s text is %s', (colour, text) => {
  expect(colour).toMatch(COLOUR)
  expect(textColourOn(colour)).toBe(text)
})

it('black on white is 21, a colour on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#4477aa', '#4477aa')).toBe(1)
})
