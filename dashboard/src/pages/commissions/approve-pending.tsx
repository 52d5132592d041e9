import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CommissionFilters,
  commissionSelectionQuery,
  commissionSumsQuery,
} from '../../api/record-queries.ts'
import type { MatchingRows } from '../../lists/select-matching.tsx'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { allowedReviews, type ReviewedCommission } from './commission-amounts.ts'
import { ReviewDialog } from './review-dialogs.tsx'

/** Approves all pending commissions that match the filters, after a confirmation with their total. */
export function ApprovePending({ filters }: { filters: CommissionFilters }) {
  const can = usePermissionCheck()
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showError } = useToasts()
  const [matching, setMatching] = useState<MatchingRows<ReviewedCommission>>()
  const { data: sums } = useQuery({
    ...commissionSumsQuery(programId, filters),
    enabled: can('billing:read'),
  })
  const select = useMutation({
    mutationFn: () =>
      queryClient.fetchQuery(commissionSelectionQuery(programId, { ...filters, status: 'pending' })),
    onSuccess: setMatching,
    onError: showError,
  })
  // Other statuses are filtered out of the totals.
  const hasPending = sums?.some(({ status }) => status === 'pending') === true
  if (!can('commission:manage') || !hasPending) return null
  return (
    <>
      <Button isBusy={select.isPending} onClick={() => select.mutate()}>
        {t('commissions.approveAllPending')}
      </Button>
      {matching !== undefined && <Confirm matching={matching} onClose={() => setMatching(undefined)} />}
    </>
  )
}

function Confirm({
  matching: { rows, isComplete },
  onClose,
}: {
  matching: MatchingRows<ReviewedCommission>
  onClose: () => void
}) {
  const commissions = rows.filter((row) => allowedReviews(row).approve)
  const duplicates = rows.length - commissions.length
  return (
    <ReviewDialog kind="approve" commissions={commissions} onClose={onClose}>
      {duplicates > 0 && <> {t('commissions.countPossibleDuplicatesLeftOut', { count: duplicates })}</>}
      {!isComplete && <> {t('commissions.olderCommissionsFollow', { count: rows.length })}</>}
    </ReviewDialog>
  )
}
