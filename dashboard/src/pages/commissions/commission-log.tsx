import { useQuery } from '@tanstack/react-query'
import { commissionChangesQuery } from '../../api/money-queries.ts'
import type { CommissionChange, Currency } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { COMMISSION_STATUSES } from './commission-labels.ts'

/** A commission's status history, newest first. */
export function CommissionLog({ commissionId, currency }: { commissionId: number; currency: Currency }) {
  const query = useQuery(commissionChangesQuery(useProgramId(), commissionId))
  return (
    <Loaded query={query} loadingRows={2}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-ink-3">{t('commissions.noChangesSinceThisCommission')}</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {changes.toReversed().map((change) => (
              <LogEntry key={change.id} change={change} currency={currency} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function LogEntry({ change, currency }: { change: CommissionChange; currency: Currency }) {
  const { timeZone } = useProgram()
  return (
    <li className="border-l-2 pl-3">
      <p className="font-medium">{changeText(change, currency)}</p>
      <p className="wrap-anywhere text-ink-2">{change.reason}</p>
      <p className="text-ink-3 text-xs">
        {actorText(change)}, {formatExactInstant(change.changedAt, timeZone)}
      </p>
    </li>
  )
}

function changeText(change: CommissionChange, currency: Currency): string {
  const { fromStatus, toStatus, fromAmountCents, toAmountCents } = change
  const amounts = `${formatMoney(fromAmountCents, currency)} → ${formatMoney(toAmountCents, currency)}`
  if (fromStatus === toStatus) return amounts
  const statuses = `${COMMISSION_STATUSES[fromStatus].label} → ${COMMISSION_STATUSES[toStatus].label}`
  return fromAmountCents === toAmountCents ? statuses : `${statuses}, ${amounts}`
}

function actorText({ actor, actorName }: CommissionChange): string {
  switch (actor) {
    case 'system':
      return t('commissions.actors.system')
    case 'user':
      return t('commissions.actors.user', { actorName: actorName ?? t('commissions.aFormerMember') })
    case 'key':
      return t('commissions.byManagementKeyActorName', { actorName: actorName ?? '' }).trimEnd()
    case 'merchant':
      return t('commissions.actors.merchant')
    case 'processor':
      return t('commissions.actors.processor')
  }
}
