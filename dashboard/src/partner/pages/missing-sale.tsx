import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { dayOf, formatDay, formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { type Tone, WordBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { takeFocus } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Misread, textOf, useReading } from '../../ui/use-form.ts'
import {
  type ClaimState,
  type OwnClaim,
  type OwnProgram,
  type QuestionAnswer,
  readClaims,
} from '../queries.ts'
import { ShowMore } from '../show-more.tsx'
import { STATES } from '../shown.tsx'

/** What is asked about: exactly one of them. */
type Asked = { transactionId: string } | { day: string }

/** Asks why a sale is not there, and turns the answer into a claim. */
export function MissingSale({ program }: { program: OwnProgram }) {
  const [answered, setAnswered] = useState<{ asked: Asked; answer: QuestionAnswer }>()
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Card aria-label="Is a sale missing?">
        <CardHeader
          title="Is a sale missing?"
          description="Ask by the number of the order, or by a day. You read what concerns you, and nothing of others."
        />
        <CardBody className="flex flex-col gap-4">
          <Question program={program} onAnswer={setAnswered} />
          {answered !== undefined && <Answer program={program} {...answered} />}
        </CardBody>
      </Card>
      <Claims program={program} />
    </div>
  )
}

function Question({
  program,
  onAnswer,
}: {
  program: OwnProgram
  onAnswer: (answered: { asked: Asked; answer: QuestionAnswer } | undefined) => void
}) {
  const [by, setBy] = useState<'order' | 'day'>('order')
  const today = dayOf(Date.now() + program.clockAheadMs, program.timeZone)
  const question = useMutation({
    mutationFn: async (asked: Asked) => ({
      asked,
      answer: (
        await read(
          api.POST('/api/partner/programs/{programId}/questions', {
            params: { path: { programId: String(program.id) } },
            body: asked,
          }),
        )
      ).data,
    }),
    onSuccess: onAnswer,
  })
  const readAsked = (typed: FormData): Asked | Misread<'order' | 'day'> => {
    const text = textOf(typed, 'asked')
    if (by === 'order') {
      return text === '' ? new Misread({ order: 'Type the number of the order.' }) : { transactionId: text }
    }
    const wrong = wrongOfDay(text, today)
    return wrong === undefined ? { day: text } : new Misread({ day: wrong })
  }
  const reading = useReading(readAsked, (asked) => {
    if (question.isPending) return
    onAnswer(undefined)
    question.mutate(asked)
  })
  return (
    <form noValidate onSubmit={reading.onSubmit} className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,20rem)_auto] sm:items-end">
        <Field label="Ask by">
          {(control) => (
            <Select
              {...control}
              value={by}
              onChange={(event) => setBy(event.target.value === 'day' ? 'day' : 'order')}
            >
              <option value="order">Order</option>
              <option value="day">Day</option>
            </Select>
          )}
        </Field>
        <Field label={by === 'order' ? 'Order number' : 'Day'} error={reading.errorOf(by)}>
          {(control) => (
            <Input
              {...control}
              key={by}
              name="asked"
              type={by === 'order' ? 'text' : 'date'}
              {...(by === 'day' && { min: FIRST_DAY, max: today })}
              required
              maxLength={255}
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" className="sm:justify-self-start" isBusy={question.isPending}>
          Ask
        </Button>
      </div>
      <FormError error={question.error} />
    </form>
  )
}

/** The first day that the service takes. */
const FIRST_DAY = '2000-01-01'

/** What is wrong with a day that somebody asks about. */
function wrongOfDay(day: string, today: string): string | undefined {
  if (day === '') return 'Choose a day.'
  if (day > today) return `This day has not begun yet. Today is ${formatDay(today, 'long')}.`
  return day < FIRST_DAY ? `Choose a day from ${formatDay(FIRST_DAY, 'long')} on.` : undefined
}

