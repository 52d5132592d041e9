import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import { partnerMailsQuery } from '../../api/partner-queries.ts'
import type { RequestedPayoutDetails } from '../../api/types.ts'
import { formatInstantDay } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePartnerMailSending } from '../../session/use-mail-sending.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Maximum partners per request. */
export const MAX_REQUESTED = 100

/** The service emails a partner at most once in this period. */
const ASKED_AGAIN_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Asks partners for their payout details by email, or shows that they were asked. Hidden if the program sends no email.
 */
export function RequestDetails({ partnerIds }: { partnerIds: readonly number[] }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const can = usePermissionCheck()
  const sending = usePartnerMailSending()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const isShown = can('payout:manage') && sending !== 'off' && sending !== 'sandbox' && partnerIds.length > 0
  const mails = useInfiniteQuery({
    ...partnerMailsQuery(programId, partnerIds[0] ?? 0),
    enabled: isShown && partnerIds.length === 1 && can('partner:manage'),
  })
  const resultText = ({ requested, skipped }: RequestedPayoutDetails) => {
    const recently = skipped.filter(({ reason }) => reason === 'requested_recently').length
    return t('payouts.detailsRequested', { requested, recently, sending })
  }
  const request = useMutation({
    mutationFn: async (ids: readonly number[]) =>
      (
        await read(
          api.POST('/api/programs/{programId}/payout-details/request', {
            params: { path: { programId } },
            body: { partnerIds: [...ids] },
          }),
        )
      ).data,
    async onSuccess(result) {
      showSuccess(resultText(result))
      await queryClient.invalidateQueries({ queryKey: ['partners', programId, 'mails'] })
    },
    onError: showError,
  })
  if (!isShown || mails.isLoading) return null
  const lastRequest = mails.data?.pages
    .flatMap(({ data }) => data)
    .find(({ kind }) => kind === 'payout_details_requested')
  if (lastRequest !== undefined && Date.now() - Date.parse(lastRequest.createdAt) < ASKED_AGAIN_MS) {
    return (
      <p className="text-ink-3">
        {t('payouts.askedOn', { day: formatInstantDay(lastRequest.createdAt, timeZone) })}
      </p>
    )
  }
  if (request.data !== undefined && request.variables.join() === partnerIds.join()) {
    return <p className="text-ink-3">{resultText(request.data)}</p>
  }
  return (
    <Button size="small" isBusy={request.isPending} onClick={() => request.mutate(partnerIds)}>
      <Mail aria-hidden="true" className="size-4" />
      {t('payouts.requestDetails', { partners: partnerIds.length })}
    </Button>
  )
}
