import { describe, expect, it } from 'vitest'
import { decideAdmission, type JoinFacts } from './join-decision.rule.ts'

const NEW: JoinFacts = { mode: 'approval', earlier: undefined, partner: undefined, invitation: undefined }

describe('decides applications', () => {
  it.each([
    ['a new applicant waits for the team', {}, 'wait'],
    ['a new applicant is approved in an open program', { mode: 'open' }, 'approve'],
    ['an approved partner stays one', { partner: 'approved' }, 'approve'],
    ['a pending partner keeps waiting', { partner: 'pending' }, 'wait'],
    ['a pending partner is approved in an open program', { partner: 'pending', mode: 'open' }, 'approve'],
    ['a rejected partner waits for the team', { partner: 'rejected' }, 'wait'],
    ['a rejected partner also waits in an open program', { partner: 'rejected', mode: 'open' }, 'wait'],
    ['a repeated application is recorded', { earlier: 'pending' }, 'note'],
    ['also after a question', { earlier: 'info_requested' }, 'note'],
    ['also after an approval', { earlier: 'approved', mode: 'open' }, 'note'],
    ['also after a rejection', { earlier: 'rejected', mode: 'open' }, 'note'],
    ['an invitation approves', { invitation: 'unnamed', mode: 'invitation' }, 'approve'],
    ['also a pending applicant', { invitation: 'unnamed', earlier: 'pending' }, 'approve'],
    ['but not a rejected applicant', { invitation: 'unnamed', earlier: 'rejected' }, 'note'],
    ['nor a rejected partner', { invitation: 'unnamed', partner: 'rejected' }, 'wait'],
    [
      'an invitation for their email does',
      { invitation: 'named', earlier: 'rejected', partner: 'rejected' },
      'approve',
    ],
  ] as [string, Partial<JoinFacts>, string][])('%s', (_name, facts, outcome) => {
    expect(decideAdmission({ ...NEW, ...facts })).toBe(outcome)
  })
})
