import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

const TONES: Record<Tone, string> = {
  neutral: 'bg-fill text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

/** How an API value is displayed. */
export interface LabelView {
  label: string
  tone: Tone
}

/** A colored API value: `<LabelBadge {...COMMISSION_STATUSES[status]} />`. */
export function LabelBadge({ label, tone }: LabelView) {
  return <Badge tone={tone}>{label}</Badge>
}

/** A status label. The color never carries meaning alone. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex max-w-full shrink-0 items-center gap-1 in-[table]:whitespace-nowrap rounded-md px-1.5 py-0.5 font-medium text-xs [&_svg]:size-3',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
