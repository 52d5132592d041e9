import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatInstantDay } from '../format/date.ts'
import { formatList } from '../format/list.ts'
import { t } from '../messages/portal-text.ts'
import { SUM_GRID, WIDE_SUM_GRID } from '../ui/sum-grid.ts'
import { Money, QueryView } from './display.tsx'
import { type MoneyState, moneyStates } from './money-states.ts'
import { onHoldNote } from './on-hold-note.ts'
import { METHODS, waitText } from './payout-labels.ts'
import { balanceQuery, type PortalBalance, type PortalProgram } from './queries.ts'

const LABELS: Record<MoneyState['kind'], string> = {
  on_its_way: t('payouts.statuses.open'),
  next_payout: t('payouts.nextPayout'),
  deducted: t('money.deducted'),
  on_hold: t('display.onHold'),
  paid: t('display.paid'),
  reversed: t('display.refundedOrReversed'),
}

/**
 * Where the partner's money is: a card for each state that has an amount, with one sentence that explains it.
 * @param empty shown if there is none
 */
export function MoneyStates({ program, empty }: { program: PortalProgram; empty?: ReactNode }) {
  const query = useQuery(balanceQuery(program.id))
  return (
    <QueryView query={query}>
      {(money) => {
        const states = moneyStates(money)
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
                    {noteOf(state, { program, balances: money.balances })}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        )
      }}
    </QueryView>
  )
}

function noteOf(
  state: MoneyState,
  { program, balances }: { program: PortalProgram; balances: readonly PortalBalance[] },
): string {
  const { timeZone, clockAheadMs } = program
  switch (state.kind) {
    case 'on_its_way': {
      const methods = [...new Set(state.payouts.flatMap((one) => one.methods))]
      const [first = ''] = state.payouts.map(({ createdAt }) => createdAt).toSorted()
      return t('money.onItsWay.note', {
        payouts: state.payouts.reduce((sum, { payouts }) => sum + payouts, 0),
        day: formatInstantDay(first, timeZone),
        hasMethod: String(methods.length > 0),
        method: formatList(methods.map((method) => METHODS[method].label)),
      })
    }
    case 'next_payout': {
      const [wait, other] = new Set(
        state.payouts.map(({ currency, blockers: [first] }) =>
          first === undefined ? '' : waitText(first, { currency, timeZone }),
        ),
      )
      return wait !== undefined && other === undefined ? wait : t('money.nextPayout.note')
    }
    case 'on_hold': {
      const holds = balances.map(({ nextDueAt }) => nextDueAt).filter((at) => at !== null)
      return onHoldNote(holds, { now: Date.now() + clockAheadMs, timeZone })
    }
    case 'deducted':
      return t('money.deducted.note')
    case 'paid':
      return t('money.paid.note')
    case 'reversed':
      return t('money.reversed.note')
  }
}
