import type { ReactNode } from 'react'
import type { Conclusion } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { CONCLUSION_STATUSES } from './conclusion-labels.ts'
import { ServiceText } from './service-text.tsx'

/** The outcome, the reason, and what would have earned a commission. */
export function ConclusionCard({ conclusion, children }: { conclusion: Conclusion; children?: ReactNode }) {
  return (
    <Card>
      <CardBody>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold text-[0.9375rem] tracking-tight">{t('explain.conclusion')}</h2>
          <LabelBadge {...CONCLUSION_STATUSES[conclusion.status]} />
        </div>
        <p className="wrap-anywhere mt-2 max-w-[75ch] text-base leading-relaxed">
          <ServiceText text={conclusion.message} />
        </p>
        {conclusion.remedy !== null && (
          <p className="wrap-anywhere mt-3 max-w-[75ch] rounded-lg bg-fill px-3.5 py-2.5 text-ink-2">
            <ServiceText text={conclusion.remedy} />
          </p>
        )}
        {children}
      </CardBody>
    </Card>
  )
}
