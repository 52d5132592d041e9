import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { type PreviewRequest, policyPreviewQuery } from '../../api/settings-queries.ts'
import type { PolicyPreview } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { byCurrency, formatMoney, formatMoneyChange } from '../../format/money.ts'
import { formatCount, formatCountOf } from '../../format/number.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

const DAYS = [30, 90, 365] as const

/**
 * What the sales of the last days would have earned under a policy that is not set yet. `readChange` says which: it looks
 * at the form of the pressed button, and has said what is wrong with it where it returns undefined. What was previewed goes
 * when the form says something else.
 */
export function WhatIf({
  readChange,
}: {
  readChange: (form: HTMLFormElement) => Omit<PreviewRequest, 'days'> | undefined
}) {
  const mayRead = useMay()('billing:read')
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
      const isOwn = target instanceof Node && section.current?.contains(target)
      if (isOwn !== true) setChange(undefined)
    }
    form?.addEventListener('input', forget)
    return () => form?.removeEventListener('input', forget)
  }, [])
  if (!mayRead) return null
  return (
    <section
      ref={section}
      aria-label="What it would have meant"
      className="flex flex-col gap-3 border-t pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button
          isBusy={query.isFetching}
          onClick={(event) => {
            const { form } = event.currentTarget
            const read = form === null ? undefined : readChange(form)
            if (read !== undefined && JSON.stringify(read) === JSON.stringify(change)) void query.refetch()
            else setChange(read)
          }}
        >
          Preview on real sales
        </Button>
        <Select
          aria-label="Sales that are looked at"
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          {DAYS.map((count) => (
            <option key={count} value={count}>
              of the last {count} days
            </option>
          ))}
        </Select>
      </div>
      {change === undefined ? (
        <p className="text-[0.8125rem] text-ink-3">
          What each partner would have earned, had this been the policy all that time. Nothing is changed.
        </p>
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
        No sale was recorded since {formatInstant(from, timeZone)}.
      </p>
    )
  }
  const changed = totals.reduce((all, sum) => all + sum.changedSales, 0)
  return (
    <div className={clsx('flex flex-col gap-3 transition-opacity', isOld && 'opacity-60')}>
      <p role="status">
        {changed === 0 ? 'None' : formatCount(changed)} of {formatCountOf(sales, 'sale')} since{' '}
        {formatInstant(from, timeZone)} would have earned something else.
      </p>
      {!isComplete && oldestSaleAt !== null && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          These days have more sales: only the newest {formatCount(sales)} were looked at, back to{' '}
          {formatInstant(oldestSaleAt, timeZone)}.
        </p>
      )}
      <div className="rounded-xl border">
        <Table label="What partners would have earned">
          <thead>
            <tr>
              <Th>Partner</Th>
              <Th align="right" className="max-sm:hidden">
                Earned
              </Th>
              <Th align="right">Would have</Th>
              <Th align="right">Difference</Th>
            </tr>
          </thead>
          <tbody>
            {totals.toSorted(byCurrency).map((total) => (
              <CurrencyRows key={total.currency} total={total} preview={preview} />
            ))}
          </tbody>
        </Table>
      </div>
      <p className="text-[0.8125rem] text-ink-3">
        Of sales alone, less what refunds and rejections took back by now. Other policies are those that were
        in force when each sale came.
      </p>
    </div>
  )
}

type Sum = PolicyPreview['totals'][number]

/** The partners of one currency whose earnings differ most, all others together, and the total. */
function CurrencyRows({ total, preview: { partners, rest } }: { total: Sum; preview: PolicyPreview }) {
  const isOfCurrency = ({ currency }: { currency: string }) => currency === total.currency
  const others = rest.find(isOfCurrency)
  return (
    <>
      {partners.filter(isOfCurrency).map((sum) => (
        <SumRow key={sum.partnerId} name={sum.partnerName} sum={sum} />
      ))}
      {others !== undefined && (
        <SumRow name={`${formatCountOf(others.partners, 'other partner')}`} sum={others} isQuiet />
      )}
      <SumRow name={`Total in ${total.currency}`} sum={total} isTotal />
    </>
  )
}

function SumRow({
  name,
  sum: { currency, earnedCents, wouldEarnCents, differenceCents },
  isTotal = false,
  isQuiet = false,
}: {
  name: string
  sum: Sum
  isTotal?: boolean
  isQuiet?: boolean
}) {
  return (
    <tr className={clsx(isTotal && 'bg-fill font-medium', isQuiet && 'text-ink-3')}>
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
          earned {formatMoney(earnedCents, currency)}
        </span>
      </Td>
      <Td align="right" className={clsx(differenceCents !== 0 && 'font-medium')}>
        {formatMoneyChange(differenceCents, currency)}
      </Td>
    </tr>
  )
}
