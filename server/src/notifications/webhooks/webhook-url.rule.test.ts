import { describe, expect, it } from 'vitest'
import type { OutboundNetwork } from '../../core/http/outbound-url.rule.ts'
import { checkWebhookUrl } from './webhook-url.rule.ts'

const check = (url: string, network: OutboundNetwork = 'public') => checkWebhookUrl(url, { network })

describe('accepted webhook URLs', () => {
  it.each([
    ['https://shop.example/hooks?token=1', 'https://shop.example/hooks?token=1', 'shop.example'],
    ['https://SHOP.example', 'https://shop.example/', 'shop.example'],
    ['https://shop.example:8443/a#part', 'https://shop.example:8443/a', 'shop.example'],
    ['https://shop.example:443/a', 'https://shop.example/a', 'shop.example'],
    ['https://8.8.8.8/', 'https://8.8.8.8/', '8.8.8.8'],
    ['https://134744072/', 'https://8.8.8.8/', '8.8.8.8'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
    ['https://localhost.example/', 'https://localhost.example/', 'localhost.example'],
  ])('%s', (text, url, host) => expect(check(text)).toEqual({ kind: 'valid', url, host, isLoopback: false }))

  it.each([
    'http://localhost:3000/hooks',
    'http://127.0.0.1/',
    'https://10.0.0.1/',
    'http://[::1]:8080/',
    'https://shop.example:22/',
    'https://shop.example:6379/',
    'https://shop.example:8080/hooks',
    'https://8.8.8.8:25/',
  ])('include %s only if private addresses are allowed', (text) =>
    expect([check(text).kind, check(text, 'private').kind]).toEqual(['invalid', 'valid']),
  )
})

it('never include credentials, even if private addresses are allowed', () => {
  expect(check('http://user:secret@localhost:3000/', 'private').kind).toBe('invalid')
})

describe('rejected webhook URLs', () => {
  it.each([
    ['plain http', 'http://shop.example/'],
    ['another protocol', 'ftp://shop.example/'],
    ['a file', 'file:///etc/passwd'],
    ['no scheme', 'shop.example/hooks'],
    ['nothing', ''],
    ['with user name and password', 'https://user:secret@shop.example/'],
    ['with user name', 'https://user@shop.example/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback as a number', 'https://2130706433/'],
    ['loopback in hexadecimal', 'https://0x7f.0.0.1/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback, short', 'https://127.1/'],
    ['loopback in full-width digits', 'https://１２７.0.0.1/'],
    ['loopback with a trailing dot', 'https://127.0.0.1./'],
    ['loopback after credentials', 'https://shop.example@127.0.0.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['mapped IPv4', 'https://[::ffff:127.0.0.1]/'],
    ['metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['localhost', 'https://localhost/'],
    ['localhost with a trailing dot', 'https://localhost./'],
    ['a subdomain of localhost', 'https://a.localhost/'],
    ['an internal cloud name', 'https://metadata.google.internal/'],
    ['a name without a dot', 'https://intranet/'],
  ])('%s: %s', (_name, text) => expect(check(text).kind).toBe('invalid'))
})

const LISTEN = /`affiliate listen`/

describe('in development, this machine is allowed', () => {
  it.each([
    ['http://localhost:4000/hooks', 'http://localhost:4000/hooks', 'localhost'],
    ['https://localhost./', 'https://localhost./', 'localhost'],
    ['http://shop.localhost:4000/', 'http://shop.localhost:4000/', 'shop.localhost'],
    ['http://127.0.0.1:22/', 'http://127.0.0.1:22/', '127.0.0.1'],
    ['http://127.8.8.8/', 'http://127.8.8.8/', '127.8.8.8'],
    ['http://[::1]:8080/', 'http://[::1]:8080/', '::1'],
    ['http://2130706433/', 'http://127.0.0.1/', '127.0.0.1'],
    ['http://0x7f.1/', 'http://127.0.0.1/', '127.0.0.1'],
  ])('%s', (text, url, host) => {
    expect(check(text, 'loopback')).toEqual({ kind: 'valid', url, host, isLoopback: true })
    expect(check(text)).toEqual({ kind: 'invalid', message: expect.stringMatching(LISTEN) })
  })
})

describe('in development, other networks are still rejected', () => {
  it.each([
    ['unspecified', 'http://0.0.0.0:3000/'],
    ['unspecified as a number', 'http://0/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
    ['mapped loopback in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['compatible loopback', 'http://[::7f00:1]/'],
    ['private', 'https://10.0.0.1/'],
    ['private', 'https://192.168.1.1/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['IPv6 unique local', 'https://[fd00:ec2::254]/'],
    ['a name that begins with localhost', 'http://localhost.example/'],
    ['a name that ends with localhost', 'http://notlocalhost/'],
    ['an address in a name', 'http://127.0.0.1.example/'],
    ['plain http', 'http://shop.example/'],
    ['another port', 'https://shop.example:8080/'],
    ['with credentials', 'http://user:secret@localhost:3000/'],
    ['another protocol', 'ftp://localhost/'],
  ])('%s: %s', (_name, text) => expect(check(text, 'loopback').kind).toBe('invalid'))
})
