import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { auditLogQuery } from '../../api/audit-queries.ts'
import { membersQuery } from '../../api/settings-queries.ts'
import { choicesOf } from '../../format/words.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { FilterBar } from '../../search/filter-bar.tsx'
import { listSearch } from '../../search/list-search.ts'
import { RangeFilter } from '../../search/range-filter.tsx'
import { useMay, useProgram } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { ListPage, Locked } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AuditTable } from './audit-table.tsx'
import { AUDIT_ACTIONS } from './audit-words.ts'
import type { AuditLogSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/audit-log')

export function AuditLogPage() {
  const mayRead = useMay()('audit:read')
  return (
    <ListPage
      title="Audit log"
      description="Who changed what in this workspace, in all its programs. Nothing here can be changed or deleted."
      locked={
        !mayRead && (
          <Locked what="the audit log">
            Owners and admins of this workspace see who changed what. Ask one of them.
          </Locked>
        )
      }
      filters={<Filters />}
    >
      <Card>
        <AuditLog />
      </Card>
    </ListPage>
  )
}

function Filters() {
  const search = route.useSearch()
  const { change, clear } = listSearch<AuditLogSearch>(route.useNavigate())
  const { action, person, from, to } = search
  const members = useQuery(membersQuery(useProgram().workspaceId)).data ?? []
  return (
    <FilterBar legend="Which changes" isFiltered={Object.keys(search).length > 0} onClear={clear}>
      <ChoiceFilter
        label="Person"
        all="Everybody"
        value={person}
        choices={members.map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` }))}
        onChange={(chosen) => change({ person: chosen })}
      />
      <ChoiceFilter
        label="Action"
        all="Every action"
        value={action}
        choices={choicesOf(AUDIT_ACTIONS)}
        onChange={(chosen) => change({ action: chosen })}
      />
      <RangeFilter from={from} to={to} onChange={change} />
    </FilterBar>
  )
}

function AuditLog() {
  const { workspaceId, timeZone } = useProgram()
  const { person, ...search } = route.useSearch()
  const byPerson = person === undefined ? {} : { userId: person }
  const list = useInfiniteQuery(auditLogQuery(workspaceId, { ...search, ...byPerson, timeZone }))
  const isFiltered = person !== undefined || Object.keys(search).length > 0
  const empty = isFiltered ? (
    <EmptyState icon={ScrollText} title="No change matches">
      Take a filter out, or choose other dates.
    </EmptyState>
  ) : (
    <EmptyState icon={ScrollText} title="Nothing was changed yet">
      As soon as somebody changes something in this workspace, it stands here with who did it.
    </EmptyState>
  )
  return (
    <PagedRows list={list} loadingRows={8} empty={empty}>
      {(rows) => <AuditTable rows={rows} timeZone={timeZone} />}
    </PagedRows>
  )
}
