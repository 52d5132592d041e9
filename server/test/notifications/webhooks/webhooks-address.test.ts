import { describe, expect, it } from 'vitest'
import { type PostOptions, postWebhook } from '../../../src/notifications/webhooks/post-webhook.adapter.ts'
import { responses, startReceiver } from './webhook-receiver.ts'

const post = (options: Partial<PostOptions> & { url: string }) =>
  postWebhook({
    headers: { 'content-type': 'application/json' },
    body: '{}',
    network: 'public',
    lookupTimeoutMs: 1_000,
    timeoutMs: 5_000,
    responseBytes: 4096,
    maxAnswerLength: 512,
    ...options,
  })

const PRIVATE = 'the host is in a private or reserved network'

describe('a webhook delivery', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['a private address next to a public one', ['93.184.215.14', '10.0.0.1']],
  ])('is not sent to a name that resolves to %s', async (_name, addresses) => {
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const outcome = await post({ url: 'https://rebound.example/', resolve })
    expect(outcome).toEqual({ status: undefined, error: PRIVATE })
  })

  it.each([
    'https://127.0.0.1',
    'https://0x7f000001',
    'https://[::1]',
    'https://localhost',
    'http://shop.example',
  ])('does not even resolve %s', async (origin) => {
    const receiver = await startReceiver()
    const resolve = () => Promise.reject(new Error('resolved'))
    const outcome = await post({ url: `${origin}:${receiver.port}/`, resolve })
    expect(outcome).toEqual({ status: undefined, error: expect.stringMatching(/^url /) })
    expect(receiver.received).toEqual([])
  })

  it('connects to the checked addresses, even if the name resolves differently a moment later', async () => {
    const checked = await startReceiver()
    const innerReceiver = await startReceiver({ host: '127.0.0.2', port: checked.port })
    const dnsResponses = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
    let requested = 0
    const resolve = async () => [{ address: dnsResponses[requested++] ?? '', family: 4 }]
    const url = `http://rebound.example:${checked.port}/hooks`
    expect(await post({ url, resolve, network: 'private' })).toEqual({ status: 204, error: undefined })
    expect([requested, checked.received.length, innerReceiver.received.length]).toEqual([1, 1, 0])
    expect(checked.received[0]?.headers.host).toBe(`rebound.example:${checked.port}`)
  })

  it.each(['localhost', '127.0.0.1', 'shop.localhost'])('is sent to %s in development', async (host) => {
    const receiver = await startReceiver()
    const resolve = () => Promise.reject(new Error('resolved'))
    const url = `http://${host}:${receiver.port}/hooks`
    expect(await post({ url, resolve, network: 'loopback' })).toEqual({ status: 204, error: undefined })
    expect(receiver.received[0]?.headers.host).toBe(`${host}:${receiver.port}`)
  })

  it('is sent to an IPv6 receiver by name in development', async () => {
    const receiver = await startReceiver({ host: '::1' })
    const url = `http://localhost:${receiver.port}/`
    expect(await post({ url, network: 'loopback' })).toEqual({ status: 204, error: undefined })
  })

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['the unspecified address', ['0.0.0.0']],
    ['a private address', ['10.0.0.1']],
    ['loopback next to a public address', ['93.184.215.14', '127.0.0.1']],
  ])('is not sent to a public name that resolves to %s, even in development', async (_name, addresses) => {
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const outcome = await post({ url: 'https://rebound.example/', resolve, network: 'loopback' })
    expect(outcome).toEqual({ status: undefined, error: PRIVATE })
  })

  it('does not follow a redirect in development', async () => {
    const [receiver, other] = [await startReceiver(), await startReceiver()]
    receiver.respondWith(responses.status(307, { location: other.url }))
    const url = `http://localhost:${receiver.port}/`
    const outcome = await post({ url, network: 'loopback' })
    expect(outcome).toEqual({ status: 307, error: 'returned 307; redirects are not followed' })
    expect(other.received).toEqual([])
  })

  it('explains a name without an address, and a failed lookup', async () => {
    const url = 'https://nowhere.example/'
    const outcome = await post({ url, resolve: async () => [] })
    expect(outcome.error).toBe('host not found')
    const lookupError = Object.assign(new Error('queryA ESERVFAIL'), { code: 'EAI_AGAIN' })
    const failed = await post({ url, resolve: () => Promise.reject(lookupError) })
    expect(failed.error).toBe('DNS lookup failed')
  })
})

