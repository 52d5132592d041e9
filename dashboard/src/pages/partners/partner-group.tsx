import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { partnerGroupsQuery } from '../../api/partner-queries.ts'
import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Field, Select } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'

const NONE = ''

/** The partner's group. Roles that manage partners can change it. */
export function PartnerGroup({ partner }: { partner: Partner }) {
  const { data: groups = [] } = useQuery(partnerGroupsQuery(useProgramId()))
  const canMove = usePermissionCheck()('commission:manage')
  const move = useMoveToGroup(partner)
  const { group } = partner
  if (!canMove || groups.length === 0)
    return group === null ? null : <p>{t('partners.groupName', { name: group.name })}</p>
  return (
    <Field label={t('partners.group')} hint={t('partners.theGroupsCommissionPoliciesApply')}>
      {(control) => (
        <Select
          {...control}
          value={group?.id ?? NONE}
          onChange={({ target }) =>
            !move.isPending && move.mutate(target.value === NONE ? undefined : Number(target.value))
          }
        >
          <option value={NONE}>{t('partners.noGroup')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function useMoveToGroup(partner: Partner) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const params = { path: { programId, partnerId: String(partner.id) } }
  return useMutation({
    mutationFn: async (groupId: number | undefined) =>
      groupId === undefined
        ? (await read(api.DELETE('/api/programs/{programId}/partners/{partnerId}/group', { params }))).data
        : (
            await read(
              api.PUT('/api/programs/{programId}/partners/{partnerId}/group', { params, body: { groupId } }),
            )
          ).data,
    async onSuccess({ name, group }) {
      showSuccess(
        group === null
          ? t('partners.nameIsNoLongerIn', { name })
          : t('partners.nameIsNowInName2', { name, name2: group.name }),
      )
      await queryClient.invalidateQueries({ queryKey: ['partners', programId] })
    },
    onError: showError,
  })
}
