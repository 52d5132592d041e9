import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { possibleDuplicateQuery } from '../../api/record-queries.ts'
import type { Commission } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

const DECISIONS = {
  both_real: {
    action: t('commissions.decisions.bothReal.action'),
    does: t('commissions.decisions.bothReal.does'),
    done: t('commissions.decisions.bothReal.done'),
  },
  duplicate: {
    action: t('commissions.decisions.duplicate.action'),
    does: t('commissions.decisions.duplicate.does'),
    done: t('commissions.decisions.duplicate.done'),
  },
} as const

type Decision = keyof typeof DECISIONS

/** Compares two sales for the same payment and lets the team decide whether both are valid. */
export function PossibleDuplicate({ commission }: { commission: Commission }) {
  const query = useQuery(possibleDuplicateQuery(useProgramId(), commission.id))
  const { timeZone } = useProgram()
  const can = usePermissionCheck()
  const [decision, setDecision] = useState<Decision>()
  return (
    <Loaded query={query} loadingRows={2}>
      {({ reports }) => (
        <>
          <ul className="my-2 flex flex-col gap-1">
            {reports.map((sale) => (
              <li key={sale.saleId}>
                {t('commissions.saleSaleIdTransactionIdAmountIsProcessor', {
                  saleId: sale.saleId,
                  transactionId: sale.transactionId,
                  amount: formatMoney(sale.amountCents, sale.currency),
                  isProcessor: String(sale.source === 'processor'),
                  receivedAt: formatExactInstant(sale.receivedAt, timeZone),
                })}
              </li>
            ))}
          </ul>
          {can('commission:manage') && (
            <div className="mb-2 flex flex-wrap gap-2">
              <Button onClick={() => setDecision('both_real')}>{t('commissions.bothAreReal')}</Button>
              <Button onClick={() => setDecision('duplicate')}>{t('commissions.reverseDuplicate')}</Button>
            </div>
          )}
          {decision !== undefined && (
            <DecisionDialog
              decision={decision}
              commission={commission}
              onClose={() => setDecision(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function DecisionDialog({
  decision,
  commission,
  onClose,
}: {
  decision: Decision
  commission: Commission
  onClose: () => void
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const { action, does, done } = DECISIONS[decision]
  const decide = async (reason = '') => {
    const params = { path: { programId, commissionId: String(commission.id) } }
    const url = '/api/programs/{programId}/commissions/{commissionId}/duplicate'
    await read(api.POST(url, { params, body: { decision, reason } }))
    showSuccess(done)
    await refreshMoney(queryClient, programId)
  }
  return (
    <PromptDialog
      title={`${action}?`}
      label={t('commissions.reason')}
      hint={t('commissions.savedInCommissionsHistory')}
      action={action}
      look={decision === 'duplicate' ? 'danger' : 'primary'}
      isRequired
      onSubmit={decide}
      onClose={onClose}
    >
      {does}
    </PromptDialog>
  )
}
