import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COLOR, contrast, DEFAULT_COLOR, readableLinkColors, textColorOn } from './text-color.rule.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

it('the text on a color has a contrast ratio of at least 4.5 (property)', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      expect(contrast(color, textColorOn(color))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('a color used for text has a contrast ratio of at least 4.5 on the backgrounds of both themes (property)', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const { light, dark } = readableLinkColors(color)
      for (const background of ['#ffffff', '#e6e9ee']) {
        expect(contrast(light, background)).toBeGreaterThanOrEqual(4.5)
      }
      for (const background of ['#0f1116', '#2a2e37']) {
        expect(contrast(dark, background)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

it('a color that is readable as text is unchanged', () => {
  expect(readableLinkColors('#2f4fb3').light).toBe('#2f4fb3')
  expect(readableLinkColors('#ffd400').dark).toBe('#ffd400')
})

it.each([
  [DEFAULT_COLOR, '#ffffff'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#ffd400', '#000000'],
  ['#757575', '#ffffff'],
  ['#767676', '#000000'],
] as const)('on %s, the text is %s', (color, text) => {
  expect(color).toMatch(COLOR)
  expect(textColorOn(color)).toBe(text)
})

it('black on white has a contrast of 21, and a color on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#4477aa', '#4477aa')).toBe(1)
})
