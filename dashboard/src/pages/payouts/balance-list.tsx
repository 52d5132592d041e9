import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { type BalanceFilters, balancesQuery } from '../../api/money-queries.ts'
import type { PartnerBalance } from '../../api/types.ts'
import { byCurrency, formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { InfoTip } from '../../ui/info-tip.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { NextPayoutBlockers } from './next-payouts.tsx'
import { PAYOUT_BLOCKERS } from './payout-blockers.ts'

type Balance = PartnerBalance['balances'][number]

const COLUMNS: { name: string; definition: string; cents: (balance: Balance) => number }[] = [
  {
    name: t('payouts.pending'),
    definition: t('payouts.define.pending'),
    cents: (balance) => balance.pendingCents,
  },
  {
    name: t('payouts.approved'),
    definition: t('payouts.define.approved'),
    cents: (balance) => balance.approvedCents,
  },
  { name: t('payouts.paid'), definition: t('payouts.define.paidOut'), cents: (balance) => balance.paidCents },
]

/** Each partner's earned, paid and owed amounts, one line per currency. */
export function BalanceList({ filters }: { filters: BalanceFilters }) {
  const list = useInfiniteQuery(balancesQuery(useProgramId(), filters))
  const empty = (
    <EmptyState
      icon={Scale}
      title={filters.due === undefined ? t('payouts.noBalancesYet') : t('payouts.noPayoutsDue')}
    >
      {filters.due === undefined
        ? t('payouts.aPartnersBalanceAppearsAfter')
        : t('payouts.balancesThatWaitForSomething')}
    </EmptyState>
  )
  return (
    <PagedRows list={list} loadingRows={6} empty={empty}>
      {(rows) => (
        <Table label={t('payouts.balances')}>
          <thead>
            <tr>
              <Th>{t('payouts.partner')}</Th>
              {COLUMNS.map((column) => (
                <AmountHeader key={column.name} {...column} />
              ))}
              <AmountHeader name={t('payouts.owed')} definition={t('payouts.define.owed')} />
              <Th>{t('payouts.nextPayout')}</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <BalanceRow key={row.partnerId} row={row} />
            ))}
          </tbody>
        </Table>
      )}
    </PagedRows>
  )
}

function AmountHeader({ name, definition }: { name: string; definition: string }) {
  return (
    <Th align="right">
      <span className="inline-flex items-center gap-0.5">
        {name}
        <InfoTip term={name}>{definition}</InfoTip>
      </span>
    </Th>
  )
}

function BalanceRow({ row }: { row: PartnerBalance }) {
  const { partnerId, partnerName, balances, nextPayouts, payoutBlocker, payoutHoldReason } = row
  const programId = useProgramId()
  const inOrder = balances.toSorted(byCurrency)
  return (
    <tr>
      <Td className="align-top">
        <Link
          to="/programs/$programId/partners/$partnerId"
          params={{ programId, partnerId: String(partnerId) }}
          className="block max-w-36 truncate font-medium hover:underline sm:max-w-64"
        >
          {partnerName}
        </Link>
        {payoutBlocker !== null && <LabelBadge {...PAYOUT_BLOCKERS[payoutBlocker]} />}
        {payoutBlocker === 'partner_held' && (
          <span className="wrap-anywhere block max-w-36 text-ink-3 text-xs sm:max-w-64">
            {payoutHoldReason}
          </span>
        )}
      </Td>
      {COLUMNS.map(({ name, cents }) => (
        <Td key={name} align="right" className="whitespace-nowrap align-top text-ink-2">
          {inOrder.map((balance) => (
            <span key={balance.currency} className="block">
              {cents(balance) === 0 ? '–' : formatMoney(cents(balance), balance.currency)}
            </span>
          ))}
        </Td>
      ))}
      <Td align="right" className="whitespace-nowrap align-top font-medium">
        {inOrder.map((balance) => (
          <span key={balance.currency} className="block">
            {formatMoney(balance.owedCents, balance.currency)}
            {balance.owedCents < 0 && (
              <span className="block font-normal text-ink-3 text-xs">{t('payouts.reversedAfterPayout')}</span>
            )}
          </span>
        ))}
      </Td>
      <Td className="min-w-88 align-top text-ink-2">
        <NextPayoutBlockers payouts={nextPayouts} />
      </Td>
    </tr>
  )
}
