import { Link } from '@tanstack/react-router'
import type { Conclusion } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'

const LOOK = 'font-medium text-accent-text underline-offset-4 hover:underline'

/** Links to everything the conclusion mentions. */
export function ConclusionLinks({ facts }: { facts: Conclusion['facts'] }) {
  const params = { programId: useProgramId() }
  const { saleId, customerKey, customerId, partner, otherPartner, payoutId, otherProgram, similar } = facts
  const { hasDuplicateRefund = false } = facts
  return (
    <p className="wrap-anywhere mt-3 flex flex-wrap gap-x-4 gap-y-1.5 empty:hidden">
      {saleId !== undefined && (
        <Link
          to="/programs/$programId/events"
          params={params}
          search={{ open: `sale-${saleId}` }}
          className={LOOK}
        >
          {t('explain.saleSaleId', { saleId })}
        </Link>
      )}
      {customerId !== undefined && customerKey !== undefined && (
        <Link
          to="/programs/$programId/customers"
          params={params}
          search={{ search: customerKey }}
          className={LOOK}
        >
          {t('explain.customerCustomerKey', { customerKey })}
        </Link>
      )}
      {[partner, otherPartner].map(
        (one) =>
          one !== undefined && (
            <Link
              key={one.id}
              to="/programs/$programId/partners/$partnerId"
              params={{ ...params, partnerId: String(one.id) }}
              className={LOOK}
            >
              {t('explain.partnerName', { name: one.name })}
            </Link>
          ),
      )}
      {payoutId !== undefined && (
        <Link to="/programs/$programId/payouts" params={params} search={{ open: payoutId }} className={LOOK}>
          {t('explain.payoutPayoutId', { payoutId })}
        </Link>
      )}
      {hasDuplicateRefund && (
        <Link to="/programs/$programId/payments" params={params} className={LOOK}>
          {t('explain.reviewRefund')}
        </Link>
      )}
      {similar !== undefined && (
        <Link to="/programs/$programId/explain" params={params} search={{ q: similar }} className={LOOK}>
          {t('explain.lookUpSimilar', { similar })}
        </Link>
      )}
      {otherProgram !== undefined && (
        <Link
          to="/programs/$programId/overview"
          params={{ programId: String(otherProgram.id) }}
          className={LOOK}
        >
          {t('explain.programName', { name: otherProgram.name })}
        </Link>
      )}
    </p>
  )
}
