import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { FileUp, Handshake, Mail, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { partnerGroupsQuery, partnerReportQuery, partnerTagsQuery } from '../../api/partner-queries.ts'
import type { PartnerReport } from '../../api/types.ts'
import { toDay } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { NoMatches } from '../../lists/no-matches.tsx'
import { t } from '../../messages/team-text.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { listSearch } from '../../search/list-search.ts'
import { readPeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { SortCurrencyChoice } from '../../search/sort-currency-choice.tsx'
import { useNewDialog } from '../../search/use-new-dialog.ts'
import { programTimeMs, usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Input } from '../../ui/field.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { InviteDialog } from '../applications/invite-dialog.tsx'
import { AddPartnerDialog } from './add-partner-dialog.tsx'
import { PARTNER_COLUMNS } from './partner-columns.tsx'
import { PARTNER_STATUSES } from './partner-labels.ts'
import { isMoney, type PartnersSearch, sortDirection, toggleSort, toReportRequest } from './search.ts'
import { SiteAddressField } from './site-address-field.tsx'

/** Loaded on demand, because imports are rare. */
const ImportPartnersDialog = lazy(async () => ({
  default: (await import('./import-partners-dialog.tsx')).ImportPartnersDialog,
}))

/** The key of the stored columns and views. */
const LIST = 'partners'

const route = getRouteApi('/signed-in/programs/$programId/partners')

export function PartnersPage() {
  const { timeZone } = useProgram()
  const canManage = usePermissionCheck()('partner:manage')
  const search = route.useSearch()
  const programId = useProgramId()
  const navigate = useNavigate()
  const open = (partnerId: number) =>
    void navigate({
      to: '/programs/$programId/partners/$partnerId',
      params: { programId, partnerId: String(partnerId) },
      search: readPeriodSearch({ ...search }),
    })
  const { change } = listSearch<PartnersSearch>(route.useNavigate())
  const [isAdding, setIsAdding] = useNewDialog(search, change)
  const [isImporting, setIsImporting] = useState(false)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <ListPage
      title={t('partners.partners')}
      description={t('partners.everyoneInYourProgramAnd', { replaceAll: timeZone.replaceAll('_', ' ') })}
      actions={
        canManage && (
          <>
            <Button onClick={() => setIsImporting(true)}>
              <FileUp aria-hidden="true" className="size-4" />
              {t('partners.import')}
            </Button>
            <Button onClick={() => setIsInviting(true)}>
              <Mail aria-hidden="true" className="size-4" />
              {t('partners.invite')}
            </Button>
            <Button look="primary" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" className="size-4" />
              {t('partners.addPartner')}
            </Button>
          </>
        )
      }
      filters={<Filters />}
    >
      <Card>
        <SiteAddressField />
        <PartnerList onOpen={open} onAdd={() => setIsAdding(true)} />
      </Card>
      {canManage && isAdding && (
        <AddPartnerDialog
          onClose={() => setIsAdding(false)}
          onAdded={(partner) => {
            setIsAdding(false)
            open(partner.id)
          }}
        />
      )}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {isImporting && (
        <Suspense>
          <ImportPartnersDialog onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}

function Filters() {
  const program = useProgram()
  const { timeZone } = program
  const filters = route.useSearch()
  const { status, search } = filters
  const { change } = listSearch<PartnersSearch>(route.useNavigate())
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <Segmented
        label={t('partners.status')}
        value={status ?? 'every'}
        choices={[{ value: 'every', label: t('partners.all') }, ...enumOptions(PARTNER_STATUSES)]}
        onChoose={(chosen) => change({ status: chosen === 'every' ? undefined : chosen })}
      />
      <Input
        type="search"
        aria-label={t('partners.searchPartners')}
        placeholder={t('partners.nameOrEmail')}
        className="w-auto max-w-56"
        maxLength={255}
        defaultValue={search}
        onChange={(event) => change({ search: event.target.value.trim() || undefined })}
      />
      <GroupFilter />
      <TagFilter />
      <PeriodPicker
        value={filters}
        today={toDay(programTimeMs(program), timeZone)}
        onChange={({ period, from, to }) => change({ period, from, to })}
      />
      <ListMenus list={LIST} columns={PARTNER_COLUMNS} />
    </div>
  )
}

/** Shown if the program has groups. */
function GroupFilter() {
  const { data: groups = [] } = useQuery(partnerGroupsQuery(useProgramId()))
  const { group } = route.useSearch()
  const { change } = listSearch<PartnersSearch>(route.useNavigate())
  if (groups.length === 0) return null
  return (
    <ChoiceFilter
      label={t('partners.group')}
      all={t('partners.allGroups')}
      value={group?.toString()}
      choices={[
        { value: 'none', label: t('partners.noGroup') },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(chosen) =>
        change({ group: chosen === undefined || chosen === 'none' ? chosen : Number(chosen) })
      }
    />
  )
}

/** Shown if partners have tags. */
function TagFilter() {
  const { data: tags = [] } = useQuery(partnerTagsQuery(useProgramId()))
  const { tag } = route.useSearch()
  const { change } = listSearch<PartnersSearch>(route.useNavigate())
  if (tags.length === 0 && tag === undefined) return null
  // The URL may contain a tag that no partner uses anymore.
  const options = tags.some((one) => one.tag === tag) || tag === undefined ? tags : [...tags, { tag }]
  return (
    <ChoiceFilter
      label={t('partners.tag')}
      all={t('partners.allTags')}
      value={tag}
      choices={options.map((one) => ({ value: one.tag, label: one.tag }))}
      onChange={(chosen) => change({ tag: chosen })}
    />
  )
}

function PartnerList({ onOpen, onAdd }: { onOpen: (partnerId: number) => void; onAdd: () => void }) {
  const programId = useProgramId()
  const search = route.useSearch()
  const { change, clear } = listSearch<PartnersSearch>(route.useNavigate())
  const list = useInfiniteQuery(
    partnerReportQuery(programId, toReportRequest(search), toPeriodRequest(search)),
  )
  return (
    <PagedRows
      list={list}
      loadingRows={6}
      empty={<NoPartners search={search} onAdd={onAdd} onClear={clear} />}
    >
      {(rows) => (
        <div aria-busy={list.isPlaceholderData}>
          <SortCurrencyChoice
            isByMoney={isMoney(search.sort)}
            sums={rows.flatMap(({ numbers }) => [numbers.revenueByCurrency, numbers.commissionByCurrency])}
            currency={search.currency}
            onChange={(currency) => change({ currency })}
          >
            <span>{t('partners.amountsInDifferentCurrenciesCant')}</span>
          </SortCurrencyChoice>
          <DataTable
            label={t('partners.partners')}
            list={LIST}
            columns={PARTNER_COLUMNS}
            rows={rows}
            getId={getId}
            sort={{
              getDirection: (column) => sortDirection(column, search),
              onSort: (column) => change(toggleSort(column, search)),
            }}
            onOpen={({ partner }) => onOpen(partner.id)}
          />
        </div>
      )}
    </PagedRows>
  )
}

const getId = ({ partner }: PartnerReport) => String(partner.id)

function NoPartners({
  search: { status, search, group, tag },
  onAdd,
  onClear,
}: {
  search: PartnersSearch
  onAdd: () => void
  onClear: () => void
}) {
  const canManage = usePermissionCheck()('partner:manage')
  const isOnlyStatus = search === undefined && group === undefined && tag === undefined
  if (status === 'pending' && isOnlyStatus) {
    return (
      <EmptyState
        icon={Handshake}
        title={t('partners.noStatusPartners', { status })}
        action={<Button onClick={onClear}>{t('partners.showAllPartners')}</Button>}
      >
        {t('partners.youveReviewedEveryoneWhoApplied')}
      </EmptyState>
    )
  }
  if (status !== undefined || !isOnlyStatus) {
    return <NoMatches icon={Handshake} title={t('partners.noMatchingPartners')} onClear={onClear} />
  }
  return (
    <EmptyState
      icon={Handshake}
      title={t('partners.noPartnersYet')}
      action={
        canManage && (
          <Button look="primary" onClick={onAdd}>
            {t('partners.addYourFirstPartner')}
          </Button>
        )
      }
    >
      {t('partners.eachPartnerGetsTheirOwn', { canManage: String(!canManage) })}
    </EmptyState>
  )
}
