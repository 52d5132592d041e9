import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Application } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { useBatchJob } from '../../ui/job.tsx'
import { useToasts } from '../../ui/toast.tsx'

export type BulkDecision = 'approve' | 'reject'
export type ListedApplication = Pick<Application, 'id' | 'version' | 'status'>

export function canBeDecided({ status }: ListedApplication, decision: BulkDecision): boolean {
  return status !== (decision === 'approve' ? 'approved' : 'rejected')
}

/** Small enough to show progress; each batch is one transaction. */
const PER_STEP = 25

const VERBS = { approve: t('applications.verbs.approved'), reject: t('applications.verbs.rejected') }

/** Approves or rejects applications as listed, in batches. The service skips those that changed since. */
export function useDecideApplications(decision: BulkDecision, applications: readonly ListedApplication[]) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const { start, job } = useBatchJob({ items: applications, perStep: PER_STEP, verb: VERBS[decision] })
  const total = useRef({ decided: 0, skipped: 0 })
  const decide = async (batch: ListedApplication[], reason: string | undefined) => {
    const params = { path: { programId } }
    const body = { applications: batch.map(({ id, version }) => ({ id, version })) }
    const request =
      decision === 'approve'
        ? api.POST('/api/programs/{programId}/applications/approve', { params, body })
        : api.POST('/api/programs/{programId}/applications/reject', {
            params,
            body: { ...body, reason: reason ?? null },
          })
    const { data } = await read(request)
    total.current.decided += data.decided
    total.current.skipped += data.skipped.length
  }
  const run = async (reason?: string) => {
    try {
      await start((batch) => decide(batch, reason))
      const { decided, skipped } = total.current
      showSuccess(t('applications.countDecidedSkipped', { count: decided, verb: decision, skipped }))
    } finally {
      // Even after an error, because earlier batches were saved.
      for (const resource of ['applications', 'partners', 'status']) {
        void queryClient.invalidateQueries({ queryKey: [resource, programId] })
      }
      // An approval releases the partner's waiting balance.
      void refreshMoney(queryClient, programId)
    }
  }
  return { run, job }
}
