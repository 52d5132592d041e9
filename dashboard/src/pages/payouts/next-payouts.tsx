import type { NextPayout } from '../../api/types.ts'
import { byCurrency } from '../../format/money.ts'
import { useProgram } from '../../session/use-program.ts'
import { nextPayoutLines } from './next-payout-lines.ts'
import { payoutWaitText } from './payout-blockers.ts'

/** What a partner's next payouts are waiting for: common conditions, then a line for each currency that has others. */
export function NextPayoutBlockers({ payouts }: { payouts: readonly NextPayout[] }) {
  const { timeZone } = useProgram()
  const { common, own } = nextPayoutLines(payouts.toSorted(byCurrency), (wait, { currency }) =>
    payoutWaitText(wait, { currency, timeZone }),
  )
  const lines = own.filter(({ conditions }) => conditions.length > 0)
  return (
    <>
      {common.length > 0 && <span className="wrap-anywhere block">{common.join('; ')}</span>}
      {lines.map(({ payout: { currency }, conditions }) => (
        <span key={currency} className="wrap-anywhere block">
          {payouts.length > 1 && `${currency}: `}
          {conditions.join('; ')}
        </span>
      ))}
    </>
  )
}
