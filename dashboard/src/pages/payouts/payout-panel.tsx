import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { payoutItemsQuery, payoutQuery, refreshMoney } from '../../api/money-queries.ts'
import type { Payout } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { PayoutStatusBadge } from './payout-status.tsx'

/** All about one payout: whom, how much, of which commissions, and what became of it. */
export function PayoutPanel({ payoutId, onClose }: { payoutId: number; onClose: () => void }) {
  const { data: payout, error, refetch } = useQuery(payoutQuery(useProgramId(), payoutId))
  return (
    <SidePanel isOpen onClose={onClose} title={`Payout ${payoutId}`}>
      {payout !== undefined ? (
        <div className="flex flex-col gap-6">
          <div>
            <p className="flex flex-wrap items-center gap-2.5">
              <span className="font-semibold text-2xl tabular-nums tracking-tight">
                {formatMoney(payout.amountCents, payout.currency)}
              </span>
              <PayoutStatusBadge status={payout.status} />
            </p>
            <p className="mt-1 wrap-anywhere text-ink-2">
              To {payout.partnerName} ({payout.partnerEmail})
            </p>
          </div>
          {payout.status === 'open' && <Decisions payout={payout} />}
          <PayoutFacts payout={payout} />
          <section>
            <h3 className="mb-2.5 font-medium text-ink-3 text-xs">What it is made of</h3>
            <Items payout={payout} />
          </section>
        </div>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </SidePanel>
  )
}

function Decisions({ payout }: { payout: Payout }) {
  const may = useMay()
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [asked, setAsked] = useState<'pay' | 'cancel'>()
  const params = { path: { programId, payoutId: String(payout.id) } }
  const pay = async (reference: string | undefined) => {
    const body = reference === undefined ? {} : { reference }
    await read(api.POST('/api/programs/{programId}/payouts/{payoutId}/pay', { params, body }))
    say(`The payout to ${payout.partnerName} is paid.`)
    await refreshMoney(queryClient, programId)
  }
  const cancel = async () => {
    await read(api.POST('/api/programs/{programId}/payouts/{payoutId}/cancel', { params }))
    say('The payout is cancelled.')
    await refreshMoney(queryClient, programId)
  }
  if (!may('commission:manage')) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" onClick={() => setAsked('pay')}>
        Mark as paid
      </Button>
      <Button onClick={() => setAsked('cancel')}>Cancel payout</Button>
      {asked === 'pay' && (
        <QuestionDialog
          title={`Mark ${formatMoney(payout.amountCents, payout.currency)} as paid?`}
          label="Reference of the payment"
          hint="The name of the bank transfer, for example. May stay empty."
          action="Mark as paid"
          onAnswer={pay}
          onClose={() => setAsked(undefined)}
        >
          It moves no money: it records that {payout.partnerName} has it.
        </QuestionDialog>
      )}
      {asked === 'cancel' && (
        <ConfirmDialog
          title="Cancel this payout?"
          action="Cancel payout"
          onConfirm={cancel}
          onClose={() => setAsked(undefined)}
        >
          Its commissions are free again: the next payouts take them up.
        </ConfirmDialog>
      )}
    </div>
  )
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const { timeZone } = useProgram()
  const closed = payout.closedAt !== null && formatExactInstant(payout.closedAt, timeZone)
  return (
    <Facts>
      <Fact name="Made">{formatExactInstant(payout.createdAt, timeZone)}</Fact>
      <Fact name="Made by">{payout.createdBy}</Fact>
      <Fact name="Kind">
        {payout.kind === 'batch' ? `Batch ${payout.batchId}` : 'Commissions marked as paid by hand'}
      </Fact>
      <Fact name="Commissions">{formatCount(payout.commissions)}</Fact>
      <Fact name={payout.status === 'paid' ? 'Paid' : 'Cancelled'}>{closed}</Fact>
      <Fact name={payout.status === 'paid' ? 'Marked by' : 'Cancelled by'}>{payout.closedBy}</Fact>
      <Fact name="Reference">{payout.reference}</Fact>
    </Facts>
  )
}

function Items({ payout }: { payout: Payout }) {
  const programId = useProgramId()
  const list = useInfiniteQuery(payoutItemsQuery(programId, payout.id))
  if (list.isPending) return <SkeletonRows rows={3} />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <div className="rounded-lg border">
      <ul className="divide-y">
        {list.data.pages
          .flatMap((page) => page.data)
          .map((item) => (
            <li key={item.commissionId} className="flex items-baseline justify-between gap-3 px-3.5 py-2">
              <span className="min-w-0">
                <Link
                  to="/programs/$programId/events"
                  params={{ programId }}
                  search={{ open: item.saleId === null ? `lead-${item.leadId}` : `sale-${item.saleId}` }}
                  className={textLink}
                >
                  {item.saleId === null ? `Lead ${item.leadId}` : `Sale ${item.saleId}`}
                </Link>
                {item.amountCents < 0 && (
                  <span className="block text-ink-3 text-xs">Taken back: a refund came after a payment</span>
                )}
              </span>
              <span className="tabular-nums">{formatMoney(item.amountCents, payout.currency)}</span>
            </li>
          ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  )
}
