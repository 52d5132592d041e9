import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Handshake, Plus } from 'lucide-react'
import { useState } from 'react'
import { partnerNumbersQuery, partnersQuery } from '../../api/partner-queries.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { AddPartnerDialog } from './add-partner-dialog.tsx'
import { PartnerPanel } from './partner-panel.tsx'
import { PARTNER_STATUS_LABELS } from './partner-status.tsx'
import { PartnerTable } from './partner-table.tsx'
import { PARTNER_STATUSES } from './search.ts'
import { SiteAddressField } from './site-address-field.tsx'

const route = getRouteApi('/signed-in/programs/$programId/partners')

export function PartnersPage() {
  const program = useProgram()
  const mayManage = useMay()('partner:manage')
  const { status, period = '30d', open } = route.useSearch()
  const navigate = route.useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const setOpen = (partnerId: number | undefined) =>
    void navigate({
      search: ({ open: _open, ...rest }) => (partnerId === undefined ? rest : { ...rest, open: partnerId }),
    })
  return (
    <>
      <PageHeader
        title="Partners"
        description={`Who sends people to you, and what came of it. Days are counted in ${program.timeZone.replaceAll('_', ' ')}.`}
        actions={
          mayManage && (
            <Button look="primary" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" className="size-4" />
              Add partner
            </Button>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Status"
          value={status ?? 'every'}
          choices={[
            { value: 'every', label: 'All' },
            ...PARTNER_STATUSES.map((value) => ({ value, label: PARTNER_STATUS_LABELS[value] })),
          ]}
          onChoose={(chosen) =>
            void navigate({
              search: ({ status: _status, ...rest }) =>
                chosen === 'every' ? rest : { ...rest, status: chosen },
              replace: true,
            })
          }
        />
        <Segmented
          label="Period of the numbers"
          value={period}
          choices={[
            { value: '30d', label: '30 days' },
            { value: 'all', label: 'All time' },
          ]}
          onChoose={(chosen) =>
            void navigate({
              search: ({ period: _period, ...rest }) =>
                chosen === 'all' ? { ...rest, period: chosen } : rest,
              replace: true,
            })
          }
        />
      </div>
      <Card>
        <SiteAddressField />
        <PartnerList onOpen={setOpen} onAdd={() => setIsAdding(true)} />
      </Card>
      {isAdding && (
        <AddPartnerDialog
          onClose={() => setIsAdding(false)}
          onAdded={(partner) => {
            setIsAdding(false)
            setOpen(partner.id)
          }}
        />
      )}
      {open !== undefined && (
        <PartnerPanel partnerId={open} period={period} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

function PartnerList({ onOpen, onAdd }: { onOpen: (partnerId: number) => void; onAdd: () => void }) {
  const programId = useProgramId()
  const mayManage = useMay()('partner:manage')
  const { status, period = '30d' } = route.useSearch()
  const list = useInfiniteQuery(partnersQuery(programId, { status }))
  const partners = list.data?.pages.flatMap((page) => page.data) ?? []
  const numbers = useQuery(
    partnerNumbersQuery(
      programId,
      partners.map(({ id }) => id),
      period,
    ),
  )
  if (list.isPending) return <SkeletonRows />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (partners.length === 0 && status !== undefined) {
    return (
      <EmptyState icon={Handshake} title={`No partner is ${status}`}>
        {status === 'pending'
          ? 'Everybody who applied has an answer.'
          : 'Choose another status to see the others.'}
      </EmptyState>
    )
  }
  if (partners.length === 0) {
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
  return (
    <>
      <PartnerTable
        partners={partners}
        numbers={numbers.data}
        numbersFailed={numbers.isError}
        onOpen={onOpen}
      />
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}
