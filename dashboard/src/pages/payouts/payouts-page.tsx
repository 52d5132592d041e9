import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileDown, Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { openBatchesQuery } from '../../api/money-queries.ts'
import { csvUrl } from '../../api/record-queries.ts'
import { ListMenus } from '../../lists/list-menus.tsx'
import { t } from '../../messages/team-text.ts'
import { ChoiceFilter, CurrencyFilter, StatusFilter } from '../../search/choice-filter.tsx'
import { FilterBar } from '../../search/filter-bar.tsx'
import { listSearch } from '../../search/list-search.ts'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { useNewDialog } from '../../search/use-new-dialog.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage, NoAccess } from '../../ui/list-page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { BalanceList } from './balance-list.tsx'
import { CreatePayoutsDialog } from './create-payouts-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type PayableBatch, PaymentFileDialog } from './payment-file-dialog.tsx'
import { PAYOUT_COLUMNS } from './payout-columns.tsx'
import { PAYOUT_STATUSES } from './payout-labels.ts'
import { PAYOUT_LIST, PayoutList } from './payout-list.tsx'
import { PayoutPanel } from './payout-panel.tsx'
import { type PayoutsSearch, toPayoutFilters } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/payouts')

export function PayoutsPage() {
  const can = usePermissionCheck()
  const programId = useProgramId()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { open, close, clear } = useMemo(() => listSearch<PayoutsSearch>(navigate), [navigate])
  const filters = toPayoutFilters(search)
  return (
    <ListPage
      title={t('payouts.payouts')}
      description={t('payouts.groupWhatYouOweInto')}
      exported={{ href: csvUrl(programId, 'payouts/export', filters), label: t('payouts.exportPayouts') }}
      actions={can('payout:manage') && <PayoutActions partnerId={search.partner} />}
      locked={
        !can('billing:read') && <NoAccess what="payouts">{t('payouts.onlyOwnersAdminsAndMembers')}</NoAccess>
      }
      filters={<Filters />}
    >
      {search.view === 'balances' ? (
        <Card>
          <BalanceList
            filters={{
              partnerId: filters.partnerId,
              currency: filters.currency,
              due: search.show === 'due' || undefined,
            }}
          />
        </Card>
      ) : (
        <PayoutList key={JSON.stringify(filters)} filters={filters} onOpen={open} onClear={clear} />
      )}
      {search.open !== undefined && <PayoutPanel payoutId={search.open} onClose={close} />}
    </ListPage>
  )
}

function PayoutActions({ partnerId }: { partnerId: number | undefined }) {
  const { change } = listSearch<PayoutsSearch>(route.useNavigate())
  const [isCreating, setIsCreating] = useNewDialog(route.useSearch(), change)
  const [isImporting, setIsImporting] = useState(false)
  const [files, setFiles] = useState<readonly PayableBatch[]>()
  const open = useOpenBatches()
  const showCreated = (batch: PayableBatch | undefined) => {
    setIsCreating(false)
    setFiles(batch && [batch])
    // The new payouts are at the top of the list.
    change({ view: undefined, show: undefined, status: undefined, currency: undefined })
  }
  return (
    <>
      <Button onClick={() => setIsImporting(true)}>
        <Upload aria-hidden="true" className="size-4" />
        {t('payouts.importCSV')}
      </Button>
      {open.length > 0 && (
        <Button onClick={() => setFiles(open)}>
          <FileDown aria-hidden="true" className="size-4" />
          {t('payouts.paymentFile')}
        </Button>
      )}
      <Button look="primary" onClick={() => setIsCreating(true)}>
        <Plus aria-hidden="true" className="size-4" />
        {t('payouts.createPayouts')}
      </Button>
      {isCreating && (
        <CreatePayoutsDialog
          partnerId={partnerId}
          onCreated={showCreated}
          onClose={() => setIsCreating(false)}
        />
      )}
      {files !== undefined && <PaymentFileDialog batches={files} onClose={() => setFiles(undefined)} />}
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  )
}

/** The batches with open payouts, newest first. Sandbox programs have no payment files. */
function useOpenBatches(): PayableBatch[] {
  const programId = useProgramId()
  const { sandbox } = useProgram()
  const { data = [] } = useQuery({ ...openBatchesQuery(programId), enabled: !sandbox })
  const batches = new Map<number, PayableBatch>()
  for (const { batchId, currency, createdAt } of data) {
    const currencies = [...(batches.get(batchId)?.currencies ?? []), currency]
    batches.set(batchId, { batchId, createdAt, currencies })
  }
  return [...batches.values()]
}

function Filters() {
  const { view, show, status, partner, currency } = route.useSearch()
  const { change } = listSearch<PayoutsSearch>(route.useNavigate())
  return (
    <FilterBar
      legend={t('payouts.payoutFilters')}
      isFiltered={[show, status, partner, currency].some((value) => value !== undefined)}
      onClear={() => change({ show: undefined, status: undefined, partner: undefined, currency: undefined })}
    >
      <Segmented
        label={t('payouts.view')}
        value={view ?? 'payouts'}
        choices={[
          { value: 'payouts', label: t('payouts.payouts') },
          { value: 'balances', label: t('payouts.balances') },
        ]}
        onChoose={(chosen) =>
          change({
            view: chosen === 'balances' ? 'balances' : undefined,
            show: undefined,
            status: undefined,
          })
        }
      />
      {view === undefined ? (
        <StatusFilter
          value={status}
          statuses={PAYOUT_STATUSES}
          onChange={(chosen) => change({ status: chosen })}
        />
      ) : (
        <ChoiceFilter
          label={t('payouts.balances')}
          all={t('payouts.allBalances')}
          value={show}
          choices={[{ value: 'due', label: t('payouts.dueNow') }]}
          onChange={(chosen) => change({ show: chosen })}
        />
      )}
      <PartnerFilter value={partner} onChange={(chosen) => change({ partner: chosen })} />
      <CurrencyFilter value={currency} onChange={(chosen) => change({ currency: chosen })} />
      {view === undefined && <ListMenus list={PAYOUT_LIST} columns={PAYOUT_COLUMNS} />}
    </FilterBar>
  )
}
