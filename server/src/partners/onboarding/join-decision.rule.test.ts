import { describe, expect, it } from 'vitest'
import { decideJoining, type JoinFacts } from './join-decision.rule.ts'

const NEW: JoinFacts = { mode: 'approval', earlier: undefined, partner: undefined, invitation: undefined }

describe('decides applications', () => {
  it.each([
    ['somebody new waits for the team', {}, 'wait'],
    ['in an open program he is in at once', { mode: 'open' }, 'approve'],
    ['who is a partner is one', { partner: 'approved' }, 'approve'],
    ['who waits as a partner waits', { partner: 'pending' }, 'wait'],
    ['in an open program he is in', { partner: 'pending', mode: 'open' }, 'approve'],
    ['a rejected partner waits for the team', { partner: 'rejected' }, 'wait'],
    ['in an open program too', { partner: 'rejected', mode: 'open' }, 'wait'],
    ['a second application is noted', { earlier: 'waiting' }, 'note'],
    ['that of who was asked too', { earlier: 'asked' }, 'note'],
    ['that of who is in too', { earlier: 'approved', mode: 'open' }, 'note'],
    ['that of a rejected one too', { earlier: 'rejected', mode: 'open' }, 'note'],
    ['an invitation lets in', { invitation: 'unnamed', mode: 'invitation' }, 'approve'],
    ['also who waits', { invitation: 'unnamed', earlier: 'waiting' }, 'approve'],
    ['but nobody who was rejected', { invitation: 'unnamed', earlier: 'rejected' }, 'note'],
    ['as an application or as a partner', { invitation: 'unnamed', partner: 'rejected' }, 'wait'],
    [
      'one in his name lets him in',
      { invitation: 'named', earlier: 'rejected', partner: 'rejected' },
      'approve',
    ],
  ] as [string, Partial<JoinFacts>, string][])('%s', (_name, facts, outcome) => {
    expect(decideJoining({ ...NEW, ...facts })).toBe(outcome)
  })
})
