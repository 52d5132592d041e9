import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { possibleDuplicateQuery } from '../../api/record-queries.ts'
import type { Commission } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { useToasts } from '../../ui/toast.tsx'

const DECISIONS = {
  both_real: {
    action: 'Release commission',
    does: 'Both payments are real. The commission is approved when its hold period ends.',
    done: 'Commission released.',
  },
  duplicate: {
    action: 'Reverse duplicate',
    does: 'The sale, its commission and its fee are reversed. This can’t be undone.',
    done: 'Duplicate reversed.',
  },
} as const

type Decision = keyof typeof DECISIONS

/** Both sales that name the same payment, and the decision whether both are real. */
export function PossibleDuplicate({ commission }: { commission: Commission }) {
  const query = useQuery(possibleDuplicateQuery(useProgramId(), commission.id))
  const { timeZone } = useProgram()
  const may = useMay()
  const [asked, setAsked] = useState<Decision>()
  return (
    <Loaded query={query} loadingRows={2}>
      {({ reports }) => (
        <>
          <ul className="my-2 flex flex-col gap-1">
            {reports.map((sale) => (
              <li key={sale.saleId}>
                Sale {sale.saleId} ({sale.transactionId}): {formatMoney(sale.amountCents, sale.currency)},{' '}
                {sale.source === 'processor' ? 'reported by the processor' : 'sent by your server'},{' '}
                {formatExactInstant(sale.receivedAt, timeZone)}
              </li>
            ))}
          </ul>
          {may('commission:manage') && (
            <div className="mb-2 flex flex-wrap gap-2">
              <Button onClick={() => setAsked('both_real')}>Both are real</Button>
              <Button onClick={() => setAsked('duplicate')}>Reverse duplicate</Button>
            </div>
          )}
          {asked !== undefined && (
            <DecisionDialog decision={asked} commission={commission} onClose={() => setAsked(undefined)} />
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
  const { say } = useToasts()
  const { action, does, done } = DECISIONS[decision]
  const decide = async (reason = '') => {
    const params = { path: { programId, commissionId: String(commission.id) } }
    const url = '/api/programs/{programId}/commissions/{commissionId}/duplicate'
    await read(api.POST(url, { params, body: { decision, reason } }))
    say(done)
    await refreshMoney(queryClient, programId)
  }
  return (
    <QuestionDialog
      title={`${action}?`}
      label="Reason"
      hint="It appears in the log of the commission."
      action={action}
      look={decision === 'duplicate' ? 'danger' : 'primary'}
      isRequired
      onAnswer={decide}
      onClose={onClose}
    >
      {does}
    </QuestionDialog>
  )
}
