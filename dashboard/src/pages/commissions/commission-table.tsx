import { Link } from '@tanstack/react-router'
import type { Commission } from '../../api/types'
import { dayOf, formatDay, formatInstant } from '../../format/date'
import { formatMoney } from '../../format/money'
import { useProgram, useProgramId } from '../../session/use-program'
import { Table, Td, Th, Tr } from '../../ui/table'
import { CommissionStatusBadge } from './commission-status'

export function CommissionTable({ rows }: { rows: Commission[] }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  return (
    <Table label="Commissions">
      <thead>
        <tr>
          <Th>Partner and customer</Th>
          <Th align="right">Amount</Th>
          <Th>Status</Th>
          <Th>For</Th>
          <Th>Made</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td>
              <Link
                to="/programs/$programId/partners"
                params={{ programId }}
                search={{ open: row.partnerId }}
                className="block max-w-32 truncate font-medium hover:underline sm:max-w-56"
              >
                {row.partnerName}
              </Link>
              <span className="block max-w-32 truncate text-[0.8125rem] text-ink-3 sm:max-w-56">
                {row.customerKey ?? `Customer ${row.customerId}`}
              </span>
            </Td>
            <Td align="right" className="whitespace-nowrap font-medium">
              {formatMoney(row.amountCents, row.currency)}
            </Td>
            <Td className="whitespace-nowrap">
              <CommissionStatusBadge status={row.status} />
              {row.status === 'pending' && (
                <span className="block text-ink-3 text-xs">
                  until {formatDay(dayOf(row.holdUntil, timeZone))}
                </span>
              )}
            </Td>
            <Td className="whitespace-nowrap">
              <Link
                to="/programs/$programId/events"
                params={{ programId }}
                search={{ open: row.kind === 'sale' ? `sale-${row.saleId}` : `lead-${row.leadId}` }}
                className="hover:underline"
              >
                {row.kind === 'sale' ? `Sale ${row.saleId}` : `Lead ${row.leadId}`}
              </Link>
            </Td>
            <Td className="whitespace-nowrap text-ink-2">{formatInstant(row.createdAt, timeZone)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
