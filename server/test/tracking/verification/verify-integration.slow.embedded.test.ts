import { existsSync, readdirSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand, startCommand } from '../../command.ts'
import { newFolder } from '../../new-folder.ts'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const KEY = 'aff_mgmt_1_secret'

async function open(respond: RequestListener) {
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // safe because it listens on a port
  return { url: `http://127.0.0.1:${port}`, server }
}

const connections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

/** The parts of a service that the command calls first. */
const openService = () =>
  open((_, response) => {
    const readiness = { checkedAt: new Date().toISOString(), gates: [] }
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { clickId: 'test-click', testLink: null, readiness } }))
  })

const argumentsFor = (service: string, url: string) => [
  ...['verify-integration', '--service', service, '--program', '1', '--url', url],
]

describe('affiliate verify-integration', () => {
  test.skipIf(!existsSync(CHROMIUM)).each([
    ['SIGINT', 130, []],
    ['SIGTERM', 143, ['--json']],
  ] as const)(
    'closes the browser, removes its profile and exits with the signal’s code on %s',
    async (signal, code, options) => {
      const service = await openService()
      let opened = () => {}
      const isOpen = new Promise<void>((resolve) => {
        opened = resolve
      })
      // The page never responds.
      const site = await open(() => opened())
      const TMPDIR = newFolder()
      const { child, output, ended } = startCommand([...argumentsFor(service.url, site.url), ...options], {
        TMPDIR,
        HOME: newFolder(),
        AFFILIATE_KEY: KEY,
        CHROMIUM_PATH: CHROMIUM,
      })
      await isOpen
      expect(readdirSync(TMPDIR).join()).toContain('playwright')
      child.kill(signal)
      expect(await ended).toBe(code)
      const stderr =
        options.length === 0 ? 'Stopped.\n' : `{"error":{"message":"Stopped.","code":"${signal}"}}\n`
      expect(output).toEqual({ stdout: '', stderr })
      expect(readdirSync(TMPDIR)).toEqual([])
      await expect.poll(() => connections(site.server)).toBe(0)
    },
  )

  test('reports an unreachable site as JSON, with all steps', async () => {
    if (!existsSync(CHROMIUM)) return
    const service = await openService()
    const site = await open((_, response) => response.writeHead(503).end())
    const { code, stdout, stderr } = await runCommand([...argumentsFor(service.url, site.url), '--json'], {
      AFFILIATE_KEY: KEY,
      CHROMIUM_PATH: CHROMIUM,
    })
    expect([code, stderr]).toEqual([1, ''])
    const { passed, checks } = JSON.parse(stdout)
    expect(passed).toBe(false)
    expect(checks).toHaveLength(9)
    expect(checks[0]).toEqual({
      name: 'site',
      status: 'failed',
      cause: 'site_unreachable',
      text: `${site.url}/ returned 503`,
      fix: 'Check --url: it must open in a browser on this machine.',
    })
    expect(stdout).not.toContain('secret')
  })

  test.each<[string, Record<string, string>, string[], number, string]>([
    [
      'no browser',
      { CHROMIUM_PATH: '/nowhere/chromium' },
      [],
      1,
      'CHROMIUM_PATH: /nowhere/chromium does not exist.',
    ],
    [
      'an executable that isn’t a browser',
      { CHROMIUM_PATH: '/bin/false' },
      [],
      1,
      '/bin/false doesn’t start',
    ],
    ['a program key', { AFFILIATE_KEY: 'aff_live_1_secret' }, [], 1, 'This is a program API key'],
    ['a site without http', {}, ['--url', 'ftp://x'], 2, 'starts with http:// or https://'],
    ['a page without http', {}, ['--signup', 'mailto:a@b.c'], 2, 'starts with http:// or https://'],
    ['no timeout', {}, ['--timeout', '0'], 2, 'from 1 to 600'],
  ])('explains %s', async (_, environment, args, expected, text) => {
    const service = await openService()
    const { code, stderr } = await runCommand([...argumentsFor(service.url, 'http://127.0.0.1:1'), ...args], {
      AFFILIATE_KEY: KEY,
      ...environment,
    })
    expect(stderr).toContain(text)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(expected)
  })
})
