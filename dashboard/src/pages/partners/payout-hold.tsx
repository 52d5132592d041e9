import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Partner } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Why the partner's payouts are paused. Roles that pay can resume them. */
export function PayoutHold({ partner }: { partner: Partner }) {
  const { timeZone } = useProgram()
  const can = usePermissionCheck()
  const release = useReleasePayouts(partner)
  const { payoutHold } = partner
  if (payoutHold === null) return null
  return (
    <section aria-label={t('partners.payoutHold')} className="flex flex-col items-start gap-2">
      <p className="wrap-anywhere rounded-lg bg-warn-soft px-3 py-2 text-ink-2">
        {t('partners.payoutsOnHoldSinceSince', {
          since: formatInstant(payoutHold.since, timeZone),
          reason: payoutHold.reason,
        })}
      </p>
      {can('commission:manage') && (
        <Button isBusy={release.isPending} onClick={() => release.mutate()}>
          {t('partners.releasePayouts')}
        </Button>
      )}
    </section>
  )
}

/** Asks for the reason and pauses the partner's payouts. */
export function HoldPayoutsDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { params, refresh } = usePartnerWrite(partner)
  const { showSuccess } = useToasts()
  const hold = async (reason: string | undefined) => {
    const body = { reason: reason ?? '' }
    await read(api.POST('/api/programs/{programId}/partners/{partnerId}/hold', { params, body }))
    showSuccess(t('partners.payoutsNameAreOnHold', { name: partner.name }))
    await refresh()
  }
  return (
    <PromptDialog
      title={t('partners.holdPayoutsName', { name: partner.name })}
      label={t('partners.reason')}
      hint={t('partners.shownYourTeamNextBalance')}
      action={t('partners.holdPayouts2')}
      isRequired
      onSubmit={hold}
      onClose={onClose}
    >
      {t('partners.theyKeepEarningButWont')}
    </PromptDialog>
  )
}

function useReleasePayouts(partner: Partner) {
  const { params, refresh } = usePartnerWrite(partner)
  const { showSuccess, showError } = useToasts()
  return useMutation({
    mutationFn: () => read(api.POST('/api/programs/{programId}/partners/{partnerId}/release', { params })),
    async onSuccess() {
      showSuccess(t('partners.payoutsNameResumed', { name: partner.name }))
      await refresh()
    },
    onError: showError,
  })
}

function usePartnerWrite(partner: Partner) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return {
    params: { path: { programId, partnerId: String(partner.id) } },
    async refresh() {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['partners', programId] }),
        refreshMoney(queryClient, programId),
      ])
    },
  }
}
