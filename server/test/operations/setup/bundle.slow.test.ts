import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleInto, sourceFiles } from '../../../bin/bundle.js'
import { trackerScript } from '../../../src/tracking/clicks/tracker-script.http.ts'
import { addCleanup } from '../../cleanup.ts'
import { addressOf, COMMAND, startCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'
import { newFolder } from '../../new-folder.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

describe('the bundle', () => {
  test('checks every source file it contains', () => {
    const inputs = Object.values(parts).flatMap((part) => Object.keys(part))
    const own = inputs.filter((path) => !path.includes('node_modules/') && !path.includes(':'))
    expect(own.length).toBeGreaterThan(200)
    const checked = sourceFiles().map(({ path }) => path)
    expect(checked).toEqual(expect.arrayContaining(own))
    expect(checked).toContain('node_modules/.package-lock.json')
    expect(checked).toContain('tracker/src/script.ts')
  })

  test('the code that the service reads and evaluates at startup stays within its budget', () => {
    expect(statSync(join(folder, 'serve.mjs')).size).toBeLessThan(BUDGET.readBytes)
    const evaluated = [...loadedFrom(parts.service, SERVICE)]
    const bytes = evaluated.reduce((sum, path) => sum + (parts.service[path]?.bytes ?? 0), 0)
    expect(bytes).toBeLessThan(BUDGET.evaluatedBytes)
  })

  test('is ASCII, so that the engine stores one byte per character', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
    const other = files.filter((name) => readFileSync(join(folder, name)).some((byte) => byte > 0x7f))
    expect(files).toContain('serve.mjs')
    // Escape such a character in the source; in regular expressions, the bundler doesn't escape it.
    expect(other).toEqual([])
  })

  test('a running service doesn’t need its bundle’s files, which an upgrade may remove', async () => {
    const folder = join(dirname(COMMAND), `../test-${process.pid}`)
    addCleanup(() => rmSync(folder, { recursive: true, force: true }))
    cpSync(dirname(COMMAND), folder, { recursive: true })
    const { environment } = await openDataLocation()
    const started = startCommand(
      ['serve', '--json'],
      {
        ...environment,
        PORT: '0',
        STRIPE_CLIENT_ID: 'ca_test',
        STRIPE_SECRET_KEY: 'sk_test_nobody',
        STRIPE_WEBHOOK_SECRET: 'whsec_nobody000000',
      },
      { command: join(folder, 'affiliate.mjs') },
    )
    const address = await addressOf(started)
    rmSync(folder, { recursive: true })
    // The Stripe SDK is loaded with the first event.
    const event = await fetch(`${address}/api/v1/webhooks/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
      body: '{"id":"evt_1"}',
    })
    expect([event.status, await event.text()]).toEqual([400, expect.stringContaining('stripe-signature')])
  })
})

describe('modules that a process doesn’t need', () => {
  const LAZY = ['@electric-sql/pglite', 'aws4fetch', 'pg', 'playwright-core', 'stripe']

  test('are not loaded at startup, whatever the database', () => {
    const loaded = loadedFrom(parts.service, SERVICE)
    expect(loaded).toContain('node_modules/fastify/fastify.js')
    for (const name of LAZY) {
      expect([...loaded].filter((path) => path.includes(`node_modules/${name}/`) || path === name)).toEqual(
        [],
      )
    }
  })

  test('are not loaded by --help, which loads only the command definitions', () => {
    const loaded = [...loadedFrom(parts.command, ['server/src/cli/run.ts'])]
    expect(loaded).toContain('server/src/cli/backup.ts')
    expect(packagesOf(loaded)).toEqual(['commander'])
    expect(loaded.filter((path) => /\.(sql|flow|adapter|http|route|job)\.ts$/.test(path))).toEqual([])
  })

  test('are not loaded by a command that only calls the service', () => {
    const calling = [
      'server/src/notifications/listen/listen.flow.ts',
      'server/src/core/processes/control-socket.ts',
      'server/src/core/database/data-dir-lock.ts',
      'server/src/core/config/config.ts',
    ]
    expect(packagesOf([...loadedFrom(parts.code, calling)])).toEqual(['ipaddr.js'])
  })

  test('are never imported statically from outside the bundle, which would load them at startup', () => {
    const concurrently = Object.values(parts).flatMap((inputs) =>
      Object.values(inputs).flatMap(({ imports }) =>
        imports.filter(({ path, kind }) => kind !== 'dynamic-import' && path.startsWith('@electric-sql/')),
      ),
    )
    expect(concurrently).toEqual([])
  })

  test('are all imported lazily somewhere, and every lazy import exists', async () => {
    const later = Object.values(parts)
      .flatMap((inputs) => Object.entries(inputs))
      .flatMap(([path, { imports }]) =>
        path.startsWith('server/src/') ? imports.filter(({ kind }) => kind === 'dynamic-import') : [],
      )
      // Imports of other bundle files, whose inputs are in another part.
      .filter(({ path }) => !path.startsWith('./'))
    const names = later.map(({ path, original }) => (original?.startsWith('.') ? path : (original ?? path)))
    expect(names).toEqual(expect.arrayContaining(LAZY))
    for (const name of new Set(names)) {
      // run.ts is the entry point; its lazy imports are our files or packages.
      const part = await import(name.startsWith('server/') ? join(ROOT, name) : name)
      expect(Object.keys(part), name).not.toEqual([])
    }
  })

  test('are not loaded for the other database', async () => {
    const { environment } = await openDataLocation()
    const folder = newFolder()
    const hooks = join(folder, 'hooks.mjs')
    writeFileSync(
      hooks,
      `import { writeSync } from 'node:fs'
      export async function resolve(name, context, next) {
        if (name.startsWith('@electric-sql/')) writeSync(2, 'loaded ' + name + '\\n')
        return next(name, context)
      }`,
    )
    const register = `data:text/javascript,import{register}from'node:module';register('file://${hooks}')`
    const started = startCommand(['serve', '--json'], {
      ...environment,
      PORT: '0',
      NODE_OPTIONS: `--import "${register}"`,
    })
    const address = await addressOf(started)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const isEmbedded = environment.DATABASE_URL === undefined
    expect(started.output.stderr.includes('loaded @electric-sql/pglite')).toBe(isEmbedded)
  })

  test('the bundle verifies a Stripe event and serves the tracker and the API document', async () => {
    const { environment } = await openDataLocation()
    const started = startCommand(['serve', '--json'], {
      ...environment,
      PORT: '0',
      STRIPE_CLIENT_ID: 'ca_test',
      STRIPE_SECRET_KEY: 'sk_test_nobody',
      STRIPE_WEBHOOK_SECRET: 'whsec_nobody000000',
    })
    const address = await addressOf(started)
    const event = await fetch(`${address}/api/v1/webhooks/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
      body: '{"id":"evt_1"}',
    })
    expect([event.status, await event.text()]).toEqual([400, expect.stringContaining('stripe-signature')])
    const tracker = await fetch(`${address}/js/tracker.js`)
    expect([tracker.status, await tracker.text()]).toEqual([200, trackerScript('script')])
    const documentResponse = await fetch(`${address}/openapi.json`)
    expect(await documentResponse.json()).toMatchObject({ openapi: '3.1.0' })
  })
})

let parts: Awaited<ReturnType<typeof bundleInto>>
let folder: string
beforeAll(async () => {
  folder = newFolder()
  parts = await bundleInto(folder)
})

/** A service's entry points. */
const SERVICE = ['server/src/cli/serve.ts', 'server/src/main.ts', 'server/src/app.ts']

/**
 * Each MB read costs about 3 MB of memory and 20 ms at startup; each MB evaluated costs several times as much. Before
 * raising a limit, load the new code on first use or exclude what isn't needed.
 */
const BUDGET = { readBytes: 9_200_000, evaluatedBytes: 11_600_000 }

/** Returns the npm packages that these files belong to. */
function packagesOf(paths: string[]): string[] {
  const names = paths.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names)].filter((name) => name !== undefined).sort()
}

/** Returns all modules that these files import statically, transitively. */
function loadedFrom(inputs: Metafile['inputs'], entries: string[]): Set<string> {
  const loaded = new Set(entries)
  for (const path of loaded) {
    for (const { path: next, kind } of inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') loaded.add(next)
    }
  }
  return loaded
}
