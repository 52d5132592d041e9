import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { policiesQuery } from '../../api/settings-queries.ts'
import type { CommissionPolicy } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PagedRows } from '../../ui/loaded.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { PolicyDialog } from './policy-dialog.tsx'
import { WhatIf } from './policy-preview.tsx'
import { durationWords, holdWords, payWords } from './policy-words.ts'

type Asked =
  | { kind: 'set'; replaces: CommissionPolicy | undefined }
  | { kind: 'end'; policy: CommissionPolicy }

/** What partners earn: the default, and products with terms of their own. */
export function PoliciesSection() {
  const mayManage = useMay()('commission:manage')
  const [withHistory, setWithHistory] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card>
      <CardHeader
        title="Commission policies"
        description="A product’s own policy wins, otherwise the default applies. A change is a new version: commissions keep the one they were made under."
        actions={
          mayManage && (
            <Button look="primary" onClick={() => setAsked({ kind: 'set', replaces: undefined })}>
              <Plus aria-hidden="true" className="size-4" />
              Policy for a product
            </Button>
          )
        }
      />
      <div className="px-4 pt-3 sm:px-5">
        <Segmented
          label="Versions"
          value={withHistory ? 'all' : 'current'}
          choices={[
            { value: 'current', label: 'In force' },
            { value: 'all', label: 'All versions' },
          ]}
          onChoose={(chosen) => setWithHistory(chosen === 'all')}
        />
      </div>
      <PolicyList withHistory={withHistory} mayManage={mayManage} onAsk={setAsked} />
      {asked?.kind === 'set' && <PolicyDialog replaces={asked.replaces} onClose={close} />}
      {asked?.kind === 'end' && <EndPolicy policy={asked.policy} onClose={close} />}
    </Card>
  )
}

function PolicyList({
  withHistory,
  mayManage,
  onAsk,
}: {
  withHistory: boolean
  mayManage: boolean
  onAsk: (asked: Asked) => void
}) {
  const list = useInfiniteQuery(policiesQuery(useProgramId(), withHistory))
  return (
    <PagedRows list={list} loadingRows={3}>
      {(policies) => (
        <Table label="Commission policies">
          <thead>
            <tr>
              <Th>Product</Th>
              <Th>Pays</Th>
              <Th>Hold</Th>
              <Th align="right">Version</Th>
              <Th>In force</Th>
              {mayManage && <ThActions />}
            </tr>
          </thead>
          <tbody>
            {policies.toSorted(byProduct).map((policy) => (
              <PolicyRow key={policy.id} policy={policy} mayManage={mayManage} onAsk={onAsk} />
            ))}
          </tbody>
        </Table>
      )}
    </PagedRows>
  )
}

function PolicyRow({
  policy,
  mayManage,
  onAsk,
}: {
  policy: CommissionPolicy
  mayManage: boolean
  onAsk: (asked: Asked) => void
}) {
  const { timeZone, holdPeriodDays } = useProgram()
  const { productId, supersededAt } = policy
  const isInForce = supersededAt === null
  return (
    <tr className={isInForce ? '' : 'text-ink-3'}>
      <Td>
        {productId === null ? (
          <Badge tone="accent">Default</Badge>
        ) : (
          <code className="font-mono text-[0.8125rem]">{productId}</code>
        )}
      </Td>
      <Td>
        <span className="block min-w-40">{payWords(policy)}</span>
        <span className="block text-[0.8125rem] text-ink-3">{durationWords(policy)}</span>
      </Td>
      <Td className="whitespace-nowrap">{holdWords(policy.holdDays, holdPeriodDays)}</Td>
      <Td align="right">{policy.version}</Td>
      <Td className="whitespace-nowrap">
        since {formatInstant(policy.createdAt, timeZone)}
        {!isInForce && <span className="block">until {formatInstant(supersededAt, timeZone)}</span>}
      </Td>
      {mayManage && (
        <Td align="right" className="whitespace-nowrap">
          {isInForce && (
            <Button
              size="small"
              onClick={() => onAsk({ kind: 'set', replaces: policy })}
              aria-label={`Change the policy of ${productId ?? 'the default'}`}
            >
              Change
            </Button>
          )}
          {isInForce && productId !== null && (
            <Button
              size="small"
              look="quiet"
              className="ml-1"
              onClick={() => onAsk({ kind: 'end', policy })}
              aria-label={`End the policy of ${productId}`}
            >
              End
            </Button>
          )}
        </Td>
      )}
    </tr>
  )
}

/** The default first, then by product, newest version first. */
function byProduct(a: CommissionPolicy, b: CommissionPolicy): number {
  if (a.productId === b.productId) return b.version - a.version
  if (a.productId === null) return -1
  return b.productId === null ? 1 : a.productId.localeCompare(b.productId)
}

function EndPolicy({
  policy: { id, productId },
  onClose,
}: {
  policy: CommissionPolicy
  onClose: () => void
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const form = useForm({
    readForm: () => true,
    save: () => {
      const params = { path: { programId, policyId: String(id) } }
      return read(api.DELETE('/api/programs/{programId}/commission-policies/{policyId}', { params }))
    },
    async onSaved() {
      say(`Sales of ${productId} fall under the default now.`)
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['commission-policies', programId] })
    },
  })
  return (
    <FormDialog
      title={`End the policy of ${productId}?`}
      description="Its next sales fall under the default policy. Commissions that were made stay as they are."
      form={form}
      action="End policy"
      look="danger"
      onClose={onClose}
    >
      {productId !== null && <WhatIf readChange={() => ({ productId, isEnded: true })} />}
    </FormDialog>
  )
}
