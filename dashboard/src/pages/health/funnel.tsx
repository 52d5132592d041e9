import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RequestHealth } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import type { Days } from './search.ts'

/** The funnel from click to paid commission, including events from sources other than tracking requests. */
export function Funnel({ steps, days }: { steps: RequestHealth['steps']; days: Days }) {
  const { clicks, leads, sales, commissions } = steps
  const total = Object.values(commissions).reduce((sum, count) => sum + count, 0)
  const max = Math.max(clicks, leads, sales, total, 1)
  const events = (type: 'click' | 'lead' | 'sale') => (count: number) => (
    <EventsLink type={type} days={days}>
      {formatCount(count)}
    </EventsLink>
  )
  return (
    <Card>
      <CardHeader
        title={t('health.fromClickPaidCommission')}
        description={t('health.allActivityInThisPeriod')}
      />
      <CardBody>
        <ol className="flex flex-col gap-3">
          <Step name={t('health.clicks')} count={clicks} max={max} show={events('click')} />
          <Step name={t('health.leads')} count={leads} max={max} show={events('lead')} />
          <Step name={t('health.sales')} count={sales} max={max} show={events('sale')} />
          <Step
            name={t('health.commissions')}
            count={total}
            max={max}
            show={(count) => <CommissionsLink days={days}>{formatCount(count)}</CommissionsLink>}
          >
            <CommissionStatuses commissions={commissions} days={days} />
          </Step>
        </ol>
      </CardBody>
    </Card>
  )
}

function Step({
  name,
  count,
  max,
  show,
  children,
}: {
  name: string
  count: number
  max: number
  show: (count: number) => ReactNode
  children?: ReactNode
}) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[8rem_1fr_7rem]">
      <span className="text-ink-2">{name}</span>
      <span
        aria-hidden="true"
        className="h-3 overflow-hidden rounded-md bg-fill max-sm:order-3 max-sm:col-span-2"
      >
        <span
          className="block h-full rounded-md bg-accent"
          style={{ width: `${count === 0 ? 0 : Math.max(1, (count / max) * 100)}%` }}
        />
      </span>
      <span className="text-right font-semibold tabular-nums">{show(count)}</span>
      {children !== undefined && <div className="col-span-full mt-1 max-sm:order-4">{children}</div>}
    </li>
  )
}

const STANDINGS = { pending: 'pending', approved: 'approved', paid: 'paid', reversed: 'reversed' } as const

function CommissionStatuses({
  commissions,
  days,
}: {
  commissions: RequestHealth['steps']['commissions']
  days: Days
}) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-3">
      {(['paid', 'approved', 'pending', 'reversed'] as const).map((status) => (
        <span key={status}>
          <CommissionsLink days={days} status={status}>
            {formatCount(commissions[status])} {STANDINGS[status]}
          </CommissionsLink>
        </span>
      ))}
    </p>
  )
}

const LINK = 'underline decoration-line-strong underline-offset-2 hover:decoration-current'

function EventsLink({
  type,
  days,
  children,
}: {
  type: 'click' | 'lead' | 'sale'
  days: Days
  children: ReactNode
}) {
  const params = { programId: useProgramId() }
  return (
    <Link to="/programs/$programId/events" params={params} search={{ type, ...days }} className={LINK}>
      {children}
    </Link>
  )
}

function CommissionsLink({
  days,
  status,
  children,
}: {
  days: Days
  status?: keyof typeof STANDINGS
  children: ReactNode
}) {
  const params = { programId: useProgramId() }
  return (
    <Link
      to="/programs/$programId/commissions"
      params={params}
      search={{ ...days, ...(status === undefined ? {} : { status }) }}
      className={LINK}
    >
      {children}
    </Link>
  )
}
