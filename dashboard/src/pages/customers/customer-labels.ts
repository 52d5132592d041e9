import type { CustomerStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const CUSTOMER_STATUSES: Record<CustomerStatus, LabelView & { note: string }> = {
  provisional: {
    label: t('customers.customerStatuses.provisional'),
    tone: 'neutral',
    note: t('customers.customerStatuses.provisional.note'),
  },
  lead: {
    label: t('customers.customerStatuses.lead'),
    tone: 'accent',
    note: t('customers.customerStatuses.lead.note'),
  },
  conversion: {
    label: t('customers.customerStatuses.conversion'),
    tone: 'good',
    note: t('customers.customerStatuses.conversion.note'),
  },
}
