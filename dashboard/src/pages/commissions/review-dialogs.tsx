import type { Commission } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCountOf } from '../../format/number.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { owedSums } from './commission-amounts.ts'
import { commissionCount, type ReviewKind, useReview } from './use-review.ts'

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
  const ids = commissions.map(({ id }) => id)
  const { run, job } = useReview(kind, ids)
  const what = <WhatTheyComeTo commissions={commissions} />
  const them = ids.length === 1 ? 'it' : 'them'
  const count = commissionCount(ids.length)
  const review = async (text?: string) => {
    await run(text)
    onDone?.()
  }
  switch (kind) {
    case 'approve':
      return (
        <ConfirmDialog
          title={`Approve ${count}?`}
          action="Approve"
          look="primary"
          job={job}
          onConfirm={() => review()}
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
          job={job}
          onAnswer={review}
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
          job={job}
          onAnswer={review}
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
