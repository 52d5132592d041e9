import type { ReactNode } from 'react'
import type { Verdict } from '../../api/types.ts'
import { WordBadge } from '../../ui/badge.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { Told } from './told.tsx'
import { STANDINGS } from './verdict-words.ts'

/** What came of it and why, and what would have made it pay. */
export function VerdictCard({ verdict, children }: { verdict: Verdict; children?: ReactNode }) {
  return (
    <Card>
      <CardBody>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold text-[0.9375rem] tracking-tight">Verdict</h2>
          <WordBadge {...STANDINGS[verdict.standing]} />
          <code className="font-mono text-ink-3 text-xs">{verdict.reason}</code>
        </div>
        <p className="wrap-anywhere mt-2 max-w-[75ch] text-base leading-relaxed">
          <Told text={verdict.message} />
        </p>
        {verdict.wouldPayIf !== null && (
          <p className="wrap-anywhere mt-3 max-w-[75ch] rounded-lg bg-fill px-3.5 py-2.5 text-ink-2">
            <span className="font-medium text-ink">What would make it pay. </span>
            <Told text={verdict.wouldPayIf} />
          </p>
        )}
        {children}
      </CardBody>
    </Card>
  )
}
