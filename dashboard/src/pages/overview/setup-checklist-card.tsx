import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import { programQuery } from '../../api/queries.ts'
import type { SetupSteps } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { focusPage } from '../../ui/focus-page.ts'
import { useToasts } from '../../ui/toast.tsx'
import { type ChecklistItem, checklistItems } from './checklist-items.ts'

/** Lists the remaining setup steps until all are done or a member dismisses the card. */
export default function SetupChecklistCard({ steps }: { steps: SetupSteps }) {
  const items = checklistItems(steps, useProgram().paymentTrackingMode)
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <Card className="mb-4">
      <CardHeader
        title={t('setup.checklist')}
        description={t('setup.checklistProgress', { done, count: items.length })}
        actions={<Dismiss />}
      />
      <ul aria-label={t('setup.checklist')} className="mt-3 divide-y border-t">
        {items.map((item) => (
          <li key={item.step}>{item.isDone ? <DoneItem item={item} /> : <OpenItem item={item} />}</li>
        ))}
      </ul>
    </Card>
  )
}

function DoneItem({ item: { label } }: { item: ChecklistItem }) {
  return (
    <p className="flex items-center gap-3 px-4 py-2.5 text-ink-3 sm:px-5">
      <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-good" />
      <span className="line-through decoration-line-strong">{label}</span>
      <span className="sr-only">{t('setup.stepDone')}</span>
    </p>
  )
}

function OpenItem({ item: { label, hint, wizardStep } }: { item: ChecklistItem }) {
  const programId = useProgramId()
  const className =
    'flex min-h-10 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-fill focus-visible:-outline-offset-2 sm:px-5'
  const children = (
    <>
      <Circle aria-hidden="true" className="size-4.5 shrink-0 text-ink-3" />
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span className="font-medium">{label}</span>
        <span className="text-ink-3">{hint}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </>
  )
  return wizardStep === undefined ? (
    <Link to="/programs/$programId/integration" params={{ programId }} className={className}>
      {children}
    </Link>
  ) : (
    <Link
      to="/programs/$programId/setup"
      params={{ programId }}
      search={{ step: wizardStep }}
      className={className}
    >
      {children}
    </Link>
  )
}

/** Hides the checklist for the whole team. */
function Dismiss() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const dismissing = useMutation({
    async mutationFn() {
      const params = { path: { programId } }
      const body = { setupDismissed: true }
      return (await read(api.PATCH('/api/programs/{programId}', { params, body }))).data
    },
    onSuccess(program) {
      queryClient.setQueryData(programQuery(programId).queryKey, program)
      showSuccess(t('setup.dismissed'))
      focusPage()
    },
    onError: showError,
  })
  return (
    <Button look="quiet" size="small" isBusy={dismissing.isPending} onClick={() => dismissing.mutate()}>
      {t('setup.dismiss')}
    </Button>
  )
}
