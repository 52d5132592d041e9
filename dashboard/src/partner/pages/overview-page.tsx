import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, formatTimeZone } from '../../format/date.ts'
import { currenciesOf, formatMoney } from '../../format/money.ts'
import { formatCount, formatCountOf, formatPercent } from '../../format/number.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type OwnOverview, type OwnProgram, overviewQuery, periodOf } from '../queries.ts'
import { usePlace } from '../router.ts'
import { Balances, Money, PeriodChoice, Shown } from '../shown.tsx'

/** What a partner brought in a period, and what he has. */
export default function OverviewPage({ program }: { program: OwnProgram }) {
  const period = periodOf(usePlace().search)
  const overview = useQuery(overviewQuery(program.id, period))
  return (
    <>
      <PageHeader
        title="Overview"
        description={`Days of ${formatTimeZone(program.timeZone, Date.now())}`}
        actions={<PeriodChoice period={period} />}
      />
      <Shown query={overview}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <Numbers data={data} />
            <DayChart days={data.days} />
            <h2 className="mt-2 font-semibold text-[0.9375rem]">What you have now</h2>
            <Balances balances={data.balances} timeZone={data.timeZone} />
          </div>
        )}
      </Shown>
    </>
  )
}

function Numbers({ data }: { data: OwnOverview }) {
  const counts = [
    ['Clicks', data.clicks, data.clicksTrend],
    ['Signups', data.leads, data.leadsTrend],
    ['Customers', data.customers, data.customersTrend],
    ['Sales', data.sales, data.salesTrend],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      {counts.map(([label, count, trend]) => (
        <div key={label} className="rounded-xl border bg-surface p-3.5 shadow-card">
          <dt className="text-ink-3">{label}</dt>
          <dd className="mt-0.5 font-semibold text-lg tabular-nums">
            {formatCount(count)} <Trend {...trend} />
          </dd>
        </div>
      ))}
      <div className="rounded-xl border bg-surface p-3.5 shadow-card max-lg:col-span-2">
        <dt className="text-ink-3">Earned</dt>
        <dd className="mt-0.5 font-semibold text-lg">
          <Money sums={data.earnedByCurrency} /> <Trend {...data.earnedTrend} />
        </dd>
      </div>
    </dl>
  )
}

function Trend({ trend, trendDirection }: OwnOverview['clicksTrend']) {
  if (trendDirection === 'stable')
    return <span className="font-normal text-[0.8125rem] text-ink-3">no change</span>
  const isUp = trendDirection === 'up'
  return (
    <span className={`font-normal text-[0.8125rem] ${isUp ? 'text-good' : 'text-bad'}`}>
      {trend === null ? 'new' : `${isUp ? 'up' : 'down'} ${formatPercent(trend, 1)}`}
    </span>
  )
}

/** Clicks of each day as bars. Who sees none has the table of the same days. */
function DayChart({ days }: { days: OwnOverview['days'] }) {
  const [isTable, setIsTable] = useState(false)
  const most = Math.max(1, ...days.map(({ clicks }) => clicks))
  const [first, last] = [days.at(0), days.at(-1)]
  const all = days.reduce((sum, { clicks }) => sum + clicks, 0)
  return (
    <Card>
      <CardBody>
        <div className="mb-3 flex items-center justify-between gap-3">
          <h2 className="font-semibold text-[0.9375rem]">Clicks by day</h2>
          <button
            type="button"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
            className="font-medium text-accent-text underline-offset-4 hover:underline"
          >
            As a table
          </button>
        </div>
        {isTable ? (
          <DayTable days={days} />
        ) : (
          <>
            <svg
              role="img"
              aria-label={`Clicks by day: ${formatCountOf(all, 'click')}`}
              viewBox={`0 0 ${days.length * 10} 100`}
              preserveAspectRatio="none"
              className="h-36 w-full"
            >
              {days.map(({ date, clicks }, index) => {
                const height = clicks === 0 ? 0 : Math.max(2, (clicks / most) * 98)
                return (
                  <rect
                    key={date}
                    x={index * 10 + 1}
                    y={100 - height}
                    width={8}
                    height={height}
                    fill="var(--series-clicks)"
                  >
                    <title>{`${formatDay(date)}: ${formatCountOf(clicks, 'click')}`}</title>
                  </rect>
                )
              })}
            </svg>
            <div className="mt-1 flex justify-between text-[0.8125rem] text-ink-3">
              <span>{first === undefined ? '' : formatDay(first.date)}</span>
              <span>{last === undefined ? '' : formatDay(last.date)}</span>
            </div>
          </>
        )}
      </CardBody>
    </Card>
  )
}

function DayTable({ days }: { days: OwnOverview['days'] }) {
  const shown = days.filter(
    (day) => day.clicks + day.leads + day.customers > 0 || Object.keys(day.earnedByCurrency).length > 0,
  )
  return (
    <ScrollRegion label="Days" className="overflow-x-auto">
      <table className="w-full text-right tabular-nums">
        <thead className="text-ink-3">
          <tr>
            {['Day', 'Clicks', 'Signups', 'Customers', 'Earned'].map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`px-2 py-1.5 font-medium ${index === 0 ? 'text-left' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.toReversed().map((day) => (
            <tr key={day.date} className="border-t">
              <th scope="row" className="whitespace-nowrap px-2 py-1.5 text-left font-normal">
                {formatDay(day.date)}
              </th>
              <td className="px-2">{formatCount(day.clicks)}</td>
              <td className="px-2">{formatCount(day.leads)}</td>
              <td className="px-2">{formatCount(day.customers)}</td>
              <td className="whitespace-nowrap px-2">
                {currenciesOf(day.earnedByCurrency)
                  .map((currency) => formatMoney(day.earnedByCurrency[currency] ?? 0, currency))
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
