import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { programsQuery } from '../../api/queries.ts'
import { managementKeysQuery } from '../../api/settings-queries.ts'
import type { ManagementKey, ManagementKeyStatus } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram } from '../../session/use-program.ts'
import { LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { CreateManagementKeyDialog } from './create-management-key-dialog.tsx'
import { PERMISSIONS } from './permission-labels.ts'
import { useNewSettingsDialog } from './use-new-settings-dialog.ts'

export function ManagementKeysSection() {
  const canManage = usePermissionCheck()('api_key:manage')
  const [isCreating, setIsCreating] = useNewSettingsDialog()
  if (!canManage) {
    return <NoAccess what={t('settings.managementKeys')}>{t('settings.onlyOwnersAndAdminsThis')}</NoAccess>
  }
  return (
    <Card>
      <CardHeader
        title={t('settings.managementKeys2')}
        description={t('settings.yourApplicationsUseTheseKeys')}
        actions={
          <Button look="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('settings.createManagementKey')}
          </Button>
        }
      />
      <KeyList />
      {isCreating && <CreateManagementKeyDialog onClose={() => setIsCreating(false)} />}
    </Card>
  )
}

const STATUSES: Record<ManagementKeyStatus, LabelView> = {
  active: { label: t('settings.statuses.active'), tone: 'good' },
  suspended: { label: t('settings.statuses.suspended'), tone: 'warn' },
  expired: { label: t('settings.statuses.expired'), tone: 'neutral' },
  revoked: { label: t('settings.statuses.revoked'), tone: 'neutral' },
}

function KeyList() {
  const list = useInfiniteQuery(managementKeysQuery(useProgram().workspaceId))
  const [revoking, setRevoking] = useState<ManagementKey>()
  return (
    <>
      <PagedRows
        list={list}
        loadingRows={3}
        empty={
          <EmptyState icon={KeyRound} title={t('settings.noManagementKeysYet')}>
            {t('settings.createOneKeyForEach')}
          </EmptyState>
        }
      >
        {(keys) => <KeyTable keys={keys} onRevoke={setRevoking} />}
      </PagedRows>
      {revoking !== undefined && <RevokeDialog revoking={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}

/** Six columns don't fit on a phone, so each row becomes a block of stacked cells. */
const BLOCK_ON_PHONE =
  'align-top max-sm:block max-sm:border-b max-sm:py-3 max-sm:last:border-b-0 ' +
  'max-sm:[&>td]:block max-sm:[&>td]:border-b-0 max-sm:[&>td]:px-4 max-sm:[&>td]:py-0.5 max-sm:[&>td]:text-left'

function KeyTable({ keys, onRevoke }: { keys: ManagementKey[]; onRevoke: (key: ManagementKey) => void }) {
  return (
    <div className="pt-3">
      <Table label={t('settings.managementKeys2')}>
        <thead className="max-sm:sr-only">
          <tr>
            <Th>{t('settings.name')}</Th>
            <Th>{t('settings.status')}</Th>
            <Th>{t('settings.permissions')}</Th>
            <Th>{t('settings.expires')}</Th>
            <Th>{t('settings.lastUsed')}</Th>
            <ThActions />
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {keys.map((key) => (
            <KeyRow key={key.id} managementKey={key} onRevoke={() => onRevoke(key)} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function KeyRow({ managementKey, onRevoke }: { managementKey: ManagementKey; onRevoke: () => void }) {
  const { timeZone } = useProgram()
  const { name, masked, state, permissions, expiresAt, lastUsedAt, createdBy } = managementKey
  return (
    <tr className={BLOCK_ON_PHONE}>
      <Td>
        <span className="wrap-anywhere block font-medium">{name}</span>
        <span className="block font-mono text-[0.8125rem] text-ink-2">{masked}</span>
        <span className="block text-ink-3 text-xs">
          <Scope programId={managementKey.programId} />
          {t('settings.createdByName', { name: createdBy.name })}
        </span>
      </Td>
      <Td className="whitespace-nowrap">
        <LabelBadge {...STATUSES[state]} />
      </Td>
      <Td className="text-[0.8125rem] text-ink-2">
        {permissions.map((permission) => PERMISSIONS[permission].label).join(', ')}
      </Td>
      <Td className="whitespace-nowrap text-ink-2">
        <PhoneLabel>{`${t('settings.expires3')} `}</PhoneLabel>
        {expiresAt === null ? t('settings.never') : formatInstant(expiresAt, timeZone)}
      </Td>
      <Td className="whitespace-nowrap text-ink-2">
        <PhoneLabel>{`${t('settings.lastUsed2')} `}</PhoneLabel>
        {lastUsedAt === null ? t('settings.never') : formatInstant(lastUsedAt, timeZone)}
      </Td>
      <Td align="right">
        {state !== 'revoked' && (
          <Button size="small" onClick={onRevoke} aria-label={t('settings.revokeName', { name })}>
            {t('settings.revoke')}
          </Button>
        )}
      </Td>
    </tr>
  )
}

/** The column header, shown on phones where the header row is hidden. */
function PhoneLabel({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="sm:hidden">
      {children}
    </span>
  )
}

function Scope({ programId }: Pick<ManagementKey, 'programId'>) {
  const { data } = useQuery(programsQuery())
  if (programId === null) return t('settings.allProgramsInWorkspace')
  return (
    data?.programs.find(({ id }) => id === programId)?.name ?? t('settings.programProgramId', { programId })
  )
}

function RevokeDialog({ revoking, onClose }: { revoking: ManagementKey; onClose: () => void }) {
  const { workspaceId } = useProgram()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const revoke = async () => {
    const params = { path: { workspaceId, keyId: String(revoking.id) } }
    await read(api.POST('/api/workspaces/{workspaceId}/management-keys/{keyId}/revoke', { params }))
    showSuccess(t('settings.nameRevoked', { name: revoking.name }))
    await queryClient.invalidateQueries({ queryKey: ['management-keys', workspaceId] })
  }
  return (
    <ConfirmDialog
      title={t('settings.revokeName2', { name: revoking.name })}
      action={t('settings.revokeKey')}
      onConfirm={revoke}
      onClose={onClose}
    >
      {t('settings.requestsWithMaskedWillBe2', { masked: revoking.masked })}
    </ConfirmDialog>
  )
}
