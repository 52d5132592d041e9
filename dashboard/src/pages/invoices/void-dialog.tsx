import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Invoice } from '../../api/types.ts'
import { formatMonth } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Voids an issued invoice with a credit note. */
export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, number, month, totalUsdCents } = invoice
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return (
    <PromptDialog
      title={t('invoices.voidInvoiceNumber2', { number })}
      label={t('invoices.reason')}
      hint={t('invoices.shownOnCreditNote')}
      action={t('invoices.voidInvoice')}
      look="danger"
      isRequired
      onSubmit={async (reason = '') => {
        const params = { path: { programId, invoiceId: String(id) } }
        const call = api.POST('/api/programs/{programId}/invoices/{invoiceId}/void', {
          params,
          body: { reason },
        })
        const { data: note } = await read(call)
        showSuccess(
          t('invoices.creditNoteNumberIssuedFor', {
            number: note.number,
            number2: number,
            totalUsd: formatMoney(note.totalUsdCents, 'USD'),
          }),
        )
        await queryClient.invalidateQueries({ queryKey: ['invoices', programId] })
      }}
      onClose={onClose}
    >
      {t('invoices.aCreditNoteForTotalUsdCents', {
        totalUsdCents: formatMoney(-totalUsdCents, 'USD'),
        month: formatMonth(month),
      })}
    </PromptDialog>
  )
}
