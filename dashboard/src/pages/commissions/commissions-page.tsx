import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { HandCoins, LockKeyhole } from 'lucide-react'
import {
  type CommissionFilters,
  commissionSumsQuery,
  commissionsQuery,
  csvAddress,
} from '../../api/record-queries'
import type { CommissionSum } from '../../api/types'
import { dayOf } from '../../format/date'
import { CURRENCIES, formatMoney } from '../../format/money'
import { formatCount } from '../../format/number'
import { changeSearch } from '../../search/change-search'
import { ChoiceFilter } from '../../search/choice-filter'
import { PartnerFilter } from '../../search/partner-filter'
import { RangeFilter } from '../../search/range-filter'
import { useMay, useProgram, useProgramId } from '../../session/use-program'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ExportButton } from '../../ui/export-button'
import { LoadMore } from '../../ui/load-more'
import { PageHeader } from '../../ui/page-header'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { SumCards } from '../../ui/sum-cards'
import { COMMISSION_STATUS_LABELS } from './commission-status'
import { CommissionTable } from './commission-table'
import { COMMISSION_STATUSES, type CommissionsSearch, toCommissionFilters } from './search'

const route = getRouteApi('/signed-in/programs/$programId/commissions')

export function CommissionsPage() {
  const mayRead = useMay()('billing:read')
  const programId = useProgramId()
  const filters = toCommissionFilters(route.useSearch())
  return (
    <>
      <PageHeader
        title="Commissions"
        description="What partners have earned: pending until the hold ends, then approved, then paid."
        actions={
          mayRead && <ExportButton href={csvAddress(programId, 'commissions', filters)} label="Export CSV" />
        }
      />
      {mayRead ? (
        <>
          <Filters />
          <Sums filters={filters} />
          <Card>
            <CommissionList filters={filters} />
          </Card>
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
    void navigate({ search: changeSearch(search, changed), replace: true })
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
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}

function Sums({ filters }: { filters: CommissionFilters }) {
  const { data: sums } = useQuery(commissionSumsQuery(useProgramId(), filters))
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
    lines: own.length === 0 ? ['–'] : own.map((sum) => formatMoney(sum.amountCents, sum.currency)),
    note: count === 1 ? '1 commission' : `${formatCount(count)} commissions`,
  }
}

function CommissionList({ filters }: { filters: CommissionFilters }) {
  const list = useInfiniteQuery(commissionsQuery(useProgramId(), filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (list.isPending) return <SkeletonRows rows={8} />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
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
  return (
    <>
      <CommissionTable rows={rows} />
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}
