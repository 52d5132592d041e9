import { clsx } from 'clsx'
import { ArrowDownRight, ArrowUpRight, Minus, Sparkles } from 'lucide-react'
import type { Trend } from '../../api/types.ts'
import { formatPercent } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'

/** The change from the comparison period: an arrow and a number, and a sentence for screen readers. */
export function TrendBadge({ trend, isGoodWhenUp = true }: { trend: Trend; isGoodWhenUp?: boolean }) {
  const { icon: Icon, text, sentence, isUp } = trendLabel(trend)
  const tone = isUp === undefined || !isGoodWhenUp ? 'text-ink-3' : isUp ? 'text-good' : 'text-bad'
  return (
    <span className={clsx('inline-flex items-center gap-0.5 font-medium text-xs tabular-nums', tone)}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{sentence}</span>
    </span>
  )
}

function trendLabel({ trend, trendDirection }: Trend) {
  if (trend === null) {
    return {
      icon: Sparkles,
      text: t('overview.new'),
      sentence: t('overview.newNoneInComparisonPeriod'),
      isUp: true,
    }
  }
  const percent = formatPercent(trend, 1)
  switch (trendDirection) {
    case 'up':
      return {
        icon: ArrowUpRight,
        text: percent,
        sentence: t('overview.upByPercent', { percent }),
        isUp: true,
      }
    case 'down':
      return {
        icon: ArrowDownRight,
        text: percent,
        sentence: t('overview.downByPercent', { percent }),
        isUp: false,
      }
    case 'stable':
      return {
        icon: Minus,
        text: percent,
        sentence: t('overview.unchangedFromComparisonPeriod'),
        isUp: undefined,
      }
  }
}
