import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import {
  createCertificates,
  downloadCertificate,
} from '../../../src/tracking/processors/paypal/paypal-certificates.adapter.ts'
import { VerificationUnavailableError } from '../../../src/tracking/processors/processor.ts'
import { createCertificate } from './certificate.ts'

const URL = 'https://api.paypal.com/v1/notifications/certs/CERT-1'
const NOW = new Date('2026-03-10T12:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const after = (ms: number) => new Date(NOW.getTime() + ms)

const { pem } = createCertificate({
  commonName: 'messageverificationcerts.paypal.com',
  validTo: after(3 * DAY_MS),
})

function start(answer: (url: string) => Promise<string | undefined> = async () => pem) {
  const requested: string[] = []
  const find = createCertificates((url) => {
    requested.push(url)
    return answer(url)
  })
  return { requested, find }
}

it('a certificate is downloaded once a day, by one of several concurrent requests', async () => {
  const { requested, find } = start()
  const found = await Promise.all([find(URL, NOW), find(URL, NOW), find(URL, NOW)])
  expect(found.every((certificate) => certificate !== undefined)).toBe(true)
  await find(URL, after(DAY_MS - 1))
  expect(requested).toEqual([URL])
  await find(URL, after(DAY_MS))
  expect(requested).toEqual([URL, URL])
})

it('an expired certificate is rejected, cached or not', async () => {
  const { find } = start()
  expect(await find(URL, after(2.5 * DAY_MS))).toBeDefined()
  expect(await find(URL, after(3 * DAY_MS + 1000))).toBeUndefined()
  expect(await start().find(URL, after(3 * DAY_MS + 1000))).toBeUndefined()
})

it('no other URL is ever requested', async () => {
  const { requested, find } = start()
  expect(await find('https://attacker.test/v1/notifications/certs/CERT-1', NOW)).toBeUndefined()
  expect(requested).toEqual([])
})

it('a missing certificate or a failed download is requested again', async () => {
  const answers = [
    async () => undefined,
    async () => Promise.reject(new VerificationUnavailableError('unreachable')),
    async () => pem,
  ]
  const { find } = start(async () => answers.shift()?.())
  expect(await find(URL, NOW)).toBeUndefined()
  await expect(find(URL, NOW)).rejects.toThrow(VerificationUnavailableError)
  expect(await find(URL, NOW)).toBeDefined()
})

it('many different URLs are not downloaded at once, and a known certificate still works', async () => {
  const waiting: (() => void)[] = []
  const { requested, find } = start((url) =>
    url === URL ? Promise.resolve(pem) : new Promise((resolve) => waiting.push(() => resolve(undefined))),
  )
  await find(URL, NOW)
  const others = Array.from({ length: 8 }, (_, index) => find(`${URL}-${index}`, NOW))
  await expect(find(`${URL}-9`, NOW)).rejects.toThrow(VerificationUnavailableError)
  expect(await find(URL, NOW)).toBeDefined()
  expect(requested).toHaveLength(9)
  for (const end of waiting) end()
  expect(await Promise.all(others)).toEqual(Array(8).fill(undefined))
  const last = find(`${URL}-9`, NOW)
  waiting.at(-1)?.()
  expect(await last).toBeUndefined()
})

/** Starts a server on loopback in place of PayPal's. Returns its URL and the requests. */
async function serve(respond: RequestListener) {
  const requests: { path: string | undefined; headers: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    requests.push({ path: request.url, headers: request.headers })
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // safe because it listens on TCP
  return { url: `http://127.0.0.1:${port}`, requests }
}

it('a download sends no credentials and returns the certificate', async () => {
  const { url, requests } = await serve((_request, response) => response.end(pem))
  expect(await downloadCertificate(`${url}/v1/notifications/certs/CERT-1`)).toBe(pem)
  expect(requests.map(({ path }) => path)).toEqual(['/v1/notifications/certs/CERT-1'])
  expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(['connection', 'host', 'user-agent'])
})

it('a download doesn’t follow redirects', async () => {
  const elsewhere = await serve((_request, response) => response.end(pem))
  const { url } = await serve((_request, response) =>
    response.writeHead(302, { location: elsewhere.url }).end(),
  )
  expect(await downloadCertificate(url)).toBeUndefined()
  expect(elsewhere.requests).toEqual([])
})

it.each([
  ['a client error', (_request, response) => response.writeHead(404).end(pem)],
  ['a body that is too large', (_request, response) => response.end('x'.repeat(33 * 1024))],
] satisfies [string, RequestListener][])(
  'a download with %s returns no certificate',
  async (_what, respond) => {
    expect(await downloadCertificate((await serve(respond)).url)).toBeUndefined()
  },
)

it.each([
  ['a server error', (_request, response) => response.writeHead(502).end()],
  ['a rate limit', (_request, response) => response.writeHead(429).end()],
  ['a closed connection', (request) => request.socket.destroy()],
  ['no response', () => {}],
  [
    'a response that stops',
    (_request, response) => response.writeHead(200, { 'content-length': 9000 }).write('-'),
  ],
] satisfies [string, RequestListener][])('a download with %s is retried later', async (_what, respond) => {
  const { url } = await serve(respond)
  await expect(downloadCertificate(url, 100)).rejects.toThrow(VerificationUnavailableError)
})
