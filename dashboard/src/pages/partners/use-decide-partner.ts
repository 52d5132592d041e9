import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { useToasts } from '../../ui/toast.tsx'

type Decision = 'approve' | 'reject'

/** Approves or rejects a partner; the decision can be changed later. */
export function useDecidePartner() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useMutation({
    mutationFn: async ({ partner, decision }: { partner: Partner; decision: Decision }) => {
      const params = { path: { programId, partnerId: String(partner.id) } }
      return decision === 'approve'
        ? (await read(api.POST('/api/programs/{programId}/partners/{partnerId}/approve', { params }))).data
        : (await read(api.POST('/api/programs/{programId}/partners/{partnerId}/reject', { params }))).data
    },
    async onSuccess({ name, status }) {
      showSuccess(
        status === 'approved' ? t('partners.nameApproved', { name }) : t('partners.nameRejected', { name }),
      )
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['partners', programId] }),
        queryClient.invalidateQueries({ queryKey: ['status', programId] }),
        queryClient.invalidateQueries({ queryKey: ['applications', programId] }),
        // An approval releases the partner's waiting balance.
        refreshMoney(queryClient, programId),
      ])
    },
  })
}
