import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { processorQuery } from '../../api/processor-queries.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useChangePaymentMode } from '../integration/sales-source.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { EventsForReview } from './events-for-review.tsx'
import { processorLabel } from './processor-guides.ts'
import { ProcessorProblems } from './processor-problems.tsx'
import type { ConnectResult } from './search.ts'
import { UnattributedPayments } from './unattributed-payments.tsx'

const route = getRouteApi('/signed-in/programs/$programId/payments')

export function PaymentsPage() {
  const can = usePermissionCheck()
  const programId = useProgramId()
  const { paymentTrackingMode } = useProgram()
  const { processor } = route.useSearch()
  const { data: connection } = useQuery(processorQuery(programId))
  return (
    <>
      <PageHeader
        title={t('payments.payments')}
        description={t('payments.salesRenewalsRefundsAndDisputes')}
        actions={
          can('billing:read') && (
            <Button asChild>
              <Link to="/programs/$programId/reconciliation" params={{ programId }}>
                {t('payments.reconcile')}
              </Link>
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-4">
        {processor !== undefined && <ResultNote result={processor} />}
        {paymentTrackingMode === 's2s' && connection?.status === 'connected' && (
          <ModeDiffers processor={processorLabel(connection.processor)} />
        )}
        {paymentTrackingMode === 's2s' && connection !== undefined && connection.status !== 'connected' && (
          <p className="rounded-lg bg-fill px-4 py-3 text-ink-2">
            {rich('payments.yourServerReportsSalesThis', {
              link: (children) => (
                <Link to="/programs/$programId/settings" params={{ programId }} className={textLink}>
                  {children}
                </Link>
              ),
              code: (children) => <code>{children}</code>,
            })}
          </p>
        )}
        {can('billing:read') && <ProcessorProblems />}
        <ConnectionCard />
        {can('billing:read') && (
          <>
            <EventsForReview />
            <UnattributedPayments />
          </>
        )}
      </div>
    </>
  )
}

/** Offers to let the connected processor report sales: connecting it doesn't change who reports them. */
function ModeDiffers({ processor }: { processor: string }) {
  const can = usePermissionCheck()
  const change = useChangePaymentMode()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warn-soft px-4 py-3">
      <p className="min-w-0 flex-[1_1_24rem] text-warn">
        {rich('payments.serverAndProcessorReportSales', {
          processor,
          code: (children) => <code>{children}</code>,
        })}
      </p>
      {can('program:update') && (
        <Button isBusy={change.isPending} onClick={() => change.mutate('processor_connect')}>
          {t('payments.letProcessorReportSales', { processor })}
        </Button>
      )}
    </div>
  )
}

const RESULTS: Record<ConnectResult, { isGood: boolean; text: string }> = {
  connected: { isGood: true, text: t('payments.results.connected') },
  denied: {
    isGood: false,
    text: t('payments.results.denied'),
  },
  rejected: {
    isGood: false,
    text: t('payments.results.rejected'),
  },
  conflict: {
    isGood: false,
    text: t('payments.results.conflict'),
  },
  live: {
    isGood: false,
    text: t('payments.results.live'),
  },
}

/** Shows the result of the processor's OAuth flow. */
function ResultNote({ result }: { result: ConnectResult }) {
  const { isGood, text } = RESULTS[result]
  return (
    <p
      role="status"
      className={`rounded-lg px-4 py-3 ${isGood ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
    >
      {text}
    </p>
  )
}
