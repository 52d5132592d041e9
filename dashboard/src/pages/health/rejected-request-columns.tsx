import { Link } from '@tanstack/react-router'
import type { RejectedRequest } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import type { ExplainSearch } from '../explain/search.ts'
import { OUTCOMES, REQUEST_TYPES } from './request-labels.ts'
import { fieldLabel } from './request-outcomes.ts'
import { isResendable, ResendSaleButton } from './send-again.tsx'

export const REJECTED_REQUEST_COLUMNS: readonly ListColumn<RejectedRequest>[] = [
  {
    id: 'request',
    name: t('health.request'),
    className: 'align-top',
    cell: ({ type, mode }) => (
      <span className="flex flex-wrap items-center gap-1.5 font-medium">
        {REQUEST_TYPES[type].label}
        {mode === 'test' && <Badge tone="neutral">{t('health.test')}</Badge>}
      </span>
    ),
  },
  {
    id: 'when',
    name: t('health.when'),
    className: 'align-top text-ink-2 whitespace-nowrap',
    card: 'status',
    cell: ({ lastAt }) => <Instant at={lastAt} />,
  },
  {
    id: 'reason',
    name: t('health.reason'),
    className: 'min-w-64 max-w-96 align-top',
    card: 'detail',
    cell: (row) => <Why row={row} />,
  },
  {
    id: 'sent',
    name: t('health.dataSent'),
    className: 'max-w-72 align-top',
    card: 'detail',
    cell: (row) => <Sent row={row} />,
  },
  {
    id: 'key',
    name: t('health.apiKey'),
    className: 'whitespace-nowrap align-top text-ink-2',
    card: 'detail',
    cell: ({ type, authenticated, keyMasked }) => {
      if (authenticated || keyMasked !== null) return keyMasked ?? t('health.deletedKey')
      return type === 'click' ? t('health.notNeeded') : t('health.noValidKey')
    },
  },
  {
    id: 'count',
    name: t('health.requests'),
    align: 'right',
    className: 'align-top',
    card: 'detail',
    cell: ({ count }) => formatCount(count),
  },
]

function Why({ row }: { row: RejectedRequest }) {
  const canExplain = usePermissionCheck()('billing:read')
  const { outcome, field, message, code } = row
  return (
    <>
      <span className="flex flex-wrap items-center gap-1.5">
        <LabelBadge {...OUTCOMES[outcome]} />
        {field !== null && <code className="text-[0.8125rem] text-ink-2">{fieldLabel(field)}</code>}
      </span>
      <span className="mt-1 block text-[0.8125rem] text-ink-3">{message}</span>
      <span className="sr-only">{t('health.codeCode', { code })}</span>
      {canExplain && (
        <span className="flex flex-wrap items-baseline gap-x-5">
          <ExplainLink row={row} />
          {isResendable(row) && <ResendSaleButton row={row} />}
        </span>
      )}
    </>
  )
}

/** Links to the order's timeline, or else to the customer's or click's. */
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

/** The values sent, under their API names. */
function Sent({ row }: { row: RejectedRequest }) {
  const { transactionId, customerKey, clickId, linkCode, amount, currency, couponCode } = row
  const values = Object.entries({
    transaction_id: transactionId,
    customer_key: customerKey,
    click_id: clickId,
    link: linkCode,
    amount,
    currency,
    coupon_code: couponCode,
  }).filter((entry): entry is [string, string] => entry[1] !== null)
  if (values.length === 0) return <span className="text-ink-3">{t('health.noStoredValues')}</span>
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-[0.8125rem]">
      {values.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere min-w-24 font-mono">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
