import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from './chromium.ts'
import { MISTAKES, MULTI_PAGE_MISTAKES } from './example-shop/mistakes.ts'
import { KINDS, type Kind } from './example-shop/shop-server.ts'
import { openVerifyStage, type VerifyStage } from './verify-shop.ts'

let stage: VerifyStage

const kinds = Object.keys(KINDS) as Kind[]
const mistakes = Object.keys(MISTAKES) as (keyof typeof MISTAKES)[]
const multiPageMistakes = Object.keys(MULTI_PAGE_MISTAKES) as (keyof typeof MULTI_PAGE_MISTAKES)[]

describeInChromium('affiliate verify-integration', () => {
  beforeAll(async () => {
    stage = await openVerifyStage()
  })

  test.each(mistakes)('reports the mistake on every kind of site: %s', async (mistake) => {
    const runs = await Promise.all(kinds.map((kind) => stage.verifyShop(kind, mistake)))
    const causes = runs.map((checks) => checks.flatMap(({ cause }) => cause ?? []))
    expect(causes).toEqual(kinds.map(() => [MISTAKES[mistake]]))
    expect(await stage.countLiveRows()).toBe(0)
  })

  test.each(multiPageMistakes)('reports the mistake on a multi-page site: %s', async (mistake) => {
    const checks = await stage.verifyShop('html', mistake)
    expect(checks.flatMap(({ cause }) => cause ?? [])).toEqual([MULTI_PAGE_MISTAKES[mistake]])
  })

  test('opens the given pages instead of searching for them', async () => {
    const checks = await stage.verifyShop('spa', undefined, { signup: '/signup', checkout: '/checkout' })
    expect(checks.filter(({ status }) => status !== 'passed')).toEqual([])
  })
})
