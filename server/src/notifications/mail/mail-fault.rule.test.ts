import { expect, it } from 'vitest'
import { type MailFailure, mailError, mailFaultText } from './mail-fault.rule.ts'

const failure = (fault: Partial<MailFailure>) => Object.assign(new Error('raw message'), fault)

it.each<[Partial<MailFailure>, string]>([
  [{ response: '535 wrong password', code: 'EAUTH' }, '535 wrong password'],
  [
    { response: 'SSH-2.0-OpenSSH_9.2p1', code: 'EPROTOCOL' },
    'Cannot use the mail server: it does not speak SMTP (SSH-2.0-OpenSSH_9.2p1).',
  ],
  [
    { code: 'ESOCKET', originalCode: 'ECONNREFUSED' },
    'Cannot use the mail server: connection refused (ECONNREFUSED).',
  ],
  [
    { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    'Cannot use the mail server: the server does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER).',
  ],
  [
    { code: 'ETLS', response: '500 unknown command' },
    'Cannot use the mail server: could not establish an encrypted connection (500 unknown command).',
  ],
  [{ code: 'ETLS' }, 'Cannot use the mail server: could not establish an encrypted connection.'],
  [{ code: 'ECONNECTION' }, 'Cannot use the mail server: connection closed.'],
  [{ code: 'EABORT' }, 'Cannot use the mail server: it did not accept the email in time.'],
  [{ code: 'EWHATEVER' }, 'raw message'],
  [{}, 'raw message'],
])('%j is reported as %s', (fault, expected) => {
  expect(mailFaultText(mailError(failure(fault)))).toBe(expected)
})
