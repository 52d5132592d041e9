import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { apiKeysQuery } from '../../api/settings-queries.ts'
import type { ApiKey, ApiKeyStatus } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu-surface.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { CreateKeyButton } from './create-key-button.tsx'
import { useNewSettingsDialog } from './use-new-settings-dialog.ts'

export function KeysSection() {
  const canManage = usePermissionCheck()('api_key:manage')
  const { sandbox } = useProgram()
  const [isCreating, setIsCreating] = useNewSettingsDialog()
  if (!canManage) {
    return <NoAccess what={t('settings.apiKeys')}>{t('settings.onlyOwnersAndAdminsThis')}</NoAccess>
  }
  return (
    <Card>
      <CardHeader
        title={t('settings.apiKeys')}
        description={sandbox ? t('settings.sandboxesOnlyHaveTestKeys') : t('settings.yourServerUsesAPIKey')}
        actions={<CreateKeyButtons />}
      />
      {isCreating && (
        <Dialog
          isOpen
          onClose={() => setIsCreating(false)}
          title={t('settings.createApiKey')}
          description={sandbox ? t('settings.sandboxesOnlyHaveTestKeys') : t('settings.createApiKeyOfMode')}
        >
          <DialogActions>
            <CreateKeyButtons onClose={() => setIsCreating(false)} />
          </DialogActions>
        </Dialog>
      )}
      <KeyList />
    </Card>
  )
}

function CreateKeyButtons({ onClose }: { onClose?: () => void }) {
  const { sandbox } = useProgram()
  const close = onClose === undefined ? {} : { onClose }
  return (
    <>
      <CreateKeyButton
        mode="test"
        look={sandbox ? 'primary' : 'secondary'}
        label={t('settings.createModeKey', { mode: 'test' })}
        {...close}
      />
      {!sandbox && (
        <CreateKeyButton
          mode="live"
          look="primary"
          label={t('settings.createModeKey', { mode: 'live' })}
          {...close}
        />
      )}
    </>
  )
}

const STATUSES: Record<ApiKeyStatus, LabelView> = {
  active: { label: t('settings.statuses.active'), tone: 'good' },
  retiring: { label: t('settings.statuses.retiring'), tone: 'warn' },
  retired: { label: t('settings.statuses.retired'), tone: 'neutral' },
}

function KeyList() {
  const query = useQuery(apiKeysQuery(useProgramId()))
  const [keyAction, setKeyAction] = useState<KeyAction>()
  return (
    <>
      <Loaded query={query} loadingRows={3}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={KeyRound} title={t('settings.noKeysYet')}>
              {t('settings.createTestKeyFirstTest')}
            </EmptyState>
          ) : (
            <KeyTable keys={keys} onAction={setKeyAction} />
          )
        }
      </Loaded>
      {keyAction !== undefined && (
        <ConfirmKeyAction keyAction={keyAction} onClose={() => setKeyAction(undefined)} />
      )}
    </>
  )
}

function KeyTable({ keys, onAction }: { keys: ApiKey[]; onAction: (keyAction: KeyAction) => void }) {
  const { timeZone } = useProgram()
  return (
    <div className="pt-3">
      <Table label={t('settings.apiKeys')}>
        <thead>
          <tr>
            <Th>{t('settings.key')}</Th>
            <Th>{t('settings.mode')}</Th>
            <Th>{t('settings.status')}</Th>
            <Th>{t('settings.created')}</Th>
            <Th>{t('settings.lastUsed')}</Th>
            <ThActions />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <Td className="whitespace-nowrap font-mono text-[0.8125rem]">{key.masked}</Td>
              <Td>
                <Badge tone={key.mode === 'live' ? 'accent' : 'neutral'}>
                  {key.mode === 'live' ? t('settings.live') : t('settings.test')}
                </Badge>
              </Td>
              <Td className="whitespace-nowrap">
                <LabelBadge {...STATUSES[key.state]} />
                {key.retiredAt !== null && (
                  <span className="ml-2 text-ink-3 text-xs">
                    {key.state === 'retiring' ? t('settings.worksUntil') : t('settings.since')}{' '}
                    {formatInstant(key.retiredAt, timeZone)}
                  </span>
                )}
              </Td>
              <Td className="whitespace-nowrap text-ink-2">{formatInstant(key.createdAt, timeZone)}</Td>
              <Td className="whitespace-nowrap text-ink-2">
                {key.lastUsedAt === null ? t('settings.never') : formatInstant(key.lastUsedAt, timeZone)}
              </Td>
              <Td align="right">
                <KeyMenu apiKey={key} onAction={onAction} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

type KeyAction = { apiKey: ApiKey } & ({ kind: 'retire'; graceHours: number } | { kind: 'delete' })

const GRACE_PERIODS = [
  { hours: 0, label: t('settings.retireNow') },
  { hours: 24, label: t('settings.retireIn24Hours') },
  { hours: 7 * 24, label: t('settings.retireIn7Days') },
  { hours: 30 * 24, label: t('settings.retireIn30Days') },
] as const

function KeyMenu({ apiKey, onAction }: { apiKey: ApiKey; onAction: (keyAction: KeyAction) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('settings.actionsForMasked', { masked: apiKey.masked })}>
          <Ellipsis />
        </IconButton>
      }
    >
      {apiKey.state !== 'retired' && (
        <>
          {GRACE_PERIODS.map(({ hours, label }) => (
            <MenuItem key={hours} onSelect={() => onAction({ kind: 'retire', apiKey, graceHours: hours })}>
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      )}
      <MenuItem tone="bad" onSelect={() => onAction({ kind: 'delete', apiKey })}>
        {t('settings.delete')}
      </MenuItem>
    </Menu>
  )
}

function ConfirmKeyAction({ keyAction, onClose }: { keyAction: KeyAction; onClose: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const params = { path: { programId, keyId: String(keyAction.apiKey.id) } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['api-keys', programId] })
  if (keyAction.kind === 'delete') {
    const remove = async () => {
      await read(api.DELETE('/api/programs/{programId}/api-keys/{keyId}', { params }))
      showSuccess(t('settings.keyDeleted'))
      await refresh()
    }
    return (
      <ConfirmDialog
        title={t('settings.deleteThisKey')}
        action={t('settings.deleteKey')}
        onConfirm={remove}
        onClose={onClose}
      >
        {t('settings.requestsWithMaskedAreRejected', { masked: keyAction.apiKey.masked })}
      </ConfirmDialog>
    )
  }
  const { graceHours } = keyAction
  const retire = async () => {
    const at = new Date(Date.now() + graceHours * 3_600_000).toISOString()
    const body = graceHours === 0 ? {} : { at }
    await read(api.POST('/api/programs/{programId}/api-keys/{keyId}/retire', { params, body }))
    showSuccess(graceHours === 0 ? t('settings.keyRetired') : t('settings.theKeyWillBeRetired'))
    await refresh()
  }
  return (
    <ConfirmDialog
      title={graceHours === 0 ? t('settings.retireThisKeyNow') : t('settings.retireThisKeyLater')}
      action={t('settings.retireKey')}
      onConfirm={retire}
      onClose={onClose}
    >
      {graceHours === 0
        ? t('settings.requestsWithMaskedWillBe', { masked: keyAction.apiKey.masked })
        : t('settings.maskedKeepsWorkingForGraceHours', {
            masked: keyAction.apiKey.masked,
            graceHours,
            graceHours2: graceHours / 24,
          })}
    </ConfirmDialog>
  )
}
