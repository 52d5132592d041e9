import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import { t } from '../../messages/team-text.ts'
import { usePartnerMailSending } from '../../session/use-mail-sending.ts'
import { useCan, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** How many partners one request can ask. */
export const MAX_REQUESTED = 100

/** Asks partners for their payout details by email. Hidden if the program sends no email. */
export function RequestDetails({ partnerIds }: { partnerIds: readonly number[] }) {
  const programId = useProgramId()
  const can = useCan()
  const sending = usePartnerMailSending()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const request = useMutation({
    mutationFn: async () =>
      (
        await read(
          api.POST('/api/programs/{programId}/payout-details/request', {
            params: { path: { programId } },
            body: { partnerIds: [...partnerIds] },
          }),
        )
      ).data,
    async onSuccess({ requested, skipped }) {
      const recently = skipped.filter(({ reason }) => reason === 'requested_recently').length
      showSuccess(t('payouts.detailsRequested', { requested, recently, sending }))
      await queryClient.invalidateQueries({ queryKey: ['partner-mails', programId] })
    },
    onError: showError,
  })
  if (!can('payout:manage') || sending === 'off' || sending === 'sandbox' || partnerIds.length === 0)
    return null
  return (
    <Button size="small" isBusy={request.isPending} onClick={() => request.mutate()}>
      <Mail aria-hidden="true" className="size-4" />
      {t('payouts.requestDetails', { partners: partnerIds.length })}
    </Button>
  )
}
