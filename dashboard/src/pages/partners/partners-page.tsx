import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Handshake, Plus } from 'lucide-react'
import { useState } from 'react'
import { rowsOf } from '../../api/paged-query.ts'
import { partnerNumbersQuery, partnersQuery } from '../../api/partner-queries.ts'
import { choicesOf } from '../../format/words.ts'
import { listSearch } from '../../search/list-search.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Input } from '../../ui/field.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/loaded.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AddPartnerDialog } from './add-partner-dialog.tsx'
import { PartnerPanel } from './partner-panel.tsx'
import { PartnerTable } from './partner-table.tsx'
import { PARTNER_STATUSES } from './partner-words.ts'
import type { PartnersSearch } from './search.ts'
import { SiteAddressField } from './site-address-field.tsx'

const route = getRouteApi('/signed-in/programs/$programId/partners')

export function PartnersPage() {
  const { timeZone } = useProgram()
  const mayManage = useMay()('partner:manage')
  const { period = '30d', open: openId } = route.useSearch()
  const { open, close } = listSearch<PartnersSearch>(route.useNavigate())
  const [isAdding, setIsAdding] = useState(false)
  return (
    <ListPage
      title="Partners"
      description={`Who sends people to you, and what came of it. Days are counted in ${timeZone.replaceAll('_', ' ')}.`}
      actions={
        mayManage && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden="true" className="size-4" />
            Add partner
          </Button>
        )
      }
      filters={<Filters />}
    >
      <Card>
        <SiteAddressField />
        <PartnerList onOpen={open} onAdd={() => setIsAdding(true)} />
      </Card>
      {isAdding && (
        <AddPartnerDialog
          onClose={() => setIsAdding(false)}
          onAdded={(partner) => {
            setIsAdding(false)
            open(partner.id)
          }}
        />
      )}
      {openId !== undefined && <PartnerPanel partnerId={openId} period={period} onClose={close} />}
    </ListPage>
  )
}

function Filters() {
  const { status, search, period = '30d' } = route.useSearch()
  const { change } = listSearch<PartnersSearch>(route.useNavigate())
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <Segmented
        label="Status"
        value={status ?? 'every'}
        choices={[{ value: 'every', label: 'All' }, ...choicesOf(PARTNER_STATUSES)]}
        onChoose={(chosen) => change({ status: chosen === 'every' ? undefined : chosen })}
      />
      <Input
        type="search"
        aria-label="Search partners"
        placeholder="Name or e-mail"
        className="w-auto max-w-56"
        maxLength={255}
        defaultValue={search}
        onChange={(event) => change({ search: event.target.value.trim() || undefined })}
      />
      <Segmented
        label="Period of the numbers"
        value={period}
        choices={[
          { value: '30d', label: '30 days' },
          { value: 'all', label: 'All time' },
        ]}
        onChoose={(chosen) => change({ period: chosen === 'all' ? chosen : undefined })}
      />
    </div>
  )
}

function PartnerList({ onOpen, onAdd }: { onOpen: (partnerId: number) => void; onAdd: () => void }) {
  const programId = useProgramId()
  const { status, search, period = '30d' } = route.useSearch()
  const list = useInfiniteQuery(partnersQuery(programId, { status, search }))
  const ids = rowsOf(list.data).map(({ id }) => id)
  const numbers = useQuery(partnerNumbersQuery(programId, ids, period))
  return (
    <PagedRows
      list={list}
      loadingRows={6}
      empty={<NoPartners search={{ ...(status && { status }), ...(search && { search }) }} onAdd={onAdd} />}
    >
      {(partners) => (
        <PartnerTable
          partners={partners}
          numbers={numbers.data}
          numbersFailed={numbers.isError}
          onOpen={onOpen}
        />
      )}
    </PagedRows>
  )
}

function NoPartners({ search, onAdd }: { search: PartnersSearch; onAdd: () => void }) {
  const mayManage = useMay()('partner:manage')
  const { status } = search
  if (search.search !== undefined) {
    return (
      <EmptyState icon={Handshake} title="No partner fits this search">
        It looks for what you typed in names and e-mails
        {status === undefined ? '' : `, of partners who are ${status}`}.
      </EmptyState>
    )
  }
  if (status !== undefined) {
    return (
      <EmptyState icon={Handshake} title={`No partner is ${status}`}>
        {status === 'pending'
          ? 'Everybody who applied has an answer.'
          : 'Choose another status to see the others.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Handshake}
      title="No partners yet"
      action={
        mayManage && (
          <Button look="primary" onClick={onAdd}>
            Add your first partner
          </Button>
        )
      }
    >
      A partner gets a link of its own. Whoever follows it and buys brings the partner a commission.
      {!mayManage && ' Your role may not add partners: ask an admin.'}
    </EmptyState>
  )
}
