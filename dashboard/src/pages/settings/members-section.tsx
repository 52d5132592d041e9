import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { membersQuery } from '../../api/settings-queries.ts'
import type { Member, Role } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { useAccount, usePermissionCheck, useProgram } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Select } from '../../ui/field.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-surface.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { InvitationList } from './invitation-list.tsx'
import { assignableRoles, ROLES } from './roles.ts'
import { TwoFactorRequirement } from './two-factor-requirement.tsx'
import { useNewSettingsDialog } from './use-new-settings-dialog.ts'

export function MembersSection() {
  const canManage = usePermissionCheck()('member:manage')
  const { workspaceId } = useProgram()
  const { workspaces } = useAccount()
  const workspace = workspaces.find(({ id }) => id === workspaceId)
  const [isAdding, setIsAdding] = useNewSettingsDialog()
  if (!canManage || workspace === undefined) {
    return <NoAccess what={t('settings.members')}>{t('settings.onlyOwnersAndAdminsThis3')}</NoAccess>
  }
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader
          title={t('settings.membersName', { name: workspace.name })}
          description={t('settings.membersCanAccessAllPrograms')}
          actions={
            <Button look="primary" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" className="size-4" />
              {t('settings.inviteMember')}
            </Button>
          }
        />
        <MemberList workspaceId={workspaceId} ownRole={workspace.role} />
        <dl className="grid gap-x-6 gap-y-2 border-t px-4 py-4 text-[0.8125rem] sm:grid-cols-2 sm:px-5">
          {enumValues(ROLES).map((role) => (
            <div key={role}>
              <dt className="inline font-medium">{ROLES[role].label}: </dt>
              <dd className="inline text-ink-3">{ROLES[role].hint}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <InvitationList workspaceId={workspaceId} />
      <TwoFactorRequirement workspaceId={workspaceId} isRequired={workspace.requiresTwoFactor} />
      {isAdding && (
        <AddMemberDialog
          workspaceId={workspaceId}
          ownRole={workspace.role}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  )
}

function MemberList({ workspaceId, ownRole }: { workspaceId: string; ownRole: Role }) {
  const query = useQuery(membersQuery(workspaceId))
  return (
    <Loaded query={query} loadingRows={3}>
      {(members) => (
        <div className="pt-3">
          <Table label={t('settings.members2')}>
            <thead>
              <tr>
                <Th>{t('settings.member')}</Th>
                <Th>{t('settings.role')}</Th>
                <ThActions />
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <MemberRow key={member.id} member={member} ownRole={ownRole} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Loaded>
  )
}

interface MemberChange {
  role?: Role
  status?: Member['status']
}

function MemberRow({ member, ownRole }: { member: Member; ownRole: Role }) {
  const { user } = useAccount()
  const isSelf = member.userId === user.id
  const canChange = member.role !== 'owner' || ownRole === 'owner'
  const refresh = useRefreshMembers(isSelf)
  const change = useUpdateMember(member, refresh)
  return (
    <tr>
      <Td>
        <span className="block max-w-56 truncate font-medium">
          {member.name}
          {isSelf && <span className="font-normal text-ink-3">{` ${t('settings.you2')}`}</span>}
        </span>
        {member.status === 'suspended' && <Badge tone="warn">{t('settings.suspended')}</Badge>}
        <span className="block max-w-56 truncate text-[0.8125rem] text-ink-3">{member.email}</span>
      </Td>
      <Td>
        {canChange ? (
          <Select
            aria-label={t('settings.roleName', { name: member.name })}
            className="w-32"
            value={member.role}
            onChange={({ target }) => {
              const role = enumValues(ROLES).find((one) => one === target.value)
              if (role !== undefined && !change.isPending) change.mutate({ role })
            }}
          >
            {assignableRoles(ownRole).map((role) => (
              <option key={role} value={role}>
                {ROLES[role].label}
              </option>
            ))}
          </Select>
        ) : (
          ROLES[member.role].label
        )}
      </Td>
      <Td align="right">
        {canChange && (
          <MemberMenu
            member={member}
            isSelf={isSelf}
            onStatus={(status) => change.mutate({ status })}
            onRemoved={refresh}
          />
        )}
      </Td>
    </tr>
  )
}

function useRefreshMembers(isSelf: boolean) {
  const { workspaceId } = useProgram()
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['members', workspaceId] })
    // A member's own permissions may have changed.
    if (isSelf) await queryClient.invalidateQueries({ queryKey: ['account'] })
  }
}

function useUpdateMember(member: Member, refresh: () => Promise<void>) {
  const { workspaceId } = useProgram()
  const { showSuccess, showError } = useToasts()
  const params = { path: { workspaceId, memberId: member.id } }
  return useMutation({
    mutationFn: async (body: MemberChange) =>
      (await read(api.PATCH('/api/workspaces/{workspaceId}/members/{memberId}', { params, body }))).data,
    async onSuccess({ name, role, status }) {
      showSuccess(
        t('settings.nameIsNowValue', {
          name,
          value: status === 'active' ? role : status,
        }),
      )
      await refresh()
    },
    onError: showError,
  })
}

/** Suspending is immediate because it can be undone; removing needs a confirmation. */
function MemberMenu({
  member,
  isSelf,
  onStatus,
  onRemoved,
}: {
  member: Member
  isSelf: boolean
  onStatus: (status: Member['status']) => void
  onRemoved: () => Promise<void>
}) {
  const { workspaceId } = useProgram()
  const { showSuccess } = useToasts()
  const [isRemoving, setIsRemoving] = useState(false)
  const remove = async () => {
    const params = { path: { workspaceId, memberId: member.id } }
    await read(api.DELETE('/api/workspaces/{workspaceId}/members/{memberId}', { params }))
    showSuccess(t('settings.nameRemoved', { name: member.name }))
    await onRemoved()
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('settings.actionsForName', { name: member.name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {member.status === 'active' ? (
          <MenuItem onSelect={() => onStatus('suspended')}>{t('settings.suspend')}</MenuItem>
        ) : (
          <MenuItem onSelect={() => onStatus('active')}>{t('settings.reactivate')}</MenuItem>
        )}
        <MenuItem tone="bad" onSelect={() => setIsRemoving(true)}>
          {isSelf ? t('settings.leaveWorkspace') : t('settings.remove')}
        </MenuItem>
      </Menu>
      {isRemoving && (
        <ConfirmDialog
          title={isSelf ? t('settings.leaveThisWorkspace') : t('settings.removeName', { name: member.name })}
          action={isSelf ? t('settings.leaveWorkspace') : t('settings.removeMember')}
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        >
          {t('settings.isSelfAccessEveryProgramIn', { isSelf: String(isSelf) })}
        </ConfirmDialog>
      )}
    </>
  )
}
