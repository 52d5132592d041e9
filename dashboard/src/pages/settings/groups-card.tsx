import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { partnerGroupsQuery } from '../../api/partner-queries.ts'
import type { PartnerGroup } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

type Action = { kind: 'create' } | { kind: 'rename' | 'end'; group: PartnerGroup }

/** Partner groups, which can have their own policies. */
export function GroupsCard() {
  const programId = useProgramId()
  const query = useQuery(partnerGroupsQuery(programId))
  const canManage = usePermissionCheck()('commission:manage')
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  return (
    <Card>
      <CardHeader
        title={t('settings.partnerGroups')}
        description={t('settings.aGroupsPolicyOverridesPrograms')}
        actions={
          canManage && (
            <Button onClick={() => setAction({ kind: 'create' })}>
              <Plus aria-hidden="true" className="size-4" />
              {t('settings.newGroup')}
            </Button>
          )
        }
      />
      <Loaded query={query} loadingRows={1}>
        {(groups) =>
          groups.length === 0 ? (
            <p className="px-4 py-4 text-ink-3 sm:px-5">{t('settings.noGroupsYetAllPartners')}</p>
          ) : (
            <ul aria-label={t('settings.partnerGroups')} className="divide-y">
              {groups.map((group) => (
                <li key={group.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
                  <span className="wrap-anywhere min-w-0 font-medium">{group.name}</span>
                  <Link
                    to="/programs/$programId/partners"
                    params={{ programId }}
                    search={{ group: group.id }}
                    className="text-accent-text underline"
                  >
                    {t('settings.partners', { partners: group.partners })}
                  </Link>
                  {canManage && (
                    <span className="ml-auto flex gap-1">
                      <Button
                        size="small"
                        aria-label={t('settings.renameName', { name: group.name })}
                        onClick={() => setAction({ kind: 'rename', group })}
                      >
                        {t('settings.rename')}
                      </Button>
                      <Button
                        size="small"
                        look="quiet"
                        aria-label={t('settings.endName', { name: group.name })}
                        onClick={() => setAction({ kind: 'end', group })}
                      >
                        {t('settings.end')}
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {action?.kind === 'create' && <NameGroup onClose={close} />}
      {action?.kind === 'rename' && <NameGroup group={action.group} onClose={close} />}
      {action?.kind === 'end' && <EndGroup group={action.group} onClose={close} />}
    </Card>
  )
}

/** Invalidates everything that shows groups: their list, partners and policies. */
function useRefreshGroups() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['partners', programId] }),
      queryClient.invalidateQueries({ queryKey: ['commission-policies', programId] }),
    ])
}

/** Creates or renames a group. */
function NameGroup({ group, onClose }: { group?: PartnerGroup; onClose: () => void }) {
  const programId = useProgramId()
  const refresh = useRefreshGroups()
  const { showSuccess } = useToasts()
  const save = async (text: string | undefined) => {
    const body = { name: text ?? '' }
    if (group === undefined) {
      await read(
        api.POST('/api/programs/{programId}/partner-groups', { params: { path: { programId } }, body }),
      )
    } else {
      const params = { path: { programId, groupId: String(group.id) } }
      await read(api.PATCH('/api/programs/{programId}/partner-groups/{groupId}', { params, body }))
    }
    showSuccess(
      group === undefined
        ? t('settings.groupNameCreated', { name: body.name })
        : t('settings.groupRenamedName', { name: body.name }),
    )
    await refresh()
  }
  return (
    <PromptDialog
      title={
        group === undefined ? t('settings.newPartnerGroup') : t('settings.renameName', { name: group.name })
      }
      label={t('settings.name')}
      action={group === undefined ? t('settings.createGroup') : t('settings.renameGroup')}
      isRequired
      {...(group === undefined ? {} : { text: group.name })}
      onSubmit={save}
      onClose={onClose}
    >
      {group === undefined ? t('settings.nextSetGroupsPolicyAnd') : t('settings.itsPartnersAndPoliciesDont')}
    </PromptDialog>
  )
}

function EndGroup({ group, onClose }: { group: PartnerGroup; onClose: () => void }) {
  const programId = useProgramId()
  const refresh = useRefreshGroups()
  const { showSuccess } = useToasts()
  const end = async () => {
    const params = { path: { programId, groupId: String(group.id) } }
    await read(api.DELETE('/api/programs/{programId}/partner-groups/{groupId}', { params }))
    showSuccess(t('settings.groupNameEnded', { name: group.name }))
    await refresh()
  }
  return (
    <ConfirmDialog
      title={t('settings.endGroupName', { name: group.name })}
      action={t('settings.endGroup')}
      onConfirm={end}
      onClose={onClose}
    >
      {t('settings.partnersPlural0GroupHas', { partners: group.partners })}
    </ConfirmDialog>
  )
}
