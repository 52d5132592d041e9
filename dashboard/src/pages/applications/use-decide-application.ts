import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Application } from '../../api/types.ts'
import { useProgramId } from '../../session/use-program.ts'

/**
 * Decides on an application as displayed. The service rejects the decision if someone else has already
 * decided, and the application is refetched either way.
 */
export function useDecideApplication({ id, version }: Pick<Application, 'id' | 'version'>) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const params = { path: { programId, applicationId: String(id) } }
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['applications', programId] }),
      queryClient.invalidateQueries({ queryKey: ['partners', programId] }),
      queryClient.invalidateQueries({ queryKey: ['status', programId] }),
      // An approval releases the partner's waiting balance.
      refreshMoney(queryClient, programId),
    ])
  const refreshAfter = async <Result>(request: Promise<Result>): Promise<Result> => {
    try {
      return await request
    } finally {
      await refresh()
    }
  }
  return {
    approve: () =>
      refreshAfter(
        read(
          api.POST('/api/programs/{programId}/applications/{applicationId}/approve', {
            params,
            body: { version },
          }),
        ),
      ),
    reject: (reason: string | undefined) =>
      refreshAfter(
        read(
          api.POST('/api/programs/{programId}/applications/{applicationId}/reject', {
            params,
            body: { version, reason: reason ?? null },
          }),
        ),
      ),
    askQuestion: (question: string) =>
      refreshAfter(
        read(
          api.POST('/api/programs/{programId}/applications/{applicationId}/request-info', {
            params,
            body: { version, question },
          }),
        ),
      ),
  }
}
