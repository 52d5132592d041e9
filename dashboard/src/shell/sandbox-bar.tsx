import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../api/client.ts'
import type { Program } from '../api/types.ts'
import { formatInstant } from '../format/date.ts'
import { rich, t } from '../messages/team-text.ts'
import { usePermissionCheck } from '../session/use-program.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/toast.tsx'

const STEPS = [
  { advance: 'P1D', label: t('shell.n1Day') },
  { advance: 'P7D', label: t('shell.n1Week') },
  { advance: 'P1M', label: t('shell.n1Month') },
] as const

/** Shown on every page of a sandbox: the sandbox's time, and buttons to advance it. */
export function SandboxBar({ program, clock }: { program: Program; clock: { now: string } }) {
  const canMove = usePermissionCheck()('program:update')
  const move = useMoveClock(program)
  return (
    <section
      aria-label={t('shell.sandbox')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-accent-soft px-4 py-2 sm:px-8"
    >
      <Badge tone="accent">{t('shell.sandbox')}</Badge>
      <p className="min-w-0 flex-[1_1_16rem] text-ink-2">
        {rich('shell.noRealPayoutsOrInvoices', {
          now: formatInstant(clock.now, program.timeZone),
          time: (children) => (
            <time dateTime={clock.now} className="font-medium text-ink">
              {children}
            </time>
          ),
        })}
      </p>
      {canMove && (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons isn't a form fieldset
        <div role="group" aria-label={t('shell.advanceClock')} className="flex flex-wrap items-center gap-2">
          {STEPS.map(({ advance, label }) => (
            <Button
              key={advance}
              size="small"
              aria-label={t('shell.advanceClockByLabel', { label })}
              isBusy={move.isPending && move.variables === advance}
              disabled={move.isPending}
              onClick={() => move.mutate(advance)}
            >
              + {label}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

/** A new time can change anything on the page, so everything is refetched. */
function useMoveClock({ id, timeZone }: Program) {
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  return useMutation({
    mutationFn: async (advance: string) => {
      const params = { path: { programId: String(id) } }
      return (await read(api.POST('/api/programs/{programId}/clock', { params, body: { advance } }))).data
    },
    async onSuccess({ now, approvedCommissions: approved }) {
      await queryClient.invalidateQueries()
      const ended =
        approved === 1
          ? t('shell.n1CommissionWasApproved')
          : t('shell.approvedCommissionsWereApproved', { approved })
      showSuccess(t('shell.theClockIsNowAt', { now: formatInstant(now, timeZone), approved, ended }))
    },
    onError: showError,
  })
}
