import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Partner } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Whether the partner's payouts are held, and why; who may, holds and releases them. */
export function PayoutHold({ partner }: { partner: Partner }) {
  const { timeZone } = useProgram()
  const may = useMay()
  const { payoutHold } = partner
  if (payoutHold === null && !may('commission:manage')) return null
  return (
    <section aria-label="Hold" className="flex flex-col items-start gap-2">
      {payoutHold !== null && (
        <p className="wrap-anywhere rounded-lg bg-warn-soft px-3 py-2 text-ink-2">
          Payouts are held since {formatInstant(payoutHold.since, timeZone)}: {payoutHold.reason}
        </p>
      )}
      {may('commission:manage') &&
        (payoutHold === null ? <Hold partner={partner} /> : <Release partner={partner} />)}
    </section>
  )
}

function Hold({ partner }: { partner: Partner }) {
  const { params, refresh } = usePartnerWrite(partner)
  const { say } = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const hold = async (reason: string | undefined) => {
    const body = { reason: reason ?? '' }
    await read(api.POST('/api/programs/{programId}/partners/{partnerId}/hold', { params, body }))
    say(`Payouts to ${partner.name} are held.`)
    await refresh()
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Hold payouts…</Button>
      {isAsking && (
        <QuestionDialog
          title={`Hold payouts to ${partner.name}?`}
          label="Reason"
          hint="Your team sees it beside what is owed."
          action="Hold payouts"
          isRequired
          onAnswer={hold}
          onClose={() => setIsAsking(false)}
        >
          The partner earns on. Nothing is paid out until somebody releases the payouts.
        </QuestionDialog>
      )}
    </>
  )
}

function Release({ partner }: { partner: Partner }) {
  const { params, refresh } = usePartnerWrite(partner)
  const { say, sayError } = useToasts()
  const release = useMutation({
    mutationFn: () => read(api.POST('/api/programs/{programId}/partners/{partnerId}/release', { params })),
    async onSuccess() {
      say(`Payouts to ${partner.name} go on.`)
      await refresh()
    },
    onError: sayError,
  })
  return (
    <Button isBusy={release.isPending} onClick={() => release.mutate()}>
      Release payouts
    </Button>
  )
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
