import { expect, it } from 'vitest'
import { toClickPage } from './click-page.rule.ts'

it.each([
  ['https://shop.test/', 'shop.test'],
  ['https://shop.test/plans?aff=a&email=sam@shop.test#me', 'shop.test/plans'],
  ['https://user:secret@shop.test:8080/a/b', 'shop.test:8080/a/b'],
  ['javascript:alert(1)', null],
  ['not a URL', null],
  [null, null],
])('shortens %j to %j', (address, page) => expect(toClickPage(address)).toBe(page))
