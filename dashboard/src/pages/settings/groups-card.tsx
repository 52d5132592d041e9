import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { partnerGroupsQuery } from '../../api/partner-queries.ts'
import type { PartnerGroup } from '../../api/types.ts'
import { formatCountOf } from '../../format/number.ts'
import { useMay, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { useToasts } from '../../ui/toast.tsx'

type Asked = { kind: 'create' } | { kind: 'rename' | 'end'; group: PartnerGroup }

/** Groups of partners, which may have policies of their own. */
export function GroupsCard() {
  const programId = useProgramId()
  const query = useQuery(partnerGroupsQuery(programId))
  const mayManage = useMay()('commission:manage')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card>
      <CardHeader
        title="Groups of partners"
        description="A group’s policy comes before the program’s. A partner is put into a group on its own page."
        actions={
          mayManage && (
            <Button onClick={() => setAsked({ kind: 'create' })}>
              <Plus aria-hidden="true" className="size-4" />
              New group
            </Button>
          )
        }
      />
      <Loaded query={query} loadingRows={1}>
        {(groups) =>
          groups.length === 0 ? (
            <p className="px-4 py-4 text-ink-3 sm:px-5">
              No groups: every partner earns by the program’s policies.
            </p>
          ) : (
            <ul aria-label="Groups of partners" className="divide-y">
              {groups.map((group) => (
                <li key={group.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
                  <span className="wrap-anywhere min-w-0 font-medium">{group.name}</span>
                  <Link
                    to="/programs/$programId/partners"
                    params={{ programId }}
                    search={{ group: group.id }}
                    className="text-accent-text underline"
                  >
                    {formatCountOf(group.partners, 'partner')}
                  </Link>
                  {mayManage && (
                    <span className="ml-auto flex gap-1">
                      <Button
                        size="small"
                        aria-label={`Rename ${group.name}`}
                        onClick={() => setAsked({ kind: 'rename', group })}
                      >
                        Rename
                      </Button>
                      <Button
                        size="small"
                        look="quiet"
                        aria-label={`End ${group.name}`}
                        onClick={() => setAsked({ kind: 'end', group })}
                      >
                        End
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked?.kind === 'create' && <NameGroup onClose={close} />}
      {asked?.kind === 'rename' && <NameGroup group={asked.group} onClose={close} />}
      {asked?.kind === 'end' && <EndGroup group={asked.group} onClose={close} />}
    </Card>
  )
}

/** What shows groups: their list, partners and their filter, and the policies. */
function useRefreshGroups() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['partners', programId] }),
      queryClient.invalidateQueries({ queryKey: ['commission-policies', programId] }),
    ])
}

/** A new group, or another name for one. */
function NameGroup({ group, onClose }: { group?: PartnerGroup; onClose: () => void }) {
  const programId = useProgramId()
  const refresh = useRefreshGroups()
  const { say } = useToasts()
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
    say(group === undefined ? `The group ${body.name} is there.` : `The group is called ${body.name} now.`)
    await refresh()
  }
  return (
    <QuestionDialog
      title={group === undefined ? 'New group of partners' : `Rename ${group.name}`}
      label="Name"
      action={group === undefined ? 'Make group' : 'Rename group'}
      isRequired
      {...(group === undefined ? {} : { text: group.name })}
      onAnswer={save}
      onClose={onClose}
    >
      {group === undefined
        ? 'It changes nothing by itself: give it a policy, and put partners into it.'
        : 'Its partners and policies stay.'}
    </QuestionDialog>
  )
}

function EndGroup({ group, onClose }: { group: PartnerGroup; onClose: () => void }) {
  const programId = useProgramId()
  const refresh = useRefreshGroups()
  const { say } = useToasts()
  const end = async () => {
    const params = { path: { programId, groupId: String(group.id) } }
    await read(api.DELETE('/api/programs/{programId}/partner-groups/{groupId}', { params }))
    say(`The group ${group.name} is ended.`)
    await refresh()
  }
  return (
    <ConfirmDialog
      title={`End the group ${group.name}?`}
      action="End group"
      onConfirm={end}
      onClose={onClose}
    >
      {group.partners === 0
        ? 'Nobody is in it.'
        : `${formatCountOf(group.partners, 'partner')} will be in no group.`}{' '}
      Its policies end, and the next sales fall under those of the program. What was earned stays.
    </ConfirmDialog>
  )
}
