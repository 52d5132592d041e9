import { expect, it } from 'vitest'
import { parseSmtpUrl } from './smtp-url.rule.ts'

it.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, isSecure: false, requiresTls: false }],
  ['smtp://mail.example:25/', { host: 'mail.example', port: 25, isSecure: false, requiresTls: false }],
  [
    'smtp://sam:p%40ss@mail.example',
    {
      host: 'mail.example',
      port: 587,
      isSecure: false,
      requiresTls: true,
      login: { user: 'sam', password: 'p@ss' },
    },
  ],
  [
    'smtp://sam:pass@127.0.0.1:1025',
    {
      host: '127.0.0.1',
      port: 1025,
      isSecure: false,
      requiresTls: false,
      login: { user: 'sam', password: 'pass' },
    },
  ],
  [
    'smtps://sam%40mail.example:pass@[2001:db8::1]',
    {
      host: '2001:db8::1',
      port: 465,
      isSecure: true,
      requiresTls: false,
      login: { user: 'sam@mail.example', password: 'pass' },
    },
  ],
])('parses %s', (url, server) => expect(parseSmtpUrl(url)).toEqual({ login: undefined, ...server }))

it.each([
  'mail.example',
  'http://mail.example',
  'smtp://',
  'smtp://mail.example/path',
  'smtps://mail.example?tls.rejectUnauthorized=false',
  'smtp://mail.example#x',
  'smtp://sam@mail.example',
  'smtp://:pass@mail.example',
  'smtp://sam:p%ss@mail.example',
])('rejects %s and explains why without repeating it', (url) => {
  const result = parseSmtpUrl(url)
  expect(result).toEqual({ fault: expect.any(String) })
  if ('fault' in result) expect(result.fault).not.toMatch(/mail\.example|p%ss/)
})
