import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import {
  explainQuery,
  type InterpretedExplanation,
  type SearchField,
  type SearchFieldValue,
} from '../../api/explain-queries.ts'
import type { TimelineItem } from '../../api/types.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AttributeCustomer } from '../customers/attribute-customer.tsx'
import { ConclusionCard } from './conclusion-card.tsx'
import { ConclusionLinks } from './conclusion-links.tsx'
import { ExplainBox } from './explain-box.tsx'
import { likelyKinds, parseSaleNumber, type SearchKind } from './search.ts'
import { ShareLinks } from './share-links.tsx'
import { ShareTimeline } from './share-timeline.tsx'
import { TimelineCards } from './timeline-cards.tsx'

const route = getRouteApi('/signed-in/programs/$programId/explain')

const FIELDS: Record<SearchKind, SearchField> = {
  order: 'transactionId',
  sale: 'saleId',
  customer: 'customerKey',
  click: 'clickId',
  email: 'email',
}

/** Explains why the order in the URL did or didn't pay a commission. */
export function ExplainPage() {
  const search = route.useSearch()
  const can = usePermissionCheck()
  return (
    <>
      <PageHeader title={t('explain.orderLookup')} description={t('explain.seeWhyOrderDidOr')} />
      {can('billing:read') ? (
        <>
          <ExplainBox search={search} />
          <div className="flex flex-col gap-4">
            {search.q === undefined ? <ExplainHint /> : <ExplanationResult q={search.q} by={search.by} />}
            {can('timeline:share') && <ShareLinks />}
          </div>
        </>
      ) : (
        <NoAccess what={t('explain.orderTimelines')}>
          {t('explain.timelinesIncludePayoutsWhichOnly')}
        </NoAccess>
      )}
    </>
  )
}

function ExplainHint() {
  return (
    <Card>
      <EmptyState icon={CircleQuestionMark} title={t('explain.findOutWhyOrderDid')}>
        {t('explain.enterOrderIDCustomerKey')}
      </EmptyState>
    </Card>
  )
}

const REFRESH_MS = 3_000
const MAX_REFRESHES = 10

const hasNothing = ({ explanation }: InterpretedExplanation) =>
  explanation.conclusion.reason === 'nothing_received'

function ExplanationResult({ q, by }: { q: string; by: SearchKind | undefined }) {
  const names = likelyKinds(q, by).map((kind) => searchName(q, kind))
  // New requests are written within seconds.
  const query = useQuery({
    ...explainQuery(useProgramId(), names),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && hasNothing(data) && dataUpdateCount < MAX_REFRESHES ? REFRESH_MS : false,
  })
  return (
    <Loaded query={query} loadingRows={6}>
      {(explained) => <Explanation explained={explained} />}
    </Loaded>
  )
}

function Explanation({ explained }: { explained: InterpretedExplanation }) {
  const { timeZone } = useProgram()
  const can = usePermissionCheck()
  const { explanation } = explained
  const { conclusion } = explanation
  return (
    <>
      {hasNothing(explained) && <p role="status">{t('explain.newRequestsAppear')}</p>}
      <ConclusionCard conclusion={conclusion}>
        <ConclusionLinks facts={conclusion.facts} />
        {conclusion.reason === 'no_signup' && conclusion.facts.customerKey !== undefined && (
          <div className="mt-3 empty:hidden">
            <AttributeCustomer customerKey={conclusion.facts.customerKey} />
          </div>
        )}
      </ConclusionCard>
      <TimelineCards
        explanation={explanation}
        timeZone={timeZone}
        renderLink={(item) => <EventLink item={item} />}
        actions={can('timeline:share') && <ShareTimeline name={sharedName(explained)} />}
      />
    </>
  )
}

/** A term that can't be a sale number is looked up as an order ID. */
function searchName(q: string, kind: SearchKind): SearchFieldValue {
  if (kind !== 'sale') return { field: FIELDS[kind], value: q }
  const number = parseSaleNumber(q)
  return number === undefined
    ? { field: 'transactionId', value: q }
    : { field: 'saleId', value: String(number) }
}

/** A share link contains a sale's order ID, not its number. */
function sharedName({
  field,
  value,
  explanation: { timeline, testEvents },
}: InterpretedExplanation): SearchFieldValue {
  if (field !== 'saleId') return { field, value }
  const sale = [...timeline, ...testEvents].find(({ type }) => type === 'sale')
  return { field: 'transactionId', value: sale?.transactionId ?? value }
}

/** Links to the event, its commission or its payout. */
function EventLink({ item }: { item: TimelineItem }) {
  const params = { programId: useProgramId() }
  const look = 'text-accent-text text-xs underline-offset-4 hover:underline'
  if (item.payoutId !== undefined) {
    return (
      <Link
        to="/programs/$programId/payouts"
        params={params}
        search={{ open: item.payoutId }}
        className={look}
      >
        {t('explain.payoutPayoutId', { payoutId: item.payoutId })}
      </Link>
    )
  }
  if (item.commissionId !== undefined) {
    return (
      <Link
        to="/programs/$programId/commissions"
        params={params}
        search={{ open: item.commissionId }}
        className={look}
      >
        {t('explain.commissionCommissionId', { commissionId: item.commissionId })}
      </Link>
    )
  }
  const open = eventKey(item)
  if (open === undefined) return null
  return (
    <Link to="/programs/$programId/events" params={params} search={{ open }} className={look}>
      {rich('explain.detailsOpen', { open, span: (children) => <span className="sr-only">{children}</span> })}
    </Link>
  )
}

function eventKey({ type, saleId, leadId, clickId }: TimelineItem): string | undefined {
  if (saleId !== undefined) return `sale-${saleId}`
  if (leadId !== undefined) return `lead-${leadId}`
  return type === 'click' && clickId !== undefined ? `click-${clickId}` : undefined
}
