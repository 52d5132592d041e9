import { expect, it } from 'vitest'
import type { WorkReport } from './doctor.ts'
import { judgeMailServer, judgeMails } from './mail-findings.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const SERVER = { host: 'mail.example', port: 587 }
// safe because nothing else of a report is looked at
const workOf = (mails: WorkReport['mails']) => ({ mails }) as WorkReport

it.each([
  [undefined, undefined, 'ok', 'No mail is sent'],
  [SERVER, undefined, 'ok', 'mail.example:587 takes our mails'],
  [
    SERVER,
    { isSaid: true, words: '535 wrong password' },
    'failed',
    'The mail server mail.example:587 cannot be used: 535 wrong password',
  ],
  [
    SERVER,
    { isSaid: false, words: 'nothing listens there (ECONNREFUSED)' },
    'failed',
    'The mail server mail.example:587 cannot be used: nothing listens there (ECONNREFUSED).',
  ],
] as const)('a mail server %j with fault %j is %s', (server, fault, severity, words) => {
  expect(judgeMailServer(server, fault)).toMatchObject({
    severity,
    found: expect.stringContaining(words),
  })
})

it.each([
  [undefined, []],
  [{ dueSince: undefined, failed: 0, error: undefined }, []],
  [{ dueSince: '2026-03-10T11:45:00.000Z', failed: 0, error: undefined }, []],
  [{ dueSince: '2026-03-10T11:44:59.999Z', failed: 0, error: undefined }, ['failed']],
  // A long queue is sent all the same.
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
  // A mail that was refused for now is due later.
  [{ dueSince: '2026-03-11T08:00:00.000Z', failed: 2, error: '550 nobody' }, ['warning']],
])('mails %j are %j', (mails, severities) => {
  expect(judgeMails(workOf(mails), NOW).map(({ severity }) => severity)).toEqual(severities)
})
