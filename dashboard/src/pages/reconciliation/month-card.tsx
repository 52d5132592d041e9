import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { reconciliationsQuery } from '../../api/reconciliation-queries.ts'
import type { Reconciliation } from '../../api/types.ts'
import { formatInstant, formatMonth, toDay } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { Differences } from './differences.tsx'
import { monthsUpTo } from './months.ts'
import { FAILURES, RUN_STATUSES, reasonLabel } from './reconciliation-labels.ts'
import type { ReconciliationSearch } from './search.ts'
import { Unattributed } from './unattributed.tsx'

const route = getRouteApi('/signed-in/programs/$programId/reconciliation')

/** A month: its comparison's state and results, and the actions. */
export function MonthCard({ hasApiKey }: { hasApiKey: boolean }) {
  const { timeZone } = useProgram()
  const query = useQuery(reconciliationsQuery(useProgramId()))
  const months = monthsUpTo(toDay(Date.now(), timeZone))
  const { month = months[1] ?? '' } = route.useSearch()
  const { change } = listSearch<ReconciliationSearch>(route.useNavigate())
  const reconciliation = query.data?.find(({ month: compared }) => compared === month)
  return (
    <Card>
      <CardHeader
        title={formatMonth(month)}
        description={reconciliation === undefined ? undefined : <Status month={reconciliation} />}
        actions={hasApiKey && <Actions month={month} reconciliation={reconciliation} />}
      />
      <CardBody className="flex flex-col gap-5">
        <Field label={t('reconciliation.month')} className="max-w-xs">
          {(control) => (
            <Select {...control} value={month} onChange={({ target }) => change({ month: target.value })}>
              {[...new Set([...months, month])].map((one) => (
                <option key={one} value={one}>
                  {monthLabel(one, query.data)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Loaded query={query} loadingRows={3}>
          {() =>
            reconciliation === undefined ? (
              <NotCompared hasApiKey={hasApiKey} />
            ) : (
              <Findings month={reconciliation} />
            )
          }
        </Loaded>
      </CardBody>
    </Card>
  )
}

/** Names a month, with its state if it was compared. */
function monthLabel(month: string, known: Reconciliation[] | undefined): string {
  const reconciliation = known?.find(({ month: compared }) => compared === month)
  const name = formatMonth(month)
  if (reconciliation === undefined) return name
  if (reconciliation.closedAt !== null) return t('reconciliation.option.closed', { month: name })
  const count = reconciliation.missing + reconciliation.differentAmount
  return count === 0 ? name : t('reconciliation.option.open', { month: name, count })
}

function NotCompared({ hasApiKey }: { hasApiKey: boolean }) {
  return (
    <EmptyState icon={CalendarSearch} title={t('reconciliation.notCompared')}>
      {hasApiKey ? t('reconciliation.notCompared.what') : t('reconciliation.notCompared.key')}
    </EmptyState>
  )
}

function Status({ month }: { month: Reconciliation }) {
  const { timeZone } = useProgram()
  const { status, finishedAt, closedAt } = month
  if (closedAt !== null) return t('reconciliation.closedAt', { time: formatInstant(closedAt, timeZone) })
  if (status === 'queued' || status === 'running')
    return t('reconciliation.inProgress', { pages: month.pages })
  return finishedAt === null
    ? null
    : t('reconciliation.comparedAt', { time: formatInstant(finishedAt, timeZone) })
}

function Findings({ month }: { month: Reconciliation }) {
  const { closeNote, closedAt, failure, unattributedReasons } = month
  const reasons = Object.entries(unattributedReasons)
  return (
    <>
      {failure !== null && (
        <p role="status" className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
          {FAILURES[failure]}
        </p>
      )}
      <DetailList>
        <DetailItem name={t('reconciliation.status')}>
          {closedAt === null ? (
            <LabelBadge {...RUN_STATUSES[month.status]} />
          ) : (
            <Badge tone="good">{t('reconciliation.closed')}</Badge>
          )}
        </DetailItem>
        <DetailItem name={t('reconciliation.matched')}>{formatCount(month.matched)}</DetailItem>
        <DetailItem name={t('reconciliation.unattributed')}>
          {formatCount(month.unattributed)}
          {reasons.length > 0 && (
            <ul className="text-ink-2 text-xs">
              {reasons.map(([reason, count]) => (
                <li key={reason}>
                  {reasonLabel(reason)}: {formatCount(count)}
                </li>
              ))}
            </ul>
          )}
        </DetailItem>
        <DetailItem name={t('reconciliation.missing')}>{formatCount(month.missing)}</DetailItem>
        <DetailItem name={t('reconciliation.differentAmount')}>
          {formatCount(month.differentAmount)}
        </DetailItem>
        {month.unreadable > 0 && (
          <DetailItem name={t('reconciliation.unreadable')}>{formatCount(month.unreadable)}</DetailItem>
        )}
        {closeNote !== null && <DetailItem name={t('reconciliation.note')}>{closeNote}</DetailItem>}
      </DetailList>
      <Differences month={month} />
      {month.unattributed > 0 && month.status === 'done' && <Unattributed month={month} />}
    </>
  )
}

function useRefreshMonths() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['reconciliations', programId] })
}

function Actions({ month, reconciliation }: { month: string; reconciliation: Reconciliation | undefined }) {
  const can = usePermissionCheck()
  const program = useProgram()
  if (!can('commission:manage')) return null
  if (reconciliation !== undefined && reconciliation.closedAt !== null)
    return <Reopen id={reconciliation.id} />
  const isRunning = reconciliation?.status === 'queued' || reconciliation?.status === 'running'
  const currentMonth = toDay(Date.now(), program.timeZone).slice(0, 7)
  return (
    <>
      <Compare month={month} isRunning={isRunning} isFirst={reconciliation === undefined} />
      {reconciliation?.status === 'done' && month < currentMonth && <Close reconciliation={reconciliation} />}
    </>
  )
}

function Compare({ month, isRunning, isFirst }: { month: string; isRunning: boolean; isFirst: boolean }) {
  const programId = useProgramId()
  const refresh = useRefreshMonths()
  const { showError } = useToasts()
  const compare = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/reconciliations', {
          params: { path: { programId } },
          body: { month },
        }),
      ),
    onSuccess: refresh,
    onError: showError,
  })
  return (
    <Button
      look={isFirst ? 'primary' : 'secondary'}
      isBusy={compare.isPending || isRunning}
      onClick={() => compare.mutate()}
    >
      {isFirst ? t('reconciliation.compare') : t('reconciliation.compareAgain')}
    </Button>
  )
}

