import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetItems, recentItems, rememberItem } from './recent-items.ts'

class Storage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem(key: string, value: string) {
    this.set(key, value)
    Object.defineProperty(this, key, { value, configurable: true, enumerable: true })
  }
  removeItem = (key: string) => void this.delete(key)
}

beforeEach(() => vi.stubGlobal('sessionStorage', new Storage()))
afterEach(() => vi.unstubAllGlobals())

const item = (n: number) => ({ label: `Order ${n}`, href: `/programs/1/explain?q=${n}` })

test('keeps the newest items without duplicates, per user and program', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) rememberItem('ann', '1', item(n))
  expect(recentItems('ann', '1').map(({ label }) => label.at(-1))).toEqual(['3', '7', '6', '5', '4', '2'])
  expect(recentItems('bob', '1')).toEqual([])
  expect(recentItems('ann', '2')).toEqual([])
  forgetItems()
  expect(recentItems('ann', '1')).toEqual([])
})

test.each(['', '{', '{}', '[1,null,{"label":1}]', '[{"label":"x","href":"https://evil.test"}]'])(
  'ignores invalid content: %s',
  (content) => {
    sessionStorage.setItem('affiliate.recent.ann.1', content)
    expect(recentItems('ann', '1')).toEqual([])
  },
)