describe('a delivery’s outcome', () => {
  const PRIVATE_NETWORK = { network: 'private' } as const

  it('is a failure if the receiver switches protocols', async () => {
    const receiver = await startReceiver()
    const upgrade = { connection: 'upgrade', upgrade: 'x' }
    receiver.respondWith(responses.status(101, upgrade))
    const outcome = await post({ url: receiver.url, timeoutMs: 1_000, ...PRIVATE_NETWORK })
    expect(outcome).toEqual({ status: 101, error: 'returned 101' })
  })

  it('is a timeout if the receiver is silent or its lookup hangs', async () => {
    const receiver = await startReceiver()
    receiver.respondWith(responses.nothing)
    const error = 'no response within 0.2 s'
    expect(await post({ url: receiver.url, timeoutMs: 200, ...PRIVATE_NETWORK })).toEqual({
      status: undefined,
      error,
    })
    const resolve = () => new Promise<never>(() => {})
    const outcome = await post({ url: 'https://slow.example/', timeoutMs: 200, resolve })
    expect(outcome).toEqual({ status: undefined, error })
  })

  it('is a success if the receiver returns 200 and then an endless body', async () => {
    const receiver = await startReceiver()
    receiver.respondWith((response) => void response.writeHead(200).write('x'))
    const outcome = await post({ url: receiver.url, timeoutMs: 300, ...PRIVATE_NETWORK })
    expect(outcome).toEqual({ status: 200, error: undefined, response: 'x' })
  })

  it('contains only the first few KiB of a response', async () => {
    const receiver = await startReceiver()
    let written = 0
    receiver.respondWith((response) => {
      response.writeHead(200)
      const writeNextChunk = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 64 * 1024
        if (!response.destroyed) response.once('drain', writeNextChunk)
      }
      writeNextChunk()
    })
    const response = '\ufffd'.repeat(512)
    expect(await post({ url: receiver.url, ...PRIVATE_NETWORK })).toEqual({
      status: 200,
      error: undefined,
      response,
    })
    // The size of the buffers, which is far less than an endless stream.
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })

  it.each([
    [301, { location: '/elsewhere' }, 'returned 301; redirects are not followed'],
    [304, {}, 'returned 304; redirects are not followed'],
    [404, {}, 'returned 404'],
    [500, {}, 'returned 500'],
  ])('is a failure if the receiver returns %i', async (status, headers, error) => {
    const receiver = await startReceiver()
    receiver.respondWith(responses.status(status, headers as Record<string, string>))
    expect(await post({ url: receiver.url, ...PRIVATE_NETWORK })).toEqual({ status, error })
    expect(receiver.received).toHaveLength(1)
  })

  it('explains connection and protocol errors without revealing the internal network', async () => {
    const receiver = await startReceiver()
    receiver.respondWith(responses.hangUp)
    expect(await post({ url: receiver.url, ...PRIVATE_NETWORK })).toMatchObject({
      error: 'connection closed',
    })
    receiver.respondWith((_response, _received, request) => void request.socket.end('nonsense\r\n\r\n'))
    const garbled = await post({ url: receiver.url, ...PRIVATE_NETWORK })
    expect(garbled.error).toBe('not an HTTP response')
    const outcome = await post({ url: receiver.url.replace('http:', 'https:'), ...PRIVATE_NETWORK })
    expect(outcome.error).toBe('the server does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)')
    expect(`${garbled.error}${outcome.error}`).not.toContain('127.0.0.1')
  })
})
