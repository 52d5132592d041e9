import type { LinkProps } from '@tanstack/react-router'
import type { WaitingWork } from '../api/types.ts'
import { t } from '../messages/team-text.ts'

export type WaitingKind = keyof WaitingWork

/** The service stops counting here. */
const MAX_COUNT = 100

/** Returns the count as shown: "99+" if there may be more. */
export function formatWaitingCount(count: number): string {
  return count >= MAX_COUNT ? `${MAX_COUNT - 1}+` : String(count)
}

/** A kind of waiting work, with the words that follow its count and the list that shows exactly those items. */
export interface WaitingItem {
  kind: WaitingKind
  count: number
  label: string
  link: Pick<LinkProps, 'to' | 'search'>
}

/** Each kind of waiting work, in the order it is shown. */
const KINDS: Record<
  WaitingKind,
  { label: (count: number) => string; link: Pick<LinkProps, 'to' | 'search'> }
> = {
  inactivityAlerts: {
    label: (count) => t('shell.waiting.inactivityAlerts', { count }),
    link: { to: '/programs/$programId/health' },
  },
  applications: {
    label: (count) => t('shell.waiting.applications', { count }),
    link: { to: '/programs/$programId/applications', search: { status: 'pending' } },
  },
  commissions: {
    label: (count) => t('shell.waiting.commissions', { count }),
    link: { to: '/programs/$programId/commissions', search: { review: 'waiting' } },
  },
  claims: {
    label: (count) => t('shell.waiting.claims', { count }),
    link: { to: '/programs/$programId/claims', search: { state: 'open' } },
  },
  eventsForReview: {
    label: (count) => t('shell.waiting.eventsForReview', { count }),
    link: { to: '/programs/$programId/payments' },
  },
  payoutsDue: {
    label: (count) => t('shell.waiting.payoutsDue', { count }),
    link: { to: '/programs/$programId/payouts', search: { view: 'balances', show: 'due' } },
  },
  openPayouts: {
    label: (count) => t('shell.waiting.openPayouts', { count }),
    link: { to: '/programs/$programId/payouts', search: { status: 'open' } },
  },
}

/** Lists the kinds of waiting work that have items and that the role can see. */
export function waitingItems(work: WaitingWork): WaitingItem[] {
  // safe because the record has exactly these keys
  return (Object.keys(KINDS) as WaitingKind[]).flatMap((kind) => {
    const count = work[kind]
    if (count === null || count === 0) return []
    const { label, link } = KINDS[kind]
    return [{ kind, count, label: label(count), link }]
  })
}
