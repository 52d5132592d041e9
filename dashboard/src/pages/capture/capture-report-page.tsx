import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MousePointerClick } from 'lucide-react'
import type { ReactNode } from 'react'
import { captureReportQuery } from '../../api/capture-report-query.ts'
import type { CaptureReport, CaptureRow } from '../../api/types.ts'
import { formatDay, formatDayRange, toDay } from '../../format/date.ts'
import { formatCount, formatPercent } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { type PeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SumCards } from '../../ui/sum-cards.tsx'
import { Sums } from '../../ui/sums.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { SALE_CAPTURES } from './capture-labels.ts'

const route = getRouteApi('/signed-in/programs/$programId/capture-report')

/** Sales that arrive without a click, by capture method, browser and landing page. */
export function CaptureReportPage() {
  const program = useProgram()
  const search = route.useSearch()
  const { change } = listSearch<PeriodSearch>(route.useNavigate())
  const query = useQuery(captureReportQuery(useProgramId(), toPeriodRequest(search)))
  const { timeZone } = program
  const { data } = query
  return (
    <ListPage
      title={t('captureReport.title')}
      description={
        data === undefined
          ? t('captureReport.description')
          : t('captureReport.descriptionOf', {
              days: formatDayRange(toDay(data.from, timeZone), toDay(data.to, timeZone)),
            })
      }
      filters={
        <div className="mb-4 flex flex-wrap items-center justify-end gap-3">
          <PeriodPicker
            value={search}
            today={toDay(programTimeMs(program), timeZone)}
            onChange={({ period, from, to }) => change({ period, from, to })}
          />
        </div>
      }
    >
      <Loaded query={query} loadingRows={6}>
        {(report) => <Report report={report} />}
      </Loaded>
    </ListPage>
  )
}

