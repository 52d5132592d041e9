import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/portal-text.ts'
import { programsQuery } from './queries.ts'

/** A banner on every page when a team member views the portal. */
export default function ViewBanner() {
  const { data: programs = [] } = useQuery(programsQuery)
  const [program] = programs
  return (
    <p role="status" className="sticky top-0 z-40 bg-warn-soft px-4 py-2 text-center font-medium text-warn">
      {t('viewBanner.youreViewingPortalAsPartnerName', {
        partnerName: program?.partnerName ?? t('viewBanner.aPartner'),
      })}
    </p>
  )
}
