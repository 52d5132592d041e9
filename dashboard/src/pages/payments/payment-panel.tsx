import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { unattributedPaymentQuery } from '../../api/processor-queries.ts'
import type { Customer, UnattributedPayment, UnattributedPaymentDetails } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { textLink } from '../sign-in/entry-frame.tsx'
import { describePaymentReason, isSupportedCurrency } from './payment-reasons.ts'

/** A payment's details and its attribution. Fetched separately, because the list may not contain it. */
export function PaymentPanel({
  paymentId,
  shown,
  onClose,
}: {
  paymentId: number
  /** The row that was pressed, shown until the details are loaded. */
  shown: UnattributedPayment | undefined
  onClose: () => void
}) {
  const query = useQuery({
    ...unattributedPaymentQuery(useProgramId(), paymentId),
    placeholderData: () => shown && { ...shown, couponProblem: null },
  })
  return (
    <SidePanel isOpen onClose={onClose} title={t('payments.payment')} description={query.data?.transactionId}>
      <Loaded query={query} loadingRows={5}>
        {(payment) => <PanelBody payment={payment} onClose={onClose} />}
      </Loaded>
    </SidePanel>
  )
}

function PanelBody({ payment, onClose }: { payment: UnattributedPaymentDetails; onClose: () => void }) {
  const can = usePermissionCheck()
  const isRejected = payment.reason === 'unsupported_currency' && !isSupportedCurrency(payment)
  const isOpen = payment.state !== 'attributed' && !isRejected
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="font-semibold text-2xl tabular-nums tracking-tight">
          {formatMoney(payment.amountCents, payment.currency)}
        </p>
        <p className="mt-1 text-ink-2">{describePaymentReason(payment)}</p>
        {payment.couponCode !== null && payment.couponProblem !== null && (
          <p className="wrap-anywhere mt-1 text-ink-2">
            {t('payments.couponProblem', { code: payment.couponCode, problem: payment.couponProblem })}
          </p>
        )}
      </div>
      {isOpen && can('commission:manage') && <AttributePaymentForm payment={payment} onDone={onClose} />}
      {payment.state === 'unattributed' && can('commission:manage') && (
        <Dismiss payment={payment} onDone={onClose} />
      )}
      <PaymentSummary payment={payment} />
    </div>
  )
}

function useRefetch(onDone: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return async () => {
    onDone()
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['unattributed-payments', programId] }),
      refreshMoney(queryClient, programId),
    ])
  }
}

/** Finds the payment's customer by the merchant's own key, and confirms which partner earns the commission. */
function AttributePaymentForm({ payment, onDone }: { payment: UnattributedPayment; onDone: () => void }) {
  const programId = useProgramId()
  const [customer, setCustomer] = useState<Customer>()
  const form = useForm({
    fields: ['customerKey'],
    readForm: (typed) => readText(typed, 'key'),
    async save(customerKey) {
      const query = { customerKey, limit: 1 }
      const customers = await read(
        api.GET('/api/programs/{programId}/customers', { params: { path: { programId }, query } }),
      )
      const found = customers.data[0]
      if (found === undefined) throw noCustomer()
      return found
    },
    onSaved: setCustomer,
  })
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-3 rounded-lg border px-4 py-3.5">
        <Field
          label={t('payments.customerKey')}
          hint={t('payments.createsSaleForThisCustomer')}
          error={form.getError('customerKey')}
        >
          {(control) => (
            <Input {...control} name="key" autoComplete="off" defaultValue={payment.customerKey ?? ''} />
          )}
        </Field>
        <FormError error={form.error} />
        <div>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t('payments.attribute')}
          </Button>
        </div>
      </form>
      {customer !== undefined && (
        <ConfirmAttribution
          payment={payment}
          customer={customer}
          onDone={onDone}
          onClose={() => setCustomer(undefined)}
        />
      )}
    </>
  )
}

