import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, CreditCard } from 'lucide-react'
import { flattenPages } from '../../api/paged-query.ts'
import { unattributedPaymentsQuery } from '../../api/processor-queries.ts'
import type { PaymentStatus, UnattributedPayment } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { PAYMENT_STATUSES } from './payment-labels.ts'
import { PaymentPanel } from './payment-panel.tsx'
import { REASONS } from './payment-reasons.ts'
import type { PaymentsSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/payments')

/** Payments without a customer, and how they were handled. */
export function UnattributedPayments() {
  const { state: status = 'unattributed' } = route.useSearch()
  const { change } = listSearch<PaymentsSearch>(route.useNavigate())
  return (
    <Card>
      <CardHeader
        title={t('payments.paymentsWithoutPartner')}
        description={t('payments.mostPaymentsDontComeFrom')}
        actions={
          <Segmented
            label={t('payments.paymentStatus')}
            value={status}
            choices={enumOptions(PAYMENT_STATUSES)}
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
          shown={flattenPages(list.data).find(({ id }) => id === openId)}
          onClose={close}
        />
      )}
    </>
  )
}

function PaymentTable({ rows, onOpen }: { rows: UnattributedPayment[]; onOpen: (id: number) => void }) {
  const { timeZone } = useProgram()
  return (
    <Table label={t('payments.paymentsWithoutPartner')}>
      <thead>
        <tr>
          <Th>{t('payments.payment')}</Th>
          <Th align="right">{t('payments.amount')}</Th>
          <Th>{t('payments.reason')}</Th>
          <Th>{t('payments.date')}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id} onClick={() => onOpen(row.id)}>
            <Td>
              <RowName
                className="max-w-40 sm:max-w-72"
                detail={row.customerKey ?? row.processorCustomerId ?? t('payments.unnamedBuyer')}
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
        <EmptyState icon={CircleCheck} title={t('payments.youreAllCaughtUp')}>
          {t('payments.paymentsThatCouldntBeAttributed')}
        </EmptyState>
      )
    case 'attributed':
      return (
        <EmptyState icon={CreditCard} title={t('payments.noAttributedPaymentsYet')}>
          {t('payments.paymentsAttributedManuallyOrAutomatically')}
        </EmptyState>
      )
    case 'dismissed':
      return (
        <EmptyState icon={CreditCard} title={t('payments.noDismissedPaymentsYet')}>
          {t('payments.paymentsYouDismissWillAppear')}
        </EmptyState>
      )
  }
}
