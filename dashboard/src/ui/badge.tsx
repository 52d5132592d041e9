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

/** How a word of the API is shown. */
export interface LabelView {
  label: string
  tone: Tone
}

/** A word of the API in its color: `<LabelBadge {...COMMISSION_STATUSES[status]} />`. */
export function LabelBadge({ label, tone }: LabelView) {
  return <Badge tone={tone}>{label}</Badge>
}

/** A status in a word. The tone supports the word, it never replaces it. */
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
