import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { type BalanceFilters, balancesQuery } from '../../api/money-queries.ts'
import type { PartnerBalance } from '../../api/types.ts'
import { CURRENCIES, formatMoney } from '../../format/money.ts'
import { useProgramId } from '../../session/use-program.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

type Balance = PartnerBalance['balances'][number]

const COLUMNS: { name: string; cents: (balance: Balance) => number }[] = [
  { name: 'On hold', cents: (balance) => balance.pendingCents },
  { name: 'Approved', cents: (balance) => balance.approvedCents },
  { name: 'Paid', cents: (balance) => balance.paidCents },
]

/** What each partner has earned, been paid and is owed: a line per currency. */
export function BalanceList({ filters }: { filters: BalanceFilters }) {
  const programId = useProgramId()
  const list = useInfiniteQuery(balancesQuery(programId, filters))
  if (list.isPending) return <SkeletonRows rows={6} />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return (
      <EmptyState icon={Scale} title="Nobody has earned anything">
        A partner has a balance from the first commission on. A filter may hide it.
      </EmptyState>
    )
  }
  return (
    <>
      <Table label="Balances">
        <thead>
          <tr>
            <Th>Partner</Th>
            {COLUMNS.map(({ name }) => (
              <Th key={name} align="right">
                {name}
              </Th>
            ))}
            <Th align="right">Owed</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ partnerId, partnerName, balances }) => {
            const inOrder = balances.toSorted(
              (a, b) => CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency),
            )
            return (
              <tr key={partnerId}>
                <Td className="align-top">
                  <Link
                    to="/programs/$programId/partners"
                    params={{ programId }}
                    search={{ open: partnerId }}
                    className="block max-w-36 truncate font-medium hover:underline sm:max-w-64"
                  >
                    {partnerName}
                  </Link>
                </Td>
                {COLUMNS.map(({ name, cents }) => (
                  <Td key={name} align="right" className="whitespace-nowrap align-top text-ink-2">
                    {inOrder.map((balance) => (
                      <span key={balance.currency} className="block">
                        {cents(balance) === 0 ? '–' : formatMoney(cents(balance), balance.currency)}
                      </span>
                    ))}
                  </Td>
                ))}
                <Td align="right" className="whitespace-nowrap align-top font-medium">
                  {inOrder.map((balance) => (
                    <span key={balance.currency} className="block">
                      {formatMoney(balance.owedCents, balance.currency)}
                      {balance.owedCents < 0 && (
                        <span className="block font-normal text-ink-3 text-xs">taken back later</span>
                      )}
                    </span>
                  ))}
                </Td>
              </tr>
            )
          })}
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
