import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { csvUrl } from '../../api/record-queries.ts'
import { type RejectedRequestFilters, rejectedRequestsQuery } from '../../api/request-queries.ts'
import type { RejectedRequest } from '../../api/types.ts'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { t } from '../../messages/team-text.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { FilterBar } from '../../search/filter-bar.tsx'
import { listSearch } from '../../search/list-search.ts'
import { RangeFilter } from '../../search/range-filter.tsx'
import { SearchFilter } from '../../search/search-filter.tsx'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { ListPage, NoAccess } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { REJECTED_REQUEST_COLUMNS } from './rejected-request-columns.tsx'
import { MODES, OUTCOMES, REQUEST_TYPES } from './request-labels.ts'
import { isListedAsRejected } from './request-outcomes.ts'
import { type RejectedRequestsSearch, toRejectedRequestFilters } from './search.ts'

/** The key of the stored columns and views. */
const LIST = 'rejected-requests'
const getId = ({ id }: RejectedRequest) => String(id)

const route = getRouteApi('/signed-in/programs/$programId/rejected-requests')

export function RejectedRequestsPage() {
  const programId = useProgramId()
  const canList = usePermissionCheck()('tracking:list')
  const filters = toRejectedRequestFilters(route.useSearch())
  return (
    <ListPage
      title={t('health.rejectedRequests')}
      description={t('health.theLatestRequestsFromYour')}
      exported={{ href: csvUrl(programId, 'rejected-requests', filters), label: t('health.exportCSV') }}
      locked={
        !canList && <NoAccess what={t('health.rejectedRequests2')}>{t('health.askOwnerOrAdminFor')}</NoAccess>
      }
      filters={<Filters />}
    >
      <Card>
        <RejectedRequestList filters={filters} />
      </Card>
    </ListPage>
  )
}

const REASONS = enumOptions(OUTCOMES).filter(({ value }) =>
  enumValues(REQUEST_TYPES).some((type) => isListedAsRejected(type, value)),
)

function Filters() {
  const search = route.useSearch()
  const { change, clear } = listSearch<RejectedRequestsSearch>(route.useNavigate())
  const { type, outcome, mode, text, from, to } = search
  return (
    <FilterBar
      legend={t('health.filterRejectedRequests')}
      isFiltered={Object.keys(search).length > 0}
      onClear={clear}
    >
      <ChoiceFilter
        label={t('health.request')}
        all={t('health.allRequests')}
        value={type}
        choices={enumOptions(REQUEST_TYPES)}
        onChange={(chosen) => change({ type: chosen })}
      />
      <ChoiceFilter
        label={t('health.reason')}
        all={t('health.allReasons')}
        value={outcome}
        choices={REASONS}
        onChange={(chosen) => change({ outcome: chosen })}
      />
      <ChoiceFilter
        label={t('health.liveOrTest')}
        all={t('health.liveAndTest')}
        value={mode}
        choices={enumOptions(MODES)}
        onChange={(chosen) => change({ mode: chosen })}
      />
      <RangeFilter from={from} to={to} onChange={change} />
      <SearchFilter
        value={text}
        what={t('health.orderCustomerClickLinkOr')}
        onChange={(typed) => change({ text: typed })}
      />
      <ListMenus list={LIST} columns={REJECTED_REQUEST_COLUMNS} />
    </FilterBar>
  )
}

function RejectedRequestList({ filters }: { filters: RejectedRequestFilters }) {
  const list = useInfiniteQuery(rejectedRequestsQuery(useProgramId(), filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <PagedRows
      list={list}
      loadingRows={8}
      empty={
        isFiltered ? (
          <EmptyState icon={Inbox} title={t('health.noMatchingRejectedRequests')}>
            {t('health.tryOtherFiltersOrDates')}
          </EmptyState>
        ) : (
          <EmptyState icon={Inbox} title={t('health.noRejectedRequests')}>
            {t('health.requestsThatCantBeRecorded')}
          </EmptyState>
        )
      }
    >
      {(rows) => (
        <DataTable
          label={t('health.rejectedRequests')}
          list={LIST}
          columns={REJECTED_REQUEST_COLUMNS}
          rows={rows}
          getId={getId}
        />
      )}
    </PagedRows>
  )
}
