import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from './chromium.ts'
import { MISTAKES, type Mistake } from './example-shop/mistakes.ts'
import { KINDS, type Kind } from './example-shop/shop-server.ts'
import { openVerifyStage, type VerifyStage } from './verify-shop.ts'

let stage: VerifyStage

const kinds = Object.keys(KINDS) as Kind[]
const mistakes = Object.keys(MISTAKES) as Mistake[]

describeInChromium('affiliate verify-integration', () => {
  beforeAll(async () => {
    stage = await openVerifyStage()
  })

  test.each(mistakes)('names the mistake on every kind of site: %s', async (mistake) => {
    const runs = await Promise.all(kinds.map((kind) => stage.verifyShop(kind, mistake)))
    const causes = runs.map((checks) => checks.flatMap(({ cause }) => cause ?? []))
    expect(causes).toEqual(kinds.map(() => [MISTAKES[mistake]]))
    expect(await stage.countLiveRows()).toBe(0)
  })
})
