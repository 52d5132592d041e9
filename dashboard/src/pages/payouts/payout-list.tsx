import { useInfiniteQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { memo, useState } from 'react'
import { type PayoutFilters, payoutsQuery } from '../../api/money-queries.ts'
import { rowsOf } from '../../api/paged-query.ts'
import type { Payout } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useCan, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { type Selection, TdSelect, ThSelect } from '../../ui/select-rows.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { MarkPaidDialog } from './mark-paid-dialog.tsx'
import { PAYOUT_BLOCKERS } from './payout-blockers.ts'
import { PAYOUT_STATUSES } from './payout-labels.ts'

export function PayoutList({ filters, onOpen }: { filters: PayoutFilters; onOpen: (id: number) => void }) {
  const canPay = useCan()('payout:manage')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const list = useInfiniteQuery(payoutsQuery(useProgramId(), filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const rows = rowsOf(list.data).filter((row) => chosen.has(row.id) && canBePaid(row))
  return (
    <div className="flex flex-col">
      <BulkPay rows={rows} onClear={() => setChosen(new Set())} />
      <Card>
        <PagedRows list={list} loadingRows={6} empty={<NoPayouts isFiltered={isFiltered} />}>
          {(shown) => (
            <PayoutTable
              rows={shown}
              selection={canPay ? { ids: chosen, onChange: setChosen } : undefined}
              onOpen={onOpen}
            />
          )}
        </PagedRows>
      </Card>
    </div>
  )
}

/** Returns whether a payout is open and not blocked. */
function canBePaid({ status, payoutBlocker }: Payout): boolean {
  return status === 'open' && payoutBlocker === null
}

function BulkPay({ rows, onClear }: { rows: Payout[]; onClear: () => void }) {
  const [payoutsToPay, setPayoutsToPay] = useState<Payout[]>()
  return (
    <>
      <SelectionBar count={rows.length} onClear={onClear}>
        <Button size="small" look="primary" onClick={() => setPayoutsToPay(rows)}>
          {t('payouts.markAsPaid')}
        </Button>
      </SelectionBar>
      {payoutsToPay !== undefined && (
        <MarkPaidDialog payouts={payoutsToPay} onDone={onClear} onClose={() => setPayoutsToPay(undefined)} />
      )}
    </>
  )
}

function NoPayouts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={Banknote} title={t('payouts.noMatchingPayouts')}>
      {t('payouts.tryRemovingFilter')}
    </EmptyState>
  ) : (
    <EmptyState icon={Banknote} title={t('payouts.noPayoutsYet')}>
      {t('payouts.createPayoutsPayAllApproved')}
    </EmptyState>
  )
}

function PayoutTable({
  rows,
  selection,
  onOpen,
}: {
  rows: Payout[]
  /** Undefined if the role can't pay. */
  selection: Selection | undefined
  onOpen: (id: number) => void
}) {
  return (
    <Table label={t('payouts.payouts')}>
      <thead>
        <tr>
          {selection !== undefined && (
            <ThSelect
              label={t('payouts.selectAllPayoutsShown')}
              ids={rows.filter(canBePaid).map(({ id }) => id)}
              selection={selection}
            />
          )}
          <Th>{t('payouts.partner')}</Th>
          <Th align="right">{t('payouts.amount')}</Th>
          <Th>{t('payouts.status')}</Th>
          <Th align="right">{t('payouts.commissions')}</Th>
          <Th>{t('payouts.created')}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PayoutRow
            key={row.id}
            row={row}
            isChosen={selection?.ids.has(row.id) ?? false}
            onChoose={selection?.onChange}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** Memoized, because lists have hundreds of rows. */
const PayoutRow = memo(function PayoutRow({
  row,
  isChosen,
  onChoose,
  onOpen,
}: {
  row: Payout
  isChosen: boolean
  /** Undefined if the role can't pay. */
  onChoose: Selection['onChange'] | undefined
  onOpen: (id: number) => void
}) {
  const { timeZone } = useProgram()
  return (
    <Tr onClick={() => onOpen(row.id)}>
      {onChoose !== undefined && (
        <TdSelect
          label={t('payouts.selectPayoutId', { id: row.id })}
          id={row.id}
          canBeChosen={canBePaid(row)}
          isChosen={isChosen}
          onChange={onChoose}
        />
      )}
      <Td>
        <RowName className="max-w-36 sm:max-w-64" detail={row.partnerEmail}>
          {row.partnerName}
          <span className="sr-only">{t('payouts.payoutId', { id: row.id })}</span>
        </RowName>
      </Td>
      <Td align="right" className="whitespace-nowrap font-medium">
        {formatMoney(row.amountCents, row.currency)}
      </Td>
      <Td className="whitespace-nowrap">
        <LabelBadge
          {...(row.payoutBlocker === null ? PAYOUT_STATUSES[row.status] : PAYOUT_BLOCKERS[row.payoutBlocker])}
        />
        {row.reference !== null && (
          <span className="block max-w-40 truncate text-ink-3 text-xs">{row.reference}</span>
        )}
      </Td>
      <Td align="right">{formatCount(row.commissions)}</Td>
      <Td className="whitespace-nowrap text-ink-2">{formatInstant(row.createdAt, timeZone)}</Td>
    </Tr>
  )
})
