import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { EventsForReview } from './events-for-review.tsx'
import { ProcessorProblems } from './processor-problems.tsx'
import type { ConnectResult } from './search.ts'
import { UnattributedPayments } from './unattributed-payments.tsx'

const route = getRouteApi('/signed-in/programs/$programId/payments')

export function PaymentsPage() {
  const may = useMay()
  const programId = useProgramId()
  const { paymentTrackingMode } = useProgram()
  const { processor } = route.useSearch()
  return (
    <>
      <PageHeader
        title="Payments"
        description="Sales, renewals, refunds and disputes that arrive by themselves from your payment processor."
      />
      <div className="flex flex-col gap-4">
        {processor !== undefined && <ResultNote result={processor} />}
        {paymentTrackingMode === 's2s' && (
          <p className="rounded-lg bg-fill px-4 py-3 text-ink-2">
            This program takes sales from your server, so it needs no processor. To use one instead, change
            the payment mode in the{' '}
            <Link to="/programs/$programId/settings" params={{ programId }} className={textLink}>
              settings
            </Link>
            . If your server keeps sending sales, send Stripe’s payment id with each one, as{' '}
            <code>transaction_id</code> or <code>provider_payment_id</code>. Without it, a payment that both
            report counts twice.
          </p>
        )}
        {may('billing:read') && <ProcessorProblems />}
        <ConnectionCard />
        {may('billing:read') && (
          <>
            <EventsForReview />
            <UnattributedPayments />
          </>
        )}
      </div>
    </>
  )
}

const RESULTS: Record<ConnectResult, { isGood: boolean; text: string }> = {
  connected: { isGood: true, text: 'Your payment processor is connected.' },
  denied: {
    isGood: false,
    text: 'The connection was not allowed at the payment processor. Nothing changed.',
  },
  refused: {
    isGood: false,
    text: 'The payment processor refused the connection. Connect again; an authorization is good only once.',
  },
  conflict: {
    isGood: false,
    text: 'This account is connected to another program: end that connection first.',
  },
  live: {
    isGood: false,
    text: 'This account was connected in live mode, and a sandbox takes the test mode only. Nothing changed.',
  },
}

/** What came of the visit to the processor's own page. */
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
