import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { partnerChoicesQuery } from '../../api/partner-queries.ts'
import type { PayoutBatchPreview } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { EXCLUSION_LABELS } from './payout-blockers.ts'
import { MAX_REQUESTED, RequestDetails } from './request-details.tsx'

/** What would be paid if payouts were created now, and what would wait. Undefined while loading. */
export function PayoutPreview({ preview }: { preview: PayoutBatchPreview | undefined }) {
  const programId = useProgramId()
  if (preview === undefined) return <Skeleton className="h-20 w-full rounded-xl" />
  const { payouts, commissions, sums, isComplete, waiting, withoutDetails, sandbox } = preview
  const excluded = waiting.filter(({ reason }) => reason === 'details_missing')
  const missingIds = [
    ...new Set([...withoutDetails.partnerIds, ...excluded.flatMap(({ partnerIds }) => partnerIds)]),
  ].slice(0, MAX_REQUESTED)
  return (
    <section aria-label={t('payouts.payoutPreview')} className="rounded-xl border px-4 py-3">
      <p className="font-medium">
        {payouts === 0
          ? t('payouts.nothingIsDueNow')
          : t('payouts.payoutsFromCommissions', { payouts, commissions })}
      </p>
      {payouts === 0 && waiting.length === 0 && (
        <p className="mt-1 text-ink-2">
          {rich('payouts.pendingCommissionsAreNotDue', {
            link: (children) => (
              <Link
                to="/programs/$programId/commissions"
                params={{ programId }}
                search={{ status: 'pending' }}
                className="text-accent-text underline underline-offset-4"
              >
                {children}
              </Link>
            ),
          })}
        </p>
      )}
      {(sums.length > 0 || waiting.length > 0) && (
        <div className="mt-2 tabular-nums">
          <DetailList>
            {sums.map((sum) => (
              <DetailItem key={sum.currency} name={t('payouts.payouts3', { payouts: sum.payouts })}>
                <span className="font-medium">{formatMoney(sum.amountCents, sum.currency)}</span>
              </DetailItem>
            ))}
            {waiting.map((sum) => (
              <DetailItem key={`${sum.reason} ${sum.currency}`} name={EXCLUSION_LABELS[sum.reason]}>
                {t('payouts.owedForPartners', {
                  owed: formatMoney(sum.owedCents, sum.currency),
                  partners: sum.partners,
                })}
              </DetailItem>
            ))}
          </DetailList>
        </div>
      )}
      {withoutDetails.payouts > 0 && sandbox === undefined && <WithoutDetails of={withoutDetails} />}
      {missingIds.length > 0 && (
        <div className="mt-3">
          <RequestDetails partnerIds={missingIds} />
        </div>
      )}
      {!isComplete && <p className="mt-2 text-ink-3">{t('payouts.morePayoutsAreDueThan')}</p>}
    </section>
  )
}

const MAX_NAMED = 5

/**
 * A payout uses the payout details that exist when it is created, so the decision to create it without details is
 * made here.
 */
function WithoutDetails({ of: { payouts, partnerIds } }: { of: PayoutBatchPreview['withoutDetails'] }) {
  const programId = useProgramId()
  const { data: partners = [] } = useQuery(partnerChoicesQuery(programId))
  const getPartnerName = (partnerId: number) =>
    partners.find(({ id }) => id === partnerId)?.name ?? t('payouts.partnerPartnerId', { partnerId })
  const partnerNames = partnerIds.slice(0, MAX_NAMED).map(getPartnerName).join(', ')
  const more = partnerIds.length > MAX_NAMED ? ` ${t('payouts.andOthers')}` : ''
  return (
    <p className="wrap-anywhere mt-3 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      {rich('payouts.payoutsWithoutPayoutDetailsNamed', {
        payouts,
        named: partnerNames,
        more,
        link: (children) => (
          <Link
            to="/programs/$programId/settings"
            params={{ programId }}
            search={{ section: 'payouts' }}
            className="underline underline-offset-4"
          >
            {children}
          </Link>
        ),
      })}
    </p>
  )
}
