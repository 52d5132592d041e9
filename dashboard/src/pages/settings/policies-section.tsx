import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { partnerGroupsQuery } from '../../api/partner-queries.ts'
import { policiesQuery } from '../../api/settings-queries.ts'
import type { CommissionPolicy } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { interfaceLanguage } from '../../messages/message.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { GroupsCard } from './groups-card.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import { commissionText, durationText, groupName, holdText, scopeText } from './policy-labels.ts'
import { PolicySimulation } from './policy-simulation.tsx'

type PolicyAction =
  | { kind: 'set'; replaces: CommissionPolicy | undefined }
  | { kind: 'end'; policy: CommissionPolicy }

/** The default commission policy, and policies for groups and products. */
export function PoliciesSection() {
  const canManage = usePermissionCheck()('commission:manage')
  const [withHistory, setWithHistory] = useState(false)
  const [policyAction, setPolicyAction] = useState<PolicyAction>()
  const close = () => setPolicyAction(undefined)
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <CardHeader
          title={t('settings.commissionPolicies')}
          description={t('settings.theMostSpecificPolicyWins')}
          actions={
            canManage && (
              <Button look="primary" onClick={() => setPolicyAction({ kind: 'set', replaces: undefined })}>
                <Plus aria-hidden="true" className="size-4" />
                {t('settings.newPolicy')}
              </Button>
            )
          }
        />
        <div className="px-4 pt-3 sm:px-5">
          <Segmented
            label={t('settings.versions')}
            value={withHistory ? 'all' : 'current'}
            choices={[
              { value: 'current', label: t('settings.active') },
              { value: 'all', label: t('settings.allVersions') },
            ]}
            onChoose={(chosen) => setWithHistory(chosen === 'all')}
          />
        </div>
        <PolicyList withHistory={withHistory} canManage={canManage} onAction={setPolicyAction} />
        {policyAction?.kind === 'set' && <PolicyDialog replaces={policyAction.replaces} onClose={close} />}
        {policyAction?.kind === 'end' && <EndPolicy policy={policyAction.policy} onClose={close} />}
      </Card>
      <GroupsCard />
    </div>
  )
}

function PolicyList({
  withHistory,
  canManage,
  onAction,
}: {
  withHistory: boolean
  canManage: boolean
  onAction: (policyAction: PolicyAction) => void
}) {
  const list = useInfiniteQuery(policiesQuery(useProgramId(), withHistory))
  return (
    <PagedRows list={list} loadingRows={3}>
      {(policies) => (
        <Table label={t('settings.commissionPolicies')}>
          <thead>
            <tr>
              <Th>{t('settings.applies')}</Th>
              <Th>{t('settings.pays')}</Th>
              <Th>{t('settings.holdPeriod')}</Th>
              <Th align="right">{t('settings.version')}</Th>
              <Th>{t('settings.active')}</Th>
              {canManage && <ThActions />}
            </tr>
          </thead>
          <tbody>
            {policies.toSorted(byScope).map((policy) => (
              <PolicyRow key={policy.id} policy={policy} canManage={canManage} onAction={onAction} />
            ))}
          </tbody>
        </Table>
      )}
    </PagedRows>
  )
}

function PolicyRow({
  policy,
  canManage,
  onAction,
}: {
  policy: CommissionPolicy
  canManage: boolean
  onAction: (policyAction: PolicyAction) => void
}) {
  const { timeZone, holdPeriodDays } = useProgram()
  const { groupId, productId, supersededAt } = policy
  const groups = useGroups()
  const isInForce = supersededAt === null
  return (
    <tr className={isInForce ? '' : 'text-ink-3'}>
      <Td>
        {groupId !== null && (
          <span className="wrap-anywhere block max-w-48">{groupName(groupId, groups)}</span>
        )}
        {productId === null ? (
          groupId === null && <Badge tone="accent">{t('settings.default')}</Badge>
        ) : (
          <code className="font-mono text-[0.8125rem]">{productId}</code>
        )}
      </Td>
      <Td>
        <span className="block min-w-32">{commissionText(policy)}</span>
        <span className="block text-[0.8125rem] text-ink-3">{durationText(policy)}</span>
      </Td>
      <Td>{holdText(policy.holdDays, holdPeriodDays)}</Td>
      <Td align="right">{policy.version}</Td>
      <Td>
        {t('settings.sinceCreatedAt', { createdAt: formatInstant(policy.createdAt, timeZone) })}
        {!isInForce && (
          <span className="block">
            {t('settings.untilSupersededAt', { supersededAt: formatInstant(supersededAt, timeZone) })}
          </span>
        )}
      </Td>
      {canManage && (
        <Td align="right" className="whitespace-nowrap">
          {isInForce && (
            <Button
              size="small"
              onClick={() => onAction({ kind: 'set', replaces: policy })}
              aria-label={t('settings.changePolicyForScope', { scope: scopeText(policy, groups) })}
            >
              {t('settings.change')}
            </Button>
          )}
          {isInForce && (productId !== null || groupId !== null) && (
            <Button
              size="small"
              look="quiet"
              className="ml-1"
              onClick={() => onAction({ kind: 'end', policy })}
              aria-label={t('settings.endPolicyForScope', { scope: scopeText(policy, groups) })}
            >
              {t('settings.end')}
            </Button>
          )}
        </Td>
      )}
    </tr>
  )
}

function useGroups() {
  return useQuery(partnerGroupsQuery(useProgramId())).data ?? []
}

/** Sorts policies for all partners first, the default before products, newest version first. */
function byScope(a: CommissionPolicy, b: CommissionPolicy): number {
  if (a.groupId !== b.groupId) return (a.groupId ?? 0) - (b.groupId ?? 0)
  if (a.productId === b.productId) return b.version - a.version
  if (a.productId === null) return -1
  return b.productId === null ? 1 : a.productId.localeCompare(b.productId, interfaceLanguage())
}

function EndPolicy({ policy, onClose }: { policy: CommissionPolicy; onClose: () => void }) {
  const { id, groupId, productId } = policy
  const scope = scopeText(policy, useGroups())
  const next = groupId === null ? t('settings.theDefaultPolicy') : t('settings.theProgramsPolicies')
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const form = useForm({
    readForm: () => true,
    save: () => {
      const params = { path: { programId, policyId: String(id) } }
      return read(api.DELETE('/api/programs/{programId}/commission-policies/{policyId}', { params }))
    },
    async onSaved() {
      showSuccess(t('settings.policyForScopeEnded', { scope }))
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['commission-policies', programId] })
    },
  })
  return (
    <FormDialog
      title={t('settings.endPolicyForScope2', { scope })}
      description={t('settings.newSalesWillUseNext', {
        next: groupId !== null && productId !== null ? t('settings.theNextMostSpecificPolicy') : next,
      })}
      form={form}
      action={t('settings.endPolicy')}
      look="danger"
      initialFocus="itself"
      onClose={onClose}
    >
      <PolicySimulation
        readChange={() => ({
          ...(productId === null ? {} : { productId }),
          ...(groupId === null ? {} : { groupId }),
          isEnded: true,
        })}
      />
    </FormDialog>
  )
}
