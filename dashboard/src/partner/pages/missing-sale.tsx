import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { capitalize } from '../../format/capitalize.ts'
import { formatDay, formatInstant, toDay } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/portal-text.ts'
import { LabelBadge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { takeLostFocus } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { FieldErrors, useParsedForm } from '../../ui/use-form.ts'
import { STATES } from '../display.tsx'
import { Link } from '../link.tsx'
import {
  type ClaimState,
  type InquiryAnswer,
  type PortalClaim,
  type PortalProgram,
  readClaims,
} from '../queries.ts'
import { toQueryString, updateSearch } from '../router.ts'
import { ShowMore } from '../show-more.tsx'

/** An order or a day. */
type Inquiry = { transactionId: string } | { day: string }

/** Form state. Input for the other kind of inquiry is kept. */
interface InquiryInput {
  by: 'order' | 'day'
  order: string
  day: string
}

/**
 * Looks up a missing sale and turns the result into a claim. A result is only shown while it matches the form, so
 * that the claim is about what the partner read.
 */
export function MissingSale({ program }: { program: PortalProgram }) {
  const [typed, setTyped] = useState<InquiryInput>({ by: 'order', order: '', day: '' })
  const [result, setResult] = useState<{ inquiry: Inquiry; answer: InquiryAnswer }>()
  // Shared by all results, so that correcting the order keeps the typed reason.
  const [note, setNote] = useState('')
  const isCurrent = result !== undefined && isSame(result.inquiry, toInquiry(typed))
  return (
    <Card aria-label={t('missingSale.missingSale')} className="mb-4">
      <CardHeader title={t('missingSale.missingSale')} description={t('missingSale.lookUpOrderNumberOr')} />
      <CardBody className="flex flex-col gap-4">
        <ol className="flex max-w-[75ch] list-decimal flex-col gap-1 pl-5 text-ink-2 marker:text-ink-3">
          <li>{t('missingSale.steps.lookUp')}</li>
          <li>{t('missingSale.steps.answer')}</li>
          <li>{t('missingSale.steps.claim')}</li>
        </ol>
        <InquiryForm program={program} typed={typed} onType={setTyped} onResult={setResult} />
        {isCurrent && <InquiryResult program={program} {...result} note={note} onNote={setNote} />}
      </CardBody>
    </Card>
  )
}

function toInquiry({ by, order, day }: InquiryInput): Inquiry {
  return by === 'order' ? { transactionId: order.trim() } : { day }
}

function isSame(a: Inquiry, b: Inquiry): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function InquiryForm({
  program,
  typed,
  onType,
  onResult,
}: {
  program: PortalProgram
  typed: InquiryInput
  onType: (typed: InquiryInput) => void
  onResult: (result: { inquiry: Inquiry; answer: InquiryAnswer } | undefined) => void
}) {
  const { by } = typed
  const today = toDay(Date.now() + program.clockAheadMs, program.timeZone)
  const request = useInquiry(program, onResult)
  const form = useParsedForm(
    () => inputErrors(typed, today) ?? toInquiry(typed),
    (inquiry) => {
      if (request.isPending) return
      onResult(undefined)
      request.mutate(inquiry)
    },
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,20rem)_auto] sm:items-end">
        <Field label={t('missingSale.lookUpBy')}>
          {(control) => (
            <Select
              {...control}
              value={by}
              onChange={({ target }) => onType({ ...typed, by: target.value === 'day' ? 'day' : 'order' })}
            >
              <option value="order">{t('missingSale.order')}</option>
              <option value="day">{t('missingSale.day')}</option>
            </Select>
          )}
        </Field>
        <Field
          label={by === 'order' ? t('missingSale.orderNumber') : t('missingSale.day')}
          error={form.getError(by)}
        >
          {(control) => (
            <Input
              {...control}
              key={by}
              value={typed[by]}
              onChange={({ target }) => onType({ ...typed, [by]: target.value })}
              type={by === 'order' ? 'text' : 'date'}
              {...(by === 'day' && { min: FIRST_DAY, max: today })}
              required
              maxLength={255}
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" className="sm:justify-self-start" isBusy={request.isPending}>
          {t('missingSale.lookUp')}
        </Button>
      </div>
      <FormError error={request.error} />
    </form>
  )
}

function useInquiry(
  program: PortalProgram,
  onResult: (result: { inquiry: Inquiry; answer: InquiryAnswer }) => void,
) {
  return useMutation({
    mutationFn: async (inquiry: Inquiry) => ({
      inquiry,
      answer: (
        await read(
          api.POST('/api/partner/programs/{programId}/inquiries', {
            params: { path: { programId: String(program.id) } },
            body: inquiry,
          }),
        )
      ).data,
    }),
    onSuccess: onResult,
  })
}

function inputErrors(
  { by, order, day }: InquiryInput,
  today: string,
): FieldErrors<'order' | 'day'> | undefined {
  if (by === 'order') {
    return order.trim() === '' ? new FieldErrors({ order: t('missingSale.enterOrderNumber') }) : undefined
  }
  const error = dayError(day, today)
  return error === undefined ? undefined : new FieldErrors({ day: error })
}

/** The service's minimum. */
const FIRST_DAY = '2000-01-01'

/** Returns the error for an invalid day. */
function dayError(day: string, today: string): string | undefined {
  if (day === '') return t('missingSale.chooseDate')
  if (day > today) return t('missingSale.thisDateIsInFuture', { today: formatDay(today, 'long') })
  return day < FIRST_DAY
    ? t('missingSale.chooseFirstDayOrLaterDate', { firstDay: formatDay(FIRST_DAY, 'long') })
    : undefined
}

/** What can be claimed, and the typed reason. */
interface ClaimProps {
  program: PortalProgram
  inquiry: Inquiry
  note: string
  onNote: (note: string) => void
}

function InquiryResult({ answer, ...claim }: ClaimProps & { answer: InquiryAnswer }) {
  const { text, order, day, canClaim } = answer
  const { program, inquiry } = claim
  const { open, isPending } = useOpenClaim(program, inquiry)
  // The result describes the time before the claim.
  if (canClaim && open !== undefined) return <ClaimSent claim={open} />
  return (
    <div role="status" className="flex flex-col gap-3 rounded-lg border bg-canvas p-3.5">
      <p className="wrap-anywhere max-w-[75ch]">{text}</p>
      {order?.customer != null && (
        <p className="text-[0.8125rem] text-ink-3">{t('earnings.customerCode', { code: order.customer })}</p>
      )}
      {day !== null && day.sales.length > 0 && (
        <ul aria-label={t('missingSale.salesOnThisDay')} className="flex flex-col gap-1.5">
          {day.sales.map((sale) => (
            <li key={`${sale.at} ${sale.customer}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span>{t('earnings.customerCode', { code: sale.customer })}</span>
              <span className="text-[0.8125rem] text-ink-3">{formatInstant(sale.at, program.timeZone)}</span>
              {sale.state !== null && <LabelBadge {...STATES[sale.state]} />}
              <span className="ml-auto tabular-nums">
                {sale.earnedCents === null
                  ? t('missingSale.noCommission')
                  : formatMoney(sale.earnedCents, sale.currency)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {canClaim && !isPending && <ClaimForm {...claim} />}
    </div>
  )
}

/** The service's limit. */
const CLAIM_CHARS = 2_000
const AMOUNT_CHARS = 40
/** Leaves room for the date and amount. */
const NOTE_CHARS = CLAIM_CHARS - 200

/** Returns the open claim for the same sale, if there is one. */
function useOpenClaim(program: PortalProgram, inquiry: Inquiry) {
  const { data, isPending } = useClaims(program)
  const all = data?.pages.flatMap(({ data: claims }) => claims) ?? []
  const isSameSale = ({ transactionId, day }: (typeof all)[number]) =>
    'day' in inquiry ? transactionId === null && day === inquiry.day : transactionId === inquiry.transactionId
  return { open: all.find((claim) => claim.state === 'open' && isSameSale(claim)), isPending }
}

/** Shows what was sent, and takes the focus because it replaces the form. */
function ClaimSent({ claim }: { claim: PortalClaim }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      ref={takeLostFocus}
      className="flex flex-col gap-2 rounded-lg border bg-canvas p-3.5"
    >
      <p>{t('missingSale.claimSentYoullSeePrograms')}</p>
      <p className="wrap-anywhere font-medium">{claimTitle(claim)}</p>
      {claim.note !== null && (
        <p className="wrap-anywhere max-w-[75ch] whitespace-pre-wrap text-ink-2">{claim.note}</p>
      )}
    </div>
  )
}

function ClaimForm({ program, inquiry, note, onNote }: ClaimProps) {
  const queryClient = useQueryClient()
  const [receipt, setReceipt] = useState({ day: '', amount: '' })
  const claim = useMutation({
    mutationFn: (reason: string) =>
      read(
        api.POST('/api/partner/programs/{programId}/claims', {
          params: { path: { programId: String(program.id) } },
          body: { ...inquiry, note: reason },
        }),
      ),
    onSuccess() {
      onNote('')
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'claims'] }),
  })
  const readNote = (): string | FieldErrors<'note'> =>
    note.trim() === ''
      ? new FieldErrors({ note: t('missingSale.explainWhySaleIsYours') })
      : [receiptText(receipt), note.trim()].filter((line) => line !== '').join('\n')
  const form = useParsedForm(readNote, (reason) => {
    if (!claim.isPending) claim.mutate(reason)
  })
  const what =
    'day' in inquiry
      ? t('missingSale.aSaleOnDay', { day: formatDay(inquiry.day, 'long') })
      : t('missingSale.orderTransactionId', { transactionId: inquiry.transactionId })
  return (
    <form onSubmit={form.onSubmit} className="flex max-w-[75ch] flex-col gap-3">
      <p className="wrap-anywhere">{t('missingSale.thinkWhatIsYoursSend', { what })}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {!('day' in inquiry) && (
          <Field label={t('missingSale.purchaseDate')} hint={t('missingSale.optional')}>
            {(control) => (
              <Input
                {...control}
                type="date"
                min={FIRST_DAY}
                value={receipt.day}
                onChange={({ target }) => setReceipt({ ...receipt, day: target.value })}
              />
            )}
          </Field>
        )}
        <Field label={t('missingSale.amount')} hint={t('missingSale.amountHint')}>
          {(control) => (
            <Input
              {...control}
              maxLength={AMOUNT_CHARS}
              autoComplete="off"
              value={receipt.amount}
              onChange={({ target }) => setReceipt({ ...receipt, amount: target.value })}
            />
          )}
        </Field>
      </div>
      <Field
        label={t('missingSale.whyIsItYours')}
        hint={t('missingSale.theProgramReadsThisShare')}
        error={form.getError('note')}
      >
        {(control) => (
          <TextArea
            {...control}
            value={note}
            onChange={({ target }) => onNote(target.value)}
            rows={3}
            required
            maxLength={NOTE_CHARS}
          />
        )}
      </Field>
      <div>
        <Button type="submit" look="primary" isBusy={claim.isPending}>
          {t('missingSale.sendClaim')}
        </Button>
      </div>
      <FormError error={claim.error} />
    </form>
  )
}

/** The receipt's date and amount as a line of the claim, so that the program can find the payment. */
function receiptText({ day, amount }: { day: string; amount: string }): string {
  return t('missingSale.receiptLine', {
    hasDay: String(day !== ''),
    day: day === '' ? '' : formatDay(day, 'long'),
    hasAmount: String(amount.trim() !== ''),
    amount: amount.trim(),
  }).trim()
}

const CLAIM_STATES: Record<ClaimState, { label: string; tone: Tone }> = {
  open: { label: t('missingSale.claimStates.open'), tone: 'warn' },
  approved: { label: t('missingSale.claimStates.approved'), tone: 'good' },
  rejected: { label: t('missingSale.claimStates.rejected'), tone: 'bad' },
  withdrawn: { label: t('missingSale.claimStates.withdrawn'), tone: 'neutral' },
}

function useClaims(program: PortalProgram) {
  return useInfiniteQuery({
    queryKey: ['partner', program.id, 'claims'],
    queryFn: ({ pageParam }) => readClaims(program.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  })
}

const RECENT_CLAIMS = 3
const RECENT_MS = 30 * 24 * 60 * 60 * 1000

/**
 * The partner's claims; hidden if there are none. Unless `isComplete`, shows only a few that are open or recently
 * decided, because the page has other content.
 */
export function Claims({ program, isComplete }: { program: PortalProgram; isComplete: boolean }) {
  const claims = useClaims(program)
  const rows = useRef<HTMLUListElement>(null)
  const [withdrawing, setWithdrawing] = useState<PortalClaim>()
  const all = claims.data?.pages.flatMap(({ data }) => data) ?? []
  const since = Date.now() + program.clockAheadMs - RECENT_MS
  const visibleDays = isComplete
    ? all
    : all.filter(({ closedAt }) => closedAt === null || Date.parse(closedAt) > since).slice(0, RECENT_CLAIMS)
  if (visibleDays.length === 0) return <FormError error={claims.error} />
  return (
    <Card aria-label={t('missingSale.yourClaims')} className="mb-4">
      <CardHeader
        title={t('missingSale.yourClaims')}
        actions={
          visibleDays.length < all.length && (
            <Button size="small" onClick={() => updateSearch({ missing: 'sale' })}>
              {t('missingSale.allClaims')}
            </Button>
          )
        }
      />
      <ul ref={rows} className="divide-y">
        {visibleDays.map((claim) => (
          <li key={claim.id} tabIndex={-1} className="flex flex-col gap-1.5 px-4 py-3 sm:px-5">
            <Claim program={program} claim={claim} onWithdraw={() => setWithdrawing(claim)} />
          </li>
        ))}
      </ul>
      {isComplete && <ShowMore list={claims} rows={rows} className="m-3" />}
      {withdrawing !== undefined && (
        <Withdrawal program={program} claim={withdrawing} onClose={() => setWithdrawing(undefined)} />
      )}
    </Card>
  )
}

/** Returns a claim's order or day as a title. */
function claimTitle(claim: PortalClaim): string {
  return capitalize(claimName(claim))
}

/** Returns a claim's order or day for use within a sentence. */
function claimName({ transactionId, day }: PortalClaim): string {
  return transactionId === null
    ? t('missingSale.salesOnDay', { day: formatDay(day ?? '', 'long') })
    : t('missingSale.orderTransactionId', { transactionId })
}

function Claim({
  program,
  claim,
  onWithdraw,
}: {
  program: PortalProgram
  claim: PortalClaim
  onWithdraw: () => void
}) {
  const { state, transactionId, day, note, message, createdAt, closedAt, commissionId } = claim
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="wrap-anywhere font-medium">{claimTitle(claim)}</span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          <LabelBadge {...CLAIM_STATES[state]} />
          {state === 'open' && (
            <Button
              size="small"
              aria-label={t('missingSale.withdrawClaimForTransactionId', {
                transactionId: transactionId ?? formatDay(day ?? '', 'long'),
              })}
              onClick={({ currentTarget }) => {
                // The dialog returns the focus to the claim, because its button may be gone.
                currentTarget.closest('li')?.focus()
                onWithdraw()
              }}
            >
              {t('missingSale.withdraw')}
            </Button>
          )}
        </span>
      </div>
      <span className="text-[0.8125rem] text-ink-3">
        {t('missingSale.sentOnDecidedOn', {
          sentAt: formatInstant(createdAt, program.timeZone),
          state,
          closedAt: closedAt === null ? '' : formatInstant(closedAt, program.timeZone),
        })}
      </span>
      {note !== null && <p className="wrap-anywhere max-w-[75ch] whitespace-pre-wrap text-ink-2">{note}</p>}
      {message !== null && (
        <p className="wrap-anywhere max-w-[75ch] whitespace-pre-wrap border-l-2 pl-3">
          <span className="text-ink-3">
            {`${t(state === 'rejected' ? 'missingSale.reason' : 'missingSale.programsReply')} `}
          </span>
          {message}
        </p>
      )}
      {commissionId !== null && closedAt !== null && (
        <Link
          to={`/programs/${program.id}/earnings${toQueryString({ ...toDayRange(closedAt, program.timeZone), open: String(commissionId) })}`}
          className="self-start text-accent-text underline underline-offset-4"
        >
          {t('missingSale.viewEarning')}
        </Link>
      )}
    </>
  )
}

/** The earning is listed on the day of the approval, so the list of that day includes it. */
function toDayRange(instant: string, timeZone: string): { from: string; to: string } {
  const day = toDay(instant, timeZone)
  return { from: day, to: day }
}

function Withdrawal({
  program,
  claim,
  onClose,
}: {
  program: PortalProgram
  claim: PortalClaim
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/partner/programs/{programId}/claims/{claimId}/withdraw', {
          params: { path: { programId: String(program.id), claimId: String(claim.id) } },
        }),
      ),
    // Also on error, because the claim may have been decided meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'claims'] }),
  })
  return (
    <ConfirmDialog
      title={t('missingSale.withdrawClaimForClaim', { claim: claimName(claim) })}
      action={t('missingSale.withdrawClaim')}
      onConfirm={withdraw.mutateAsync}
      onClose={onClose}
    >
      {t('missingSale.theProgramStopsReviewingIt')}
    </ConfirmDialog>
  )
}
