import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainQuery } from '../../api/explain-queries.ts'
import type { Conclusion, RejectedRequest } from '../../api/types.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ServiceText } from '../explain/service-text.tsx'
import { resendSaleCurl } from './resend-sale.ts'

type RejectedSale = RejectedRequest & { transactionId: string }

/** A live sale from the merchant's server that wasn't recorded. Only the server has all of the request's values. */
export const isResendable = (row: RejectedRequest): row is RejectedSale =>
  row.type === 'sale' &&
  row.mode === 'live' &&
  row.authenticated &&
  row.outcome !== 'duplicate' &&
  row.transactionId !== null

/** Opens a dialog that shows whether the sale would be recorded now, and the command that sends it. */
export function ResendSaleButton({ row }: { row: RejectedSale }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" look="quiet" className="-ml-2.5" onClick={() => setIsOpen(true)}>
        {rich('health.showCurlCommand', {
          order: row.transactionId,
          span: (children) => <span className="sr-only">{children}</span>,
        })}
      </Button>
      {isOpen && <SendAgainDialog row={row} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SendAgainDialog({ row, onClose }: { row: RejectedSale; onClose: () => void }) {
  const query = useQuery({
    ...explainQuery(useProgramId(), [{ field: 'transactionId', value: row.transactionId }]),
    // Never cached, because the dialog shows what would happen now.
    staleTime: 0,
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('health.sendOrderAgain', { order: row.transactionId })}
      description={t('health.sendItFromYourServer')}
      initialFocus="itself"
    >
      <Loaded query={query} loadingRows={2}>
        {({ explanation: { conclusion } }) => (
          <>
            <div className="wrap-anywhere mb-4 flex flex-col items-start gap-2">
              <ResendConclusion conclusion={conclusion} />
              <p>
                <ServiceText text={conclusion.message} />
              </p>
              {conclusion.remedy !== null && (
                <p className="text-ink-2">
                  <ServiceText text={conclusion.remedy} />
                </p>
              )}
            </div>
            {conclusion.facts.saleId === undefined && (
              <>
                <CodeBlock code={resendSaleCurl(location.origin, row)} what={t('health.command')} />
                <p className="mt-3 text-[0.8125rem] text-ink-3">{t('health.onlyTheseValuesAreStored')}</p>
              </>
            )}
          </>
        )}
      </Loaded>
      <DialogActions>
        <Button onClick={onClose}>{t('health.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function ResendConclusion({ conclusion: { reason, facts } }: { conclusion: Conclusion }) {
  if (facts.saleId !== undefined) return <Badge>{t('health.alreadyRecorded')}</Badge>
  return reason === 'would_count_if_resent' ? (
    <Badge tone="good">{t('health.wouldSucceedNow')}</Badge>
  ) : (
    <Badge tone="warn">{t('health.wouldFailNow')}</Badge>
  )
}
