import type { Commission, CommissionStatus } from '../../api/types.ts'
import type { WordView } from '../../ui/badge.tsx'

export const COMMISSION_STATUSES: Record<CommissionStatus, WordView> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'accent' },
  paid: { label: 'Paid', tone: 'good' },
  reversed: { label: 'Reversed', tone: 'bad' },
}

/** What a commission is for. */
export const COMMISSION_KINDS: Record<Commission['kind'], { label: string }> = {
  sale: { label: 'Sales only' },
  lead: { label: 'Leads only' },
}
