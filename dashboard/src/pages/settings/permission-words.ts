import type { Permission } from '../../api/types.ts'

/** What each permission lets a management key do. Those of the workspace are of no single program. */
export const PERMISSIONS: Record<Permission, { label: string; hint: string; isOfWorkspace?: true }> = {
  'tracking:read': { label: 'Read figures', hint: 'Performance, settings, status and commission policies.' },
  'tracking:list': { label: 'Read records', hint: 'Events, partners, links, customers and sales.' },
  'billing:read': { label: 'Read money', hint: 'Commissions, balances, payouts, invoices and payments.' },
  'partner:manage': {
    label: 'Manage partners',
    hint: 'Add and approve partners, make and switch links, write notes and tags, see what they were mailed.',
  },
  'commission:manage': {
    label: 'Manage money',
    hint: 'Review commissions, refund, invoice, hold payouts, and set commission policies.',
  },
  'payout:manage': {
    label: 'Pay partners',
    hint: 'Make and pay payouts, their files, and see payout details in full.',
  },
  'claim:manage': { label: 'Decide claims', hint: 'Accept and reject what partners claim.' },
  'program:update': {
    label: 'Change settings',
    hint: 'Program settings, the payment processor and webhooks.',
  },
  'api_key:manage': { label: 'Retire API keys', hint: 'See, retire and delete them. No key makes another.' },
  'program:create': { label: 'Make programs', hint: 'New programs in this workspace.', isOfWorkspace: true },
  'member:manage': {
    label: 'Manage members',
    hint: 'Invite, change and remove those who may no more than the key.',
    isOfWorkspace: true,
  },
  'audit:read': { label: 'Read the audit log', hint: 'Who changed what.', isOfWorkspace: true },
  'timeline:share': {
    label: 'Share stories',
    hint: 'A link by which somebody outside reads one timeline for a day.',
  },
  'data_subject:export': { label: 'Export persons', hint: 'Everything that is kept about one customer.' },
  'data_subject:erase': { label: 'Erase persons', hint: 'One customer for good; the money stays.' },
}
