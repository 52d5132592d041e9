import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { HandCoins } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { flattenPages } from '../../api/paged-query.ts'
import {
  type CommissionFilters,
  commissionSelectionQuery,
  commissionSumsQuery,
  commissionsQuery,
  csvUrl,
} from '../../api/record-queries.ts'
import type { Commission, CommissionSum } from '../../api/types.ts'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { byCurrency, formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { type SelectedRows, toSelection } from '../../lists/list-table.ts'
import { NoMatches } from '../../lists/no-matches.tsx'
import { SelectMatching } from '../../lists/select-matching.tsx'
import { t } from '../../messages/team-text.ts'
import { ChoiceFilter, CurrencyFilter, StatusFilter } from '../../search/choice-filter.tsx'
import { FilterBar } from '../../search/filter-bar.tsx'
import { listSearch, type SearchChange } from '../../search/list-search.ts'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { RangeFilter } from '../../search/range-filter.tsx'
import { SearchFilter, TruncatedSearchNote } from '../../search/search-filter.tsx'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage, NoAccess } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { SumCards } from '../../ui/sum-cards.tsx'
import { ApprovePending } from './approve-pending.tsx'
import { allowedReviews, type ReviewedCommission } from './commission-amounts.ts'
import { COMMISSION_COLUMNS, canBeReviewed } from './commission-columns.tsx'
import {
  COMMISSION_KINDS,
  COMMISSION_STATUSES,
  COMMISSION_TOTALS,
  HOLD_REASONS,
} from './commission-labels.ts'
import { CommissionPanel } from './commission-panel.tsx'
import { ReviewDialog } from './review-dialogs.tsx'
import { type CommissionsSearch, toCommissionFilters } from './search.ts'
import type { ReviewKind } from './use-review.ts'

/** The key of the stored columns and views. */
const LIST = 'commissions'

const route = getRouteApi('/signed-in/programs/$programId/commissions')

export function CommissionsPage() {
  const canRead = usePermissionCheck()('billing:read')
  const programId = useProgramId()
  const search = route.useSearch()
  const filters = toCommissionFilters(search)
  const { close } = listSearch<CommissionsSearch>(route.useNavigate())
  return (
    <ListPage
      title={t('commissions.commissions')}
      description={t('commissions.whatPartnersHaveEarnedCommissions')}
      exported={{ href: csvUrl(programId, 'commissions', filters), label: t('commissions.exportCSV') }}
      actions={<ApprovePending filters={filters} />}
      locked={
        !canRead && (
          <>
            <NoAccess what={t('commissions.commissions2')}>
              {t('commissions.ownersAdminsAndMembersCan')}
            </NoAccess>
            {search.open !== undefined && (
              <CommissionPanel commissionId={search.open} shown={undefined} onClose={close} />
            )}
          </>
        )
      }
      filters={<Filters />}
      sums={<Sums filters={filters} />}
    >
      <CommissionList key={JSON.stringify(filters)} filters={filters} />
    </ListPage>
  )
}

function Filters() {
  const search = route.useSearch()
  const list = listSearch<CommissionsSearch>(route.useNavigate())
  // Closes the panel, because the new filters may not include the open commission.
  const change = (changes: SearchChange<CommissionsSearch>) => list.change({ ...changes, open: undefined })
  const { status, kind, partner, currency, hold, review, from, to } = search
  return (
    <FilterBar
      legend={t('commissions.filterCommissions')}
      isFiltered={Object.keys(search).some((name) => name !== 'open')}
      onClear={list.clear}
    >
      <SearchFilter
        value={search.search}
        what={t('commissions.orderCustomerClickIDPartner')}
        onChange={(text) => change({ search: text })}
      />
      <StatusFilter
        value={status}
        statuses={COMMISSION_STATUSES}
        onChange={(chosen) => change({ status: chosen })}
      />
      <PartnerFilter value={partner} onChange={(chosen) => change({ partner: chosen })} />
      <ChoiceFilter
        label={t('commissions.type')}
        all={t('commissions.salesAndLeads')}
        value={kind}
        choices={enumOptions(COMMISSION_KINDS)}
        onChange={(chosen) => change({ kind: chosen })}
      />
      <ChoiceFilter
        label={t('commissions.review')}
        all={t('commissions.withOrWithoutReview')}
        value={review}
        choices={[{ value: 'waiting', label: t('commissions.toReview') }]}
        onChange={(chosen) => change({ review: chosen })}
      />
      <ChoiceFilter
        label={t('commissions.holdReason')}
        all={t('commissions.withOrWithoutHold')}
        value={hold}
        choices={enumOptions(HOLD_REASONS)}
        onChange={(chosen) => change({ hold: chosen })}
      />
      <CurrencyFilter value={currency} onChange={(chosen) => change({ currency: chosen })} />
      <RangeFilter from={from} to={to} onChange={change} />
      <ListMenus list={LIST} columns={COMMISSION_COLUMNS} />
    </FilterBar>
  )
}

