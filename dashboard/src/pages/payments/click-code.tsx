import { t } from '../../messages/team-text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import type { ProcessorGuide } from './processor-guides.ts'

/** How the click ID or a coupon code reaches the processor. Without either, payments have no partner. */
export function ClickCode({ guide }: { guide: ProcessorGuide | undefined }) {
  if (guide === undefined) return null
  const { couponSource, clickSteps, clickCode } = guide
  return (
    <div className="flex min-w-0 max-w-3xl flex-col gap-1.5">
      <p className="text-ink-2">{clickSteps}</p>
      <CodeBlock code={clickCode} what={t('payments.steps.clickCode')} />
      <p className="text-ink-2">{couponSource}</p>
    </div>
  )
}
