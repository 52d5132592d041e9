import { useQuery } from '@tanstack/react-query'
import { type ClaimChoice, claimApprovalQuery } from '../../api/claim-queries.ts'
import type { ClaimDetails } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { OBSTACLES } from './claim-labels.ts'

/** The commission that an approval with these choices would create. */
export function ClaimedCommission({
  claim: { id, partnerName },
  choice,
}: {
  claim: ClaimDetails
  choice: ClaimChoice
}) {
  const { timeZone } = useProgram()
  const { data, error } = useQuery(claimApprovalQuery(useProgramId(), id, choice))
  return (
    <section aria-label={t('claims.commission')} aria-live="polite" className="rounded-xl border px-4 py-3">
      {error !== null ? (
        <FormError error={error} />
      ) : data === undefined ? (
        <Skeleton className="h-5 w-3/4" />
      ) : data.commission === null ? (
        <p className="text-warn">{data.obstacle !== null && OBSTACLES[data.obstacle]}</p>
      ) : data.commission.amountCents === 0 ? (
        <p className="text-warn">{t('claims.partnerEarnsNothing', { partner: partnerName })}</p>
      ) : (
        <p>
          {rich('claims.partnerEarns', {
            partner: partnerName,
            amount: formatMoney(data.commission.amountCents, data.commission.currency),
            heldUntil: formatInstant(data.commission.holdUntil, timeZone),
            b: (children) => <b className="font-semibold">{children}</b>,
          })}
        </p>
      )}
    </section>
  )
}