function Sums({ filters }: { filters: CommissionFilters }) {
  const { data: sums, error, refetch } = useQuery(commissionSumsQuery(useProgramId(), filters))
  if (error !== null && sums === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const cards =
    sums === undefined ? undefined : enumValues(COMMISSION_STATUSES).map((status) => sumCard(sums, status))
  return <SumCards label={t('commissions.totals')} cards={cards} />
}

function sumCard(sums: CommissionSum[], status: CommissionSum['status']) {
  const own = sums.filter((sum) => sum.status === status).sort(byCurrency)
  const count = own.reduce((total, { commissions }) => total + commissions, 0)
  return {
    name: COMMISSION_STATUSES[status].label,
    definition: COMMISSION_TOTALS[status],
    lines:
      own.length === 0
        ? ['–']
        : own.map((sum) =>
            formatMoney(status === 'reversed' ? sum.reversedCents : sum.amountCents, sum.currency),
          ),
    note: count === 1 ? t('commissions.n1Commission') : t('commissions.countCommissions', { count }),
  }
}

function CommissionList({ filters }: { filters: CommissionFilters }) {
  const canReview = usePermissionCheck()('commission:manage')
  const programId = useProgramId()
  const [selected, setSelected] = useState<SelectedRows>({})
  const { open: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const { open, close, clear } = useMemo(() => listSearch<CommissionsSearch>(navigate), [navigate])
  const list = useInfiniteQuery(commissionsQuery(programId, filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const rows = flattenPages(list.data)
  const reviewable = rows.filter(canBeReviewed)
  const areAllSelected = reviewable.length > 0 && reviewable.every(({ id }) => selected[id])
  const { data: matching } = useQuery({
    ...commissionSelectionQuery(programId, filters),
    enabled: areAllSelected && list.hasNextPage,
  })
  // The rows shown are fresher than the selection.
  const loaded = new Map([...(matching?.rows ?? []), ...rows].map((row) => [row.id, row]))
  const chosen = [...loaded.values()].filter((row) => selected[row.id] && canBeReviewed(row))
  return (
    <>
      <TruncatedSearchNote isCut={list.data?.pages[0]?.meta.isSearchCut} search={filters.search} />
      <div className="flex flex-col">
        <BulkReview rows={chosen} onClear={() => setSelected({})}>
          <SelectMatching
            matching={matching && { ...matching, rows: matching.rows.filter(canBeReviewed) }}
            selected={chosen.length}
            onSelect={(all) => setSelected(toSelection(all))}
          />
        </BulkReview>
        <Card>
          <PagedRows
            list={list}
            loadingRows={8}
            empty={<NoCommissions isFiltered={isFiltered} onClear={clear} />}
          >
            {(shown) => (
              <DataTable
                label={t('commissions.commissions')}
                list={LIST}
                columns={COMMISSION_COLUMNS}
                rows={shown}
                getId={getId}
                selection={canReview ? { ...SELECTION, rows: selected, onChange: setSelected } : undefined}
                onOpen={({ id }) => open(id)}
              />
            )}
          </PagedRows>
        </Card>
      </div>
      {openId !== undefined && (
        <CommissionPanel
          key={openId}
          commissionId={openId}
          shown={rows.find(({ id }) => id === openId)}
          onClose={close}
        />
      )}
    </>
  )
}

const getId = ({ id }: Commission) => String(id)
const SELECTION = {
  canBeSelected: canBeReviewed,
  getLabel: ({ id }: Commission) => t('commissions.selectCommissionId', { id }),
  all: t('commissions.selectAllCommissionsShown'),
}

/** Reviews all selected rows that allow the action. */
function BulkReview({
  rows,
  onClear,
  children,
}: {
  rows: ReviewedCommission[]
  onClear: () => void
  children: ReactNode
}) {
  const [review, setReview] = useState<{ kind: ReviewKind; commissions: ReviewedCommission[] }>()
  const reviewButton = (kind: ReviewKind, label: string, look: 'primary' | 'secondary') => {
    const commissions = rows.filter((row) => allowedReviews(row)[kind])
    if (commissions.length === 0) return null
    return (
      <Button size="small" look={look} onClick={() => setReview({ kind, commissions })}>
        {label} {commissions.length < rows.length && formatCount(commissions.length)}
      </Button>
    )
  }
  return (
    <>
      <SelectionBar count={rows.length} onClear={onClear}>
        {children}
        {reviewButton('approve', t('commissions.approve'), 'primary')}
        {reviewButton('markPaid', t('commissions.markAsPaid'), 'secondary')}
        {reviewButton('reject', t('commissions.reject'), 'secondary')}
      </SelectionBar>
      {review !== undefined && (
        <ReviewDialog {...review} onDone={onClear} onClose={() => setReview(undefined)} />
      )}
    </>
  )
}

function NoCommissions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const programId = useProgramId()
  if (isFiltered) {
    return <NoMatches icon={HandCoins} title={t('commissions.noMatchingCommissions')} onClear={onClear} />
  }
  return (
    <EmptyState
      icon={HandCoins}
      title={t('commissions.noCommissionsYet')}
      action={
        <Button asChild>
          <Link to="/programs/$programId/settings" params={{ programId }} search={{ section: 'policies' }}>
            {t('commissions.setCommissionRates')}
          </Link>
        </Button>
      }
    >
      {t('commissions.commissionsAppearHereAfterFirst')}
    </EmptyState>
  )
}
