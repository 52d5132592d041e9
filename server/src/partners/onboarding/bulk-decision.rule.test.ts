import { expect, test } from 'vitest'
import { closedAccountAddress } from '../../notifications/mail/closed-address.rule.ts'
import { bulkDecision } from './bulk-decision.rule.ts'

const pending = { status: 'pending', version: 1, email: 'ada@example.test' } as const
const closedEmail = closedAccountAddress(Buffer.alloc(16))

test.each([
  ['pending as listed', 'approve', pending, { kind: 'decide', application: pending }],
  ['pending as listed', 'reject', pending, { kind: 'decide', application: pending }],
  ['answered since', 'approve', { ...pending, version: 3 }, { kind: 'skip', reason: 'changed' }],
  ['already approved', 'approve', { ...pending, status: 'approved', version: 2 }, { kind: 'unchanged' }],
  ['already rejected', 'reject', { ...pending, status: 'rejected', version: 2 }, { kind: 'unchanged' }],
  [
    'rejected since',
    'approve',
    { ...pending, status: 'rejected', version: 2 },
    { kind: 'skip', reason: 'changed' },
  ],
  ['closed account', 'approve', { ...pending, email: closedEmail }, { kind: 'skip', reason: 'closed' }],
  ['missing', 'reject', undefined, { kind: 'skip', reason: 'not_found' }],
] as const)('decides on an application that is %s: %s', (_, decision, application, expected) => {
  expect(bulkDecision(application, { version: 1, decision })).toEqual(expected)
})