function Report({ report }: { report: CaptureReport }) {
  if (isEmpty(report)) {
    return (
      <Card>
        <EmptyState icon={MousePointerClick} title={t('captureReport.nothing')} action={<IntegrationLink />}>
          {t('captureReport.nothingYet')}
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Summary report={report} />
      <Methods captures={report.captures} />
      <Dimension
        title={t('captureReport.byBrowser')}
        meaning={t('captureReport.byBrowserMeaning')}
        name={t('captureReport.browser')}
        rows={report.browsers}
      />
      <Dimension
        title={t('captureReport.byPage')}
        meaning={t('captureReport.byPageMeaning')}
        name={t('captureReport.page')}
        rows={report.landingPages}
      />
      <RecommendedFixes />
      <Card>
        <CardHeader title={t('captureReport.limits')} description={t('captureReport.limitsMeaning')} />
        <div className="h-4 sm:h-5" />
      </Card>
    </div>
  )
}

function isEmpty({ captures, sales }: CaptureReport): boolean {
  const hasClicksOrSales = captures.some(({ clicks, sales }) => clicks + sales > 0)
  return !hasClicksOrSales && sales.unattributedRequests + sales.unattributedPayments === 0
}

function Summary({ report: { sales, isComplete, archivedClicks, from } }: { report: CaptureReport }) {
  const { timeZone } = useProgram()
  const attributed = sales.withClick + sales.withoutClick
  const share = (part: number) =>
    t('captureReport.shareOfAttributed', { share: formatShare(part, attributed) })
  const notes = [
    ...(isComplete ? [] : [t('captureReport.incomplete')]),
    ...(archivedClicks === 0 ? [] : [t('captureReport.archived', { clicks: archivedClicks })]),
    ...(sales.rejectedRequestsSince === from
      ? []
      : [
          t('captureReport.rejectedSince', {
            day: formatDay(toDay(sales.rejectedRequestsSince, timeZone)),
          }),
        ]),
  ]
  return (
    <section aria-label={t('captureReport.sales')}>
      <p className="mb-4 max-w-[80ch] text-ink-2">{t('captureReport.definition')}</p>
      <SumCards
        label={t('captureReport.sales')}
        cards={[
          {
            name: t('captureReport.withClick'),
            lines: [formatCount(sales.withClick)],
            note: share(sales.withClick),
          },
          {
            name: t('captureReport.withoutClick'),
            lines: [formatCount(sales.withoutClick)],
            note: share(sales.withoutClick),
          },
          {
            name: t('captureReport.unattributed'),
            lines: [formatCount(sales.unattributedRequests + sales.unattributedPayments)],
            note: t('captureReport.unattributedNote', {
              requests: sales.unattributedRequests,
              payments: sales.unattributedPayments,
            }),
          },
        ]}
      />
      {notes.map((note) => (
        <p key={note} className="text-ink-3">
          {note}
        </p>
      ))}
    </section>
  )
}

function Methods({ captures }: Pick<CaptureReport, 'captures'>) {
  const rows = captures.filter(
    ({ capture, clicks, sales }) => clicks + sales > 0 || METHODS.includes(capture),
  )
  return (
    <Card>
      <CardHeader title={t('captureReport.byMethod')} description={t('captureReport.byMethodMeaning')} />
      <Table label={t('captureReport.byMethod')}>
        <thead>
          <tr>
            <Th>{t('captureReport.method')}</Th>
            <Th align="right">{t('captureReport.clicks')}</Th>
            <Th align="right">{t('captureReport.leads')}</Th>
            <Th align="right">{t('captureReport.sales')}</Th>
            <Th align="right">{t('captureReport.newCustomers')}</Th>
            <Th align="right">{t('captureReport.revenue')}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ capture, ...sum }) => (
            <Tr key={capture}>
              <Td>
                <span className="block font-medium">{SALE_CAPTURES[capture].label}</span>
                <span className="block min-w-56 max-w-80 text-[0.8125rem] text-ink-3">
                  {SALE_CAPTURES[capture].hint}
                </span>
              </Td>
              {METHODS.includes(capture) ? (
                <>
                  <Td align="right">{formatCount(sum.clicks)}</Td>
                  <Td align="right">
                    <Leads row={sum} />
                  </Td>
                </>
              ) : (
                <>
                  <Td align="right">
                    <Nothing />
                  </Td>
                  <Td align="right">
                    <Nothing />
                  </Td>
                </>
              )}
              <Td align="right">{formatCount(sum.sales)}</Td>
              <Td align="right">{formatCount(sum.newCustomerSales)}</Td>
              <Td align="right">
                <Sums sums={sum.revenueByCurrency} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** The capture methods of clicks, which are always shown. */
const METHODS: readonly string[] = ['script', 'server_set', 'redirect']

function Dimension({
  title,
  meaning,
  name,
  rows,
}: {
  title: string
  meaning: string
  name: string
  rows: CaptureRow[]
}) {
  return (
    <Card>
      <CardHeader title={title} description={meaning} />
      <Table label={title}>
        <thead>
          <tr>
            <Th>{name}</Th>
            <Th align="right">{t('captureReport.clicks')}</Th>
            <Th align="right">{t('captureReport.leads')}</Th>
            <Th align="right">{t('captureReport.salesWithClick')}</Th>
            <Th align="right">{t('captureReport.salesWithoutClick')}</Th>
            <Th align="right">{t('captureReport.unattributedSales')}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.key ?? ''}>
              <Td className="wrap-anywhere min-w-40">
                {row.key ?? <span className="text-ink-3">{t('captureReport.unknown')}</span>}
              </Td>
              <Td align="right">{formatCount(row.clicks)}</Td>
              <Td align="right">
                <Leads row={row} />
              </Td>
              <Td align="right">{formatCount(row.salesWithClick)}</Td>
              <Td align="right">{formatCount(row.salesWithoutClick)}</Td>
              <Td align="right">{formatCount(row.unattributedSales)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {rows.some(({ comparison }) => comparison === 'below') && (
        <p className="px-4 pb-4 text-[0.8125rem] text-ink-3 sm:px-5">
          <Badge tone="warn">{t('captureReport.below')}</Badge> {t('captureReport.belowMeaning')}
        </p>
      )}
    </Card>
  )
}

function Leads({ row }: { row: Pick<CaptureRow, 'clicks' | 'leads' | 'comparison'> }) {
  return (
    <>
      {row.comparison === 'below' && <Badge tone="warn">{t('captureReport.below')}</Badge>}{' '}
      <span className="whitespace-nowrap">
        {row.clicks === 0
          ? formatCount(row.leads)
          : t('captureReport.countAndShare', {
              count: row.leads,
              share: formatShare(row.leads, row.clicks),
            })}
      </span>
    </>
  )
}

const Nothing = () => <span className="text-ink-3">{t('captureReport.none')}</span>

function formatShare(part: number, whole: number): string {
  return formatPercent(whole === 0 ? 0 : (part / whole) * 100, 1)
}

const LINK = 'font-medium text-accent-text hover:underline'

function IntegrationLink() {
  return (
    <Link to="/programs/$programId/integration" params={{ programId: useProgramId() }} className={LINK}>
      {t('captureReport.openIntegration')}
    </Link>
  )
}

function RecommendedFixes() {
  const params = { programId: useProgramId() }
  return (
    <Card>
      <CardHeader title={t('captureReport.fixes')} />
      <CardBody className="grid gap-5 md:grid-cols-3">
        <Fix title={t('captureReport.fixOwnSite')} how={t('captureReport.fixOwnSiteHow')}>
          <IntegrationLink />
        </Fix>
        <Fix title={t('captureReport.fixRedirect')} how={t('captureReport.fixRedirectHow')}>
          <Link to="/programs/$programId/settings" params={params} className={LINK}>
            {t('captureReport.openTrackingSettings')}
          </Link>
        </Fix>
        <Fix title={t('captureReport.fixVisit')} how={t('captureReport.fixVisitHow')}>
          <a href="/docs" target="_blank" rel="noreferrer" className={LINK}>
            {t('captureReport.openReference')}
          </a>
        </Fix>
      </CardBody>
    </Card>
  )
}

function Fix({ title, how, children }: { title: string; how: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <p className="mt-1 mb-2 text-ink-3">{how}</p>
      {children}
    </div>
  )
}
