import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { HandCoins, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import {
  type CommissionFilters,
  commissionSumsQuery,
  commissionsQuery,
  csvAddress,
} from '../../api/record-queries.ts'
import type { Commission, CommissionSum } from '../../api/types.ts'
import { dayOf } from '../../format/date.ts'
import { CURRENCIES, formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { changeSearch } from '../../search/change-search.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { RangeFilter } from '../../search/range-filter.tsx'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { SumCards } from '../../ui/sum-cards.tsx'
import { reviewsOf } from './commission-amounts.ts'
import { CommissionPanel } from './commission-panel.tsx'
import { COMMISSION_STATUS_LABELS } from './commission-status.tsx'
import { CommissionTable, canBeChosen } from './commission-table.tsx'
import { ReviewDialog, type ReviewKind } from './review-dialogs.tsx'
import { COMMISSION_STATUSES, type CommissionsSearch, toCommissionFilters } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/commissions')

export function CommissionsPage() {
  const mayRead = useMay()('billing:read')
  const programId = useProgramId()
  const filters = toCommissionFilters(route.useSearch())
  return (
    <>
      <PageHeader
        title="Commissions"
        description="What partners have earned: pending until the hold ends or somebody approves it, then approved, then paid."
        actions={
          mayRead && <ExportButton href={csvAddress(programId, 'commissions', filters)} label="Export CSV" />
        }
      />
      {mayRead ? (
        <>
          <Filters />
          <Sums filters={filters} />
          <CommissionList key={JSON.stringify(filters)} filters={filters} />
        </>
      ) : (
        <Card>
          <EmptyState icon={LockKeyhole} title="Your role does not show commissions">
            Owners, admins and members of this workspace see what partners earn. Ask one of them for another
            role.
          </EmptyState>
        </Card>
      )}
    </>
  )
}

function Filters() {
  const { timeZone } = useProgram()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: Parameters<typeof changeSearch<CommissionsSearch>>[1]) =>
    void navigate({ search: changeSearch(search, { ...changed, open: undefined }), replace: true })
  const { status, kind, partner, currency, from, to } = search
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-2">
      <legend className="sr-only">Which commissions</legend>
      <ChoiceFilter
        label="Status"
        all="Every status"
        value={status}
        choices={COMMISSION_STATUSES.map((value) => ({ value, label: COMMISSION_STATUS_LABELS[value] }))}
        onChange={(chosen) => change({ status: chosen })}
      />
      <PartnerFilter value={partner} onChange={(chosen) => change({ partner: chosen })} />
      <ChoiceFilter
        label="Earned by"
        all="Sales and leads"
        value={kind}
        choices={[
          { value: 'sale', label: 'Sales only' },
          { value: 'lead', label: 'Leads only' },
        ]}
        onChange={(chosen) => change({ kind: chosen })}
      />
      <ChoiceFilter
        label="Currency"
        all="Every currency"
        value={currency}
        choices={CURRENCIES.map((value) => ({ value, label: value }))}
        onChange={(chosen) => change({ currency: chosen })}
      />
      <RangeFilter from={from} to={to} today={dayOf(Date.now(), timeZone)} onChange={change} />
      {Object.keys(search).some((name) => name !== 'open') && (
        <Button look="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}

function Sums({ filters }: { filters: CommissionFilters }) {
  const { data: sums, error, refetch } = useQuery(commissionSumsQuery(useProgramId(), filters))
  if (error !== null && sums === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const cards = sums === undefined ? undefined : COMMISSION_STATUSES.map((status) => sumCard(sums, status))
  return <SumCards label="What these commissions come to" cards={cards} />
}

function sumCard(sums: CommissionSum[], status: CommissionSum['status']) {
  const inOrder = (a: CommissionSum, b: CommissionSum) =>
    CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency)
  const own = sums.filter((sum) => sum.status === status).sort(inOrder)
  const count = own.reduce((total, { commissions }) => total + commissions, 0)
  return {
    name: COMMISSION_STATUS_LABELS[status],
    lines:
      own.length === 0
        ? ['–']
        : own.map((sum) =>
            formatMoney(status === 'reversed' ? sum.reversedCents : sum.amountCents, sum.currency),
          ),
    note: count === 1 ? '1 commission' : `${formatCount(count)} commissions`,
  }
}

function CommissionList({ filters }: { filters: CommissionFilters }) {
  const mayReview = useMay()('commission:manage')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(commissionsQuery(useProgramId(), filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const opened = rows.find(({ id }) => id === open)
  const close = () => void navigate({ search: ({ open: _, ...old }) => old, replace: true })
  return (
    <>
      <Card>
        {list.isPending ? (
          <SkeletonRows rows={8} />
        ) : list.isError && list.data === undefined ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <NoCommissions isFiltered={isFiltered} />
        ) : (
          <CommissionTable
            rows={rows}
            selection={mayReview ? { ids: chosen, onChange: setChosen } : undefined}
            onOpen={(id) => void navigate({ search: (old) => ({ ...old, open: id }) })}
          />
        )}
        <LoadMore
          hasMore={list.hasNextPage}
          isBusy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      </Card>
      <BulkReview
        rows={rows.filter((row) => chosen.has(row.id) && canBeChosen(row))}
        onClear={() => setChosen(new Set())}
      />
      {opened !== undefined && <CommissionPanel commission={opened} onClose={close} />}
    </>
  )
}

/** One review of all chosen rows that it fits. */
function BulkReview({ rows, onClear }: { rows: Commission[]; onClear: () => void }) {
  const [asked, setAsked] = useState<{ kind: ReviewKind; ids: number[] }>()
  const idsFor = (kind: ReviewKind) => rows.filter((row) => reviewsOf(row)[kind]).map(({ id }) => id)
  const action = (kind: ReviewKind, label: string, look: 'primary' | 'secondary') => {
    const ids = idsFor(kind)
    if (ids.length === 0) return null
    return (
      <Button size="small" look={look} onClick={() => setAsked({ kind, ids })}>
        {label} {ids.length < rows.length && formatCount(ids.length)}
      </Button>
    )
  }
  return (
    <>
      <SelectionBar count={rows.length} onClear={onClear}>
        {action('approve', 'Approve', 'primary')}
        {action('markPaid', 'Mark as paid', 'secondary')}
        {action('reject', 'Reject', 'secondary')}
      </SelectionBar>
      {asked !== undefined && (
        <ReviewDialog {...asked} onDone={onClear} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

function NoCommissions({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={HandCoins} title="No commission matches">
      Take a filter out, or choose other dates.
    </EmptyState>
  ) : (
    <EmptyState icon={HandCoins} title="No commissions yet">
      The first sale of a customer whom a partner sent makes one. Send sales from your server as the
      Integration page shows.
    </EmptyState>
  )
}
