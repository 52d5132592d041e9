import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'

/** Links to the sale or lead that earned a commission. Order IDs come first: merchants look for theirs. */
export function EarningEventLink({
  of: { saleId, transactionId, leadId },
  ...props
}: Pick<ComponentProps<'a'>, 'className' | 'onClick'> & {
  of: { saleId: number | null; transactionId: string | null; leadId: number | null }
}) {
  const programId = useProgramId()
  return (
    <Link
      to="/programs/$programId/events"
      params={{ programId }}
      search={{ open: saleId === null ? `lead-${leadId}` : `sale-${saleId}` }}
      {...props}
    >
      {transactionId !== null && (
        <>
          <span className="inline-block max-w-48 truncate align-bottom" title={transactionId}>
            {transactionId}
          </span>{' '}
        </>
      )}
      {saleId === null ? (
        t('events.leadLeadId', { leadId })
      ) : (
        <span className="text-ink-3 text-xs">{t('events.saleSaleId', { saleId })}</span>
      )}
    </Link>
  )
}
