import { expect, it } from 'vitest'
import { framedProgram } from './framed-program.rule.ts'

it.each([
  '/partner/embed/7',
  '/partner/embed/7/',
  '/partner/embed/7?x=1',
  '/partner/embed/7/programs/7/links',
])('%s may be framed by the allowed sites of program 7', (url) => {
  expect(framedProgram(url)).toBe('7')
})

it.each([
  '/partner/embed/%37',
  '/partner/embed/%37/profile',
  '/partner/%65mbed/7',
  '/%70artner/embed/7',
  '/partner/embed/7%2Fprograms',
  '/partner/embed/7x',
  '/partner/embed//7',
  '/partner/embed',
  '/partner/view/7',
  'https://elsewhere.example/partner/embed/7',
])('%s may not be framed', (url) => {
  expect(framedProgram(url)).toBeUndefined()
})
