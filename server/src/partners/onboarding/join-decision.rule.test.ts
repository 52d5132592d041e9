import { describe, expect, it } from 'vitest'
import { applicationResult, decideAdmission, type JoinDecisionData } from './join-decision.rule.ts'

const NEW: JoinDecisionData = {
  mode: 'approval',
  earlier: undefined,
  partner: undefined,
  invitation: undefined,
}

describe('decideAdmission', () => {
  it.each([
    ['leaves a new applicant to the team', {}, 'wait'],
    ['approves a new applicant in an open program', { mode: 'open' }, 'approve'],
    ['keeps an approved partner', { partner: 'approved' }, 'approve'],
    ['keeps a pending partner waiting', { partner: 'pending' }, 'wait'],
    ['approves a pending partner in an open program', { partner: 'pending', mode: 'open' }, 'approve'],
    ['leaves a rejected partner to the team', { partner: 'rejected' }, 'wait'],
    [
      'leaves a rejected partner to the team in an open program, too',
      { partner: 'rejected', mode: 'open' },
      'wait',
    ],
    ['records a repeated application', { earlier: 'pending' }, 'note'],
    ['records a repeated application after a question', { earlier: 'info_requested' }, 'note'],
    ['records a repeated application after an approval', { earlier: 'approved', mode: 'open' }, 'note'],
    ['records a repeated application after a rejection', { earlier: 'rejected', mode: 'open' }, 'note'],
    ['approves an applicant with an invitation', { invitation: 'unnamed', mode: 'invitation' }, 'approve'],
    [
      'approves a pending applicant with an invitation',
      { invitation: 'unnamed', earlier: 'pending' },
      'approve',
    ],
    [
      'doesn’t approve a rejected applicant with an open invitation',
      { invitation: 'unnamed', earlier: 'rejected' },
      'note',
    ],
    [
      'doesn’t approve a rejected partner with an open invitation',
      { invitation: 'unnamed', partner: 'rejected' },
      'wait',
    ],
    [
      'approves a rejected applicant with an invitation for their email',
      { invitation: 'named', earlier: 'rejected', partner: 'rejected' },
      'approve',
    ],
  ] as [string, Partial<JoinDecisionData>, string][])('%s', (_name, data, outcome) => {
    expect(decideAdmission({ ...NEW, ...data })).toBe(outcome)
  })
})

describe('applicationResult', () => {
  it.each([
    ['pending', undefined, 'pending'],
    ['info_requested', 'pending', 'info_requested'],
    ['pending', 'approved', 'approved'],
    ['approved', 'approved', 'approved'],
    ['approved', 'rejected', 'rejected'],
    ['approved', 'pending', 'pending'],
    ['rejected', undefined, 'rejected'],
    ['rejected', 'approved', 'approved'],
  ] as const)(
    'an application that is %s, with a partner that is %s, is %s',
    (application, partner, result) => {
      expect(applicationResult(application, partner)).toBe(result)
    },
  )
})
