import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { programSetupQuery } from '../../api/queries.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'

// Loaded only while there is something left to do.
const SetupChecklistCard = lazy(() => import('./setup-checklist-card.tsx'))

/** The setup checklist, for those who can finish it, until everything is done or someone dismisses it. */
export function SetupChecklist() {
  const programId = useProgramId()
  const canUpdate = usePermissionCheck()('program:update')
  const isWanted = !useProgram().setupDismissed && canUpdate
  const { data } = useQuery({ ...programSetupQuery(programId), enabled: isWanted })
  if (!isWanted || data === undefined) return null
  if (Object.values(data.steps).every((status) => status === 'complete')) return null
  return (
    <Suspense>
      <SetupChecklistCard steps={data.steps} />
    </Suspense>
  )
}
