import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'

/** Links to the sale or lead that earned a commission. */
export function EarningEventLink({
  of: { saleId, leadId },
  ...props
}: Pick<ComponentProps<'a'>, 'className' | 'onClick'> & {
  of: { saleId: number | null; leadId: number | null }
}) {
  const programId = useProgramId()
  return (
    <Link
      to="/programs/$programId/events"
      params={{ programId }}
      search={{ open: saleId === null ? `lead-${leadId}` : `sale-${saleId}` }}
      {...props}
    >
      {saleId === null ? t('events.leadLeadId', { leadId }) : t('events.saleSaleId', { saleId })}
    </Link>
  )
}
