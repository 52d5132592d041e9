import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatInstantDay } from '../format/date.ts'
import { formatList } from '../format/list.ts'
import { t } from '../messages/portal-text.ts'
import { SUM_GRID, WIDE_SUM_GRID } from '../ui/sum-grid.ts'
import { Money, QueryView } from './display.tsx'
import { holdLines } from './hold-lines.ts'
import { Link } from './link.tsx'
import { type MoneyState, moneyStates } from './money-states.ts'
import { METHODS, payoutWaitText } from './payout-labels.ts'
import { balanceQuery, type NextPayout, type PortalProgram } from './queries.ts'

const LABELS: Record<MoneyState['kind'], string> = {
  on_its_way: t('payouts.statuses.open'),
  next_payout: t('payouts.nextPayout'),
  blocked: t('money.blocked'),
  deducted: t('money.deducted'),
  on_hold: t('display.onHold'),
  paid: t('display.paid'),
  reversed: t('display.refundedOrReversed'),
}

type Balance = NonNullable<ReturnType<typeof useBalance>['data']>

const useBalance = (program: PortalProgram) => useQuery(balanceQuery(program.id))

/**
 * Shows a card with an explanation for each state that has an amount.
 * @param empty shown if there is none
 * @param hasNextPayouts whether the page shows the next payouts itself, so that they aren't repeated here
 */
export function MoneyStates({
  program,
  empty,
  hasNextPayouts = () => false,
}: {
  program: PortalProgram
  empty?: ReactNode
  hasNextPayouts?: (money: Balance) => boolean
}) {
  const query = useBalance(program)
  return (
    <QueryView query={query}>
      {(money) => {
        const isDue = ({ amountCents }: NextPayout) => amountCents > 0
        const states = moneyStates({
          ...money,
          ...(hasNextPayouts(money) && { nextPayouts: money.nextPayouts.filter((one) => !isDue(one)) }),
        })
        if (states.length === 0) return empty
        return (
          <dl className={clsx(SUM_GRID, WIDE_SUM_GRID)}>
            {states.map((state) => (
              <div
                key={state.kind}
                className="@container min-w-0 rounded-xl border bg-surface p-3.5 shadow-card"
              >
                <dt className="text-ink-3">{LABELS[state.kind]}</dt>
                <dd className="mt-0.5 font-semibold text-base">
                  <Money sums={state.sums} rem={1} />
                  <span className="mt-0.5 block font-normal text-[0.8125rem] text-ink-3">
                    {stateLines(state, { program, ...money }).map((line) => (
                      <span key={line} className="block">
                        {line}
                      </span>
                    ))}
                  </span>
                  {state.kind === 'blocked' && !money.hasPayoutDetails && (
                    <Link
                      to={`/programs/${program.id}/payout-details`}
                      className="mt-1 inline-block text-[0.8125rem] text-accent-text underline underline-offset-4"
                    >
                      {t('payouts.addPayoutDetails')}
                    </Link>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )
      }}
    </QueryView>
  )
}

/** These come before missing payout details, because adding details alone wouldn't help. */
const PARTNER_BLOCKERS: readonly string[] = ['partner_pending', 'partner_rejected', 'partner_held']

/** Explains a state of the money. */
function stateLines(
  state: MoneyState,
  {
    program: { timeZone, clockAheadMs },
    balances,
    holds,
    hasPayoutDetails,
  }: { program: PortalProgram } & Pick<Balance, 'balances' | 'holds' | 'hasPayoutDetails'>,
): string[] {
  switch (state.kind) {
    case 'on_its_way': {
      const methods = [...new Set(state.payouts.flatMap((one) => one.methods))]
      const [first = ''] = state.payouts.map(({ createdAt }) => createdAt).toSorted()
      return [
        t('money.onItsWay.note', {
          payouts: state.payouts.reduce((sum, { payouts }) => sum + payouts, 0),
          day: formatInstantDay(first, timeZone),
          hasMethod: String(methods.length > 0),
          method: formatList(methods.map((method) => METHODS[method].label)),
        }),
      ]
    }
    case 'blocked':
    case 'next_payout': {
      const blockers = state.payouts.flatMap(({ currency, blockers: [first] }) =>
        first === undefined ? [] : [{ currency, first }],
      )
      const isPartnerBlocked = blockers.some(({ first }) => PARTNER_BLOCKERS.includes(first.reason))
      if (state.kind === 'blocked' && !hasPayoutDetails && !isPartnerBlocked)
        return [t('payoutLabels.waits.detailsMissing')]
      const [wait, other] = new Set(
        blockers.map(({ currency, first }) => payoutWaitText(first, { currency, timeZone })),
      )
      return [wait !== undefined && other === undefined ? wait : t('money.nextPayout.note')]
    }
    case 'on_hold':
      return holdLines(balances, holds, Date.now() + clockAheadMs)
    case 'deducted':
      return [t('money.deducted.note')]
    case 'paid':
      return [t('money.paid.note')]
    case 'reversed':
      return [t('money.reversed.note')]
  }
}
