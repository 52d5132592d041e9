import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationSelectionQuery } from '../../api/application-queries.ts'
import type { Matching } from '../../lists/select-matching.tsx'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import type { ApplicationsSearch } from './search.ts'
import type { ListedApplication } from './use-decide-applications.ts'

/** Approves all pending applications that match the search, after a confirmation. */
export function ApprovePending({ search: { status, search } }: { search: ApplicationsSearch }) {
  const { data: pending } = useQuery({
    ...applicationSelectionQuery(useProgramId(), { status: 'pending', search }),
    enabled: status === undefined || status === 'pending',
  })
  // What was counted on the button, even if more apply while the dialog is open.
  const [confirming, setConfirming] = useState<Matching<ListedApplication>>()
  if (confirming === undefined && (pending === undefined || pending.rows.length < 2)) return null
  return (
    <>
      {pending !== undefined && (
        <Button onClick={() => setConfirming(pending)}>
          {t('applications.approveAllCountPending', { count: pending.rows.length })}
        </Button>
      )}
      {confirming !== undefined && (
        <DecideDialog
          decision="approve"
          applications={confirming.rows}
          isComplete={confirming.isComplete}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  )
}
