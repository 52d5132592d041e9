import { expect, it } from 'vitest'
import { productName } from './product-name.rule.ts'

it.each([
  ['pro', 'Pro'],
  ['annual_plan', 'Annual plan'],
  ['plan-2', 'Plan 2'],
  ['PRO', 'PRO'],
  ['größe.xl', 'Größe xl'],
  ['prod_NXk3q9Lm', null],
  ['price_1NabCdEf', null],
  ['8123456', null],
  ['123', null],
  ['gid://shopify/Product/1', null],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', null],
  ['', null],
])('the name of product %j is %j', (id, name) => {
  expect(productName(id)).toBe(name)
})
