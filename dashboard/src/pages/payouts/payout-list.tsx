import { useInfiniteQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { type PayoutFilters, payoutsQuery } from '../../api/money-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { PayoutStatusBadge } from './payout-status.tsx'

export function PayoutList({ filters, onOpen }: { filters: PayoutFilters; onOpen: (id: number) => void }) {
  const { timeZone } = useProgram()
  const list = useInfiniteQuery(payoutsQuery(useProgramId(), filters))
  if (list.isPending) return <SkeletonRows rows={6} />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return Object.values(filters).some((value) => value !== undefined) ? (
      <EmptyState icon={Banknote} title="No payout matches">
        Take a filter out.
      </EmptyState>
    ) : (
      <EmptyState icon={Banknote} title="No payouts yet">
        Make payouts, and each partner who is owed something gets one per currency, of every approved
        commission. The balances show who is owed what.
      </EmptyState>
    )
  }
  return (
    <>
      <Table label="Payouts">
        <thead>
          <tr>
            <Th>Partner</Th>
            <Th align="right">Amount</Th>
            <Th>Status</Th>
            <Th align="right">Commissions</Th>
            <Th>Made</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.id} onClick={() => onOpen(row.id)}>
              <Td>
                <button
                  type="button"
                  className="block max-w-36 truncate text-left font-medium hover:underline sm:max-w-64"
                >
                  {row.partnerName}
                  <span className="sr-only">, payout {row.id}</span>
                </button>
                <span className="block max-w-36 truncate text-[0.8125rem] text-ink-3 sm:max-w-64">
                  {row.partnerEmail}
                </span>
              </Td>
              <Td align="right" className="whitespace-nowrap font-medium">
                {formatMoney(row.amountCents, row.currency)}
              </Td>
              <Td className="whitespace-nowrap">
                <PayoutStatusBadge status={row.status} />
                {row.reference !== null && (
                  <span className="block max-w-40 truncate text-ink-3 text-xs">{row.reference}</span>
                )}
              </Td>
              <Td align="right">{formatCount(row.commissions)}</Td>
              <Td className="whitespace-nowrap text-ink-2">{formatInstant(row.createdAt, timeZone)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}
