import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { claimsQuery } from '../../api/claim-queries.ts'
import type { Claim } from '../../api/types.ts'
import { enumOptions } from '../../format/enums.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CLAIM_COLUMNS } from './claim-columns.tsx'
import { CLAIM_STATES } from './claim-labels.ts'
import { ClaimPanel } from './claim-panel.tsx'
import type { ClaimsSearch } from './search.ts'

/** The key of the stored columns and views. */
const LIST = 'claims'
const getId = ({ id }: Claim) => String(id)

const route = getRouteApi('/signed-in/programs/$programId/claims')

/** Claims of partners, and the decisions on them. */
export function ClaimsPage() {
  const { open: opened, state } = route.useSearch()
  const { open, close, change } = listSearch<ClaimsSearch>(route.useNavigate())
  return (
    <ListPage
      title={t('claims.claims')}
      description={t('claims.salesPartnersSayYouMissed')}
      filters={
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <Segmented
            label={t('claims.status')}
            value={state ?? 'every'}
            choices={[{ value: 'every', label: t('claims.all') }, ...enumOptions(CLAIM_STATES)]}
            onChoose={(chosen) => change({ state: chosen === 'every' ? undefined : chosen })}
          />
          <ListMenus list={LIST} columns={CLAIM_COLUMNS} />
        </div>
      }
    >
      <Card>
        <ClaimList onOpen={open} />
      </Card>
      {opened !== undefined && <ClaimPanel key={opened} claimId={opened} onClose={close} />}
    </ListPage>
  )
}

function ClaimList({ onOpen }: { onOpen: (claimId: number) => void }) {
  const { state, open: opened } = route.useSearch()
  const list = useInfiniteQuery(claimsQuery(useProgramId(), { state }))
  return (
    <PagedRows
      list={list}
      loadingRows={5}
      empty={
        <EmptyState
          icon={MessageCircleQuestion}
          title={state === undefined ? t('claims.noClaimsYet') : t('claims.noMatchingClaims')}
        >
          {state === undefined ? t('claims.partnersCanClaimMissingSale') : t('claims.tryAnotherStatus')}
        </EmptyState>
      }
    >
      {(rows) => (
        <DataTable
          label={t('claims.claims')}
          list={LIST}
          columns={CLAIM_COLUMNS}
          rows={rows}
          getId={getId}
          openedId={opened === undefined ? undefined : String(opened)}
          onOpen={({ id }) => onOpen(id)}
        />
      )}
    </PagedRows>
  )
}
