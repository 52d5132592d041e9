import { Writable } from 'node:stream'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { warnAboutUntrustedProxy } from '../../src/core/http/forwarded-header.http.ts'
import type { App } from '../../src/core/http/service.ts'

/** Sends requests with these headers in order. @returns the logged warnings */
async function readWarnings(trustProxy: boolean | number | string, calls: Record<string, string>[]) {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app: App = Fastify({ logger: { level: 'warn', stream } }).withTypeProvider<TypeBoxTypeProvider>()
  warnAboutUntrustedProxy(app, { trustProxy })
  app.get('/', async () => '')
  for (const headers of calls) await app.inject({ url: '/', headers })
  await app.close()
  return lines
}

const FORWARDED = { 'x-forwarded-for': '198.51.100.1' }

test('logs one warning without the address for the first forwarded request if no proxy is trusted', async () => {
  const warnings = await readWarnings(false, [{}, FORWARDED, FORWARDED, { forwarded: 'for=198.51.100.1' }])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('set TRUST_PROXY to the number of proxies')
  expect(warnings[0]).not.toContain('198.51.100.1')
  expect(await readWarnings(false, [{ forwarded: 'for=198.51.100.1' }])).toHaveLength(1)
})

test('logs no warning with a trusted proxy or without forwarded requests', async () => {
  expect(await readWarnings(1, [FORWARDED])).toEqual([])
  expect(await readWarnings('10.0.0.0/8', [FORWARDED])).toEqual([])
  expect(await readWarnings(false, [{}])).toEqual([])
})
