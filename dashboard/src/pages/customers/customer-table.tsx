import { Link } from '@tanstack/react-router'
import type { Customer } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { PersonMenu } from './customer-data-menu.tsx'
import { CUSTOMER_STATUSES } from './customer-labels.ts'

/** Returns whether a key is a pseudonym, which can no longer be looked up. */
function isPseudonym(customerKey: string): boolean {
  return /^erased-[\w-]{22}$/.test(customerKey)
}

export function CustomerTable({ rows }: { rows: Customer[] }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const instant = (at: string | null) => (at === null ? '–' : formatInstant(at, timeZone))
  return (
    <Table label={t('customers.customers')}>
      <thead>
        <tr>
          <Th>{t('customers.customer')}</Th>
          <Th>{t('customers.status')}</Th>
          <Th>{t('customers.partner')}</Th>
          <Th>{t('customers.clicked')}</Th>
          <Th>{t('customers.signedUp')}</Th>
          <Th>{t('customers.firstSale')}</Th>
          <Th align="right">{t('customers.sales')}</Th>
          <Th>
            <span className="sr-only">{t('customers.actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td>
              <span className="block max-w-56 truncate font-medium">
                {row.customerKey ?? t('customers.customerId', { id: row.id })}
              </span>
              {row.customerKey === null && (
                <span className="block text-[0.8125rem] text-ink-3">{t('customers.noKeyYet')}</span>
              )}
            </Td>
            <Td>
              <LabelBadge {...CUSTOMER_STATUSES[row.status]} />
            </Td>
            <Td>
              <Link
                to="/programs/$programId/partners/$partnerId"
                params={{ programId, partnerId: String(row.partnerId) }}
                className="block max-w-48 truncate hover:underline"
              >
                {row.partnerName}
              </Link>
            </Td>
            <Td className="whitespace-nowrap text-ink-2">{instant(row.clickedAt)}</Td>
            <Td className="whitespace-nowrap text-ink-2">{instant(row.signupAt)}</Td>
            <Td className="whitespace-nowrap text-ink-2">{instant(row.firstPurchaseAt)}</Td>
            <Td align="right">{formatCount(row.saleCount)}</Td>
            <Td align="right">
              {row.customerKey !== null && !isPseudonym(row.customerKey) && (
                <PersonMenu customerKey={row.customerKey} />
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
