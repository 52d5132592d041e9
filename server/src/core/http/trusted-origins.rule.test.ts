import { describe, expect, it } from 'vitest'
import { trustedOrigins } from './trusted-origins.rule.ts'

describe('trustedOrigins', () => {
  it.each([
    ['production', 'https://affiliate.example.com', ['https://affiliate.example.com']],
    ['production', 'http://localhost:3000', ['http://localhost:3000']],
    ['development', 'https://affiliate.example.com/path', ['https://affiliate.example.com']],
    [
      'development',
      'http://localhost:3000',
      ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
    ],
    ['test', 'http://[::1]', ['http://localhost', 'http://127.0.0.1', 'http://[::1]']],
  ])('in %s at %s returns %j', (env, publicUrl, origins) => {
    expect(trustedOrigins({ env, publicUrl })).toEqual(origins)
  })

  it("doesn't treat a host that starts with localhost as local", () => {
    const publicUrl = 'http://localhost.example.com'
    expect(trustedOrigins({ env: 'development', publicUrl })).toEqual([publicUrl])
  })
})