function Close({ reconciliation }: { reconciliation: Reconciliation }) {
  const programId = useProgramId()
  const refresh = useRefreshMonths()
  const { showSuccess } = useToasts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const close = async (note: string | undefined) => {
    await read(
      api.POST('/api/programs/{programId}/reconciliations/{reconciliationId}/close', {
        params: { path: { programId, reconciliationId: String(reconciliation.id) } },
        body: note === undefined ? {} : { note },
      }),
    )
    showSuccess(t('reconciliation.monthClosed'))
    await refresh()
  }
  const isBlocked = reconciliation.unexplained > 0
  return (
    <>
      <Button
        look="primary"
        disabled={isBlocked}
        title={
          isBlocked ? t('reconciliation.close.blocked', { count: reconciliation.unexplained }) : undefined
        }
        onClick={() => setIsDialogOpen(true)}
      >
        {t('reconciliation.close')}
      </Button>
      {isDialogOpen && (
        <PromptDialog
          title={t('reconciliation.close.title', { month: formatMonth(reconciliation.month) })}
          label={t('reconciliation.close.note')}
          action={t('reconciliation.close')}
          onSubmit={close}
          onClose={() => setIsDialogOpen(false)}
        >
          {t('reconciliation.close.text')}
        </PromptDialog>
      )}
    </>
  )
}

function Reopen({ id }: { id: number }) {
  const programId = useProgramId()
  const refresh = useRefreshMonths()
  const { showError } = useToasts()
  const reopen = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/reconciliations/{reconciliationId}/reopen', {
          params: { path: { programId, reconciliationId: String(id) } },
        }),
      ),
    onSuccess: refresh,
    onError: showError,
  })
  return (
    <Button isBusy={reopen.isPending} onClick={() => reopen.mutate()}>
      {t('reconciliation.reopen')}
    </Button>
  )
}
