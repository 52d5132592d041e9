import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { payoutItemsQuery, payoutQuery, refreshMoney } from '../../api/money-queries.ts'
import type { Payout } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { EarnedByLink } from '../events/earned-by-link.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { PaymentFileDialog } from './payment-file-dialog.tsx'
import { PAYOUT_BLOCKERS } from './payout-blockers.ts'
import { PAYOUT_STATUSES } from './payout-words.ts'

/** All about one payout: whom, how much, of which commissions, and what became of it. */
export function PayoutPanel({ payoutId, onClose }: { payoutId: number; onClose: () => void }) {
  const query = useQuery(payoutQuery(useProgramId(), payoutId))
  return (
    <SidePanel isOpen onClose={onClose} title={`Payout ${payoutId}`}>
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
                To {payout.partnerName} ({payout.partnerEmail})
              </p>
            </div>
            {payout.payoutBlocker !== null && (
              <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">
                It cannot be marked as paid. {PAYOUT_BLOCKERS[payout.payoutBlocker].ends}
              </p>
            )}
            {isWithoutDetails(payout) && (
              <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
                The partner had not said how to be paid when this payout was made, so no payment file has it,
                also once that is said. Pay as you have agreed, and mark it as paid. Or have the partner say
                it in the portal, then cancel this payout and make payouts again.
              </p>
            )}
            {payout.status === 'open' && <Decisions payout={payout} />}
            <PayoutFacts payout={payout} />
            <section>
              <h3 className="mb-2.5 font-medium text-ink-3 text-xs">What it is made of</h3>
              <Items payout={payout} />
            </section>
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}

/** Nobody is paid by a sandbox, whatever its partners said. */
function isWithoutDetails({ status, kind, detailsVersion, sandbox }: Payout): boolean {
  return status === 'open' && kind === 'batch' && detailsVersion === null && sandbox === undefined
}

function Decisions({ payout }: { payout: Payout }) {
  const may = useMay()
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [asked, setAsked] = useState<'pay' | 'cancel' | 'file'>()
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
  if (!may('payout:manage')) return null
  return (
    <div className="flex flex-wrap gap-2">
      {payout.payoutBlocker === null && (
        <Button look="primary" onClick={() => setAsked('pay')}>
          Mark as paid
        </Button>
      )}
      <Button onClick={() => setAsked('cancel')}>Cancel payout</Button>
      {payout.kind === 'batch' && payout.sandbox === undefined && (
        <Button onClick={() => setAsked('file')}>Payment file…</Button>
      )}
      {asked === 'file' && <PaymentFileDialog payout={payout} onClose={() => setAsked(undefined)} />}
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
      <Fact name="Payout details">
        {payout.kind === 'batch' &&
          (payout.detailsVersion === null ? 'None when it was made' : `Version ${payout.detailsVersion}`)}
      </Fact>
      <Fact name="Commissions">{formatCount(payout.commissions)}</Fact>
      <Fact name={payout.status === 'paid' ? 'Paid' : 'Cancelled'}>{closed}</Fact>
      <Fact name={payout.status === 'paid' ? 'Marked by' : 'Cancelled by'}>{payout.closedBy}</Fact>
      <Fact name="Reference">{payout.reference}</Fact>
    </Facts>
  )
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
                <EarnedByLink of={item} className={textLink} />
                {item.amountCents < 0 && (
                  <span className="block text-ink-3 text-xs">Taken back: a refund came after a payment</span>
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
