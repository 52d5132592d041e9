import type { CustomerStatus } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const CUSTOMER_STATUS_LABELS: Record<CustomerStatus, string> = {
  provisional: 'Provisional',
  lead: 'Lead',
  conversion: 'Bought',
}

const TONES: Record<CustomerStatus, Tone> = { provisional: 'neutral', lead: 'accent', conversion: 'good' }

export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  return <Badge tone={TONES[status]}>{CUSTOMER_STATUS_LABELS[status]}</Badge>
}
