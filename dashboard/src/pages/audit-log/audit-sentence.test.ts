import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { AUDIT_ACTIONS } from './audit-labels.ts'
import { groupEntries, toSentence } from './audit-sentence.ts'

const ANA = { kind: 'user', userId: 'u1', keyId: null, name: 'Ana', email: 'ana@acme.test' } as const
const KEY = { kind: 'key', userId: null, keyId: 3, name: 'Accounting', email: null } as const
const COMMAND = { kind: 'command', userId: null, keyId: null, name: null, email: null } as const
const PARTNER = { ...COMMAND, kind: 'partner' } as const

type Target = Partial<AuditEntry['target']> & Pick<AuditEntry['target'], 'type' | 'id'>

function entry(
  action: AuditEntry['action'],
  target: Target,
  values: Partial<Omit<AuditEntry, 'target'>> = {},
): AuditEntry {
  return {
    id: 1,
    at: '2026-03-10T12:00:00.000Z',
    actor: ANA,
    action,
    programId: 1,
    before: null,
    after: null,
    requestId: 'r1',
    ...values,
    target: { name: null, policy: null, ...target },
  }
}

const say = (...entries: AuditEntry[]) =>
  groupEntries(entries, false).map((change) => toSentence(change, getProgramName))

const getProgramName = (programId: string) => (programId === '7' ? 'Shop' : undefined)

const commission = (id: number) =>
  entry(
    'commission.approve',
    { type: 'commission', id: String(id) },
    { before: { status: 'pending' }, after: { status: 'approved' } },
  )
const policy = (rateBps: number | null, amountCents: number | null = null) => ({
  productId: null,
  groupId: null,
  type: rateBps === null ? ('flat' as const) : ('percent' as const),
  rateBps,
  amountCents,
  currency: amountCents === null ? null : ('USD' as const),
})
const newPolicy = (terms: AuditEntry['target']['policy']) =>
  entry(
    'commission_policy.set',
    { type: 'commission_policy', id: '2', policy: terms },
    { after: { version: 2 } },
  )
const oldPolicy = (terms: AuditEntry['target']['policy']) =>
  entry(
    'commission_policy.set',
    { type: 'commission_policy', id: '1', policy: terms },
    { before: { superseded_at: null }, after: { superseded_at: '2026-03-10T12:00:00Z' } },
  )
const program = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  entry('program.update', { type: 'program', id: '7' }, { before, after })

