import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER, startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'
import {
  buildNext,
  canRunFrameworks,
  createProject,
  FRAMEWORKS,
  skippedNote,
  startNext,
  startServer,
} from './framework-project.ts'
import { type ReceivedRequest, startProxy } from './proxy.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const CALLS_PER_MINUTE = 4

/** A merchant's project with the built SDK. */
let project = ''

beforeAll(async () => {
  project = await createProject()
})

/** Writes the README's example of a framework to the file that its first line names. */
function writeExample(framework: string, upstream: string): string {
  const [, file, code = ''] =
    new RegExp(`\`\`\`ts\n// (\\S+) \\(${framework}.*\n([^]*?)\`\`\``).exec(README) ?? []
  if (file === undefined) throw new Error(`the README has no example for ${framework}`)
  const path = join(project, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, code.replace('https://track.example.com', upstream))
  return path
}

/** Builds and starts a production server. Returns its origin. */
async function startNextExample(upstream: string): Promise<string> {
  writeExample('Next.js', upstream)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  writeFileSync(
    join(project, 'next.config.mjs'),
    `export default { turbopack: { root: ${JSON.stringify(FRAMEWORKS)} } }`,
  )
  await buildNext(project)
  return (await startNext(project)).found
}

/** Bundles the Worker and starts it in Cloudflare's runtime. Returns its origin. */
async function startWorker(upstream: string): Promise<string> {
  const worker = writeExample('Cloudflare Workers', upstream)
  buildSync({
    entryPoints: [worker],
    outfile: join(project, 'worker.js'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
  })
  const config = join(project, 'config.capnp')
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [
         (name = "worker", worker = (
           modules = [(name = "worker.js", esModule = embed "worker.js")],
           compatibilityDate = "2026-11-01",
           globalOutbound = "network",
         )),
         (name = "network", network = (allow = ["private"])),
       ],
       sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
     );`,
  )
  const { default: workerd } = createRequire(join(FRAMEWORKS, 'package.json'))('workerd')
  const command = [workerd, 'serve', config, '--control-fd=1']
  const { found: port } = await startServer(command, { folder: project, pattern: /"port":(\d+)/ })
  return `http://127.0.0.1:${port}`
}

/** The headers in which a platform sends a visitor's address, and what the visitor sends to spoof it. */
const PLATFORMS: Record<
  string,
  { start(upstream: string): Promise<string>; addressed(ip: string): Record<string, string> }
> = {
  'Next.js': { start: startNextExample, addressed: (ip) => ({ 'x-forwarded-for': `192.0.2.1, ${ip}` }) },
  'Cloudflare Workers': {
    start: startWorker,
    addressed: (ip) => ({ 'x-forwarded-for': '192.0.2.1', 'cf-connecting-ip': ip }),
  },
}

const service = await startTestService({
  environment: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_IP_PER_MINUTE: String(CALLS_PER_MINUTE) },
})
const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })

describe.skipIf(!canRunFrameworks).each(Object.entries(PLATFORMS))(
  `the README’s example in %s${skippedNote}`,
  (name, { start, addressed }) => {
    it('sets a click’s cookie from the merchant’s origin, so that the signup is attributed', async () => {
      const shop = await openShop(service)
      const upstream = await startProxy(baseUrl)
      const origin = await start(upstream.url)
      const host = name === 'Next.js' ? '203.0.113' : '198.51.100'
      const [ip, otherIp] = [`${host}.7`, `${host}.8`]
      const post = (path: string, body: object, from = ip) =>
        fetch(`${origin}/affiliate/api/v1/track/${path}`, {
          method: 'POST',
          headers: {
            ...addressed(from),
            'user-agent': BROWSER,
            'x-forwarded-proto': 'https',
            authorization: `Bearer ${shop.program.liveKey}`,
            cookie: 'session=1',
          },
          body: JSON.stringify(body),
        })
      const click = { affiliate_url: `https://shop.test/?via=${shop.program.code}`, event_id: 'event-1' }

      const first = await post('click', click)
      expect(await first.json()).toMatchObject({ success: true, partner_code: shop.program.code })
      const [cookie = '', ...others] = first.headers.getSetCookie()
      const clickId = /^service_click_id=([^;]+)/.exec(cookie)?.[1]
      expect([cookie, others]).toEqual([
        `service_click_id=${clickId}; Path=/; Max-Age=${60 * 86_400}; SameSite=Lax; Secure`,
        [],
      ])
      expect(await (await post('click', click)).json()).toMatchObject({ success: true, click_id: clickId })
      expect(await shop.rows('click_events')).toMatchObject([{ partner_id: shop.program.partnerId }])
      const dimensions = await shop.rows('click_dimensions')
      expect(dimensions.flatMap(({ user_agent }) => user_agent ?? [])).toEqual([BROWSER])

      const lead = { click_id: clickId, customer_key: 'cus-1' }
      expect(await (await post('lead', lead)).json()).toMatchObject({ success: true, provisional: true })
      expect((await shop.serverLead(lead)).status).toBe(200)
      expect(await shop.rows('customers')).toMatchObject([
        { customer_key: 'cus-1', partner_id: shop.program.partnerId, status: 'lead' },
      ])

      const fields = ({ url, headers }: ReceivedRequest) => [
        url,
        headers['x-forwarded-for'],
        headers.authorization,
        headers.cookie,
      ]
      expect(upstream.seen.map(fields)).toEqual([
        ['/api/v1/track/click', ip, undefined, undefined],
        ['/api/v1/track/click', ip, undefined, undefined],
        ['/api/v1/track/lead', ip, undefined, undefined],
      ])
      // The service limits the visitor, not the merchant's server.
      const statuses = [
        await post('click', click),
        await post('click', click),
        await post('click', click, otherIp),
      ]
      expect(statuses.map(({ status }) => status)).toEqual([200, 429, 200])

      const script = await fetch(`${origin}/affiliate/js/tracker.js`)
      expect(await script.text()).toContain('service_click_id')
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      const headers = { 'if-none-match': script.headers.get('etag') ?? '' }
      expect((await fetch(`${origin}/affiliate/js/tracker.js`, { headers })).status).toBe(304)
      expect((await post('sale', {})).status).toBe(404)
    })
  },
)
