import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { applicationSelectionQuery, applicationsQuery } from '../../api/application-queries.ts'
import { flattenPages } from '../../api/paged-query.ts'
import type { Application } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { type SelectedRows, toSelection } from '../../lists/list-table.ts'
import { NoMatches } from '../../lists/no-matches.tsx'
import { SelectMatching } from '../../lists/select-matching.tsx'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { APPLICATION_COLUMNS } from './application-columns.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import type { ApplicationsSearch } from './search.ts'
import { type BulkDecision, canBeDecided, type ListedApplication } from './use-decide-applications.ts'

/** The key of the stored columns and views. */
export const APPLICATION_LIST = 'applications'

const route = getRouteApi('/signed-in/programs/$programId/applications')

export function ApplicationList({ onOpen }: { onOpen: (applicationId: number) => void }) {
  const programId = useProgramId()
  const canManage = usePermissionCheck()('partner:manage')
  const { status, search } = route.useSearch()
  const { clear } = listSearch<ApplicationsSearch>(route.useNavigate())
  const [selected, setSelected] = useState<SelectedRows>({})
  const list = useInfiniteQuery(applicationsQuery(programId, { status, search }))
  const rows = flattenPages(list.data)
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => selected[id])
  const { data: matching } = useQuery({
    ...applicationSelectionQuery(programId, { status, search }),
    enabled: areAllSelected && list.hasNextPage,
  })
  // The rows shown are fresher than the selection.
  const loaded = new Map([...(matching?.rows ?? []), ...rows].map((row) => [row.id, row]))
  const chosen = [...loaded.values()].filter(({ id }) => selected[id])
  return (
    <div className="flex flex-col">
      <BulkDecide applications={chosen} onClear={() => setSelected({})}>
        <SelectMatching
          matching={matching}
          selected={chosen.length}
          onSelect={(all) => setSelected(toSelection(all))}
        />
      </BulkDecide>
      <Card>
        <PagedRows
          list={list}
          loadingRows={5}
          empty={
            status === undefined && search === undefined ? (
              <NoApplications />
            ) : (
              <NoMatches icon={Inbox} title={t('applications.noMatchingApplications')} onClear={clear} />
            )
          }
        >
          {(shown) => (
            <DataTable
              label={t('applications.applications')}
              list={APPLICATION_LIST}
              columns={APPLICATION_COLUMNS}
              rows={shown}
              getId={getId}
              selection={canManage ? { ...SELECTION, rows: selected, onChange: setSelected } : undefined}
              onOpen={({ id }) => onOpen(id)}
            />
          )}
        </PagedRows>
      </Card>
    </div>
  )
}

const getId = ({ id }: Application) => String(id)
const SELECTION = {
  canBeSelected: () => true,
  getLabel: ({ name }: Application) => t('applications.selectName', { name }),
  all: t('applications.selectAllApplicationsShown'),
}

/** Approves or rejects all selected applications whose status allows it. */
function BulkDecide({
  applications,
  onClear,
  children,
}: {
  applications: ListedApplication[]
  onClear: () => void
  children: ReactNode
}) {
  const [deciding, setDeciding] = useState<{ decision: BulkDecision; applications: ListedApplication[] }>()
  const action = (decision: BulkDecision, label: string, look: 'primary' | 'secondary') => {
    const decidable = applications.filter((one) => canBeDecided(one, decision))
    if (decidable.length === 0) return null
    return (
      <Button size="small" look={look} onClick={() => setDeciding({ decision, applications: decidable })}>
        {label} {decidable.length < applications.length && formatCount(decidable.length)}
      </Button>
    )
  }
  return (
    <>
      <SelectionBar count={applications.length} onClear={onClear}>
        {children}
        {action('approve', t('applications.approve'), 'primary')}
        {action('reject', t('applications.reject'), 'secondary')}
      </SelectionBar>
      {deciding !== undefined && (
        <DecideDialog {...deciding} onDone={onClear} onClose={() => setDeciding(undefined)} />
      )}
    </>
  )
}

function NoApplications() {
  const programId = useProgramId()
  return (
    <EmptyState
      icon={Inbox}
      title={t('applications.noApplicationsYet')}
      action={
        <Button asChild>
          <Link to="/programs/$programId/settings" params={{ programId }} search={{ section: 'join-page' }}>
            {t('applications.setUpJoinPage')}
          </Link>
        </Button>
      }
    >
      {t('applications.applicationsFromYourJoinPage')}
    </EmptyState>
  )
}
