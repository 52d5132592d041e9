import type { Currency } from '../../api/types.ts'
import { formatList } from '../../format/list.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'

/** A payout and the refunds that reduced its commissions since it was created. */
export interface RefundedPayout {
  id: number
  partnerName: string
  currency: Currency
  amountCents: number
  refundedCents: number
}

/** Warns that more is paid than the partners are owed. Hidden if nothing was refunded. */
export function RefundWarning(props: { payouts: readonly RefundedPayout[]; isOnly: boolean }) {
  const text = refundWarning(props)
  if (text === null) return null
  // A span, because dialogs describe themselves in a paragraph.
  return <span className="wrap-anywhere mt-2 block rounded-lg bg-warn-soft px-3 py-2 text-warn">{text}</span>
}

const MAX_NAMED = 5

/** @param isOnly whether only one payout is shown, so the text doesn't need to name it */
export function refundWarning({
  payouts,
  isOnly,
}: {
  payouts: readonly RefundedPayout[]
  isOnly: boolean
}): string | null {
  const refunded = payouts.filter(({ refundedCents }) => refundedCents > 0)
  const [first] = refunded
  if (first === undefined) return null
  if (refunded.length === 1) {
    const { id, partnerName: partner, currency, amountCents, refundedCents } = first
    return t('payouts.refundedSinceCreated', {
      refunded: formatMoney(refundedCents, currency),
      isOnly: String(isOnly),
      id,
      partner,
      isAnyLeft: String(refundedCents < amountCents),
      rest: formatMoney(amountCents - refundedCents, currency),
    })
  }
  const named = refunded
    .slice(0, MAX_NAMED)
    .map(({ id, partnerName: partner, currency, refundedCents }) =>
      t('payouts.refundOfPayout', { refunded: formatMoney(refundedCents, currency), id, partner }),
    )
  const more = refunded.length - named.length
  const list = formatList([...named, ...(more > 0 ? [t('payouts.countMore', { count: more })] : [])])
  return t('payouts.refundsSinceCreated', { list })
}
