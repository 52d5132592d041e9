import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { type CustomerFilters, csvUrl, customerSumsQuery, customersQuery } from '../../api/record-queries.ts'
import type { Customer, CustomerStatus } from '../../api/types.ts'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { formatCount } from '../../format/number.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { NoMatches } from '../../lists/no-matches.tsx'
import { t } from '../../messages/team-text.ts'
import { StatusFilter } from '../../search/choice-filter.tsx'
import { FilterBar } from '../../search/filter-bar.tsx'
import { listSearch } from '../../search/list-search.ts'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { RangeFilter } from '../../search/range-filter.tsx'
import { SearchFilter, TruncatedSearchNote } from '../../search/search-filter.tsx'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { SumCards } from '../../ui/sum-cards.tsx'
import { AttributeCustomer } from './attribute-customer.tsx'
import { CUSTOMER_COLUMNS, customerActions } from './customer-columns.tsx'
import { CUSTOMER_STATUSES } from './customer-labels.ts'
import { type CustomersSearch, toCustomerFilters } from './search.ts'

/** The key of the stored columns and views. */
const LIST = 'customers'

const route = getRouteApi('/signed-in/programs/$programId/customers')

export function CustomersPage() {
  const programId = useProgramId()
  const filters = toCustomerFilters(route.useSearch())
  return (
    <ListPage
      title={t('customers.customers')}
      description={t('customers.customersReferredByPartnersEmail')}
      exported={{ href: csvUrl(programId, 'customers', filters), label: t('customers.exportCSV') }}
      actions={<AttributeCustomer />}
      filters={<Filters />}
      sums={<Counts filters={filters} />}
    >
      <CustomerList filters={filters} />
    </ListPage>
  )
}

function Filters() {
  const search = route.useSearch()
  const { change, clear } = listSearch<CustomersSearch>(route.useNavigate())
  const { status, partner, from, to } = search
  return (
    <FilterBar
      legend={t('customers.filterCustomers')}
      isFiltered={Object.keys(search).length > 0}
      onClear={clear}
    >
      <SearchFilter
        value={search.search}
        what={t('customers.customerEmailOrderPartner')}
        onChange={(text) => change({ search: text })}
      />
      <StatusFilter
        value={status}
        statuses={CUSTOMER_STATUSES}
        onChange={(chosen) => change({ status: chosen })}
      />
      <PartnerFilter value={partner} onChange={(chosen) => change({ partner: chosen })} />
      <RangeFilter from={from} to={to} onChange={change} />
      <ListMenus list={LIST} columns={CUSTOMER_COLUMNS} />
    </FilterBar>
  )
}

function Counts({ filters }: { filters: CustomerFilters }) {
  const { data: counts, error, refetch } = useQuery(customerSumsQuery(useProgramId(), filters))
  if (error !== null && counts === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (counts === undefined) return <SumCards label={t('customers.customerTotals')} cards={undefined} />
  const countCustomers = (status: CustomerStatus) =>
    counts.find((one) => one.status === status)?.customers ?? 0
  const all = enumValues(CUSTOMER_STATUSES).reduce((total, status) => total + countCustomers(status), 0)
  return (
    <SumCards
      label={t('customers.customerTotals')}
      cards={[
        { name: t('customers.all'), lines: [formatCount(all)], note: t('customers.matchingFilters') },
        ...enumOptions(CUSTOMER_STATUSES).map(({ value: status, label, note }) => ({
          name: label,
          lines: [formatCount(countCustomers(status))],
          note,
        })),
      ]}
    />
  )
}

function CustomerList({ filters }: { filters: CustomerFilters }) {
  const list = useInfiniteQuery(customersQuery(useProgramId(), filters))
  const { clear } = listSearch<CustomersSearch>(route.useNavigate())
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      <TruncatedSearchNote isCut={list.data?.pages[0]?.meta.isSearchCut} search={filters.search} />
      <Card>
        <PagedRows
          list={list}
          loadingRows={8}
          empty={<NoCustomers isFiltered={isFiltered} onClear={clear} />}
        >
          {(rows) => (
            <DataTable
              label={t('customers.customers')}
              list={LIST}
              columns={CUSTOMER_COLUMNS}
              rows={rows}
              getId={getId}
              actions={customerActions}
            />
          )}
        </PagedRows>
      </Card>
    </>
  )
}

const getId = ({ id }: Customer) => String(id)

function NoCustomers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const programId = useProgramId()
  return isFiltered ? (
    <NoMatches icon={Users} title={t('customers.noMatchingCustomers')} onClear={onClear} />
  ) : (
    <EmptyState
      icon={Users}
      title={t('customers.noCustomersYet')}
      action={
        <Button asChild>
          <Link to="/programs/$programId/integration" params={{ programId }}>
            {t('customers.setUpSignupTracking')}
          </Link>
        </Button>
      }
    >
      {t('customers.customersAppearHereWhenSomeone')}
    </EmptyState>
  )
}
