import { useInfiniteQuery } from '@tanstack/react-query'
import { unattributedQuery } from '../../api/reconciliation-queries.ts'
import type { Reconciliation } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { CopyIconButton } from '../../ui/copy.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { amountText } from './amount-text.ts'
import { KINDS, reasonLabel } from './reconciliation-labels.ts'

/** A month's entries without a partner, each with the reason stored with its payment. */
export function Unattributed({ month }: { month: Reconciliation }) {
  const list = useInfiniteQuery(unattributedQuery(useProgramId(), month.id, month.finishedAt))
  const { timeZone } = useProgram()
  return (
    <section aria-label={t('reconciliation.unattributed')}>
      <h3 className="font-medium">{t('reconciliation.unattributed')}</h3>
      <p className="text-ink-2">{t('reconciliation.unattributed.what')}</p>
      <PagedRows list={list} loadingRows={2}>
        {(entries) => (
          <ul aria-label={t('reconciliation.unattributed')} className="mt-2 divide-y border-y">
            {entries.map(({ id, kind, reason, reference, amountCents, currency, occurredAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-medium">{reasonLabel(reason)}</span>
                  <span>{KINDS[kind].label}</span>
                  <span className="tabular-nums">{amountText(amountCents, currency)}</span>
                  <time dateTime={occurredAt} className="text-ink-3 text-xs">
                    {formatInstant(occurredAt, timeZone)}
                  </time>
                </span>
                <span className="flex min-w-0 items-center gap-1">
                  <code className="wrap-anywhere font-mono text-[0.8125rem] text-ink-2">{reference}</code>
                  <CopyIconButton text={reference} what={t('reconciliation.reference')} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  )
}
