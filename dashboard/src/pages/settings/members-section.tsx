import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, LockKeyhole, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { membersQuery } from '../../api/settings-queries.ts'
import type { Member, Role } from '../../api/types.ts'
import { useAccount, useMay, useProgram } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Select } from '../../ui/field.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { InvitationList } from './invitation-list.tsx'
import { ROLE_HINTS, ROLE_LABELS, ROLES, rolesToGive } from './roles.ts'

export function MembersSection() {
  const mayManage = useMay()('member:manage')
  const { workspaceId } = useProgram()
  const { workspaces } = useAccount()
  const workspace = workspaces.find(({ id }) => id === workspaceId)
  const [isAdding, setIsAdding] = useState(false)
  if (!mayManage || workspace === undefined) {
    return (
      <Card>
        <EmptyState icon={LockKeyhole} title="Your role does not show the members">
          Owners and admins of this workspace manage them. Your own role stands under Your account.
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader
          title={`Members of ${workspace.name}`}
          description="They see every program of this workspace, as far as their role goes."
          actions={
            <Button look="primary" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" className="size-4" />
              Add member
            </Button>
          }
        />
        <MemberList workspaceId={workspaceId} ownRole={workspace.role} />
        <dl className="grid gap-x-6 gap-y-2 border-t px-4 py-4 text-[0.8125rem] sm:grid-cols-2 sm:px-5">
          {ROLES.map((role) => (
            <div key={role}>
              <dt className="inline font-medium">{ROLE_LABELS[role]}: </dt>
              <dd className="inline text-ink-3">{ROLE_HINTS[role]}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <InvitationList workspaceId={workspaceId} />
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
  const { data: members, error, isPending, refetch } = useQuery(membersQuery(workspaceId))
  if (isPending) return <SkeletonRows rows={3} />
  if (members === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="pt-3">
      <Table label="Members">
        <thead>
          <tr>
            <Th>Member</Th>
            <Th>Role</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} ownRole={ownRole} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

interface MemberChange {
  role?: Role
  status?: Member['status']
}

function MemberRow({ member, ownRole }: { member: Member; ownRole: Role }) {
  const { workspaceId } = useProgram()
  const { user } = useAccount()
  const queryClient = useQueryClient()
  const { say, sayError } = useToasts()
  const [isRemoving, setIsRemoving] = useState(false)
  const params = { path: { workspaceId, memberId: member.id } }
  const isSelf = member.userId === user.id
  const mayChange = member.role !== 'owner' || ownRole === 'owner'
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['members', workspaceId] })
    // Whoever changes his own role sees other things from now on.
    if (isSelf) await queryClient.invalidateQueries({ queryKey: ['account'] })
  }
  const change = useMutation({
    mutationFn: async (body: MemberChange) =>
      (await read(api.PATCH('/api/workspaces/{workspaceId}/members/{memberId}', { params, body }))).data,
    async onSuccess(changed) {
      const standing = changed.status === 'active' ? ROLE_LABELS[changed.role] : 'suspended'
      say(`${changed.name} is now ${standing === 'suspended' ? standing : standing.toLowerCase()}.`)
      await refresh()
    },
    onError: sayError,
  })
  const remove = async () => {
    await read(api.DELETE('/api/workspaces/{workspaceId}/members/{memberId}', { params }))
    say(`${member.name} is removed.`)
    await refresh()
  }
  return (
    <tr>
      <Td>
        <span className="block max-w-56 truncate font-medium">
          {member.name}
          {isSelf && <span className="font-normal text-ink-3"> (you)</span>}
        </span>
        {member.status === 'suspended' && <Badge tone="warn">Suspended</Badge>}
        <span className="block max-w-56 truncate text-[0.8125rem] text-ink-3">{member.email}</span>
      </Td>
      <Td>
        {mayChange ? (
          <Select
            aria-label={`Role of ${member.name}`}
            className="w-32"
            value={member.role}
            disabled={change.isPending}
            onChange={({ target }) => {
              const role = ROLES.find((one) => one === target.value)
              if (role !== undefined) change.mutate({ role })
            }}
          >
            {rolesToGive(ownRole).map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </Select>
        ) : (
          ROLE_LABELS[member.role]
        )}
      </Td>
      <Td align="right">
        {mayChange && (
          <Menu
            align="end"
            trigger={
              <IconButton label={`Actions for ${member.name}`}>
                <Ellipsis />
              </IconButton>
            }
          >
            {member.status === 'active' ? (
              <MenuItem onSelect={() => change.mutate({ status: 'suspended' })}>Suspend</MenuItem>
            ) : (
              <MenuItem onSelect={() => change.mutate({ status: 'active' })}>Reactivate</MenuItem>
            )}
            <MenuItem tone="bad" onSelect={() => setIsRemoving(true)}>
              {isSelf ? 'Leave the workspace' : 'Remove'}
            </MenuItem>
          </Menu>
        )}
        {isRemoving && (
          <ConfirmDialog
            title={isSelf ? 'Leave this workspace?' : `Remove ${member.name}?`}
            action={isSelf ? 'Leave' : 'Remove member'}
            onConfirm={remove}
            onClose={() => setIsRemoving(false)}
          >
            {isSelf ? 'You lose' : 'This account loses'} every program of the workspace at once. What was
            recorded stays.
          </ConfirmDialog>
        )}
      </Td>
    </tr>
  )
}
