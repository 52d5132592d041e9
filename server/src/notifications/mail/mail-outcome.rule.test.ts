import { expect, it } from 'vitest'
import type { MailReply } from './mail.ts'
import { decideMailOutcome } from './mail-outcome.rule.ts'
import { MAIL_ATTEMPTS } from './mail-schedule.rule.ts'

const endedAt = new Date('2026-03-10T12:00:00.000Z')
const decide = (attempts: number, reply: MailReply) => decideMailOutcome({ attempts, endedAt, reply }, 0.5)
const rejected = (code: number, command: string): MailReply => ({
  kind: 'rejected',
  code,
  command,
  message: 'why',
})

it('an accepted email is sent', () => {
  expect(decide(3, { kind: 'accepted' })).toEqual({ state: 'sent', at: endedAt })
})

it.each([
  [550, 'RCPT TO'],
  [554, 'DATA'],
])('code %i for %s is permanent', (code, command) => {
  expect(decide(1, rejected(code, command))).toEqual({ state: 'failed', code, error: 'why' })
})

it.each([
  [1, rejected(450, 'RCPT TO'), '2026-03-10T12:01:00.000Z'],
  [2, rejected(452, 'DATA'), '2026-03-10T12:05:00.000Z'],
  // Failures that aren't caused by this email: the sender, the login, or a server that rejects everything.
  [3, rejected(550, 'MAIL FROM'), '2026-03-10T12:15:00.000Z'],
  [4, rejected(535, 'AUTH PLAIN'), '2026-03-10T12:30:00.000Z'],
  [5, rejected(554, 'CONN'), '2026-03-10T13:00:00.000Z'],
  [MAIL_ATTEMPTS - 1, { kind: 'unreachable', message: 'why' } as const, '2026-03-11T08:00:00.000Z'],
])('attempt %i that ends with %j is retried at %s', (attempts, reply, at) => {
  expect(decide(attempts, reply)).toMatchObject({
    state: 'pending',
    next_attempt_at: new Date(at),
    error: 'why',
  })
})

it.each([MAIL_ATTEMPTS, MAIL_ATTEMPTS + 1])('attempt %i is the last one', (attempts) => {
  expect(decide(attempts, { kind: 'unreachable', message: 'why' })).toEqual({
    state: 'failed',
    code: undefined,
    error: 'why',
  })
})
