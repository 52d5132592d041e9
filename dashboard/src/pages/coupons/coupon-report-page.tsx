import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { TicketPercent } from 'lucide-react'
import { couponReportQuery } from '../../api/coupon-queries.ts'
import type { CouponLeak, CouponReport } from '../../api/types.ts'
import { formatDayRange, formatInstant, toDay } from '../../format/date.ts'
import { formatMoney, formatMoneyChange } from '../../format/money.ts'
import { formatCount, formatPercent } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { programTimeMs, usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { ListPage, NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Sums } from '../../ui/sums.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { COUPON_PRECEDENCES } from './coupon-labels.ts'
import { CouponTabs } from './coupon-tabs.tsx'
import { CLOSE_CLICK_MINUTES, type CouponReportSearch, DEFAULT_MINUTES } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/coupon-report')

/** How orders with codes arrived, which of them suggest a leaked code, and what another rule would have paid. */
export function CouponReportPage() {
  const canRead = usePermissionCheck()('billing:read')
  const search = route.useSearch()
  const { minutes = DEFAULT_MINUTES } = search
  const query = useQuery({
    ...couponReportQuery(useProgramId(), minutes, toPeriodRequest(search)),
    enabled: canRead,
  })
  const { timeZone } = useProgram()
  const { data } = query
  return (
    <ListPage
      title={t('couponReport.couponReport')}
      description={
        data === undefined
          ? t('couponReport.ordersWithCodes')
          : t('couponReport.ordersWithCodesOf', {
              days: formatDayRange(toDay(data.from, timeZone), toDay(data.to, timeZone)),
            })
      }
      locked={
        !canRead && <NoAccess what={t('couponReport.thisReport')}>{t('couponReport.askAdmin')}</NoAccess>
      }
      filters={
        <>
          <CouponTabs current="report" />
          <Filters />
        </>
      }
    >
      <Loaded query={query} loadingRows={6}>
        {(report) => <Report report={report} />}
      </Loaded>
    </ListPage>
  )
}

function Filters() {
  const program = useProgram()
  const search = route.useSearch()
  const { change } = listSearch<CouponReportSearch>(route.useNavigate())
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <Select
        aria-label={t('couponReport.closeClick')}
        value={String(search.minutes ?? DEFAULT_MINUTES)}
        className="w-auto max-w-72"
        onChange={(event) => {
          const minutes = Number(event.target.value)
          change({ minutes: minutes === DEFAULT_MINUTES ? undefined : minutes })
        }}
      >
        {CLOSE_CLICK_MINUTES.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t('couponReport.clickWithinMinutes', { minutes, hours: minutes / 60 })}
          </option>
        ))}
      </Select>
      <PeriodPicker
        value={search}
        today={toDay(programTimeMs(program), program.timeZone)}
        onChange={({ period, from, to }) => change({ period, from, to })}
      />
    </div>
  )
}

