import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { payoutItemsQuery, payoutQuery, refreshMoney } from '../../api/money-queries.ts'
import type { Payout } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { EarningEventLink } from '../events/earning-event-link.tsx'
import { detailsQuery } from '../partners/payout-details.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { PaymentFileDialog } from './payment-file-dialog.tsx'
import { PAYOUT_BLOCKERS } from './payout-blockers.ts'
import { PAYOUT_STATUSES } from './payout-labels.ts'
import { RefundWarning } from './refund-warning.tsx'
import { RequestDetails } from './request-details.tsx'

/** A payout: partner, amount, commissions and status. */
export function PayoutPanel({ payoutId, onClose }: { payoutId: number; onClose: () => void }) {
  const query = useQuery(payoutQuery(useProgramId(), payoutId))
  return (
    <SidePanel isOpen onClose={onClose} title={t('payouts.payoutPayoutId', { payoutId })}>
      <Loaded query={query} loadingRows={5}>
        {(payout) => (
          <div className="flex flex-col gap-6">
            <div>
              <p className="flex flex-wrap items-center gap-2.5">
                <span className="font-semibold text-2xl tabular-nums tracking-tight">
                  {formatMoney(payout.amountCents, payout.currency)}
                </span>
                <LabelBadge {...PAYOUT_STATUSES[payout.status]} />
                {payout.payoutBlocker !== null && <LabelBadge {...PAYOUT_BLOCKERS[payout.payoutBlocker]} />}
              </p>
              <p className="mt-1 wrap-anywhere text-ink-2">
                {t('payouts.toPartnerNamePartnerEmail', {
                  partnerName: payout.partnerName,
                  partnerEmail: payout.partnerEmail,
                })}
              </p>
            </div>
            {payout.payoutBlocker !== null && (
              <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">
                {t('payouts.thisPayoutCantBeMarked', { ends: PAYOUT_BLOCKERS[payout.payoutBlocker].ends })}
              </p>
            )}
            <RefundWarning payouts={[payout]} isOnly />
            <DetailsNote payout={payout} />
            {payout.status === 'open' && <Decisions payout={payout} />}
            <PayoutSummary payout={payout} />
            <section>
              <h3 className="mb-2.5 font-medium text-ink-3 text-xs">{t('payouts.includedCommissions')}</h3>
              <Items payout={payout} />
            </section>
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}

/**
 * The details used for an open payout that has no payout details, or whose partner has changed them since it was
 * created.
 */
function DetailsNote({ payout }: { payout: Payout }) {
  const { status, kind, detailsVersion, currentDetailsVersion, sandbox } = payout
  // Sandbox payouts never need payout details.
  if (status !== 'open' || kind !== 'batch' || sandbox !== undefined) return null
  if (currentDetailsVersion === null) {
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('payouts.partnerHasNoPayoutDetails')}
        </p>
        <RequestDetails partnerIds={[payout.partnerId]} />
      </div>
    )
  }
  if (!hasNewerDetails(payout)) return null
  return (
    <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">
      {t('payouts.detailsChangedSinceCreated', { wasMissing: String(detailsVersion === null) })}
    </p>
  )
}

/** Whether the partner added or changed their details after the payout was created. */
function hasNewerDetails({ kind, sandbox, detailsVersion, currentDetailsVersion }: Payout): boolean {
  return (
    kind === 'batch' &&
    sandbox === undefined &&
    currentDetailsVersion !== null &&
    currentDetailsVersion !== detailsVersion
  )
}

function Decisions({ payout }: { payout: Payout }) {
  const can = usePermissionCheck()
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const [action, setAction] = useState<'pay' | 'cancel' | 'file'>()
  const params = { path: { programId, payoutId: String(payout.id) } }
  const pay = async (reference: string | undefined) => {
    const body = reference === undefined ? {} : { reference }
    await read(api.POST('/api/programs/{programId}/payouts/{payoutId}/pay', { params, body }))
    showSuccess(t('payouts.payoutPartnerNameMarkedAsPaid', { partnerName: payout.partnerName }))
    await refreshMoney(queryClient, programId)
  }
  const cancel = async () => {
    await read(api.POST('/api/programs/{programId}/payouts/{payoutId}/cancel', { params }))
    showSuccess(t('payouts.payoutCanceled'))
    await refreshMoney(queryClient, programId)
  }
  if (!can('payout:manage')) return null
  return (
    <div className="flex flex-wrap gap-2">
      {payout.payoutBlocker === null && (
        <Button look="primary" onClick={() => setAction('pay')}>
          {t('payouts.markAsPaid')}
        </Button>
      )}
      <Button onClick={() => setAction('cancel')}>{t('payouts.cancelPayout')}</Button>
      {payout.kind === 'batch' && payout.sandbox === undefined && (
        <Button onClick={() => setAction('file')}>{t('payouts.paymentFile')}</Button>
      )}
      {hasNewerDetails(payout) && <UpdateDetails payout={payout} />}
      {action === 'file' && (
        <PaymentFileDialog
          batches={[{ batchId: payout.batchId, currencies: [payout.currency] }]}
          onClose={() => setAction(undefined)}
        />
      )}
      {action === 'pay' && (
        <PromptDialog
          title={t('payouts.markAmountAsPaid', { amount: formatMoney(payout.amountCents, payout.currency) })}
          label={t('payouts.paymentReference')}
          hint={t('payouts.optionalForExampleBankTransfer')}
          action={t('payouts.markAsPaid')}
          onSubmit={pay}
          onClose={() => setAction(undefined)}
        >
          {t('payouts.thisRecordsThatYouvePaid', { partnerName: payout.partnerName })}
          <RefundWarning payouts={[payout]} isOnly />
        </PromptDialog>
      )}
      {action === 'cancel' && (
        <ConfirmDialog
          title={t('payouts.cancelThisPayout')}
          action={t('payouts.cancelPayout')}
          onConfirm={cancel}
          onClose={() => setAction(undefined)}
        >
          {t('payouts.itsCommissionsWillBeIncluded')}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Payment files always use the current details; this is for payouts that are paid manually. */
function UpdateDetails({ payout }: { payout: Payout }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const update = useMutation({
    mutationFn: () => {
      const params = { path: { programId, payoutId: String(payout.id) } }
      return read(api.POST('/api/programs/{programId}/payouts/{payoutId}/update-details', { params }))
    },
    async onSuccess({ data }) {
      const isChanged = data.detailsVersion !== payout.detailsVersion
      showSuccess(isChanged ? t('payouts.payoutDetailsUpdated') : t('payouts.payoutDetailsAreCurrent'))
      await queryClient.invalidateQueries({ queryKey: ['payouts', programId] })
    },
    onError: showError,
  })
  return (
    <Button isBusy={update.isPending} onClick={() => update.mutate()}>
      {t('payouts.updateDetails')}
    </Button>
  )
}

function PayoutSummary({ payout }: { payout: Payout }) {
  const { timeZone } = useProgram()
  const closedAt = payout.closedAt !== null && formatExactInstant(payout.closedAt, timeZone)
  return (
    <DetailList>
      <DetailItem name={t('payouts.created')}>{formatExactInstant(payout.createdAt, timeZone)}</DetailItem>
      <DetailItem name={t('payouts.createdBy')}>{payout.createdBy}</DetailItem>
      <DetailItem name={t('payouts.type')}>
        {payout.kind === 'batch'
          ? t('payouts.batchBatchId', { batchId: payout.batchId })
          : t('payouts.commissionsMarkedAsPaidManually')}
      </DetailItem>
      <DetailItem name={t('payouts.payoutDetails')}>
        {payout.kind === 'batch' && <PayeeAccount payout={payout} />}
      </DetailItem>
      <DetailItem name={t('payouts.lastPaymentFile')}>
        {payout.filedAt !== null && formatExactInstant(payout.filedAt, timeZone)}
      </DetailItem>
      <DetailItem name={t('payouts.commissions')}>{formatCount(payout.commissions)}</DetailItem>
      <DetailItem name={payout.status === 'paid' ? t('payouts.paid') : t('payouts.canceled')}>
        {closedAt}
      </DetailItem>
      <DetailItem name={payout.status === 'paid' ? t('payouts.markedBy') : t('payouts.canceledBy')}>
        {payout.closedBy}
      </DetailItem>
      <DetailItem name={t('payouts.reference')}>{payout.reference}</DetailItem>
    </DetailList>
  )
}

/** A payout's masked account, or its version number while the account is loading or if it can't be read. */
function PayeeAccount({ payout }: { payout: Payout }) {
  const { data } = useQuery(detailsQuery(useProgramId(), payout.partnerId))
  const detailsVersion = payout.status === 'paid' ? payout.detailsVersion : payout.currentDetailsVersion
  if (detailsVersion === null) return t('payouts.noDetails')
  const account = data?.find(({ version }) => version === detailsVersion)?.account
  return account ?? t('payouts.versionDetailsVersion', { detailsVersion: detailsVersion })
}

function Items({ payout }: { payout: Payout }) {
  const list = useInfiniteQuery(payoutItemsQuery(useProgramId(), payout.id))
  return (
    <PagedRows list={list} loadingRows={3} className="rounded-lg border">
      {(items) => (
        <ul className="divide-y">
          {items.map((item) => (
            <li key={item.commissionId} className="flex items-baseline justify-between gap-3 px-3.5 py-2">
              <span className="min-w-0">
                <EarningEventLink of={item} className={textLink} />
                {item.amountCents < 0 && (
                  <span className="block text-ink-3 text-xs">{t('payouts.reversedRefundedAfterPayout')}</span>
                )}
              </span>
              <span className="tabular-nums">{formatMoney(item.amountCents, payout.currency)}</span>
            </li>
          ))}
        </ul>
      )}
    </PagedRows>
  )
}
