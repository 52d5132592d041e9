import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../messages/team-text.ts'
import { LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import type { StepState } from './step-states.ts'

const STEP_STATES: Record<StepState, LabelView> = {
  connected: { label: t('integration.stepStates.connected'), tone: 'good' },
  tested: { label: t('integration.stepStates.tested'), tone: 'accent' },
  pending: { label: t('integration.stepStates.pending'), tone: 'neutral' },
}

/** One of the three setup steps: number, state, instructions and check. */
export function StepCard({
  number,
  title,
  state,
  description,
  children,
}: {
  number: number
  title: string
  state: StepState
  description: ReactNode
  children: ReactNode
}) {
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex gap-3.5">
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-7 shrink-0 place-items-center rounded-full font-semibold text-[0.8125rem]',
            state === 'pending' ? 'bg-fill text-ink-2' : 'bg-good-soft text-good',
          )}
        >
          {state === 'pending' ? number : <Check className="size-4" />}
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="font-semibold text-[0.9375rem] tracking-tight">
              <span className="sr-only">{t('integration.stepNumber', { number })} </span>
              {title}
            </h2>
            <LabelBadge {...STEP_STATES[state]} />
          </div>
        </div>
      </div>
      <p className="mt-0.5 max-w-[75ch] text-ink-3 sm:ml-10.5">{description}</p>
      <div className="mt-4 flex flex-col gap-4 sm:pl-10.5">{children}</div>
    </Card>
  )
}
