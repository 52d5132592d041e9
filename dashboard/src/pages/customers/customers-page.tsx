import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Search, Users } from 'lucide-react'
import type { FormEvent } from 'react'
import {
  type CustomerFilters,
  csvAddress,
  customerSumsQuery,
  customersQuery,
} from '../../api/record-queries.ts'
import type { CustomerStatus } from '../../api/types.ts'
import { dayOf } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { changeSearch } from '../../search/change-search.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { RangeFilter } from '../../search/range-filter.tsx'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { Input } from '../../ui/field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { SumCards } from '../../ui/sum-cards.tsx'
import { CUSTOMER_STATUS_LABELS } from './customer-status.tsx'
import { CustomerTable } from './customer-table.tsx'
import { CUSTOMER_STATUSES, type CustomersSearch, toCustomerFilters } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/customers')

export function CustomersPage() {
  const programId = useProgramId()
  const filters = toCustomerFilters(route.useSearch())
  return (
    <>
      <PageHeader
        title="Customers"
        description="Everybody whom partners sent and who signed up. E-mail addresses are not kept, only your own key."
        actions={<ExportButton href={csvAddress(programId, 'customers', filters)} label="Export CSV" />}
      />
      <Filters />
      <Counts filters={filters} />
      <Card>
        <CustomerList filters={filters} />
      </Card>
    </>
  )
}

function Filters() {
  const { timeZone } = useProgram()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: Parameters<typeof changeSearch<CustomersSearch>>[1]) =>
    void navigate({ search: changeSearch(search, changed), replace: true })
  const { status, partner, key, from, to } = search
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('key')).trim()
    change({ key: typed === '' ? undefined : typed })
  }
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-2">
      <legend className="sr-only">Which customers</legend>
      <ChoiceFilter
        label="Status"
        all="Every status"
        value={status}
        choices={CUSTOMER_STATUSES.map((value) => ({ value, label: CUSTOMER_STATUS_LABELS[value] }))}
        onChange={(chosen) => change({ status: chosen })}
      />
      <PartnerFilter value={partner} onChange={(chosen) => change({ partner: chosen })} />
      <RangeFilter from={from} to={to} today={dayOf(Date.now(), timeZone)} onChange={change} />
      <form onSubmit={find} className="flex items-center gap-1">
        <Input
          key={key ?? ''}
          name="key"
          type="search"
          aria-label="Customer key, exactly"
          placeholder="Customer key"
          defaultValue={key ?? ''}
          maxLength={255}
          className="w-44"
        />
        <IconButton type="submit" label="Find this customer key">
          <Search />
        </IconButton>
      </form>
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}

const NOTES: Record<CustomerStatus, string> = {
  provisional: 'signed up in the browser, not verified yet',
  lead: 'signed up, not bought yet',
  conversion: 'bought at least once',
}

function Counts({ filters }: { filters: CustomerFilters }) {
  const { data: counts, error, refetch } = useQuery(customerSumsQuery(useProgramId(), filters))
  if (error !== null && counts === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (counts === undefined) return <SumCards label="How many customers" cards={undefined} />
  const countOf = (status: CustomerStatus) => counts.find((one) => one.status === status)?.customers ?? 0
  const all = CUSTOMER_STATUSES.reduce((total, status) => total + countOf(status), 0)
  return (
    <SumCards
      label="How many customers"
      cards={[
        { name: 'All', lines: [formatCount(all)], note: 'that match the filters' },
        ...CUSTOMER_STATUSES.map((status) => ({
          name: CUSTOMER_STATUS_LABELS[status],
          lines: [formatCount(countOf(status))],
          note: NOTES[status],
        })),
      ]}
    />
  )
}

function CustomerList({ filters }: { filters: CustomerFilters }) {
  const programId = useProgramId()
  const list = useInfiniteQuery(customersQuery(programId, filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (list.isPending) return <SkeletonRows rows={8} />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return isFiltered ? (
      <EmptyState icon={Users} title="No customer matches">
        Take a filter out, or choose other dates.
      </EmptyState>
    ) : (
      <EmptyState
        icon={Users}
        title="No customers yet"
        action={
          <Button asChild>
            <Link to="/programs/$programId/integration" params={{ programId }}>
              Set up the signup call
            </Link>
          </Button>
        }
      >
        A customer appears when somebody whom a partner sent signs up and your site reports it.
      </EmptyState>
    )
  }
  return (
    <>
      <CustomerTable rows={rows} />
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}
