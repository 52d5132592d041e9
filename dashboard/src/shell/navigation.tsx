import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps, useMatchRoute } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  Activity,
  Banknote,
  ChartNoAxesCombined,
  ChevronDown,
  CircleQuestionMark,
  CreditCard,
  HandCoins,
  Handshake,
  HeartPulse,
  Inbox,
  ListTree,
  type LucideIcon,
  MessageCircleQuestion,
  MousePointerClick,
  Plug,
  Radar,
  Settings,
  TicketPercent,
  Users,
  Webhook,
  Wrench,
} from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { waitingWorkQuery } from '../api/waiting-work-query.ts'
import { t } from '../messages/team-text.ts'
import { useSharedPeriod } from '../session/shared-period.ts'
import { useProgramId } from '../session/use-program.ts'
import { formatWaitingCount, type WaitingItem, type WaitingKind, waitingItems } from './waiting-work.ts'

type PagePath = NonNullable<LinkProps['to']>

interface NavigationPage {
  to: PagePath
  label: string
  icon: LucideIcon
  /** Opens with the last period used. */
  keepsPeriod?: true
  /** What its badge counts. */
  waiting?: readonly WaitingKind[]
  /** Its badge counts the first kind of work that is waiting, and the entry opens the list of those items. */
  opensWaitingWork?: true
  /** Other pages that belong to this entry. */
  covers?: readonly PagePath[]
}

interface NavigationGroup {
  label: string
  icon: LucideIcon
  pages: readonly NavigationPage[]
}

/** At most ten entries: daily pages first, setup last. */
const ENTRIES: readonly (NavigationPage | NavigationGroup)[] = [
  {
    to: '/programs/$programId/overview',
    label: t('shell.overview'),
    icon: ChartNoAxesCombined,
    keepsPeriod: true,
  },
  { to: '/programs/$programId/partners', label: t('shell.partners'), icon: Handshake, keepsPeriod: true },
  {
    to: '/programs/$programId/applications',
    label: t('shell.applications'),
    icon: Inbox,
    waiting: ['applications'],
  },
  { to: '/programs/$programId/customers', label: t('shell.customers'), icon: Users },
  {
    to: '/programs/$programId/commissions',
    label: t('shell.commissions'),
    icon: HandCoins,
    waiting: ['commissions'],
  },
  {
    to: '/programs/$programId/claims',
    label: t('shell.claims'),
    icon: MessageCircleQuestion,
    waiting: ['claims'],
  },
  {
    to: '/programs/$programId/payouts',
    label: t('shell.payouts'),
    icon: Banknote,
    waiting: ['payoutsDue', 'openPayouts'],
    opensWaitingWork: true,
  },
  {
    label: t('shell.tracking'),
    icon: Radar,
    pages: [
      { to: '/programs/$programId/explain', label: t('shell.orderLookup'), icon: CircleQuestionMark },
      { to: '/programs/$programId/events', label: t('shell.events'), icon: Activity },
      {
        to: '/programs/$programId/breakdown',
        label: t('shell.breakdown'),
        icon: ListTree,
        keepsPeriod: true,
      },
      {
        to: '/programs/$programId/coupon-codes',
        label: t('shell.couponCodes'),
        icon: TicketPercent,
        covers: ['/programs/$programId/coupon-report'],
      },
      {
        to: '/programs/$programId/capture-report',
        label: t('shell.captureReport'),
        icon: MousePointerClick,
        keepsPeriod: true,
      },
      {
        to: '/programs/$programId/health',
        label: t('shell.health'),
        icon: HeartPulse,
        keepsPeriod: true,
        waiting: ['inactivityAlerts'],
        covers: ['/programs/$programId/rejected-requests'],
      },
    ],
  },
  {
    label: t('shell.setUp'),
    icon: Wrench,
    pages: [
      { to: '/programs/$programId/integration', label: t('shell.integration'), icon: Plug },
      {
        to: '/programs/$programId/payments',
        label: t('shell.payments'),
        icon: CreditCard,
        waiting: ['eventsForReview'],
        covers: ['/programs/$programId/reconciliation'],
      },
      { to: '/programs/$programId/webhooks', label: t('shell.webhooks'), icon: Webhook },
    ],
  },
  {
    to: '/programs/$programId/settings',
    label: t('shell.settings'),
    icon: Settings,
    covers: ['/programs/$programId/invoices', '/programs/$programId/audit-log'],
  },
]

