import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { IntegrationStatus } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useCan, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { takeLostFocus } from '../../ui/focus-page.ts'
import { useToasts } from '../../ui/toast.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { ServerKey } from './server-key.tsx'
import { SaleSnippets } from './server-snippets.tsx'
import { StepCard } from './step-card.tsx'
import { TestSale } from './test-sale.tsx'

type Payments = IntegrationStatus['statistics']['payments']

/** How sales reach the service: from the merchant's server, or through the connected payment processor. */
export function PaymentsStep({ payments, isComplete }: { payments: Payments; isComplete: boolean }) {
  const isFromServer = payments.paymentTrackingMode === 's2s'
  const [isSwitched, setIsSwitched] = useState(false)
  return (
    <StepCard
      number={3}
      title={t('integration.reportSales')}
      isComplete={isComplete}
      description={
        isFromServer
          ? t('integration.callSaleEndpointFromYour')
          : t('integration.thisProgramRecordsSalesThrough')
      }
    >
      {isFromServer ? (
        // The box of the button that was pressed is gone.
        <section
          aria-label={t('integration.fromYourServer')}
          tabIndex={-1}
          ref={isSwitched ? takeLostFocus : undefined}
        >
          <div className="flex flex-col gap-4">
            <ServerKey />
            <SaleSnippets />
            <AttributionNote />
          </div>
        </section>
      ) : (
        <ProcessorConnection payments={payments} onSwitched={() => setIsSwitched(true)} />
      )}
      <TestSale />
    </StepCard>
  )
}

/** A sale whose customer is unknown is rejected; the guide explains how to prevent it. */
function AttributionNote() {
  const { leadAuthPolicy } = useProgram()
  if (leadAuthPolicy !== 'server_verified') return null
  return (
    <p className="max-w-[75ch] text-[0.8125rem] text-ink-3">
      {rich('integration.salesNeedSettledSignup', {
        code: (children) => <code className="font-mono">{children}</code>,
      })}
    </p>
  )
}

function ProcessorConnection({ payments, onSwitched }: { payments: Payments; onSwitched: () => void }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const can = useCan()
  const yesNo = (isYes: boolean) => (
    <Badge tone={isYes ? 'good' : 'neutral'}>{isYes ? t('integration.yes') : t('integration.no')}</Badge>
  )
  return (
    <>
      <div className="rounded-lg border px-4 py-3.5">
        <Facts>
          <Fact name={t('integration.connection')}>
            <Badge tone={payments.isProcessorConnected ? 'good' : 'warn'}>
              {payments.processorConnectionStatus.replaceAll('_', ' ')}
            </Badge>
          </Fact>
          <Fact name={t('integration.account')}>{payments.processorAccountId}</Fact>
          <Fact name={t('integration.chargesEnabled')}>{yesNo(payments.chargesEnabled)}</Fact>
          <Fact name={t('integration.payoutsEnabled')}>{yesNo(payments.payoutsEnabled)}</Fact>
          <Fact name={t('integration.detailsSubmitted')}>{yesNo(payments.detailsSubmitted)}</Fact>
          <Fact name={t('integration.connectedOn')}>
            {payments.connectionDate !== null && formatInstant(payments.connectionDate, timeZone)}
          </Fact>
        </Facts>
      </div>
      <p className="text-[0.8125rem] text-ink-3">
        {rich('integration.connectYourProcessorAndReview', {
          link: (children) => (
            <Link to="/programs/$programId/payments" params={{ programId }} className={textLink}>
              {children}
            </Link>
          ),
        })}
      </p>
      {!payments.isProcessorConnected && can('program:update') && <SwitchToServer onSwitched={onSwitched} />}
    </>
  )
}

function SwitchToServer({ onSwitched }: { onSwitched: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const change = useMutation({
    mutationFn: () =>
      read(
        api.PATCH('/api/programs/{programId}', {
          params: { path: { programId } },
          body: { paymentTrackingMode: 's2s' },
        }),
      ),
    async onSuccess() {
      onSwitched()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['program', programId] }),
        queryClient.invalidateQueries({ queryKey: ['status', programId] }),
      ])
      showSuccess(t('integration.salesAreNowReportedFrom'))
    },
    onError: showError,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-fill px-4 py-3">
      <p className="min-w-0 flex-[1_1_16rem] text-ink-2">{t('integration.noPaymentProcessorReportSales')}</p>
      <Button isBusy={change.isPending} onClick={() => change.mutate()}>
        {t('integration.useServerServerTracking')}
      </Button>
    </div>
  )
}
