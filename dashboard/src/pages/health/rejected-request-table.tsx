import { Link } from '@tanstack/react-router'
import type { RejectedRequest } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useCan, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import type { ExplainSearch } from '../explain/search.ts'
import { OUTCOMES, REQUEST_TYPES } from './request-labels.ts'
import { fieldLabel } from './request-outcomes.ts'
import { isResendable, ResendSaleButton } from './send-again.tsx'

export function RejectedRequestTable({ rows }: { rows: RejectedRequest[] }) {
  const { timeZone } = useProgram()
  const canExplain = useCan()('billing:read')
  return (
    <Table label={t('health.rejectedRequests')}>
      <thead>
        <tr>
          <Th>{t('health.when')}</Th>
          <Th>{t('health.request')}</Th>
          <Th>{t('health.reason')}</Th>
          <Th>{t('health.dataSent')}</Th>
          <Th>{t('health.apiKey')}</Th>
          <Th align="right">{t('health.requests')}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td className="align-top text-ink-2 max-sm:min-w-20 sm:whitespace-nowrap">
              {formatInstant(row.lastAt, timeZone)}
            </Td>
            <Td className="align-top">
              <span className="flex flex-wrap items-center gap-1.5">
                {REQUEST_TYPES[row.type].label}
                {row.mode === 'test' && <Badge tone="neutral">{t('health.test')}</Badge>}
              </span>
            </Td>
            <Td className="min-w-52 max-w-96 align-top sm:min-w-64">
              <Why row={row} canExplain={canExplain} />
            </Td>
            <Td className="max-w-72 align-top">
              <Sent row={row} />
            </Td>
            <Td className="whitespace-nowrap align-top text-ink-2">
              {row.authenticated || row.keyMasked !== null
                ? (row.keyMasked ?? t('health.deletedKey'))
                : t('health.noValidKey')}
            </Td>
            <Td align="right" className="align-top">
              {formatCount(row.count)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function Why({ row, canExplain }: { row: RejectedRequest; canExplain: boolean }) {
  const { outcome, field, message, code } = row
  return (
    <>
      <span className="flex flex-wrap items-center gap-1.5">
        <LabelBadge {...OUTCOMES[outcome]} />
        {field !== null && <code className="text-[0.8125rem] text-ink-2">{fieldLabel(field)}</code>}
      </span>
      <span className="mt-1 block text-[0.8125rem] text-ink-3">{message}</span>
      <span className="sr-only">{t('health.codeCode', { code })}</span>
      {canExplain && <ExplainLink row={row} />}
      {canExplain && isResendable(row) && <ResendSaleButton row={row} />}
    </>
  )
}

/** Links to the timeline of the order, or else of the customer or click. */
function ExplainLink({ row: { transactionId, customerKey, clickId } }: { row: RejectedRequest }) {
  const params = { programId: useProgramId() }
  const search: ExplainSearch | undefined =
    transactionId !== null
      ? { q: transactionId, by: 'order' }
      : customerKey !== null
        ? { q: customerKey, by: 'customer' }
        : clickId !== null
          ? { q: clickId, by: 'click' }
          : undefined
  if (search === undefined) return null
  return (
    <Link
      to="/programs/$programId/explain"
      params={params}
      search={search}
      className="mt-1 inline-block text-[0.8125rem] text-accent-text underline-offset-4 hover:underline"
    >
      {rich('health.explainQ', {
        q: search.q,
        span: (children) => <span className="sr-only">{children}</span>,
      })}
    </Link>
  )
}

/** The values that were sent, by their API names. */
function Sent({ row }: { row: RejectedRequest }) {
  const { transactionId, customerKey, clickId, linkCode, amount, currency } = row
  const values = Object.entries({
    transaction_id: transactionId,
    customer_key: customerKey,
    click_id: clickId,
    link: linkCode,
    amount,
    currency,
  }).filter((entry): entry is [string, string] => entry[1] !== null)
  if (values.length === 0) return <span className="text-ink-3">{t('health.noStoredValues')}</span>
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-[0.8125rem]">
      {values.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="truncate font-mono" title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