function Report({ report }: { report: CouponReport }) {
  if (report.totals.length === 0) {
    return (
      <Card>
        <EmptyState icon={TicketPercent} title={t('couponReport.noOrders')}>
          {t('couponReport.chooseLongerPeriod')}
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {!report.isComplete && <p className="text-ink-3">{t('couponReport.newestOrdersOnly')}</p>}
      <Totals totals={report.totals} />
      <Codes codes={report.codes} />
      <Simulation simulation={report.simulation} />
      <Leaks orders={report.orders} />
    </div>
  )
}

function Totals({ totals }: Pick<CouponReport, 'totals'>) {
  return (
    <Card>
      <CardHeader title={t('couponReport.orders')} description={t('couponReport.ordersMeaning')} />
      <Table label={t('couponReport.orders')}>
        <thead>
          <tr>
            <Th>{t('couponReport.currency')}</Th>
            <Th align="right">{t('couponReport.orders')}</Th>
            <Th align="right">{t('couponReport.newCustomers')}</Th>
            <Th align="right">{t('couponReport.noClick')}</Th>
            <Th align="right">{t('couponReport.leakSigns')}</Th>
            <Th align="right">{t('couponReport.revenue')}</Th>
            <Th align="right">{t('couponReport.allPartnersCommission')}</Th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ currency, ...sum }) => (
            <Tr key={currency}>
              <Td>{currency}</Td>
              <Td align="right">{formatCount(sum.orders)}</Td>
              <Td align="right" className="whitespace-nowrap">
                {formatShare(sum.newCustomerOrders, sum.orders)}
              </Td>
              <Td align="right" className="whitespace-nowrap">
                {formatShare(sum.noClickOrders, sum.orders)}
                {sum.codeOnlyOrders > 0 && (
                  <span className="block text-[0.8125rem] text-ink-3">
                    {t('couponReport.codeOnlyOrders', { count: sum.codeOnlyOrders })}
                  </span>
                )}
              </Td>
              <Td align="right" className="whitespace-nowrap">
                {formatShare(sum.leakSignOrders, sum.orders)}
              </Td>
              <Td align="right">
                {formatMoney(sum.revenueCents, currency)}
                <Subline>
                  {t('couponReport.withLeakSigns', {
                    amount: formatMoney(sum.leakSignRevenueCents, currency),
                  })}
                </Subline>
              </Td>
              <Td align="right">
                {formatMoney(sum.commissionCents, currency)}
                <Subline>
                  {t('couponReport.codePartnersWithLeakSigns', {
                    amount: formatMoney(sum.leakSignCommissionCents, currency),
                  })}
                </Subline>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function Subline({ children }: { children: string }) {
  return <span className="block min-w-36 text-[0.8125rem] text-ink-3">{children}</span>
}

function formatShare(part: number, whole: number): string {
  return t('couponReport.countAndShare', {
    count: part,
    share: formatPercent(whole === 0 ? 0 : (part / whole) * 100, 0),
  })
}

const PATTERNS: Record<CouponReport['codes'][number]['pattern'], LabelView | undefined> = {
  none: undefined,
  code_only: { label: t('couponReport.pattern.codeOnly'), tone: 'neutral' },
  mostly_no_click: { label: t('couponReport.pattern.mostlyNoClick'), tone: 'warn' },
}

function Codes({ codes }: Pick<CouponReport, 'codes'>) {
  return (
    <Card>
      <CardHeader title={t('couponReport.topCodes')} description={t('couponReport.topCodesMeaning')} />
      <Table label={t('couponReport.topCodes')}>
        <thead>
          <tr>
            <Th>{t('couponReport.code')}</Th>
            <Th>{t('couponReport.partner')}</Th>
            <Th align="right">{t('couponReport.orders')}</Th>
            <Th align="right">{t('couponReport.newCustomers')}</Th>
            <Th align="right">{t('couponReport.noClick')}</Th>
            <Th align="right">{t('couponReport.otherClick')}</Th>
            <Th align="right">{t('couponReport.revenue')}</Th>
            <Th align="right">{t('couponReport.codePartnersCommission')}</Th>
          </tr>
        </thead>
        <tbody>
          {codes.map(({ id, code, partner, pattern, ...sum }) => (
            <Tr key={id}>
              <Td className="wrap-anywhere min-w-28">
                <span className="block font-mono text-[0.8125rem]">{code}</span>
                {PATTERNS[pattern] !== undefined && <LabelBadge {...PATTERNS[pattern]} />}
              </Td>
              <Td>
                <PartnerLink partner={partner} />
              </Td>
              <Td align="right">{formatCount(sum.orders)}</Td>
              <Td align="right" className="whitespace-nowrap">
                {formatShare(sum.newCustomerOrders, sum.orders)}
              </Td>
              <Td align="right" className="whitespace-nowrap">
                {formatShare(sum.noClickOrders, sum.orders)}
              </Td>
              <Td align="right" className="whitespace-nowrap">
                {formatShare(sum.otherClickOrders, sum.orders)}
              </Td>
              <Td align="right">
                <Sums sums={sum.revenueByCurrency} />
              </Td>
              <Td align="right">
                <Sums sums={sum.commissionByCurrency} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function PartnerLink({ partner: { id, name } }: { partner: { id: number; name: string } }) {
  return (
    <Link
      to="/programs/$programId/partners/$partnerId"
      params={{ programId: useProgramId(), partnerId: String(id) }}
      className="block max-w-48 truncate hover:underline"
    >
      {name}
    </Link>
  )
}

function Simulation({ simulation: { precedence, rules, isComplete } }: Pick<CouponReport, 'simulation'>) {
  const lines = rules.flatMap(({ precedence: rule, totals, moves }) =>
    totals.map((sum) => ({ ...sum, rule, moves: moves.filter((move) => move.currency === sum.currency) })),
  )
  return (
    <Card>
      <CardHeader title={t('couponReport.otherRules')} description={t('couponReport.otherRulesMeaning')} />
      {lines.length === 0 ? (
        <CardBody>
          <p className="text-ink-3">{t('couponReport.noConflicts')}</p>
        </CardBody>
      ) : (
        <Table label={t('couponReport.otherRules')}>
          <thead>
            <tr>
              <Th>{t('couponReport.rule')}</Th>
              <Th align="right">{t('couponReport.sales')}</Th>
              <Th align="right">{t('couponReport.otherPartner')}</Th>
              <Th align="right">{t('couponReport.commission')}</Th>
              <Th align="right">{t('couponReport.byCode')}</Th>
              <Th align="right">{t('couponReport.difference')}</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ rule, currency, moves, ...sum }) => (
              <Tr key={`${rule} ${currency}`}>
                <Td>
                  {COUPON_PRECEDENCES[rule].label}{' '}
                  {rule === precedence && <Badge>{t('couponReport.current')}</Badge>}
                </Td>
                <Td align="right">{formatCount(sum.sales)}</Td>
                <Td align="right">{formatCount(sum.movedSales)}</Td>
                <Td align="right">{formatMoney(sum.wouldEarnCents, currency)}</Td>
                <Td align="right">{formatMoney(sum.byCodeCents, currency)}</Td>
                <Td align="right">
                  <span className="block">
                    {formatMoneyChange(sum.wouldEarnCents - sum.earnedCents, currency)}
                  </span>
                  {moves.map((move) => (
                    <Move key={`${move.from.id} ${move.to.id}`} move={move} />
                  ))}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {!isComplete && <p className="px-4 pb-4 text-ink-3">{t('couponReport.newestSalesOnly')}</p>}
    </Card>
  )
}

type PrecedenceMove = CouponReport['simulation']['rules'][number]['moves'][number]

/** What one partner would lose and another would earn. */
function Move({
  move: { currency, from, to, sales, earnedCents, wouldEarnCents },
}: {
  move: PrecedenceMove
}) {
  const [earned, wouldEarn] = [earnedCents, wouldEarnCents].map((cents) => formatMoney(cents, currency))
  const text =
    earned === wouldEarn
      ? t('couponReport.moves', { amount: wouldEarn ?? '', from: from.name, to: to.name, sales })
      : t('couponReport.movesChanged', {
          earned: earned ?? '',
          wouldEarn: wouldEarn ?? '',
          from: from.name,
          to: to.name,
          sales,
        })
  return <span className="block min-w-48 text-[0.8125rem] text-ink-3">{text}</span>
}

function Leaks({ orders }: Pick<CouponReport, 'orders'>) {
  return (
    <Card>
      <CardHeader title={t('couponReport.leaks')} description={t('couponReport.leaksMeaning')} />
      {orders.length === 0 ? (
        <CardBody>
          <p className="text-ink-3">{t('couponReport.noLeaks')}</p>
        </CardBody>
      ) : (
        <Table label={t('couponReport.leaks')}>
          <thead>
            <tr>
              <Th>{t('couponReport.order')}</Th>
              <Th>{t('couponReport.code')}</Th>
              <Th>{t('couponReport.click')}</Th>
              <Th>{t('couponReport.attributedTo')}</Th>
              <Th align="right">{t('couponReport.amount')}</Th>
              <Th align="right">{t('couponReport.commission')}</Th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <LeakRow key={order.saleId} order={order} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function LeakRow({ order }: { order: CouponLeak }) {
  const { timeZone } = useProgram()
  const { transactionId, receivedAt, code, codePartner, partner, clickPartner, clickedAt, currency } = order
  return (
    <Tr>
      <Td>
        <Link
          to="/programs/$programId/explain"
          params={{ programId: useProgramId() }}
          search={{ q: transactionId }}
          className="wrap-anywhere block max-w-56 font-medium hover:underline"
        >
          {transactionId}
        </Link>
        <span className="block whitespace-nowrap text-[0.8125rem] text-ink-3">
          {formatInstant(receivedAt, timeZone)}
        </span>
      </Td>
      <Td>
        <span className="wrap-anywhere block font-mono text-[0.8125rem]">{code}</span>
        <span className="block max-w-48 truncate text-[0.8125rem] text-ink-3">{codePartner.name}</span>
      </Td>
      <Td>
        {clickPartner === null || clickedAt === null ? (
          <span className="text-ink-3">{t('couponReport.none')}</span>
        ) : (
          <>
            <span className="block max-w-48 truncate">{clickPartner.name}</span>
            <span className="block whitespace-nowrap text-[0.8125rem] text-ink-3">
              {formatInstant(clickedAt, timeZone)}
            </span>
          </>
        )}
      </Td>
      <Td>
        <PartnerLink partner={partner} />
      </Td>
      <Td align="right">
        {formatMoney(order.amountCents, currency)}
        {order.refundedCents > 0 && (
          <span className="block whitespace-nowrap text-[0.8125rem] text-ink-3">
            {t('couponReport.refunded', { amount: formatMoney(order.refundedCents, currency) })}
          </span>
        )}
      </Td>
      <Td align="right">{formatMoney(order.commissionCents, currency)}</Td>
    </Tr>
  )
}
