import { expect, it } from 'vitest'
import { speaksPostgres } from './postgres-greeting.rule.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

it.each([
  ['a password request', 'R\0\0\0\x17\0\0\0\nSCRAM-SHA-256\0\0', true],
  ['its beginning', 'R\0\0', true],
  ['an error', 'E\0\0\0\x20SFATAL\0C57P03\0Mstarting\0\0', true],
  ['an error in the oldest format', 'Esorry, too many clients already\n\0', true],
  ['an older protocol', 'v\0\0\0\x0c\0\x03\0\0\0\0\0\0', true],
  ['a notice', 'N\0\0\0\x20SNOTICE\0', true],
  ['TLS', 'S', true],
  ['no TLS', 'N', true],
  ['an SSH server', 'SSH-2.0-OpenSSH_9.2p1\r\n', false],
  ['an HTTP server', 'HTTP/1.1 400 Bad Request\r\n', false],
  ['a Redis', '-ERR unknown command\r\n', false],
  ['a MySQL', '\x4a\0\0\0\n8.0.36\0', false],
  ['a mail server', '220 mail.example ESMTP\r\n', false],
  ['a remote desktop', 'RFB 003.008\n', false],
  ['an alert of TLS', '\x15\x03\x01\0\x02\x02\x46', false],
  ['a number where a length must be', 'R\0\0\0\x03', false],
  ['nothing', '', false],
])('%s', (_what, text, speaks) => {
  expect(speaksPostgres(bytes(text))).toBe(speaks)
  // At any offset of the received data.
  expect(speaksPostgres(bytes(`xx${text}`).subarray(2))).toBe(speaks)
})
