import { getRouteApi } from '@tanstack/react-router'
import { LockKeyhole, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { csvAddress } from '../../api/record-queries.ts'
import { CURRENCIES } from '../../format/money.ts'
import { changeSearch } from '../../search/change-search.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { useMay, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { BalanceList } from './balance-list.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { MakePayoutsDialog } from './make-payouts-dialog.tsx'
import { PayoutList } from './payout-list.tsx'
import { PayoutPanel } from './payout-panel.tsx'
import { PAYOUT_STATUS_LABELS } from './payout-status.tsx'
import { PAYOUT_STATUSES, type PayoutsSearch, toPayoutFilters } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/payouts')

export function PayoutsPage() {
  const may = useMay()
  const programId = useProgramId()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [asked, setAsked] = useState<'make' | 'import'>()
  const filters = toPayoutFilters(search)
  const mayRead = may('billing:read')
  const mayPay = may('commission:manage')
  return (
    <>
      <PageHeader
        title="Payouts"
        description="What partners are owed, put together and sent. Pay them wherever you pay, then mark them as paid here."
        actions={
          mayRead && (
            <>
              <ExportButton href={csvAddress(programId, 'payouts/export', filters)} label="Export payouts" />
              {mayPay && (
                <>
                  <Button onClick={() => setAsked('import')}>
                    <Upload aria-hidden="true" className="size-4" />
                    Import CSV
                  </Button>
                  <Button look="primary" onClick={() => setAsked('make')}>
                    <Plus aria-hidden="true" className="size-4" />
                    Make payouts
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      {mayRead ? (
        <>
          <Filters />
          <Card>
            {search.view === 'balances' ? (
              <BalanceList filters={{ partnerId: filters.partnerId, currency: filters.currency }} />
            ) : (
              <PayoutList
                filters={filters}
                onOpen={(id) => void navigate({ search: (old) => ({ ...old, open: id }) })}
              />
            )}
          </Card>
        </>
      ) : (
        <Card>
          <EmptyState icon={LockKeyhole} title="Your role does not show payouts">
            Owners, admins and members of this workspace see what partners are paid. Ask one of them for
            another role.
          </EmptyState>
        </Card>
      )}
      {mayRead && search.open !== undefined && (
        <PayoutPanel
          payoutId={search.open}
          onClose={() => void navigate({ search: ({ open: _, ...old }) => old, replace: true })}
        />
      )}
      {asked === 'make' && (
        <MakePayoutsDialog partnerId={search.partner} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'import' && <ImportDialog onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Filters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: Parameters<typeof changeSearch<PayoutsSearch>>[1]) =>
    void navigate({ search: changeSearch(search, changed), replace: true })
  const { view, status, partner, currency } = search
  const isFiltered = status !== undefined || partner !== undefined || currency !== undefined
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-2">
      <legend className="sr-only">Which payouts</legend>
      <Segmented
        label="Show"
        value={view ?? 'payouts'}
        choices={[
          { value: 'payouts', label: 'Payouts' },
          { value: 'balances', label: 'Balances' },
        ]}
        onChoose={(chosen) =>
          change({ view: chosen === 'balances' ? 'balances' : undefined, status: undefined })
        }
      />
      {view === undefined && (
        <ChoiceFilter
          label="Status"
          all="Every status"
          value={status}
          choices={PAYOUT_STATUSES.map((value) => ({ value, label: PAYOUT_STATUS_LABELS[value] }))}
          onChange={(chosen) => change({ status: chosen })}
        />
      )}
      <PartnerFilter value={partner} onChange={(chosen) => change({ partner: chosen })} />
      <ChoiceFilter
        label="Currency"
        all="Every currency"
        value={currency}
        choices={CURRENCIES.map((value) => ({ value, label: value }))}
        onChange={(chosen) => change({ currency: chosen })}
      />
      {isFiltered && (
        <Button
          look="quiet"
          onClick={() => change({ status: undefined, partner: undefined, currency: undefined })}
        >
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}