const entryLook =
  'flex h-9 pointer-coarse:h-10 w-full items-center gap-2.5 rounded-lg px-2.5 font-medium text-ink-2 transition-colors hover:bg-fill hover:text-ink'

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  useRefetchChangedLists()
  return (
    <nav aria-label={t('shell.program')}>
      <ul className="flex flex-col gap-0.5">
        {ENTRIES.map((entry) => (
          <li key={entry.label}>
            {'pages' in entry ? (
              <GroupEntry group={entry} onNavigate={onNavigate} />
            ) : (
              <PageEntry page={entry} onNavigate={onNavigate} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * A button that shows or hides a group's pages. The group is open while one of its pages is shown, unless the user
 * closed it.
 */
function GroupEntry({
  group: { label, icon: Icon, pages },
  onNavigate,
}: {
  group: NavigationGroup
  onNavigate: (() => void) | undefined
}) {
  const listId = useId()
  const isShown = useIsShown()
  const isCurrent = pages.some(isShown)
  const groupItems = useWaitingItems(pages.flatMap(({ waiting = [] }) => waiting))
  const [chosen, setChosen] = useState({ isOpen: false, isCurrent: false })
  const isOpen = chosen.isCurrent === isCurrent ? chosen.isOpen : isCurrent
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setChosen({ isOpen: !isOpen, isCurrent })}
        className={clsx(entryLook, isCurrent && !isOpen && 'bg-accent-soft text-accent-text')}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {label}
        <span className="ml-auto flex items-center gap-1.5">
          {!isOpen && <WaitingBadge items={groupItems} />}
          <ChevronDown
            aria-hidden="true"
            className={clsx('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-180')}
          />
        </span>
      </button>
      <ul id={listId} aria-label={label} hidden={!isOpen} className="mt-0.5 ml-4.5 border-l pl-2">
        {pages.map((page) => (
          <li key={page.to}>
            <PageEntry page={page} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </>
  )
}

function PageEntry({ page, onNavigate }: { page: NavigationPage; onNavigate: (() => void) | undefined }) {
  const period = useSharedPeriod()
  const isShown = useIsShown()
  const { to, label, icon: Icon, keepsPeriod, waiting = [], opensWaitingWork } = page
  const all = useWaitingItems(waiting)
  const items = opensWaitingWork === true ? all.slice(0, 1) : all
  const search = opensWaitingWork === true ? items[0]?.link.search : keepsPeriod === true ? period : undefined
  return (
    <Link
      to={to}
      params={{ programId: useProgramId() }}
      {...(search === undefined ? {} : { search })}
      {...(isShown(page) ? { 'aria-current': 'page' as const } : {})}
      className={clsx(entryLook, 'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text')}
      {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {label}
      <span className="ml-auto">
        <WaitingBadge items={items} />
      </span>
    </Link>
  )
}

/** Returns whether a page, or one that belongs to it, is shown. */
function useIsShown(): (page: NavigationPage) => boolean {
  const matchRoute = useMatchRoute()
  const params = { programId: useProgramId() }
  return ({ to, covers = [] }) =>
    [to, ...covers].some((path) => matchRoute({ to: path, params, fuzzy: true }) !== false)
}

/** The lists whose items each count covers, by the first part of their query keys. */
const LISTS: Record<WaitingKind, string> = {
  inactivityAlerts: 'health',
  applications: 'applications',
  commissions: 'commissions',
  claims: 'claims',
  eventsForReview: 'events-for-review',
  payoutsDue: 'balances',
  openPayouts: 'payouts',
}

/** Refetches a list when its count changes, so that the badge and an open list agree. */
function useRefetchChangedLists() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { data } = useQuery(waitingWorkQuery(programId))
  const last = useRef({ programId, data })
  useEffect(() => {
    const { data: before } = last.current.programId === programId ? last.current : {}
    last.current = { programId, data }
    if (data === undefined || before === undefined) return
    // safe because the record has exactly these keys
    for (const kind of Object.keys(LISTS) as WaitingKind[])
      if (data[kind] !== before[kind])
        void queryClient.invalidateQueries({ queryKey: [LISTS[kind], programId] })
  }, [data, programId, queryClient])
}

function useWaitingItems(kinds: readonly WaitingKind[]): WaitingItem[] {
  const { data } = useQuery(waitingWorkQuery(useProgramId()))
  return data === undefined ? [] : waitingItems(data).filter(({ kind }) => kinds.includes(kind))
}

/** A page's waiting work as a count, with words for screen readers. */
function WaitingBadge({ items }: { items: readonly WaitingItem[] }) {
  if (items.length === 0) return null
  const total = items.reduce((sum, { count }) => sum + count, 0)
  return (
    <span className="rounded-md bg-warn-soft px-1.5 py-0.5 text-warn text-xs tabular-nums">
      <span aria-hidden="true">{formatWaitingCount(total)}</span>
      <span className="sr-only">
        {items.map(({ count, label }) => `${formatWaitingCount(count)} ${label}`).join(', ')}
      </span>
    </span>
  )
}
