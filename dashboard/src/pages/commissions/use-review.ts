import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { useBatchJob } from '../../ui/job.tsx'
import { useToasts } from '../../ui/toast.tsx'

export type ReviewKind = 'approve' | 'reject' | 'markPaid'

const VERBS: Record<ReviewKind, string> = {
  approve: t('commissions.verbs.approve'),
  reject: t('commissions.verbs.reject'),
  markPaid: t('commissions.verbs.markPaid'),
}

/**
 * Small enough to show progress; each batch succeeds or fails as a whole. Marking as paid uses large batches, because
 * each request creates payouts.
 */
const PER_STEP: Record<ReviewKind, number> = { approve: 50, reject: 50, markPaid: 500 }

/**
 * The service withdraws all approvals in a request or none, so only a change that fits into one request can be
 * undone.
 */
const MAX_UNDONE = 500

/**
 * Approves, rejects or marks commissions as paid, in batches.
 * @param canUndo whether an approval can be withdrawn: none of the commissions was on hold
 */
export function useReview(
  kind: ReviewKind,
  { commissionIds, canUndo }: { commissionIds: readonly number[]; canUndo: boolean },
) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const { start, job } = useBatchJob({ items: commissionIds, perStep: PER_STEP[kind], verb: VERBS[kind] })
  const changedCount = useRef(0)
  const params = { path: { programId } }
  /** `text` is the reason or the reference. */
  const review = async (ids: number[], text: string | undefined): Promise<number> => {
    switch (kind) {
      case 'approve': {
        const body = { commissionIds: ids }
        return (await read(api.POST('/api/programs/{programId}/commissions/approve', { params, body }))).data
          .changed
      }
      case 'reject': {
        const body = { commissionIds: ids, reason: text ?? '' }
        return (await read(api.POST('/api/programs/{programId}/commissions/reject', { params, body }))).data
          .changed
      }
      case 'markPaid': {
        const body = { commissionIds: ids, ...(text === undefined ? {} : { reference: text }) }
        return (await read(api.POST('/api/programs/{programId}/commissions/mark-paid', { params, body })))
          .data.commissions
      }
    }
  }
  const withdraw = async () => {
    const body = { commissionIds: [...commissionIds] }
    try {
      const { data } = await read(
        api.POST('/api/programs/{programId}/commissions/withdraw-approval', { params, body }),
      )
      showSuccess(t('commissions.approvalWithdrawn', { count: data.changed }))
    } finally {
      void refreshMoney(queryClient, programId)
    }
  }
  const run = async (text?: string) => {
    try {
      await start(async (ids) => {
        changedCount.current += await review(ids, text)
      })
      const isUndoable = kind === 'approve' && canUndo && commissionIds.length <= MAX_UNDONE
      showSuccess(
        `${commissionCount(changedCount.current)} ${DONE[kind]}.`,
        isUndoable && changedCount.current === commissionIds.length ? withdraw : undefined,
      )
    } finally {
      // Even after an error, because earlier batches were saved.
      void refreshMoney(queryClient, programId)
    }
  }
  return { run, job }
}

const DONE: Record<ReviewKind, string> = {
  approve: 'approved',
  reject: 'rejected',
  markPaid: t('commissions.done.markPaid'),
}

export function commissionCount(count: number): string {
  return count === 1 ? t('commissions.n1Commission') : t('commissions.countCommissions', { count })
}
