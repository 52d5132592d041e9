import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationSelectionQuery, applicationsQuery } from '../../api/application-queries.ts'
import { flattenPages } from '../../api/paged-query.ts'
import type { MatchingRows } from '../../lists/select-matching.tsx'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import type { ApplicationsSearch } from './search.ts'
import type { ListedApplication } from './use-decide-applications.ts'

/**
 * Approves all pending applications that match the search, after a confirmation. Uses the listed rows if they are
 * complete.
 */
export function ApprovePending({ search: { status, search } }: { search: ApplicationsSearch }) {
  const programId = useProgramId()
  const list = useInfiniteQuery(applicationsQuery(programId, { status, search }))
  const isPendingListed = status === undefined || status === 'pending'
  const { data: selection } = useQuery({
    ...applicationSelectionQuery(programId, { status: 'pending', search }),
    enabled: isPendingListed && list.hasNextPage,
  })
  const pendingRows = {
    rows: flattenPages(list.data).filter((row) => row.status === 'pending'),
    isComplete: true,
  }
  const pending =
    !isPendingListed || list.isPlaceholderData ? undefined : list.hasNextPage ? selection : pendingRows
  // The count shown on the button, even if more people apply while the dialog is open.
  const [confirming, setConfirming] = useState<MatchingRows<ListedApplication>>()
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
