import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { type PreviewRequest, policyPreviewQuery } from '../../api/settings-queries.ts'
import type { PolicyPreview } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { byCurrency, formatMoney, formatMoneyChange } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

const DAYS = [30, 90, 365] as const

/**
 * Simulates the unsaved policy on recent sales. `readChange` reads the form and shows its
 * errors if it returns undefined; the result is cleared when the form changes.
 */
export function PolicySimulation({
  readChange,
}: {
  readChange: (form: HTMLFormElement) => Omit<PreviewRequest, 'days'> | undefined
}) {
  const canRead = usePermissionCheck()('billing:read')
  const [days, setDays] = useState<number>(DAYS[0])
  const [change, setChange] = useState<Omit<PreviewRequest, 'days'>>()
  const query = useQuery({
    ...policyPreviewQuery(useProgramId(), { ...change, days }),
    enabled: change !== undefined,
  })
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const form = section.current?.closest('form')
    const forget = ({ target }: Event) => {
      const isInside = target instanceof Node && section.current?.contains(target)
      if (isInside !== true) setChange(undefined)
    }
    form?.addEventListener('input', forget)
    return () => form?.removeEventListener('input', forget)
  }, [])
  if (!canRead) return null
  return (
    <section
      ref={section}
      aria-label={t('settings.simulation')}
      className="flex flex-col gap-3 border-t pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button
          isBusy={query.isFetching}
          onClick={(event) => {
            const { form } = event.currentTarget
            const newChange = form === null ? undefined : readChange(form)
            if (newChange !== undefined && JSON.stringify(newChange) === JSON.stringify(change))
              void query.refetch()
            else setChange(newChange)
          }}
        >
          {t('settings.simulateOnPastSales')}
        </Button>
        <Select
          aria-label={t('settings.salesInclude')}
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {t('settings.lastCountDays', { count })}
            </option>
          ))}
        </Select>
      </div>
      {change === undefined ? (
        <p className="text-[0.8125rem] text-ink-3">{t('settings.seeWhatEachPartnerWould')}</p>
      ) : (
        <Loaded query={query} loadingRows={4}>
          {(preview) => <Preview preview={preview} isOld={query.isFetching} />}
        </Loaded>
      )}
    </section>
  )
}

function Preview({ preview, isOld }: { preview: PolicyPreview; isOld: boolean }) {
  const { timeZone } = useProgram()
  const { sales, isComplete, oldestSaleAt, from, totals } = preview
  if (sales === 0) {
    return (
      <p role="status" className="rounded-lg bg-fill px-3 py-2 text-ink-2">
        {t('settings.noSalesSinceFrom', { from: formatInstant(from, timeZone) })}
      </p>
    )
  }
  const changedSales = totals.reduce((all, sum) => all + sum.changedSales, 0)
  return (
    <div className={clsx('flex flex-col gap-3 transition-opacity', isOld && 'opacity-60')}>
      <p role="status">
        {t('settings.changedSalesSinceFromWould', {
          changed: changedSales === 0 ? t('settings.none') : formatCount(changedSales),
          sales,
          from: formatInstant(from, timeZone),
        })}
      </p>
      {!isComplete && oldestSaleAt !== null && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('settings.onlyNewestSalesSalesIn', {
            sales,
            oldestSaleAt: formatInstant(oldestSaleAt, timeZone),
          })}
        </p>
      )}
      <div className="rounded-xl border">
        <Table label={t('settings.simulatedPartnerEarnings')}>
          <thead>
            <tr>
              <Th>{t('settings.partner')}</Th>
              <Th align="right" className="max-sm:hidden">
                {t('settings.earned')}
              </Th>
              <Th align="right">{t('settings.wouldHaveEarned')}</Th>
              <Th align="right">{t('settings.difference')}</Th>
            </tr>
          </thead>
          <tbody>
            {totals.toSorted(byCurrency).map((total) => (
              <CurrencyRows key={total.currency} total={total} preview={preview} />
            ))}
          </tbody>
        </Table>
      </div>
      <p className="text-[0.8125rem] text-ink-3">{t('settings.salesOnlyLessRefundsAnd')}</p>
    </div>
  )
}

type Sum = PolicyPreview['totals'][number]

/** The partners with the largest differences in one currency, all others combined, and the total. */
function CurrencyRows({ total, preview: { partners, rest } }: { total: Sum; preview: PolicyPreview }) {
  const hasCurrency = ({ currency }: { currency: string }) => currency === total.currency
  const others = rest.find(hasCurrency)
  return (
    <>
      {partners.filter(hasCurrency).map((sum) => (
        <SumRow key={sum.partnerId} name={sum.partnerName} sum={sum} />
      ))}
      {others !== undefined && (
        <SumRow name={t('settings.partners2', { partners: others.partners })} sum={others} isMuted />
      )}
      <SumRow name={t('settings.totalInCurrency', { currency: total.currency })} sum={total} isTotal />
    </>
  )
}

function SumRow({
  name,
  sum: { currency, earnedCents, wouldEarnCents, differenceCents },
  isTotal = false,
  isMuted = false,
}: {
  name: string
  sum: Sum
  isTotal?: boolean
  isMuted?: boolean
}) {
  return (
    <tr className={clsx(isTotal && 'bg-fill font-medium', isMuted && 'text-ink-3')}>
      <Td>
        <span className="block max-w-28 truncate sm:max-w-40" title={name}>
          {name}
        </span>
      </Td>
      <Td align="right" className="max-sm:hidden">
        {formatMoney(earnedCents, currency)}
      </Td>
      <Td align="right">
        {formatMoney(wouldEarnCents, currency)}
        <span className="block text-[0.8125rem] text-ink-3 sm:hidden">
          {t('settings.earnedEarnedCents', { earnedCents: formatMoney(earnedCents, currency) })}
        </span>
      </Td>
      <Td align="right" className={clsx(differenceCents !== 0 && 'font-medium')}>
        {formatMoneyChange(differenceCents, currency)}
      </Td>
    </tr>
  )
}
