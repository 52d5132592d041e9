import { memo } from 'react'
import type { Commission } from '../../api/types.ts'
import { dayOf, formatDay, formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { timeOf, useProgram } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { type Selection, TdSelect, ThSelect } from '../../ui/select-rows.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { EarnedByLink } from '../events/earned-by-link.tsx'
import { leftCents, reviewsOf } from './commission-amounts.ts'
import { COMMISSION_STATUSES } from './commission-labels.ts'

export function CommissionTable({
  rows,
  selection,
  onOpen,
}: {
  rows: Commission[]
  /** Undefined if the role can't review. */
  selection: Selection | undefined
  onOpen: (id: number) => void
}) {
  return (
    <Table label={t('commissions.commissions')}>
      <thead>
        <tr>
          {selection !== undefined && (
            <ThSelect
              label={t('commissions.selectAllCommissionsShown')}
              ids={rows.filter(canBeChosen).map(({ id }) => id)}
              selection={selection}
            />
          )}
          <Th>{t('commissions.partnerAndCustomer')}</Th>
          <Th align="right">{t('commissions.amount')}</Th>
          <Th>{t('commissions.status')}</Th>
          <Th>{t('commissions.earnedFrom')}</Th>
          <Th>{t('commissions.created')}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CommissionRow
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
const CommissionRow = memo(function CommissionRow({
  row,
  isChosen,
  onChoose,
  onOpen,
}: {
  row: Commission
  isChosen: boolean
  /** Undefined if the role can't review. */
  onChoose: Selection['onChange'] | undefined
  onOpen: (id: number) => void
}) {
  const program = useProgram()
  const { timeZone } = program
  return (
    <Tr onClick={() => onOpen(row.id)}>
      {onChoose !== undefined && (
        <TdSelect
          label={t('commissions.selectCommissionId', { id: row.id })}
          id={row.id}
          canBeChosen={canBeChosen(row)}
          isChosen={isChosen}
          onChange={onChoose}
        />
      )}
      <Td>
        <RowName
          className="max-w-32 sm:max-w-56"
          detail={row.customerKey ?? t('commissions.customerCustomerId', { customerId: row.customerId })}
        >
          {row.partnerName}
          <span className="sr-only">{t('commissions.commissionId', { id: row.id })}</span>
        </RowName>
      </Td>
      <Td align="right" className="whitespace-nowrap font-medium">
        {formatMoney(leftCents(row), row.currency)}
        {row.reversedCents > 0 && (
          <span className="block font-normal text-ink-3 text-xs">
            {t('commissions.ofAmount', { amount: formatMoney(row.amountCents, row.currency) })}
          </span>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        <LabelBadge {...COMMISSION_STATUSES[row.status]} />
        {row.status === 'pending' && (
          <span className="block text-ink-3 text-xs">{waitOf(row, timeOf(program), timeZone)}</span>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        <EarnedByLink of={row} className="hover:underline" onClick={(event) => event.stopPropagation()} />
      </Td>
      <Td className="whitespace-nowrap text-ink-2">{formatInstant(row.createdAt, timeZone)}</Td>
    </Tr>
  )
})

function waitOf({ holdReason, holdUntil }: Commission, now: number, timeZone: string): string {
  if (holdReason !== null) return t('commissions.onHold')
  if (Date.parse(holdUntil) <= now) return t('commissions.holdEnded')
  return t('commissions.untilDayOf', { dayOf: formatDay(dayOf(holdUntil, timeZone)) })
}

/** Returns whether a row can be reviewed: pending or approved, and no possible duplicate. */
export function canBeChosen(row: Commission): boolean {
  return reviewsOf(row).reject
}
