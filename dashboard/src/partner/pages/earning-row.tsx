import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/portal-text.ts'
import { QueryView, RowChevron } from '../display.tsx'
import { earningQuery, type PortalEarning, type PortalProgram } from '../queries.ts'

/** An earning in a list. When opened, it shows the steps that led to its amount. */
export function EarningRow({
  program,
  earning: { id, kind, isRenewal, customer, earnedAt, currency },
  amountCents,
  originalCents = amountCents,
  badge,
  isOpen,
  onToggle,
}: {
  program: PortalProgram
  earning: Pick<PortalEarning, 'id' | 'kind' | 'isRenewal' | 'customer' | 'earnedAt' | 'currency'>
  amountCents: number
  /** Before refunds and reversals. */
  originalCents?: number
  badge?: ReactNode
  isOpen: boolean
  onToggle: () => void
}) {
  const what = kind === 'lead' ? t('earnings.signup') : isRenewal ? t('earnings.renewal') : t('earnings.sale')
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-fill sm:px-5"
      >
        <span className="min-w-0 flex-[1_1_8rem]">
          <span className="block font-medium">
            {what}, {t('earnings.customerCode', { code: customer })}
          </span>
          <span className="block text-[0.8125rem] text-ink-3">
            {formatInstant(earnedAt, program.timeZone)}
          </span>
        </span>
        <span className="ml-auto flex max-w-full shrink-0 flex-col-reverse items-end gap-x-3 gap-y-1 sm:flex-row sm:items-center">
          {badge}
          <span className="min-w-20 text-right font-semibold tabular-nums">
            {originalCents !== amountCents && (
              <>
                <del className="font-normal text-ink-3">{formatMoney(originalCents, currency)}</del>{' '}
              </>
            )}
            {formatMoney(amountCents, currency)}
          </span>
          <RowChevron isOpen={isOpen} />
        </span>
      </button>
      {isOpen && <Reasons program={program} id={id} />}
    </>
  )
}

function Reasons({ program, id }: { program: PortalProgram; id: number }) {
  const earning = useQuery(earningQuery(program.id, id))
  return (
    <div className="border-t bg-canvas px-4 py-3 sm:px-5">
      <h3 className="mb-2 font-medium">{t('earnings.details')}</h3>
      <QueryView query={earning}>
        {({ reasons }) => (
          <ol className="flex max-w-[80ch] list-decimal flex-col gap-1.5 pl-5 marker:text-ink-3">
            {reasons.map(({ step, text }) => (
              <li key={`${step} ${text}`} className="break-words">
                {text}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </div>
  )
}
