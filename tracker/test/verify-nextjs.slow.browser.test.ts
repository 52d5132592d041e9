import { beforeAll, describe, expect, test } from 'vitest'
import { canRunFrameworks, skippedNote } from '../../sdk/test/framework-project.ts'
import type { Check } from '../../server/src/tracking/verification/verification.ts'
import { describeInChromium } from './chromium.ts'
import { MISTAKES, type Mistake, MULTI_PAGE_MISTAKES } from './example-shop/mistakes.ts'
import { buildNextjsShop, openNextjsShop } from './example-shop/nextjs-shop.ts'
import { openVerifyStage, type VerifyStage } from './verify-shop.ts'

const CAUSES = { ...MISTAKES, ...MULTI_PAGE_MISTAKES }

let stage: VerifyStage
let folder = ''

interface Variant {
  hasOwnTracker?: boolean
  signup?: string
  checkout?: string
}

function verify(mistake?: Mistake, { hasOwnTracker = false, ...pages }: Variant = {}): Promise<Check[]> {
  return stage.verifyOpened(
    (program) => openNextjsShop(folder, { ...program, mistake, hasOwnTracker }),
    pages,
  )
}

describeInChromium('affiliate verify-integration', () => {
  describe.skipIf(!canRunFrameworks)(`on a Next.js site${skippedNote}`, () => {
    beforeAll(async () => {
      stage = await openVerifyStage()
      folder = await buildNextjsShop()
    })

    test.each<[string, Variant]>([
      ['client navigation', {}],
      ['given pages', { signup: '/signup', checkout: '/checkout' }],
      ['the tracker on the site’s own origin', { hasOwnTracker: true }],
    ])('passes every step (%s), and counts nothing', async (_, variant) => {
      const checks = await verify(undefined, variant)
      expect(checks.filter(({ status }) => status !== 'passed')).toEqual([])
      expect(checks).toHaveLength(9)
      expect(await stage.countLiveRows()).toBe(0)
    })

    // The other mistakes don't depend on how a site loads its pages, so they are tested on the other kinds of sites.
    test.each<Mistake>([
      'tracker tag missing',
      'policy blocks the script',
      'banner never gives consent',
      'redirect drops the query',
      'cookie deleted later',
      'signup page never responds',
      'signup without click ID',
      'live key',
      'another customer key for the sale',
      'refund of an unknown payment',
    ])('reports the mistake: %s', async (mistake) => {
      const checks = await verify(mistake)
      expect(checks.flatMap(({ cause }) => cause ?? [])).toEqual([CAUSES[mistake]])
      expect(await stage.countLiveRows()).toBe(0)
    })
  })
})
