import { expect, it } from 'vitest'
import type { WorkReport } from './doctor.ts'
import { checkMailServer, checkMails } from './mail-findings.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const SERVER = { host: 'mail.example', port: 587 }
// safe because the check reads nothing else of a report
const createWorkReport = (mails: WorkReport['mails']) => ({ mails }) as WorkReport

it.each([
  [undefined, undefined, 'ok', 'Email is off'],
  [SERVER, undefined, 'ok', 'mail.example:587 is reachable'],
  [
    SERVER,
    { isVerbatim: true, message: '535 wrong password' },
    'failed',
    'The mail server mail.example:587 cannot be used: 535 wrong password',
  ],
  [
    SERVER,
    { isVerbatim: false, message: 'connection refused (ECONNREFUSED)' },
    'failed',
    'The mail server mail.example:587 cannot be used: connection refused (ECONNREFUSED).',
  ],
] as const)('rates the mail server %j with fault %j as %s', (server, fault, severity, expected) => {
  expect(checkMailServer(server, fault)).toMatchObject({
    severity,
    found: expect.stringContaining(expected),
  })
})

it.each([
  [undefined, []],
  [{ dueSince: undefined, failed: 0, error: undefined }, []],
  [{ dueSince: '2026-03-10T11:45:00.000Z', failed: 0, error: undefined }, []],
  [{ dueSince: '2026-03-10T11:44:59.999Z', failed: 0, error: undefined }, ['failed']],
  // A long queue that is still being sent.
  [
    {
      ...{ dueSince: '2026-03-10T11:00:00.000Z', failed: 0, error: undefined },
      triedAt: '2026-03-10T11:45:00.000Z',
    },
    ['warning'],
  ],
  [
    {
      ...{ dueSince: '2026-03-10T11:00:00.000Z', failed: 0, error: undefined },
      triedAt: '2026-03-10T11:44:59.999Z',
    },
    ['failed'],
  ],
  // An email that was rejected temporarily is due later.
  [{ dueSince: '2026-03-11T08:00:00.000Z', failed: 2, error: '550 nobody' }, ['warning']],
])('rates the mail queue %j as %j', (mails, severities) => {
  expect(checkMails(createWorkReport(mails), NOW).map(({ severity }) => severity)).toEqual(severities)
})
