import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ClaimChoice } from '../../api/claim-queries.ts'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { withoutUndefined } from '../../api/queries.ts'
import type { ClaimDetails } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePartnerMailSending } from '../../session/use-mail-sending.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { ClaimedCommission } from './claimed-commission.tsx'
import { SendSale } from './send-sale.tsx'

const NAME_CHARS = 255
const REPLY_CHARS = 2_000

/** Approves or rejects a claim. A claim that only gives a day needs an order first. */
export function DecideClaim({
  claim,
  order,
  onReview,
}: {
  claim: ClaimDetails
  order: string | undefined
  onReview: (order: string) => void
}) {
  const [action, setAction] = useState<'approve' | 'reject'>()
  // Only the reviewed order can be approved: typing another one requires a new review.
  const [typed, setTyped] = useState(order ?? '')
  const isReviewed = claim.transactionId !== null || typed.trim() === (order ?? '')
  const reviewedOrder = claim.transactionId ?? order
  const programId = useProgramId()
  const refetch = useRefetch()
  const { showSuccess } = useToasts()
  const sending = usePartnerMailSending()
  const params = { path: { programId, claimId: String(claim.id) } }
  return (
    <div className="flex flex-col gap-3">
      {claim.transactionId === null && <NameOrder typed={typed} onType={setTyped} onReview={onReview} />}
      {isReviewed && reviewedOrder !== undefined && isSaleMissing(claim) && (
        <SendSale claim={claim} order={reviewedOrder} />
      )}
      <div className="flex flex-wrap gap-2">
        {claim.obstacle === null && isReviewed && (
          <Button look="primary" onClick={() => setAction('approve')}>
            {t('claims.approve')}
          </Button>
        )}
        <Button onClick={() => setAction('reject')}>{t('claims.reject')}</Button>
      </div>
      {action === 'approve' && (
        <AcceptDialog claim={claim} order={order} onClose={() => setAction(undefined)} />
      )}
      {action === 'reject' && (
        <PromptDialog
          isLong
          isRequired
          title={t('claims.rejectClaim')}
          label={t('claims.reply')}
          hint={t('claims.thePartnerSeesYourReply', { sending })}
          action={t('claims.rejectClaim')}
          look="danger"
          onSubmit={async (reply) => {
            await refetch(
              read(
                api.POST('/api/programs/{programId}/claims/{claimId}/reject', {
                  params,
                  body: { message: reply ?? '' },
                }),
              ),
            )
            showSuccess(t('claims.claimRejected'))
          }}
          onClose={() => setAction(undefined)}
        >
          {t('claims.thePartnerCanSubmitSame')}
        </PromptDialog>
      )}
    </div>
  )
}

/** Whether sending the sale lets the claim be approved. */
const isSaleMissing = ({ obstacle }: ClaimDetails) =>
  obstacle === 'sale_not_received' || obstacle === 'invalid_amount'

function NameOrder({
  typed,
  onType,
  onReview,
}: {
  typed: string
  onType: (order: string) => void
  onReview: (order: string) => void
}) {
  const lookUpOrder = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (typed.trim() !== '') onReview(typed.trim())
  }
  return (
    <form onSubmit={lookUpOrder} className="flex flex-wrap items-end gap-2">
      <Field label={t('claims.orderNumber')} className="min-w-40 grow">
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={({ target }) => onType(target.value)}
            maxLength={NAME_CHARS}
            autoComplete="off"
          />
        )}
      </Field>
      <Button type="submit">{t('claims.lookUpOrder')}</Button>
    </form>
  )
}

/** Approves a claim for the order's customer, or for one of the partner's customers or clicks. */
function AcceptDialog({
  claim,
  order,
  onClose,
}: {
  claim: ClaimDetails
  order: string | undefined
  onClose: () => void
}) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const refetch = useRefetch()
  const { showSuccess } = useToasts()
  const sending = usePartnerMailSending()
  const [buyer, setBuyer] = useState('order')
  const [productId, setProductId] = useState('')
  const [kind, id] = buyer.split(/ (.*)/)
  const choice: ClaimChoice = {
    transactionId: claim.transactionId === null ? order : undefined,
    customerId: kind === 'customer' ? Number(id) : undefined,
    clickId: kind === 'click' ? id : undefined,
    productId: productId === '' ? undefined : productId,
  }
  const form = useForm({
    fields: ['productId'],
    readForm(typed) {
      const reply = readText(typed, 'message')
      const typedProduct = readText(typed, 'productId')
      return {
        ...withoutUndefined({ ...choice, productId: typedProduct === '' ? undefined : typedProduct }),
        message: reply === '' ? null : reply,
      }
    },
    save: (body) =>
      refetch(
        read(
          api.POST('/api/programs/{programId}/claims/{claimId}/approve', {
            params: { path: { programId, claimId: String(claim.id) } },
            body,
          }),
        ),
      ),
    onSaved() {
      showSuccess(t('claims.claimApprovedPartnersCommissionWas'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('claims.approveClaim')}
      description={t('claims.orderTransactionIdBecomesSaleFor', {
        transactionId: claim.transactionId ?? order,
      })}
      form={form}
      action={t('claims.approveClaim')}
      noValidate
      onClose={onClose}
    >
      <Field label={t('claims.customer')} hint={t('claims.ifOrderIdentifiesCustomerThat')}>
        {(control) => (
          <Select {...control} name="buyer" value={buyer} onChange={({ target }) => setBuyer(target.value)}>
            <option value="order">{t('claims.fromOrder')}</option>
            {claim.customers.map(({ id, customerKey, clickedAt }) => (
              <option key={`customer ${id}`} value={`customer ${id}`}>
                {t('claims.customerCustomerKeyClickedClickedAt', {
                  customerKey: customerKey ?? id,
                  clickedAt: formatInstant(clickedAt, timeZone),
                })}
              </option>
            ))}
            {claim.clicks.map(({ clickId, at }) => (
              <option key={clickId} value={`click ${clickId}`}>
                {t('claims.visitorWhoClickedAt', { at: formatInstant(at, timeZone) })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {claim.received?.kind === 'rejected_sale' && (
        <Field
          label={t('claims.productOptional')}
          hint={t('claims.weDontStoreProductRejected')}
          error={form.getError('productId')}
        >
          {(control) => (
            <Input
              {...control}
              name="productId"
              onBlur={({ target }) => setProductId(target.value.trim())}
              maxLength={NAME_CHARS}
              autoComplete="off"
            />
          )}
        </Field>
      )}
      <ClaimedCommission claim={claim} choice={choice} />
      <Field label={t('claims.replyOptional')} hint={t('claims.thePartnerSeesYourReply', { sending })}>
        {(control) => <TextArea {...control} name="message" rows={3} maxLength={REPLY_CHARS} />}
      </Field>
    </FormDialog>
  )
}

/** Refetches after any outcome of a decision. */
function useRefetch() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return async <Result,>(request: Promise<Result>): Promise<Result> => {
    try {
      return await request
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['claims', programId] }),
        refreshMoney(queryClient, programId),
      ])
    }
  }
}
