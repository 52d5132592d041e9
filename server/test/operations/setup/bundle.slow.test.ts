import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleInto, NEEDED_LATER, sourceFiles } from '../../../bin/bundle.js'
import { trackerScript } from '../../../src/tracking/clicks/tracker-script.http.ts'
import { addCleanup } from '../../cleanup.ts'
import { COMMAND, readServiceUrl, startCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'
import { newFolder } from '../../new-folder.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

describe('the bundle', () => {
  test('checks every source file it contains', () => {
    const inputs = Object.values(parts).flatMap(({ inputs }) => Object.keys(inputs))
    const own = inputs.filter((path) => !path.includes('node_modules/') && !path.includes(':'))
    expect(own.length).toBeGreaterThan(200)
    const checked = sourceFiles().map(({ path }) => path)
    expect(checked).toEqual(expect.arrayContaining(own))
    expect(checked).toContain('node_modules/.package-lock.json')
    expect(checked).toContain('tracker/src/script.ts')
  })

  test('the code that the service reads and evaluates at startup stays within its budget', () => {
    const { inputs, outputs } = parts.code
    const isEntry = ([, { entryPoint = '' }]: [string, Metafile['outputs'][string]]) =>
      SERVICE.includes(entryPoint)
    const entries = Object.entries(outputs).filter(isEntry)
    expect(entries).toHaveLength(SERVICE.length)
    const read = loadedFrom(
      outputs,
      entries.map(([path]) => path),
    )
    expect(parseHex(outputs, read)).toBeLessThan(BUDGET.readBytes)
    expect(parseHex(inputs, loadedFrom(inputs, SERVICE))).toBeLessThan(BUDGET.evaluatedBytes)
  })

  test('a running service imports files only at startup', () => {
    const { inputs } = parts.code
    const later = [...loadedFrom(inputs, SERVICE)]
      .filter((path) => path.startsWith('server/src/') && !path.startsWith('server/src/cli/'))
      .flatMap((path) => inputs[path]?.imports.filter(({ kind }) => kind === 'dynamic-import') ?? [])
      .map(({ path, original = path }) => original)
    // Anything else must be in NEEDED_LATER (bundle.js) or imported statically.
    expect([...new Set(later)].sort()).toEqual([
      './app.ts',
      './postgres-pool.ts',
      './reencrypt.flow.ts',
      '@electric-sql/pglite',
      '@electric-sql/pglite/nodefs',
      'pg',
    ])
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
    const address = await readServiceUrl(started)
    rmSync(folder, { recursive: true })
    const signIn = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'unknown@example.com', password: 'a wrong password' }),
    })
    expect(signIn.status).toBe(401)
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
    const loaded = loadedFrom(parts.code.inputs, SERVICE)
    expect(loaded).toContain('node_modules/fastify/fastify.js')
    for (const name of LAZY) {
      expect([...loaded].filter((path) => path.includes(`node_modules/${name}/`) || path === name)).toEqual(
        [],
      )
    }
  })

  test('are not loaded by --help, which loads only the command definitions', () => {
    const loaded = [...loadedFrom(parts.command.inputs, ['server/src/cli/run.ts'])]
    expect(loaded).toContain('server/src/cli/backup.ts')
    expect(listPackages(loaded)).toEqual(['commander'])
    expect(loaded.filter((path) => /\.(sql|flow|adapter|http|route|job)\.ts$/.test(path))).toEqual([])
  })

  test('are not loaded by a command that only calls the service', () => {
    const calling = [
      'server/src/notifications/listen/listen.flow.ts',
      'server/src/core/processes/control-socket.ts',
      'server/src/core/database/data-dir-lock.ts',
      'server/src/core/config/config.ts',
    ]
    expect(listPackages([...loadedFrom(parts.code.inputs, calling)])).toEqual(['ipaddr.js'])
  })

  test('are never imported statically from outside the bundle, which would load them at startup', () => {
    const concurrently = Object.values(parts).flatMap(({ inputs }) =>
      Object.values(inputs).flatMap(({ imports }) =>
        imports.filter(({ path, kind }) => kind !== 'dynamic-import' && path.startsWith('@electric-sql/')),
      ),
    )
    expect(concurrently).toEqual([])
  })

  test('are all imported lazily somewhere, and every lazy import exists', async () => {
    const later = Object.values(parts)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .flatMap(([path, { imports }]) => (path.startsWith('server/src/') ? imports : []))
      .filter(({ kind, path }) => kind !== 'import-statement' && !path.startsWith('./'))
    const names = later.map(({ path, original = path }) => {
      const name = original.replace('later:', '')
      return name.startsWith('.') ? path : name
    })
    expect(names).toEqual(expect.arrayContaining(LAZY))
    const inSameFile = Object.values(parts.code.inputs)
      .flatMap(({ imports }) => imports.map(({ original = '' }) => original))
      .filter((original) => original.startsWith('later:'))
    expect([...new Set(inSameFile)].sort()).toEqual(NEEDED_LATER.map((name) => `later:${name}`).sort())
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
    const address = await readServiceUrl(started)
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
    const address = await readServiceUrl(started)
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

/** The files that a service imports at startup, besides its database driver. */
const SERVICE = ['server/src/cli/serve.ts', 'server/src/main.ts', 'server/src/app.ts']

/**
 * Each MB read costs about 3 MB of memory and 20 ms at startup; each MB evaluated costs several times as much. Before
 * raising a limit, load the new code on first use or exclude what isn't needed.
 */
const BUDGET = { readBytes: 8_700_000, evaluatedBytes: 11_600_000 }

/** Returns the npm packages that these files belong to. */
function listPackages(paths: string[]): string[] {
  const names = paths.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names)].filter((name) => name !== undefined).sort()
}

type Part = Record<string, { bytes: number; imports: { path: string; kind: string; original?: string }[] }>

/** Returns all modules or files that these import statically, transitively. */
function loadedFrom(part: Part, entries: string[]): Set<string> {
  const loaded = new Set(entries)
  for (const path of loaded) {
    for (const { path: next, kind, original } of part[path]?.imports ?? []) {
      if (kind !== 'dynamic-import' && !original?.startsWith('later:')) loaded.add(next)
    }
  }
  return loaded
}

function parseHex(part: Part, paths: Set<string>): number {
  return [...paths].reduce((sum, path) => sum + (part[path]?.bytes ?? 0), 0)
}
