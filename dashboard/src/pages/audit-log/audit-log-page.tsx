import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { auditLogQuery } from '../../api/audit-queries.ts'
import { managementKeyChoicesQuery, membersQuery } from '../../api/settings-queries.ts'
import type { AuditAction } from '../../api/types.ts'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { FilterBar } from '../../search/filter-bar.tsx'
import { listSearch } from '../../search/list-search.ts'
import { RangeFilter } from '../../search/range-filter.tsx'
import { readChoice } from '../../search/read-search.ts'
import { usePermissionCheck, useProgram } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { ListPage, NoAccess } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { AUDIT_ACTIONS } from './audit-labels.ts'
import { groupEntries } from './audit-sentence.ts'
import { AuditTable } from './audit-table.tsx'
import type { AuditLogSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/audit-log')

export function AuditLogPage() {
  const canRead = usePermissionCheck()('audit:read')
  return (
    <SettingsFrame current="audit-log">
      <ListPage
        title={t('auditLog.auditLog')}
        description={t('auditLog.everyChangeMadeInThis')}
        locked={
          !canRead && (
            <NoAccess what={t('auditLog.theAuditLog')}>{t('auditLog.onlyOwnersAndAdminsCan')}</NoAccess>
          )
        }
        filters={<Filters />}
      >
        <Card>
          <AuditLog />
        </Card>
      </ListPage>
    </SettingsFrame>
  )
}

function Filters() {
  const search = route.useSearch()
  const { change, clear } = listSearch<AuditLogSearch>(route.useNavigate())
  const { from, to } = search
  return (
    <FilterBar
      legend={t('auditLog.filterChanges')}
      isFiltered={Object.keys(search).length > 0}
      onClear={clear}
    >
      <ActorFilter actor={search} onChange={change} />
      <ChoiceFilter
        label={t('auditLog.action')}
        all={t('auditLog.allActions')}
        value={readAction(search)}
        choices={enumOptions(AUDIT_ACTIONS)}
        onChange={(chosen) => change({ action: chosen })}
      />
      <RangeFilter from={from} to={to} onChange={change} />
    </FilterBar>
  )
}

/** Returns the action in the URL, or undefined if it doesn't exist. */
function readAction({ action }: AuditLogSearch): AuditAction | undefined {
  return readChoice(action, enumValues(AUDIT_ACTIONS))
}

type Actor = Pick<AuditLogSearch, 'person' | 'key'>

/** A single filter for people and keys, because a change has exactly one actor. */
function ActorFilter({
  actor: { person, key },
  onChange,
}: {
  actor: Actor
  onChange: (actor: { person: string | undefined; key: number | undefined }) => void
}) {
  const { workspaceId } = useProgram()
  const members = useQuery(membersQuery(workspaceId)).data ?? []
  const canList = usePermissionCheck()('api_key:manage')
  const keyChoices = useQuery({ ...managementKeyChoicesQuery(workspaceId), enabled: canList }).data ?? []
  const keys = keyChoices.map(({ id, name, masked }) => ({ id, label: `${name} (${masked})` }))
  if (key !== undefined && !keys.some(({ id }) => id === key))
    keys.push({ id: key, label: t('auditLog.keyKey', { key }) })
  const choices = [
    ...members.map(({ userId, name, email }) => ({
      value: t('auditLog.personUserId', { userId }),
      label: `${name} (${email})`,
      actor: { person: userId } as Actor,
    })),
    ...keys.map(({ id, label }) => ({
      value: t('auditLog.keyId', { id }),
      label,
      actor: { key: id } as Actor,
    })),
  ]
  const chosen = choices.find(({ actor }) => actor.person === person && actor.key === key)
  return (
    <ChoiceFilter
      label={t('auditLog.memberOrKey')}
      all={t('auditLog.allMembersAndKeys')}
      value={chosen?.value}
      choices={choices}
      onChange={(value) =>
        onChange({ person: undefined, key: undefined, ...choices.find((one) => one.value === value)?.actor })
      }
    />
  )
}

function AuditLog() {
  const { workspaceId, timeZone } = useProgram()
  const search = route.useSearch()
  const { person, key, action: _, ...days } = search
  const action = readAction(search)
  const by = {
    ...(action === undefined ? {} : { action }),
    ...(person === undefined ? {} : { userId: person }),
    ...(key === undefined ? {} : { keyId: key }),
  }
  const list = useInfiniteQuery(auditLogQuery(workspaceId, { ...days, ...by, timeZone }))
  const isFiltered = Object.keys(search).length > 0
  const empty = isFiltered ? (
    <EmptyState icon={ScrollText} title={t('auditLog.noMatchingChanges')}>
      {t('auditLog.tryRemovingFilterOrChanging')}
    </EmptyState>
  ) : (
    <EmptyState icon={ScrollText} title={t('auditLog.noChangesYet')}>
      {t('auditLog.changesMadeInThisWorkspace')}
    </EmptyState>
  )
  return (
    <PagedRows list={list} loadingRows={8} empty={empty}>
      {(rows) => <AuditTable changes={groupEntries(rows, list.hasNextPage)} timeZone={timeZone} />}
    </PagedRows>
  )
}
