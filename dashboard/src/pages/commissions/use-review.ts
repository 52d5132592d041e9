import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { formatCount } from '../../format/number.ts'
import { useProgramId } from '../../session/use-program.ts'
import { useToasts } from '../../ui/toast.tsx'

/** Approving, rejecting and marking as paid: all of the commissions or none of them. */
export function useReview() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const params = { path: { programId } }
  const done = async (count: number, what: string) => {
    say(`${commissionCount(count)} ${what}.`)
    await refreshMoney(queryClient, programId)
  }
  return {
    async approve(commissionIds: number[]) {
      const body = { commissionIds }
      const { data } = await read(api.POST('/api/programs/{programId}/commissions/approve', { params, body }))
      await done(data.changed, 'approved')
    },
    async reject(commissionIds: number[], reason: string) {
      const body = { commissionIds, reason }
      const { data } = await read(api.POST('/api/programs/{programId}/commissions/reject', { params, body }))
      await done(data.changed, 'rejected')
    },
    async markPaid(commissionIds: number[], reference: string | undefined) {
      const body = reference === undefined ? { commissionIds } : { commissionIds, reference }
      const { data } = await read(
        api.POST('/api/programs/{programId}/commissions/mark-paid', { params, body }),
      )
      await done(data.commissions, 'marked as paid')
    },
  }
}

export function commissionCount(count: number): string {
  return count === 1 ? '1 commission' : `${formatCount(count)} commissions`
}
