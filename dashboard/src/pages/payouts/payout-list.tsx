import { useInfiniteQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { type PayoutFilters, payoutsQuery } from '../../api/money-queries.ts'
import type { Payout } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { WordBadge } from '../../ui/badge.tsx'
import { PagedRows } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { PAYOUT_STATUSES, PAYOUT_WAITS } from './payout-words.ts'

export function PayoutList({ filters, onOpen }: { filters: PayoutFilters; onOpen: (id: number) => void }) {
  const list = useInfiniteQuery(payoutsQuery(useProgramId(), filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <PagedRows list={list} loadingRows={6} empty={<NoPayouts isFiltered={isFiltered} />}>
      {(rows) => <PayoutTable rows={rows} onOpen={onOpen} />}
    </PagedRows>
  )
}

function NoPayouts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
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

function PayoutTable({ rows, onOpen }: { rows: Payout[]; onOpen: (id: number) => void }) {
  const { timeZone } = useProgram()
  return (
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
              <RowName className="max-w-36 sm:max-w-64" detail={row.partnerEmail}>
                {row.partnerName}
                <span className="sr-only">, payout {row.id}</span>
              </RowName>
            </Td>
            <Td align="right" className="whitespace-nowrap font-medium">
              {formatMoney(row.amountCents, row.currency)}
            </Td>
            <Td className="whitespace-nowrap">
              <WordBadge
                {...(row.payoutWait === null ? PAYOUT_STATUSES[row.status] : PAYOUT_WAITS[row.payoutWait])}
              />
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
  )
}
