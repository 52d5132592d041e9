import { expect, it } from 'vitest'
import { isPostgresGreeting } from './postgres-greeting.rule.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

it.each([
  ['a password request', 'R\0\0\0\x17\0\0\0\nSCRAM-SHA-256\0\0', true],
  ['the start of a password request', 'R\0\0', true],
  ['an error', 'E\0\0\0\x20SFATAL\0C57P03\0Mstarting\0\0', true],
  ['an error in the oldest format', 'Esorry, too many clients already\n\0', true],
  ['a protocol version negotiation', 'v\0\0\0\x0c\0\x03\0\0\0\0\0\0', true],
  ['a notice', 'N\0\0\0\x20SNOTICE\0', true],
  ['TLS support', 'S', true],
  ['no TLS support', 'N', true],
  ['an SSH server', 'SSH-2.0-OpenSSH_9.2p1\r\n', false],
  ['an HTTP server', 'HTTP/1.1 400 Bad Request\r\n', false],
  ['a Redis server', '-ERR unknown command\r\n', false],
  ['a MySQL server', '\x4a\0\0\0\n8.0.36\0', false],
  ['a mail server', '220 mail.example ESMTP\r\n', false],
  ['a VNC server', 'RFB 003.008\n', false],
  ['a TLS alert', '\x15\x03\x01\0\x02\x02\x46', false],
  ['an invalid length', 'R\0\0\0\x03', false],
  ['no data', '', false],
])('classifies %s', (_what, text, speaks) => {
  expect(isPostgresGreeting(bytes(text))).toBe(speaks)
  // The message may start at any offset of its buffer.
  expect(isPostgresGreeting(bytes(`xx${text}`).subarray(2))).toBe(speaks)
})
