import type { CustomerStatus } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const CUSTOMER_STATUSES: Record<CustomerStatus, LabelView & { note: string }> = {
  provisional: {
    label: 'Provisional',
    tone: 'neutral',
    note: 'signed up in the browser, not verified yet',
  },
  lead: { label: 'Lead', tone: 'accent', note: 'signed up, not bought yet' },
  conversion: { label: 'Conversion', tone: 'good', note: 'bought at least once' },
}
