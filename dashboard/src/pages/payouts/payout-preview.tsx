import type { PayoutBatchPreview } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCountOf } from '../../format/number.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { LEFT_OUT } from './payout-waits.ts'

/** What making payouts would come to now, and what would wait. Undefined while it is asked for. */
export function PayoutPreview({ preview }: { preview: PayoutBatchPreview | undefined }) {
  if (preview === undefined) return <Skeleton className="h-20 w-full rounded-xl" />
  const { payouts, commissions, sums, isComplete, waiting } = preview
  return (
    <section aria-label="What would be paid" className="rounded-xl border px-4 py-3">
      <p className="font-medium">
        {payouts === 0
          ? 'Nothing of this is due now.'
          : `${formatCountOf(payouts, 'payout')} of ${formatCountOf(commissions, 'commission')}`}
      </p>
      {(sums.length > 0 || waiting.length > 0) && (
        <div className="mt-2 tabular-nums">
          <Facts>
            {sums.map((sum) => (
              <Fact key={sum.currency} name={formatCountOf(sum.payouts, 'payout')}>
                <span className="font-medium">{formatMoney(sum.amountCents, sum.currency)}</span>
              </Fact>
            ))}
            {waiting.map((sum) => (
              <Fact key={`${sum.reason} ${sum.currency}`} name={LEFT_OUT[sum.reason]}>
                {formatMoney(sum.owedCents, sum.currency)} of {formatCountOf(sum.partners, 'partner')}
              </Fact>
            ))}
          </Facts>
        </div>
      )}
      {!isComplete && (
        <p className="mt-2 text-ink-3">More is due than one batch takes: make payouts again after it.</p>
      )}
    </section>
  )
}
