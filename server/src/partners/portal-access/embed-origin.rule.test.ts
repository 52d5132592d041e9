import { describe, expect, it } from 'vitest'
import { readEmbedOrigin } from './embed-origin.rule.ts'

describe('readEmbedOrigin', () => {
  it.each([
    'https://shop.example',
    'https://partners.shop.example:8443',
    'https://xn--bcher-kva.example',
    'https://localhost',
    'https://192.0.2.7',
    'https://[2001:db8::1]',
  ])('accepts %s', (origin) => {
    expect(readEmbedOrigin(origin)).toBe(origin)
  })

  it.each([
    '',
    '*',
    'https://*',
    'https://*.shop.example',
    'shop.example',
    'http://shop.example',
    'https:',
    'https://',
    'https:shop.example',
    'https://shop.example/',
    'https://shop.example/page',
    'https://shop.example?x',
    'https://shop.example#x',
    'https://shop.example:443',
    'https://shop.example:70000',
    'https://shop.example:*',
    'https://Shop.example',
    'HTTPS://shop.example',
    'https://me@shop.example',
    'https://me:pw@shop.example',
    ' https://shop.example',
    'https://shop.example ',
    'https://a.example https://b.example',
    'https://a.example;script-src *',
    "https://a.example 'self'",
    'https://a.example,https://b.example',
    'https://a.example\nb',
    'https://bücher.example',
    'https://0x7f.1',
    'https://127.1',
    'https://shop..example',
    'data:',
    'null',
    `https://${'a'.repeat(260)}`,
  ])('rejects %j', (text) => {
    expect(readEmbedOrigin(text)).toBeUndefined()
  })
})
