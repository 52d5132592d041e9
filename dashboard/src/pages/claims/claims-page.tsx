import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { claimsQuery } from '../../api/claim-queries.ts'
import type { Claim } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { CLAIM_STATES, subjectOf } from './claim-labels.ts'
import { ClaimPanel } from './claim-panel.tsx'
import type { ClaimsSearch } from './search.ts'

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
        <div className="mb-4">
          <Segmented
            label={t('claims.status')}
            value={state ?? 'every'}
            choices={[{ value: 'every', label: t('claims.all') }, ...enumOptions(CLAIM_STATES)]}
            onChoose={(chosen) => change({ state: chosen === 'every' ? undefined : chosen })}
          />
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
  const { state } = route.useSearch()
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
      {(rows) => <ClaimTable rows={rows} onOpen={onOpen} />}
    </PagedRows>
  )
}

function ClaimTable({ rows, onOpen }: { rows: Claim[]; onOpen: (claimId: number) => void }) {
  const { timeZone } = useProgram()
  return (
    <Table label={t('claims.claims')}>
      <thead>
        <tr>
          <Th>{t('claims.claim')}</Th>
          <Th>{t('claims.status')}</Th>
          <Th className="hidden sm:table-cell">{t('claims.created')}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id} onClick={() => onOpen(row.id)}>
            <Td>
              <RowName className="max-w-56" detail={row.partnerName}>
                {subjectOf(row)}
              </RowName>
            </Td>
            <Td>
              <LabelBadge {...CLAIM_STATES[row.state]} />
            </Td>
            <Td className="hidden sm:table-cell">{formatInstant(row.createdAt, timeZone)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
