import type { Commission } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCountOf } from '../../format/number.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { owedSums } from './commission-amounts.ts'
import { commissionCount, useReview } from './use-review.ts'

export type ReviewKind = 'approve' | 'reject' | 'markPaid'

/** The question before one review of one or many commissions. */
export function ReviewDialog({
  kind,
  commissions,
  onDone,
  onClose,
}: {
  kind: ReviewKind
  commissions: readonly Commission[]
  onDone?: () => void
  onClose: () => void
}) {
  const { approve, reject, markPaid } = useReview()
  const ids = commissions.map(({ id }) => id)
  const what = <WhatTheyComeTo commissions={commissions} />
  const them = ids.length === 1 ? 'it' : 'them'
  const count = commissionCount(ids.length)
  const then = async (work: Promise<void>) => {
    await work
    onDone?.()
  }
  switch (kind) {
    case 'approve':
      return (
        <ConfirmDialog
          title={`Approve ${count}?`}
          action="Approve"
          look="primary"
          onConfirm={() => then(approve(ids))}
          onClose={onClose}
        >
          {what} The next payout pays {them}, without waiting for the end of the hold. Until then you can
          still reject {them}.
        </ConfirmDialog>
      )
    case 'reject':
      return (
        <QuestionDialog
          title={`Reject ${count}?`}
          label="Reason"
          hint="It stands in the log of each commission."
          action="Reject"
          look="danger"
          isRequired
          onAnswer={(reason) => then(reject(ids, reason ?? ''))}
          onClose={onClose}
        >
          {what} The partner does not get {them}. This cannot be undone.
        </QuestionDialog>
      )
    case 'markPaid':
      return (
        <QuestionDialog
          title={`Mark ${count} as paid?`}
          label="Reference of the payment"
          hint="The name of the bank transfer, for example. May stay empty."
          action="Mark as paid"
          onAnswer={(reference) => then(markPaid(ids, reference))}
          onClose={onClose}
        >
          {what} For what you have paid outside of a payout. It moves no money: it records that the partner
          has it.
        </QuestionDialog>
      )
  }
}

/** The sums of what is asked about, before the answer: what is left to pay of it, per currency. */
function WhatTheyComeTo({ commissions }: { commissions: readonly Commission[] }) {
  const partners = new Set(commissions.map(({ partnerId }) => partnerId)).size
  const amounts = owedSums(commissions).map(({ amountCents, currency }) => formatMoney(amountCents, currency))
  return (
    <strong className="font-medium text-ink">
      {amounts.join(' + ')} of {formatCountOf(partners, 'partner')}.
    </strong>
  )
}
