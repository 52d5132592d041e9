import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTrackingProxy, nodeHandler } from '../../sdk/src/tracking-proxy.ts'
import { describeInChromium } from './chromium.ts'
import { openStage, readClickId, readTrackerCookie, SECURE_HOST, type Stage } from './stage.ts'

let stage: Stage

describeInChromium('a site that serves the tracker from its own origin', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('gets the cookie from the server, and the tracker doesn’t write it', async () => {
    const program = await stage.newProgram()
    const proxy = nodeHandler(createTrackingProxy({ baseUrl: `http://127.0.0.1:${stage.gate.port}` }))
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/affiliate/')) return void proxy(request, response)
      response.setHeader('content-type', 'text/html')
      response.end(
        `<title>Shop</title><script src="/affiliate/js/tracker.js" data-program-id="${program.id}" defer></script>`,
      )
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // safe because it listens on a port
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    // Browsers that limit script-written cookies would shorten a cookie that a script rewrites.
    await page.addInitScript(() => {
      // safe because every browser has this accessor
      const { get, set } = Object.getOwnPropertyDescriptor(
        Document.prototype,
        'cookie',
      ) as Required<PropertyDescriptor>
      Object.defineProperty(document, 'cookie', {
        get,
        set(text: string) {
          document.title = `wrote ${text}`
          set.call(document, text)
        },
      })
    })
    // A secure host, because browsers send `Sec-Fetch-Site` only to secure hosts.
    await page.goto(`http://${SECURE_HOST}:${port}/?aff=${program.code}`)
    const clickId = await readClickId(page)
    expect(await page.title()).toBe('Shop')
    expect(await readTrackerCookie(visitor)).toMatchObject({
      value: clickId,
      domain: SECURE_HOST,
      sameSite: 'Lax',
    })
    expect(await stage.countClicks(program)).toBe(1)
    expect(await stage.captureMethods(program)).toEqual([1])
  })
})
