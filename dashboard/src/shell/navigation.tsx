import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Activity,
  Banknote,
  ChartNoAxesCombined,
  CircleQuestionMark,
  CreditCard,
  HandCoins,
  Handshake,
  HeartPulse,
  Inbox,
  ListTree,
  MessageCircleQuestion,
  Plug,
  ReceiptText,
  ScrollText,
  Settings,
  Users,
  Webhook,
} from 'lucide-react'
import { openClaimsQuery } from '../api/open-claims-query.ts'
import { eventsForReviewQuery } from '../api/processor-queries.ts'
import { t } from '../messages/team-text.ts'
import type { PeriodSearch } from '../search/period.ts'
import { useSharedPeriod } from '../session/shared-period.ts'
import { useCan, useProgramId } from '../session/use-program.ts'

/** Daily pages first, setup last. */
const GROUPS = [
  {
    name: undefined,
    pages: [
      {
        to: '/programs/$programId/overview',
        label: t('shell.overview'),
        icon: ChartNoAxesCombined,
        keepsPeriod: true,
      },
      { to: '/programs/$programId/events', label: t('shell.events'), icon: Activity },
      { to: '/programs/$programId/partners', label: t('shell.partners'), icon: Handshake, keepsPeriod: true },
      { to: '/programs/$programId/applications', label: t('shell.applications'), icon: Inbox },
      {
        to: '/programs/$programId/breakdown',
        label: t('shell.breakdown'),
        icon: ListTree,
        keepsPeriod: true,
      },
      { to: '/programs/$programId/customers', label: t('shell.customers'), icon: Users },
      { to: '/programs/$programId/explain', label: t('shell.orderLookup'), icon: CircleQuestionMark },
      { to: '/programs/$programId/health', label: t('shell.health'), icon: HeartPulse, keepsPeriod: true },
    ],
  },
  {
    name: t('shell.money'),
    pages: [
      { to: '/programs/$programId/commissions', label: t('shell.commissions'), icon: HandCoins },
      { to: '/programs/$programId/claims', label: t('shell.claims'), icon: MessageCircleQuestion },
      { to: '/programs/$programId/payouts', label: t('shell.payouts'), icon: Banknote },
      { to: '/programs/$programId/invoices', label: t('shell.invoices'), icon: ReceiptText },
    ],
  },
  {
    name: 'Set-up',
    pages: [
      { to: '/programs/$programId/integration', label: t('shell.integration'), icon: Plug },
      { to: '/programs/$programId/payments', label: t('shell.payments'), icon: CreditCard },
      { to: '/programs/$programId/webhooks', label: t('shell.webhooks'), icon: Webhook },
      { to: '/programs/$programId/settings', label: t('shell.settings'), icon: Settings },
      { to: '/programs/$programId/audit-log', label: t('shell.auditLog'), icon: ScrollText },
    ],
  },
] as const

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const period = useSharedPeriod()
  return (
    <nav aria-label={t('shell.program')} className="flex flex-col gap-4">
      {GROUPS.map(({ name, pages }) => (
        <div key={name ?? ''}>
          {name !== undefined && (
            <p aria-hidden="true" className="mb-1 px-2.5 text-ink-3 text-xs">
              {name}
            </p>
          )}
          <ul aria-label={name} className="flex flex-col gap-0.5">
            {pages.map((page) => (
              <li key={page.to}>
                <PageLink
                  page={page}
                  period={period}
                  {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const LOOK_AGAIN_MS = 5 * 60_000

/** Number of processor events for review; empty if there are none or the role can't read them. */
function WaitingEvents() {
  const canRead = useCan()('billing:read')
  const { data } = useInfiniteQuery({
    ...eventsForReviewQuery(useProgramId(), 'open'),
    enabled: canRead,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const [first] = data?.pages ?? []
  if (!canRead || first === undefined || first.data.length === 0) return null
  return (
    <span className="ml-auto rounded-md bg-warn-soft px-1.5 py-0.5 text-warn text-xs tabular-nums">
      {first.data.length}
      {first.meta.nextCursor !== null && '+'}
      <span className="sr-only"> {t('shell.countForReview', { count: first.data.length })}</span>
    </span>
  )
}

/** Number of open claims; empty if there are none or the role can't read them. */
function OpenClaims() {
  const canRead = useCan()('billing:read')
  const { data: open = 0 } = useQuery({
    ...openClaimsQuery(useProgramId()),
    enabled: canRead,
    refetchInterval: LOOK_AGAIN_MS,
  })
  if (!canRead || open === 0) return null
  return (
    <span className="ml-auto rounded-md bg-warn-soft px-1.5 py-0.5 text-warn text-xs tabular-nums">
      {open}
      <span className="sr-only"> {t('shell.openReview', { open })}</span>
    </span>
  )
}

type NavigationPage = (typeof GROUPS)[number]['pages'][number]

/** Links to a page with the last period used. */
function PageLink({
  page,
  period,
  onClick,
}: {
  page: NavigationPage
  period: PeriodSearch
  onClick?: () => void
}) {
  const params = { programId: useProgramId() }
  const { label, icon: Icon } = page
  const shared = {
    params,
    activeOptions: { includeSearch: false },
    className:
      'flex h-9 pointer-coarse:h-10 items-center gap-2.5 rounded-lg px-2.5 font-medium text-ink-2 transition-colors hover:bg-fill hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
    children: (
      <>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {label}
        {label === 'Payments' && <WaitingEvents />}
        {label === 'Claims' && <OpenClaims />}
      </>
    ),
    ...(onClick === undefined ? {} : { onClick }),
  }
  return 'keepsPeriod' in page ? (
    <Link to={page.to} search={period} {...shared} />
  ) : (
    <Link to={page.to} {...shared} />
  )
}
