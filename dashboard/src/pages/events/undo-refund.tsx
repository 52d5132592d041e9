import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Refund, RefundableSale } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Undoes a refund that the team entered. Refunds reported by the server or the payment processor can't be undone. */
export function UndoRefund({ refund, sale }: { refund: Refund; sale: RefundableSale }) {
  const programId = useProgramId()
  const { platformFeeBps } = useProgram()
  const can = usePermissionCheck()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const [isOpen, setIsOpen] = useState(false)
  const isUndoable = refund.kind === 'refund' && refund.source === 'dashboard' && refund.withdrawnAt === null
  if (!isUndoable || !can('commission:manage')) return null
  const amount = formatMoney(refund.amountCents, sale.currency)
  return (
    <>
      <Button size="small" className="mt-2" onClick={() => setIsOpen(true)}>
        {t('events.undoRefund2')}
      </Button>
      {isOpen && (
        <PromptDialog
          title={t('events.undoRefundOfAmount', { amount })}
          label={t('events.reason')}
          hint={t('events.yourTeamSeesThisWith')}
          action={t('events.undoRefund')}
          look="danger"
          isRequired
          onClose={() => setIsOpen(false)}
          onSubmit={async (reason = '') => {
            const path = { programId, saleId: String(sale.id), refundEventId: String(refund.id) }
            await read(
              api.POST('/api/programs/{programId}/sales/{saleId}/refunds/{refundEventId}/undo', {
                params: { path },
                body: { reason },
              }),
            )
            showSuccess(t('events.refundOfAmountUndone', { amount }))
            await refreshMoney(queryClient, programId)
            await queryClient.invalidateQueries({ queryKey: ['events-for-review', programId] })
          }}
        >
          {t('events.saleCommissionAndFeeAre', { hasFee: String(platformFeeBps > 0) })}
        </PromptDialog>
      )}
    </>
  )
}
