import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { callOutbound, type OutboundOptions, type Resolve } from './outbound-request.adapter.ts'

const call = (url: string, options: Partial<OutboundOptions> & { maxBytes?: number } = {}) =>
  callOutbound(
    {
      url,
      method: 'GET',
      headers: { authorization: 'Basic key' },
      reads: 'whole',
      maxBytes: options.maxBytes ?? 1000,
    },
    { network: 'public', timeoutMs: 1000, lookupTimeoutMs: 500, ...options },
  )

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

async function listen(respond: RequestListener, host = '127.0.0.1', port = 0) {
  const hosts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    respond(request, response)
  })
  server.listen(port, host)
  await once(server, 'listening')
  closings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { hosts, port: (server.address() as AddressInfo).port }
}

const unresolved: Resolve = () => Promise.reject(new Error('resolved'))

describe('a request to a URL that a user entered', () => {
  it.each([
    ['loopback as a decimal number', 'https://2130706433/', 'loopback'],
    ['metadata as a decimal number', 'https://2852039166/', 'not_public'],
    ['loopback in hexadecimal', 'https://0x7f000001/', 'loopback'],
    ['loopback in octal', 'https://0177.0.0.1/', 'loopback'],
    ['mapped loopback', 'https://[::ffff:127.0.0.1]/', 'not_public'],
    ['mapped metadata in hexadecimal', 'https://[::ffff:a9fe:a9fe]/', 'not_public'],
    ['NAT64 of metadata', 'https://[64:ff9b::a9fe:a9fe]/', 'not_public'],
    ['metadata', 'https://169.254.169.254/latest/meta-data/', 'not_public'],
    ['a cloud’s internal name', 'https://metadata.google.internal/', 'not_public'],
    ['a name without a dot', 'https://redis/', 'not_public'],
    ['credentials before the host', 'https://shop.example@127.0.0.1/', 'credentials'],
    ['plain http', 'http://shop.example/', 'not_https'],
    ['another service’s port', 'https://shop.example:6379/', 'port'],
    ['a file', 'file:///etc/passwd', 'not_http'],
  ])('isn’t sent to %s, nor is its host resolved', async (_name, url, problem) => {
    await expect(call(url, { resolve: unresolved })).rejects.toMatchObject({
      name: 'OutboundRejectedError',
      problem,
    })
  })

  it.each([
    ['loopback', ['127.0.0.1']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['link-local', ['169.254.169.254']],
    ['unique local', ['fd00:ec2::254']],
    ['a public and a private address', ['93.184.215.14', '10.0.0.1']],
  ])('isn’t sent to a name that resolves to %s', async (_name, addresses) => {
    const resolve: Resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    for (const network of ['public', 'loopback'] as const) {
      await expect(call('https://shop.example/', { resolve, network })).rejects.toMatchObject({
        problem: 'private_address',
      })
    }
  })

  it('goes to the checked address, even if the name resolves to another one a moment later', async () => {
    const checked = await listen((_request, response) => response.end('{}'))
    const inner = await listen((_request, response) => response.end('{}'), '127.0.0.2', checked.port)
    const answers = ['127.0.0.1', '127.0.0.2']
    const resolve: Resolve = async () => [{ address: answers.shift() ?? '127.0.0.2', family: 4 }]
    const host = `rebound.example:${checked.port}`
    expect(await call(`http://${host}/`, { resolve, network: 'private' })).toMatchObject({ status: 200 })
    expect([answers, checked.hosts, inner.hosts]).toEqual([['127.0.0.2'], [host], []])
  })

  it('doesn’t follow a redirect', async () => {
    const inner = await listen((_request, response) => response.end('secret'))
    const targets = ['http://169.254.169.254/latest/meta-data/', `http://127.0.0.1:${inner.port}/`]
    const shop = await listen((_request, response) => {
      response.writeHead(302, { location: targets[shop.hosts.length - 1] }).end()
    })
    for (const location of targets) {
      const response = await call(`http://127.0.0.1:${shop.port}/`, { network: 'loopback' })
      expect(response).toMatchObject({ status: 302, headers: { location } })
    }
    expect(inner.hosts).toEqual([])
  })

  it('has size and time limits', async () => {
    const shop = await listen((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(2000))
      else response.writeHead(200).write('x')
    })
    const origin = `http://127.0.0.1:${shop.port}`
    await expect(call(`${origin}/large`, { network: 'loopback' })).rejects.toThrow('response too large')
    await expect(call(`${origin}/slow`, { network: 'loopback', timeoutMs: 100 })).rejects.toThrow()
    const resolve = () => new Promise<never>(() => {})
    await expect(call('https://shop.example/', { resolve, timeoutMs: 100 })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})
