import { expect, it } from 'vitest'
import { captureMethod, captureMethodNumber } from './capture-method.rule.ts'

it.each([
  ['same-origin', 'server_set'],
  ['same-site', 'script'],
  ['cross-site', 'script'],
  ['none', 'script'],
  ['SAME-ORIGIN', 'script'],
  [['same-origin', 'cross-site'], 'script'],
  [undefined, 'script'],
] as const)('a click with Sec-Fetch-Site %s was captured by %s', (site, method) => {
  expect(captureMethod(typeof site === 'object' ? [...site] : site)).toBe(method)
})

it.each([
  ['script', undefined],
  ['server_set', 1],
  ['redirect', 2],
] as const)('%s is stored as %s', (method, number) => {
  expect(captureMethodNumber(method)).toBe(number)
})