function ConfirmAttribution({
  payment,
  customer,
  onDone,
  onClose,
}: {
  payment: UnattributedPayment
  customer: Customer
  onDone: () => void
  onClose: () => void
}) {
  const programId = useProgramId()
  const { showSuccess } = useToasts()
  const decided = useRefetch(onDone)
  const { customerKey, partnerName: partner } = customer
  const attribute = async () => {
    const { data } = await read(
      api.POST('/api/programs/{programId}/unattributed-payments/{paymentId}/attribute', {
        params: { path: { programId, paymentId: String(payment.id) } },
        body: { customerId: customer.id },
      }),
    )
    showSuccess(t('payments.saleSaleIdCreated', { saleId: data.saleId }))
    await decided()
  }
  return (
    <ConfirmDialog
      title={t('payments.attributePaymentTo', { partner })}
      action={t('payments.attributePayment')}
      look="primary"
      onConfirm={attribute}
      onClose={onClose}
    >
      {t('payments.customerBelongsTo', { customerKey, partner })}
    </ConfirmDialog>
  )
}

/** Built as a field error, like the service's own. */
function noCustomer(): ApiError {
  const message = t('payments.noCustomerInThisProgram')
  return new ApiError(404, 'customer_not_found', message, { field: 'customerKey' })
}

function Dismiss({ payment, onDone }: { payment: UnattributedPayment; onDone: () => void }) {
  const programId = useProgramId()
  const { showSuccess, showError } = useToasts()
  const decided = useRefetch(onDone)
  const dismiss = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/unattributed-payments/{paymentId}/dismiss', {
          params: { path: { programId, paymentId: String(payment.id) } },
        }),
      ),
    async onSuccess() {
      showSuccess(t('payments.paymentDismissed'))
      await decided()
    },
    onError: showError,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-fill px-4 py-3">
      <p className="min-w-0 flex-[1_1_14rem] text-ink-2">{t('payments.buyerNotReferredByPartner')}</p>
      <Button isBusy={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {t('payments.dismiss')}
      </Button>
    </div>
  )
}

function PaymentSummary({ payment }: { payment: UnattributedPayment }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  return (
    <DetailList>
      <DetailItem name={t('payments.sale')}>
        {payment.saleId !== null && (
          <Link
            to="/programs/$programId/events"
            params={{ programId }}
            search={{ open: `sale-${payment.saleId}` }}
            className={textLink}
          >
            {t('payments.saleSaleId', { saleId: payment.saleId })}
          </Link>
        )}
      </DetailItem>
      <DetailItem name={t('payments.order')}>
        <Link
          to="/programs/$programId/explain"
          params={{ programId }}
          search={{ q: payment.transactionId }}
          className={textLink}
        >
          {payment.transactionId}
        </Link>
      </DetailItem>
      <DetailItem name={t('payments.customerKey')}>
        {payment.customerKey !== null && (
          <Link
            to="/programs/$programId/customers"
            params={{ programId }}
            search={{ search: payment.customerKey }}
            className={textLink}
          >
            {payment.customerKey}
          </Link>
        )}
      </DetailItem>
      <DetailItem name={t('payments.couponCode')}>{payment.couponCode}</DetailItem>
      <DetailItem name={t('payments.processorCustomer')}>{payment.processorCustomerId}</DetailItem>
      <DetailItem name={t('payments.clickID')}>
        {payment.clickId !== null && (
          <Link
            to="/programs/$programId/explain"
            params={{ programId }}
            search={{ q: payment.clickId }}
            className={textLink}
          >
            {payment.clickId}
          </Link>
        )}
      </DetailItem>
      <DetailItem name={t('payments.type')}>{payment.saleType}</DetailItem>
      <DetailItem name={t('payments.recurring')}>
        {payment.isRecurring ? t('payments.yes') : t('payments.no')}
      </DetailItem>
      <DetailItem name={t('payments.subscription')}>{payment.subscriptionId}</DetailItem>
      <DetailItem name={t('payments.product')}>{payment.productId}</DetailItem>
      <DetailItem name={t('payments.occurred')}>
        {formatExactInstant(payment.occurredAt, timeZone)}
      </DetailItem>
      <DetailItem name={t('payments.received')}>
        {formatExactInstant(payment.receivedAt, timeZone)}
      </DetailItem>
    </DetailList>
  )
}
