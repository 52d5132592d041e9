import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Invoice } from '../../api/types.ts'
import { formatMonth } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { useProgramId } from '../../session/use-program.ts'
import { QuestionDialog } from '../../ui/question.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Takes an issued invoice back by a credit note that refers to it. */
export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, number, month, totalUsdCents } = invoice
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  return (
    <QuestionDialog
      title={`Void invoice ${number}?`}
      label="Reason"
      hint="It stands on the credit note."
      action="Void invoice"
      look="danger"
      isRequired
      onAnswer={async (reason = '') => {
        const params = { path: { programId, invoiceId: String(id) } }
        const call = api.POST('/api/programs/{programId}/invoices/{invoiceId}/void', {
          params,
          body: { reason },
        })
        const { data: note } = await read(call)
        say(`Credit note ${note.number} takes back ${number}: ${formatMoney(note.totalUsdCents, 'USD')}.`)
        await queryClient.invalidateQueries({ queryKey: ['invoices', programId] })
      }}
      onClose={onClose}
    >
      A credit note of {formatMoney(-totalUsdCents, 'USD')} takes back every line of it. Both stay in the
      list, {formatMonth(month)} can be issued again, and this cannot be undone.
    </QuestionDialog>
  )
}
