import { Link } from '@tanstack/react-router'
import type { Customer } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { CustomerDataMenu } from './customer-data-menu.tsx'
import { CUSTOMER_STATUSES } from './customer-labels.ts'

const TIME = 'whitespace-nowrap text-ink-2'

export const CUSTOMER_COLUMNS: readonly ListColumn<Customer>[] = [
  { id: 'customer', name: t('customers.customer'), cell: (row) => <CustomerName row={row} /> },
  {
    id: 'status',
    name: t('customers.status'),
    card: 'status',
    cell: ({ status }) => <LabelBadge {...CUSTOMER_STATUSES[status]} />,
  },
  {
    id: 'partner',
    name: t('customers.partner'),
    card: 'detail',
    cell: (row) => <PartnerLink row={row} />,
  },
  {
    id: 'clicked',
    name: t('customers.clicked'),
    isOptional: true,
    className: TIME,
    cell: ({ clickedAt }) => <Instant at={clickedAt} />,
  },
  {
    id: 'signedUp',
    name: t('customers.signedUp'),
    className: TIME,
    cell: ({ signupAt }) => <Instant at={signupAt} />,
  },
  {
    id: 'firstSale',
    name: t('customers.firstSale'),
    className: TIME,
    card: 'detail',
    cell: ({ firstPurchaseAt }) => <Instant at={firstPurchaseAt} />,
  },
  {
    id: 'sales',
    name: t('customers.sales'),
    align: 'right',
    card: 'detail',
    cell: ({ saleCount }) => formatCount(saleCount),
  },
]

function CustomerName({ row: { id, customerKey } }: { row: Customer }) {
  return (
    <>
      <span className="block max-w-56 truncate font-medium">
        {customerKey ?? t('customers.customerId', { id })}
      </span>
      {customerKey === null && (
        <span className="block text-[0.8125rem] text-ink-3">{t('customers.noKeyYet')}</span>
      )}
    </>
  )
}

function PartnerLink({ row: { partnerId, partnerName } }: { row: Customer }) {
  return (
    <Link
      to="/programs/$programId/partners/$partnerId"
      params={{ programId: useProgramId(), partnerId: String(partnerId) }}
      className="block max-w-48 truncate hover:underline"
    >
      {partnerName}
    </Link>
  )
}

/** Returns the data menu for a customer whose key can still be looked up. */
export function customerActions({ customerKey }: Customer) {
  return customerKey !== null && !isPseudonym(customerKey) && <CustomerDataMenu customerKey={customerKey} />
}

/** Returns whether a key is a pseudonym, which can no longer be looked up. */
function isPseudonym(customerKey: string): boolean {
  return /^erased-[\w-]{22}$/.test(customerKey)
}
