import { expect, it } from 'vitest'
import { type MailFailure, mailFault, mailFaultWords } from './mail-fault.rule.ts'

const failure = (told: Partial<MailFailure>) => Object.assign(new Error('raw words'), told)

it.each<[Partial<MailFailure>, string]>([
  [{ response: '535 wrong password', code: 'EAUTH' }, '535 wrong password'],
  [
    { response: 'SSH-2.0-OpenSSH_9.2p1', code: 'EPROTOCOL' },
    'The mail server cannot be used: what answers is no mail server, it said: SSH-2.0-OpenSSH_9.2p1.',
  ],
  [
    { code: 'ESOCKET', originalCode: 'ECONNREFUSED' },
    'The mail server cannot be used: connection refused (ECONNREFUSED).',
  ],
  [
    { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    'The mail server cannot be used: the server does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER).',
  ],
  [
    { code: 'ETLS', response: '500 unknown command' },
    'The mail server cannot be used: no encrypted connection came about: 500 unknown command.',
  ],
  [{ code: 'ETLS' }, 'The mail server cannot be used: no encrypted connection came about.'],
  [{ code: 'ECONNECTION' }, 'The mail server cannot be used: connection closed.'],
  [{ code: 'EABORT' }, 'The mail server cannot be used: it did not take the mail in time.'],
  [{ code: 'EWHATEVER' }, 'raw words'],
  [{}, 'raw words'],
])('%j is told as %s', (told, words) => {
  expect(mailFaultWords(mailFault(failure(told)))).toBe(words)
})
