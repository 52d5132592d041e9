import { createServer } from 'node:http'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { formatCheck } from '../../server/src/tracking/verification/format-check.rule.ts'
import { describeInChromium } from './chromium.ts'
import { MISTAKES } from './example-shop/mistakes.ts'
import { KINDS, type Kind } from './example-shop/shop-server.ts'
import { listen } from './listen.ts'
import { openVerifyStage, type VerifyStage } from './verify-shop.ts'

let stage: VerifyStage

const ALL = ['site', 'tracker', 'consent', 'click', 'cookie', 'signup', 'lead', 'sale', 'refund']

const HTML = { 'content-type': 'text/html' }

/** A site that responds to every request in the same way. */
async function openSite(respond: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(respond)
  const port = await listen(server, 0)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://www.shop.localhost:${port}`
}

// verify-integration.slow.browser.test.ts tests all mistakes on all kinds of sites.
describeInChromium('affiliate verify-integration', () => {
  beforeAll(async () => {
    stage = await openVerifyStage()
  })

  test.each(Object.keys(KINDS) as Kind[])(
    'passes every step on a correct site (%s), and counts nothing',
    async (kind) => {
      const checks = await stage.verifyShop(kind)
      expect(checks.map(formatCheck).join('\n')).not.toContain('✗')
      expect(checks.map(({ name, status }) => [name, status])).toEqual(ALL.map((name) => [name, 'passed']))
      expect(await stage.countLiveRows()).toBe(0)
    },
  )

  test.each<[Kind, keyof typeof MISTAKES]>([
    ['spa', 'script drops the query'],
    ['html', 'amount in dollars'],
  ])('reports a site’s mistake (%s): %s', async (kind, mistake) => {
    const checks = await stage.verifyShop(kind, mistake)
    expect(checks.flatMap(({ cause }) => cause ?? [])).toEqual([MISTAKES[mistake]])
    expect(checks.map(({ name }) => name)).toEqual(ALL)
    expect(await stage.countLiveRows()).toBe(0)
  })

  test('reports a site that never responds, one that returns an error, and a page that never ends', async () => {
    const [silent, failing, endless] = [
      await openSite(() => {}),
      await openSite((_, response) => response.writeHead(500).end()),
      await openSite((_, response) => response.writeHead(200, HTML).write('<title>Endless</title>')),
    ]
    for (const [site, text] of [
      [silent, 'no response within 1 s'],
      [failing, 'returned 500'],
      [endless, 'didn’t finish loading within 1 s'],
    ] as const) {
      const [first, ...others] = await stage.verify({ site, timeoutMs: 1_000 })
      expect(first).toMatchObject({
        name: 'site',
        cause: 'site_unreachable',
        text: expect.stringContaining(text),
      })
      expect(others.map(({ status }) => status)).toEqual(ALL.slice(1).map(() => 'not_checked'))
    }
  })

  test('reports a page that stays busy forever', async () => {
    const site = await openSite((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<title>Busy</title><script>setTimeout(() => { for (;;); }, 500)</script>'),
    )
    const checks = await stage.verify({ site, timeoutMs: 1_000 })
    expect(checks.flatMap(({ cause }) => cause ?? [])).toEqual(['page_unresponsive'])
  })

  test('stops while a page is open', async () => {
    const stop = new AbortController()
    const site = await openSite(() => setTimeout(() => stop.abort(), 200))
    await expect(stage.verify({ site }, stop.signal)).rejects.toThrow('Stopped.')
  })
})
