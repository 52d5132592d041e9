import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { differencesQuery } from '../../api/reconciliation-queries.ts'
import type { Reconciliation, ReconciliationDifference } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { amountText } from './amount-text.ts'
import { DIFFERENCE_STATES, KINDS } from './reconciliation-labels.ts'

/** A month's open differences, each with its actions. */
export function Differences({ month }: { month: Reconciliation }) {
  const list = useInfiniteQuery(differencesQuery(useProgramId(), month.id, month.finishedAt))
  return (
    <section aria-label={t('reconciliation.differences')}>
      <h3 className="font-medium">{t('reconciliation.differences')}</h3>
      {month.unexplained > 0 && (
        <p className="text-ink-2">{t('reconciliation.differences.what', { count: month.unexplained })}</p>
      )}
      <PagedRows list={list} loadingRows={2} empty={<NoDifferences month={month} />}>
        {(differences) => (
          <ul aria-label={t('reconciliation.differences')} className="mt-2 divide-y border-y">
            {differences.map((difference) => (
              <DifferenceItem key={difference.id} month={month} difference={difference} />
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  )
}

function NoDifferences({ month: { status } }: { month: Reconciliation }) {
  if (status !== 'done') return <p className="mt-1 text-ink-2">{t('reconciliation.noDifferencesYet')}</p>
  return (
    <EmptyState icon={CircleCheck} title={t('reconciliation.noDifferences')}>
      {t('reconciliation.noDifferences.text')}
    </EmptyState>
  )
}

interface Item {
  month: Reconciliation
  difference: ReconciliationDifference
}

function DifferenceItem({ month, difference }: Item) {
  const can = usePermissionCheck()
  const { timeZone } = useProgram()
  const { kind, state, reference, amountCents, currency, recordedCents, recordedCurrency, note, occurredAt } =
    difference
  const { remedy, saleId } = difference
  const isRecordable = remedy === 'record' || remedy === 'replace_amount'
  const instruction = describeRemedy(difference)
  return (
    <li className="flex flex-col gap-1.5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LabelBadge {...DIFFERENCE_STATES[state]} />
        <span className="font-medium">{KINDS[kind].label}</span>
        <span className="tabular-nums">{amountText(amountCents, currency)}</span>
        {recordedCents !== null && (
          <span className="text-ink-2 tabular-nums">
            {t('reconciliation.recordedAs', { amount: amountText(recordedCents, recordedCurrency) })}
          </span>
        )}
        <time dateTime={occurredAt} className="text-ink-3 text-xs">
          {formatInstant(occurredAt, timeZone)}
        </time>
      </div>
      {instruction !== undefined && <p className="max-w-[75ch] text-ink-2">{instruction}</p>}
      {note !== null && (
        <p className="max-w-[75ch] wrap-anywhere text-ink-2">{t('reconciliation.noteIs', { note })}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex min-w-0 items-center gap-1 text-ink-3 text-xs">
          <code className="wrap-anywhere font-mono">{reference}</code>
          <CopyIconButton text={reference} what={t('reconciliation.reference')} />
          {saleId !== null && <SaleLink saleId={saleId} />}
        </span>
        {month.closedAt === null && can('commission:manage') && (
          <span className="flex flex-wrap gap-2">
            <Note month={month} difference={difference} />
            {isRecordable && <Record month={month} difference={difference} />}
          </span>
        )}
      </div>
    </li>
  )
}

/** What to do about a difference that can't be recorded with one click. */
function describeRemedy(difference: ReconciliationDifference): string | undefined {
  const { remedy, amountCents, recordedCents, currency, recordedCurrency } = difference
  if (remedy === 'recorded_refund') return t('reconciliation.remedy.recordedRefund')
  if (remedy !== 'reported_sale') return undefined
  if (currency !== null && recordedCurrency !== null && currency !== recordedCurrency)
    return t('reconciliation.remedy.otherCurrency')
  return amountCents < (recordedCents ?? 0)
    ? t('reconciliation.remedy.saleTooHigh')
    : t('reconciliation.remedy.saleTooLow')
}

function SaleLink({ saleId }: { saleId: number }) {
  return (
    <Link
      to="/programs/$programId/events"
      params={{ programId: useProgramId() }}
      search={{ open: `sale-${saleId}` }}
      className={textLink}
    >
      {t('payments.saleSaleId', { saleId })}
    </Link>
  )
}

function toPathParams(programId: string, { month, difference }: Item) {
  const ids = { reconciliationId: String(month.id), differenceId: String(difference.id) }
  return { path: { programId, ...ids } }
}

function Record(item: Item) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const record = useMutation({
    mutationFn: () =>
      read(
        api.POST(
          '/api/programs/{programId}/reconciliations/{reconciliationId}/differences/{differenceId}/record',
          { params: toPathParams(programId, item) },
        ),
      ),
    async onSuccess({ data: { state } }) {
      showSuccess(RECORDED[state])
      await queryClient.invalidateQueries({ queryKey: ['reconciliations', programId] })
      await refreshMoney(queryClient, programId)
    },
    onError: showError,
  })
  return (
    <Button size="small" look="primary" isBusy={record.isPending} onClick={() => record.mutate()}>
      {item.difference.remedy === 'replace_amount'
        ? t('reconciliation.useProcessorAmount')
        : t('reconciliation.record', { kind: KINDS[item.difference.kind].label.toLowerCase() })}
    </Button>
  )
}

const RECORDED = {
  matched: t('reconciliation.recorded.matched'),
  unattributed: t('reconciliation.recorded.unattributed'),
  different_amount: t('reconciliation.recorded.differentAmount'),
}

function Note(item: Item) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { note } = item.difference
  const save = async (text: string | undefined) => {
    await read(
      api.PATCH('/api/programs/{programId}/reconciliations/{reconciliationId}/differences/{differenceId}', {
        params: toPathParams(programId, item),
        body: { note: text ?? null },
      }),
    )
    await queryClient.invalidateQueries({ queryKey: ['reconciliations', programId] })
  }
  return (
    <>
      <Button size="small" onClick={() => setIsDialogOpen(true)}>
        {note === null ? t('reconciliation.addNote') : t('reconciliation.editNote')}
      </Button>
      {isDialogOpen && (
        <PromptDialog
          title={note === null ? t('reconciliation.addNote') : t('reconciliation.editNote')}
          label={t('reconciliation.note')}
          action={t('reconciliation.saveNote')}
          {...(note === null ? {} : { text: note })}
          onSubmit={save}
          onClose={() => setIsDialogOpen(false)}
        >
          {t('reconciliation.note.text')}
        </PromptDialog>
      )}
    </>
  )
}