function Answer({ program, asked, answer }: { program: OwnProgram; asked: Asked; answer: QuestionAnswer }) {
  const { text, order, day, mayClaim } = answer
  return (
    <div role="status" className="flex flex-col gap-3 rounded-lg border bg-canvas p-3.5">
      <p className="wrap-anywhere max-w-[75ch]">{text}</p>
      {order?.customer != null && <p className="text-[0.8125rem] text-ink-3">{order.customer}</p>}
      {day !== null && day.sales.length > 0 && (
        <ul aria-label="Sales of the day" className="flex flex-col gap-1.5">
          {day.sales.map((sale) => (
            <li key={`${sale.at} ${sale.customer}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span>{sale.customer}</span>
              <span className="text-[0.8125rem] text-ink-3">{formatInstant(sale.at, program.timeZone)}</span>
              {sale.state !== null && <WordBadge {...STATES[sale.state]} />}
              <span className="ml-auto tabular-nums">
                {sale.earnedCents === null ? 'Nothing earned' : formatMoney(sale.earnedCents, sale.currency)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayClaim && <ToClaim key={JSON.stringify(asked)} program={program} asked={asked} />}
    </div>
  )
}

const NOTE_CHARS = 2_000

/** The form, or what stands in its place while the program looks at such a claim. */
function ToClaim({ program, asked }: { program: OwnProgram; asked: Asked }) {
  const { data, isPending } = useClaims(program)
  const all = data?.pages.flatMap(({ data: claims }) => claims) ?? []
  const isAsked = ({ transactionId, day }: (typeof all)[number]) =>
    'day' in asked ? transactionId === null && day === asked.day : transactionId === asked.transactionId
  const [isMade, setIsMade] = useState(false)
  if (all.some((claim) => claim.state === 'open' && isAsked(claim))) {
    return (
      <p tabIndex={-1} ref={isMade ? takeFocus : undefined}>
        Your claim is with the program. It stands below, and so will its decision.
      </p>
    )
  }
  return isPending ? null : <ClaimForm program={program} asked={asked} onMade={() => setIsMade(true)} />
}

function ClaimForm({ program, asked, onMade }: { program: OwnProgram; asked: Asked; onMade: () => void }) {
  const queryClient = useQueryClient()
  const claim = useMutation({
    mutationFn: (note: string) =>
      read(
        api.POST('/api/partner/programs/{programId}/claims', {
          params: { path: { programId: String(program.id) } },
          body: { ...asked, note },
        }),
      ),
    onSuccess: onMade,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'claims'] }),
  })
  const readNote = (typed: FormData): string | Misread<'note'> =>
    textOf(typed, 'note') || new Misread({ note: 'Type why the sale is yours.' })
  const reading = useReading(readNote, (note) => {
    if (!claim.isPending) claim.mutate(note)
  })
  return (
    <form onSubmit={reading.onSubmit} className="flex max-w-[75ch] flex-col gap-3">
      <p>If you believe that a sale is yours, claim it: the program looks at it.</p>
      <Field
        label="Why is it yours?"
        hint="The program reads it. Name no more of your customer than it needs."
        error={reading.errorOf('note')}
      >
        {(control) => <TextArea {...control} name="note" rows={3} required maxLength={NOTE_CHARS} />}
      </Field>
      <div>
        <Button type="submit" look="primary" isBusy={claim.isPending}>
          Claim it
        </Button>
      </div>
      <FormError error={claim.error} />
    </form>
  )
}

const CLAIMS: Record<ClaimState, { label: string; tone: Tone }> = {
  open: { label: 'With the program', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

function useClaims(program: OwnProgram) {
  return useInfiniteQuery({
    queryKey: ['partner', program.id, 'claims'],
    queryFn: ({ pageParam }) => readClaims(program.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  })
}

/** A partner's claims; nothing while there are none. */
function Claims({ program }: { program: OwnProgram }) {
  const claims = useClaims(program)
  const rows = useRef<HTMLUListElement>(null)
  const [leaving, setLeaving] = useState<OwnClaim>()
  const all = claims.data?.pages.flatMap(({ data }) => data) ?? []
  if (all.length === 0) return <FormError error={claims.error} />
  return (
    <Card aria-label="Your claims">
      <CardHeader title="Your claims" />
      <ul ref={rows} className="divide-y">
        {all.map((claim) => (
          <li key={claim.id} tabIndex={-1} className="flex flex-col gap-1.5 px-4 py-3 sm:px-5">
            <Claim program={program} claim={claim} onWithdraw={() => setLeaving(claim)} />
          </li>
        ))}
      </ul>
      <ShowMore list={claims} rows={rows} className="m-3" />
      {leaving !== undefined && (
        <Withdrawal program={program} claim={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </Card>
  )
}

/** The order of a claim, or its day. */
function nameOf({ transactionId, day }: OwnClaim): string {
  return transactionId === null ? `sales of ${formatDay(day ?? '', 'long')}` : `order ${transactionId}`
}

function Claim({
  program,
  claim,
  onWithdraw,
}: {
  program: OwnProgram
  claim: OwnClaim
  onWithdraw: () => void
}) {
  const { state, transactionId, day, note, words, createdAt } = claim
  const name = nameOf(claim)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="wrap-anywhere font-medium">{name.charAt(0).toUpperCase() + name.slice(1)}</span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          <WordBadge {...CLAIMS[state]} />
          {state === 'open' && (
            <Button
              size="small"
              aria-label={`Withdraw the claim of ${transactionId ?? formatDay(day ?? '', 'long')}`}
              onClick={({ currentTarget }) => {
                // The dialog gives the focus back to the claim: its button may be gone by then.
                currentTarget.closest('li')?.focus()
                onWithdraw()
              }}
            >
              Withdraw
            </Button>
          )}
        </span>
      </div>
      <span className="text-[0.8125rem] text-ink-3">{formatInstant(createdAt, program.timeZone)}</span>
      {note !== null && <p className="wrap-anywhere max-w-[75ch] whitespace-pre-wrap text-ink-2">{note}</p>}
      {words !== null && (
        <p className="wrap-anywhere max-w-[75ch] whitespace-pre-wrap border-l-2 pl-3">
          <span className="text-ink-3">The program: </span>
          {words}
        </p>
      )}
    </>
  )
}

function Withdrawal({
  program,
  claim,
  onClose,
}: {
  program: OwnProgram
  claim: OwnClaim
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
    // It may be decided on by now.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'claims'] }),
  })
  return (
    <ConfirmDialog
      title={`Withdraw the claim of ${nameOf(claim)}?`}
      action="Withdraw the claim"
      onConfirm={withdraw.mutateAsync}
      onClose={onClose}
    >
      The program does not look at it any more. You cannot take that back, but claim it anew.
    </ConfirmDialog>
  )
}
