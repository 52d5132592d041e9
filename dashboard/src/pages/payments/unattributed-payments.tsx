import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, CreditCard } from 'lucide-react'
import { rowsOf } from '../../api/paged-query.ts'
import { unattributedPaymentsQuery } from '../../api/processor-queries.ts'
import type { PaymentStatus, UnattributedPayment } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { choicesOf } from '../../format/words.ts'
import { listSearch } from '../../search/list-search.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { REASONS } from './payment-reasons.ts'
import { PAYMENT_STATUSES } from './payment-words.ts'
import type { PaymentsSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/payments')

/** The payments that found no buyer, and what became of them. */
export function UnattributedPayments() {
  const { state: status = 'unattributed' } = route.useSearch()
  const { change } = listSearch<PaymentsSearch>(route.useNavigate())
  return (
    <Card>
      <CardHeader
        title="Payments without a partner"
        description="Most payments have no partner, and that is fine. Attribute one by hand when you know who sent the buyer."
        actions={
          <Segmented
            label="Which payments"
            value={status}
            choices={choicesOf(PAYMENT_STATUSES)}
            onChoose={(chosen) => change({ state: chosen === 'unattributed' ? undefined : chosen })}
          />
        }
      />
      <div className="pt-3">
        <PaymentList status={status} />
      </div>
    </Card>
  )
}

function PaymentList({ status }: { status: PaymentStatus }) {
  const { open: openId } = route.useSearch()
  const { open, close } = listSearch<PaymentsSearch>(route.useNavigate())
  const list = useInfiniteQuery(unattributedPaymentsQuery(useProgramId(), status))
  return (
    <>
      <PagedRows list={list} loadingRows={3} empty={<NoPayments status={status} />}>
        {(rows) => <PaymentTable rows={rows} onOpen={open} />}
      </PagedRows>
      {openId !== undefined && (
        <PaymentPanel
          key={openId}
          paymentId={openId}
          shown={rowsOf(list.data).find(({ id }) => id === openId)}
          onClose={close}
        />
      )}
    </>
  )
}

function PaymentTable({ rows, onOpen }: { rows: UnattributedPayment[]; onOpen: (id: number) => void }) {
  const { timeZone } = useProgram()
  return (
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
          <Tr key={row.id} onClick={() => onOpen(row.id)}>
            <Td>
              <RowName
                className="max-w-40 sm:max-w-72"
                detail={row.customerKey ?? row.processorCustomerId ?? 'Buyer not named'}
              >
                {row.transactionId}
              </RowName>
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
  )
}

function NoPayments({ status }: { status: PaymentStatus }) {
  switch (status) {
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
