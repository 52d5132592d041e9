import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BROWSER, startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'
import { newFolder } from '../../server/test/new-folder.ts'
import { startProxy } from './proxy.ts'

const service = await startTestService()
const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })

/** The configurations in the documentation, in order: nginx, Caddy. */
const [NGINX = '', CADDY = ''] = [
  ...(readFileSync(new URL('../../docs/integration.md', import.meta.url), 'utf8')
    .split('### Serve the tracker from your own site')[1]
    ?.matchAll(/```(?:nginx)?\n([\s\S]*?)```/g) ?? []),
].map(([, text = '']) => text)

const SERVERS: Record<
  string,
  { command: string; start(upstream: string, port: number, folder: string): string[] }
> = {
  nginx: {
    command: 'nginx',
    start(upstream, port, folder) {
      const location = NGINX.replace('https://track.example.com', upstream)
      const file = join(folder, 'nginx.conf')
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      writeFileSync(
        file,
        `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
         http { access_log off; ${paths.join(' ')} server { listen 127.0.0.1:${port}; ${location} } }`,
      )
      return ['-p', folder, '-c', file]
    },
  },
  Caddy: {
    command: 'caddy',
    start(upstream, port, folder) {
      const site = CADDY.replace('https://track.example.com', upstream).replace(
        'shop.example {',
        `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`,
      )
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
      return ['run', '--adapter', 'caddyfile', '--config', file]
    },
  },
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // safe because it listens on a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.each(Object.entries(SERVERS))('the documented configuration of %s', (_name, { command, start }) => {
  it.skipIf(process.env.TEST_REQUIRE_ALL === undefined && !isInstalled(command))(
    'serves the tracker and forwards clicks and signups without keys and cookies, and nothing else',
    async () => {
      const shop = await openShop(service)
      const upstream = await startProxy(baseUrl)
      const [port, folder] = [await freePort(), newFolder()]
      const server = spawn(command, start(upstream.url, port, folder), {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      })
      onTestFinished(() => void server.kill('SIGKILL'))
      const origin = `http://127.0.0.1:${port}`
      const script = () =>
        fetch(`${origin}/affiliate/js/tracker.js`).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(script, { timeout: 20_000 }).toBe(200)
      const post = (path: string, body: object) =>
        fetch(`${origin}/affiliate/api/v1/track/${path}`, {
          method: 'POST',
          headers: {
            'user-agent': BROWSER,
            'sec-fetch-site': 'same-origin',
            authorization: `Bearer ${shop.program.liveKey}`,
            cookie: 'session=1',
          },
          body: JSON.stringify(body),
        })
      // safe because the next line checks the response
      const click = (await (await post('click', { affiliate_url: shop.url })).json()) as { click_id: string }
      const lead = await post('lead', { click_id: click.click_id, customer_key: 'cus-1' })
      expect(await lead.json()).toMatchObject({ success: true, provisional: true })
      expect(await shop.rows('click_events')).toMatchObject([{ capture_method: 1 }])
      const forwarded = upstream.seen.filter(({ method }) => method === 'POST')
      expect(
        forwarded.map(({ url, headers }) => [
          url,
          headers.authorization || undefined,
          headers.cookie || undefined,
        ]),
      ).toEqual([
        ['/api/v1/track/click', undefined, undefined],
        ['/api/v1/track/lead', undefined, undefined],
      ])
      for (const path of ['/api/v1/track/sale', '/openapi.json', '/js/tracker.js/../../openapi.json']) {
        const count = upstream.seen.length
        await fetch(`${origin}/affiliate${path}`, { method: 'POST', body: '{}' })
        expect(upstream.seen.length, path).toBe(count)
      }
    },
  )
})