describe('the sentence for a change', () => {
  test.each<[string, AuditEntry[]]>([
    ['Ana approved commission #3', [commission(3)]],
    ['Ana approved 3 commissions', [commission(3), commission(4), commission(5)]],
    [
      'Ana changed the rate of policy Default from 20% to 25%',
      [newPolicy(policy(2500)), oldPolicy(policy(2000))],
    ],
    [
      'Ana changed policy Default, which now pays $5.00',
      [newPolicy(policy(null, 500)), oldPolicy(policy(2000))],
    ],
    ['Ana set policy pro to 15%', [newPolicy({ ...policy(1500), productId: 'pro' })]],
    [
      'Ana changed hold period days from 30 to 7 in program Shop',
      [program({ hold_period_days: 30 }, { hold_period_days: 7 })],
    ],
    [
      'Ana changed name and hold period days in program Shop',
      [program({ name: 'Acme', hold_period_days: 30 }, { name: 'Shop', hold_period_days: 7 })],
    ],
    [
      'Ana changed requires two factor from off to on in the workspace',
      [
        entry(
          'workspace.update',
          { type: 'workspace', id: 'w' },
          { before: { requires_two_factor: false }, after: { requires_two_factor: true } },
        ),
      ],
    ],
    [
      'The key Accounting added Pat as a partner',
      [
        entry('partner.add', { type: 'link', id: '1' }, { actor: KEY, after: { code: 'pat' } }),
        entry(
          'partner.add',
          { type: 'partner', id: '5', name: 'Pat' },
          { actor: KEY, after: { status: 'x' } },
        ),
        entry(
          'partner.add',
          { type: 'partner', id: '5', name: 'Pat' },
          { actor: KEY, after: { name: 'Pat' } },
        ),
      ],
    ],
    [
      'Pat changed their payout details',
      [entry('payout_details.set', { type: 'payout_details', id: '5', name: 'Pat' }, { actor: PARTNER })],
    ],
    [
      'Ana recorded a refund of order-3003 (sale #168)',
      [entry('sale.refund', { type: 'refund', id: '5', name: 'order-3003' }, { after: { sale_id: 168 } })],
    ],
    [
      'Ana changed source of sales from Payment processor to Your server in program Shop',
      [program({ payment_tracking_mode: 'processor_connect' }, { payment_tracking_mode: 's2s' })],
    ],
    [
      'Ana changed your bank account in the payout settings',
      [
        entry(
          'payout_settings.update',
          { type: 'payout_settings', id: '7' },
          { after: { debtor: 'hidden', minimums: {}, details_required: false } },
        ),
      ],
    ],
    [
      'A partner changed their payout details',
      [entry('payout_details.set', { type: 'payout_details', id: '5' }, { actor: PARTNER })],
    ],
    [
      'Ana created the API key aff_live_1_…wY3h',
      [entry('api_key.create', { type: 'api_key', id: '5' }, { after: { masked: 'aff_live_1_…wY3h' } })],
    ],
    [
      'Ana renamed a partner group from Good to Better',
      [
        entry(
          'partner_group.rename',
          { type: 'partner_group', id: '5' },
          { before: { name: 'Good' }, after: { name: 'Better' } },
        ),
      ],
    ],
    [
      'Ana removed Pat from their group',
      [
        entry(
          'partner.set_group',
          { type: 'partner', id: '5', name: 'Pat' },
          { before: { group_id: 4 }, after: { group_id: null } },
        ),
      ],
    ],
    [
      'Ana changed the portal settings',
      [entry('portal_settings.update', { type: 'portal_settings', id: '1' }, { after: { own_links: 5 } })],
    ],
  ])('%s', (sentence, entries) => expect(say(...entries)).toEqual([sentence]))

  test.each(enumValues(AUDIT_ACTIONS))('describes %s, however little is known about it', (action) => {
    const [sentence = ''] = say(entry(action, { type: 'data_subject', id: 'x' }))
    expect(sentence).toMatch(/^Ana [a-z].*[^.]$/)
    expect(sentence).not.toMatch(/[{}]|undefined|null|auditLog/)
  })
})

test('groups the entries of one request or command run', () => {
  const run = { actor: COMMAND, requestId: null }
  const entries = [
    { ...commission(1), at: '2026-03-10T12:05:00.000Z' },
    { ...commission(2), requestId: 'r2' },
    { ...commission(3), requestId: 'r2' },
    entry('command.init', { type: 'workspace', id: 'w' }, run),
    entry('command.init', { type: 'program', id: '1' }, run),
    entry('command.init', { type: 'program', id: '2' }, { ...run, at: '2026-03-10T13:00:00.000Z' }),
  ]
  expect(groupEntries(entries, false).map((change) => change.entries.length)).toEqual([1, 2, 2, 1])
  const partial = groupEntries(entries.slice(0, 3), true)
  expect(partial.map(({ isPartial }) => isPartial)).toEqual([false, true])
  expect(partial.map((change) => toSentence(change, getProgramName)).at(-1)).toBe(
    'Ana approved 2 commissions and made more changes',
  )
})

test('merges one action sent in several requests, but not actions by different people or at different times', () => {
  const step = (id: number, requestId: string, at: string, actor: AuditEntry['actor'] = ANA) => ({
    ...commission(id),
    requestId,
    at,
    actor,
  })
  const [first, second] = ['2026-03-10T12:00:05.000Z', '2026-03-10T12:00:00.000Z']
  expect(say(step(4, 'r2', first), step(3, 'r1', second))).toEqual(['Ana approved 2 commissions'])
  expect(say(step(4, 'r2', first, KEY), step(3, 'r1', second))).toHaveLength(2)
  expect(say(step(4, 'r2', '2026-03-10T12:01:00.000Z'), step(3, 'r1', second))).toHaveLength(2)
})
