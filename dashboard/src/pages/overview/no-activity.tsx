import { Link } from '@tanstack/react-router'
import { MousePointerClick } from 'lucide-react'
import { t } from '../../messages/team-text.ts'
import { useSharedPeriod } from '../../session/shared-period.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** Shown instead of a chart if there were no clicks in the period. */
export default function NoActivity() {
  const programId = useProgramId()
  const period = useSharedPeriod()
  return (
    <EmptyState
      icon={MousePointerClick}
      title={t('overview.noActivityInThisPeriod')}
      action={
        <>
          <Button asChild look="primary">
            <Link to="/programs/$programId/integration" params={{ programId }}>
              {t('overview.checkIntegration')}
            </Link>
          </Button>
          <Button asChild>
            <Link to="/programs/$programId/partners" params={{ programId }} search={period}>
              {t('overview.addPartner')}
            </Link>
          </Button>
        </>
      }
    >
      {t('overview.clicksWillAppearHereAs')}
    </EmptyState>
  )
}
