import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp, Plus, TicketPercent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type CouponFilters, couponsQuery } from '../../api/coupon-queries.ts'
import { csvUrl } from '../../api/record-queries.ts'
import type { CouponCode } from '../../api/types.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { NoMatches } from '../../lists/no-matches.tsx'
import { t } from '../../messages/team-text.ts'
import { StatusFilter } from '../../search/choice-filter.tsx'
import { FilterBar } from '../../search/filter-bar.tsx'
import { listSearch } from '../../search/list-search.ts'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { SearchFilter } from '../../search/search-filter.tsx'
import { useNewDialog } from '../../search/use-new-dialog.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CouponMenu } from './coupon-actions.tsx'
import { COUPON_COLUMNS } from './coupon-columns.tsx'
import { AddCouponDialog } from './coupon-dialog.tsx'
import { COUPON_STATUSES } from './coupon-labels.ts'
import { CouponTabs } from './coupon-tabs.tsx'
import { type CouponsSearch, toCouponFilters } from './search.ts'

/** Loaded on demand, because imports are rare. */
const ImportCouponsDialog = lazy(async () => ({
  default: (await import('./import-coupons-dialog.tsx')).ImportCouponsDialog,
}))

/** The key of the stored columns and views. */
const LIST = 'coupon-codes'

const route = getRouteApi('/signed-in/programs/$programId/coupon-codes')

/** The program's coupon codes and their results. */
export function CouponsPage() {
  const programId = useProgramId()
  const canManage = usePermissionCheck()('partner:manage')
  const search = route.useSearch()
  const filters = toCouponFilters(search)
  const { change } = listSearch<CouponsSearch>(route.useNavigate())
  const [isAdding, setIsAdding] = useNewDialog(search, change)
  const [isImporting, setIsImporting] = useState(false)
  return (
    <ListPage
      title={t('coupons.couponCodes')}
      description={t('coupons.codesAttributeWithoutClick')}
      exported={{ href: csvUrl(programId, 'coupon-codes', filters), label: t('coupons.exportCSV') }}
      actions={
        canManage && (
          <>
            <Button onClick={() => setIsImporting(true)}>
              <FileUp aria-hidden="true" className="size-4" />
              {t('coupons.import')}
            </Button>
            <Button look="primary" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" className="size-4" />
              {t('coupons.addCode')}
            </Button>
          </>
        )
      }
      filters={
        <>
          <CouponTabs current="codes" />
          <Filters />
        </>
      }
    >
      <Card>
        <CouponList filters={filters} onAdd={canManage ? () => setIsAdding(true) : undefined} />
      </Card>
      {canManage && isAdding && <AddCouponDialog onClose={() => setIsAdding(false)} />}
      {isImporting && (
        <Suspense>
          <ImportCouponsDialog onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}

function Filters() {
  const search = route.useSearch()
  const { change, clear } = listSearch<CouponsSearch>(route.useNavigate())
  const { status, partner } = search
  return (
    <FilterBar legend={t('coupons.filterCodes')} isFiltered={Object.keys(search).length > 0} onClear={clear}>
      <SearchFilter
        value={search.search}
        what={t('coupons.beginningOfCode')}
        onChange={(text) => change({ search: text })}
      />
      <StatusFilter
        value={status}
        statuses={COUPON_STATUSES}
        onChange={(chosen) => change({ status: chosen })}
      />
      <PartnerFilter value={partner} onChange={(chosen) => change({ partner: chosen })} />
      <ListMenus list={LIST} columns={COUPON_COLUMNS} />
    </FilterBar>
  )
}

function CouponList({ filters, onAdd }: { filters: CouponFilters; onAdd: (() => void) | undefined }) {
  const list = useInfiniteQuery(couponsQuery(useProgramId(), filters))
  const { clear } = listSearch<CouponsSearch>(route.useNavigate())
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <PagedRows
      list={list}
      loadingRows={6}
      empty={
        isFiltered ? (
          <NoMatches icon={TicketPercent} title={t('coupons.noMatchingCodes')} onClear={clear} />
        ) : (
          <EmptyState
            icon={TicketPercent}
            title={t('coupons.noCodesYet')}
            action={onAdd && <Button onClick={onAdd}>{t('coupons.addCode')}</Button>}
          >
            {t('coupons.giveCodeToPartner')}
          </EmptyState>
        )
      }
    >
      {(rows) => (
        <DataTable
          label={t('coupons.couponCodes')}
          list={LIST}
          columns={COUPON_COLUMNS}
          rows={rows}
          getId={getId}
          actions={(coupon) => <CouponMenu coupon={coupon} />}
        />
      )}
    </PagedRows>
  )
}

const getId = ({ id }: CouponCode) => String(id)
