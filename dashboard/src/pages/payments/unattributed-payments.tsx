import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, CreditCard } from 'lucide-react'
import { unattributedPaymentsQuery } from '../../api/processor-queries.ts'
import type { UnattributedPayment } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { changeSearch } from '../../search/change-search.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { REASONS } from './payment-words.ts'

const route = getRouteApi('/signed-in/programs/$programId/payments')

/** The payments that found no buyer, and what became of them. */
export function UnattributedPayments() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const state = search.state ?? 'unattributed'
  return (
    <Card>
      <CardHeader
        title="Payments without a partner"
        description="Most payments have no partner, and that is fine. Attribute one by hand when you know who sent the buyer."
        actions={
          <Segmented
            label="Which payments"
            value={state}
            choices={[
              { value: 'unattributed', label: 'Open' },
              { value: 'attributed', label: 'Attributed' },
              { value: 'dismissed', label: 'Dismissed' },
            ]}
            onChoose={(chosen) =>
              void navigate({
                search: changeSearch(search, { state: chosen === 'unattributed' ? undefined : chosen }),
                replace: true,
              })
            }
          />
        }
      />
      <div className="pt-3">
        <PaymentList state={state} />
      </div>
    </Card>
  )
}

function PaymentList({ state }: { state: UnattributedPayment['state'] }) {
  const { timeZone } = useProgram()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(unattributedPaymentsQuery(useProgramId(), state))
  if (list.isPending) return <SkeletonRows rows={3} />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) return <NoPayments state={state} />
  const opened = rows.find(({ id }) => id === search.open)
  return (
    <>
      <Table label="Payments without a partner">
        <thead>
          <tr>
            <Th>Payment</Th>
            <Th align="right">Amount</Th>
            <Th>Why</Th>
            <Th>When</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr
              key={row.id}
              onClick={() => void navigate({ search: changeSearch(search, { open: row.id }) })}
            >
              <Td>
                <button
                  type="button"
                  className="block max-w-40 truncate text-left font-medium hover:underline sm:max-w-72"
                >
                  {row.transactionId}
                </button>
                <span className="block max-w-40 truncate text-[0.8125rem] text-ink-3 sm:max-w-72">
                  {row.customerKey ?? row.processorCustomerId ?? 'Buyer not named'}
                </span>
              </Td>
              <Td align="right" className="whitespace-nowrap font-medium">
                {formatMoney(row.amountCents, row.currency)}
              </Td>
              <Td className="whitespace-nowrap text-ink-2">{REASONS[row.reason].short}</Td>
              <Td className="whitespace-nowrap text-ink-2">{formatInstant(row.occurredAt, timeZone)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {opened !== undefined && (
        <PaymentPanel
          payment={opened}
          onClose={() => void navigate({ search: changeSearch(search, { open: undefined }), replace: true })}
        />
      )}
    </>
  )
}

function NoPayments({ state }: { state: UnattributedPayment['state'] }) {
  switch (state) {
    case 'unattributed':
      return (
        <EmptyState icon={CircleCheck} title="Nothing waits for you">
          A payment whose buyer no partner sent appears here, with the reason.
        </EmptyState>
      )
    case 'attributed':
      return (
        <EmptyState icon={CreditCard} title="None was attributed later">
          What you attribute by hand, and what finds its buyer by itself later, stands here.
        </EmptyState>
      )
    case 'dismissed':
      return (
        <EmptyState icon={CreditCard} title="None was dismissed">
          What you have said is no partner’s stands here. It can still be attributed.
        </EmptyState>
      )
  }
}
