import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, read } from '../../api/client.ts'
import { processorQuery } from '../../api/processor-queries.ts'
import { programQuery, statusQuery } from '../../api/queries.ts'
import type { IntegrationStatus, Program } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { ClickCode } from '../payments/click-code.tsx'
import { processorGuide, processorLabel } from '../payments/processor-guides.ts'
import { PAYMENT_MODES } from '../settings/program-labels.ts'
import { textLink } from '../sign-in/entry-frame.tsx'
import { CheckoutSnippets, SaleSnippets } from './server-snippets.tsx'

type PaymentMode = Program['paymentTrackingMode']

/** Asks whether the server or a processor reports sales, and shows the code or connection this requires. */
export function SalesSource({
  serverKey,
}: {
  /** The server's API key, unless the page already shows it. */ serverKey?: ReactNode
}) {
  const mode = useProgram().paymentTrackingMode
  return (
    <div className="flex flex-col gap-4">
      <PaymentModeChoice />
      {mode === 's2s' ? (
        <>
          {serverKey}
          <SaleSnippets />
          <AttributionNote />
        </>
      ) : (
        <FromProcessor />
      )}
    </div>
  )
}

function PaymentModeChoice() {
  const { paymentTrackingMode } = useProgram()
  const canUpdate = usePermissionCheck()('program:update')
  const change = useChangePaymentMode()
  const mode = change.isPending ? change.variables : paymentTrackingMode
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="font-medium">{t('integration.whoReportsSales')}</p>
      {canUpdate ? (
        <Segmented
          label={t('settings.paymentMode')}
          value={mode}
          choices={enumOptions(PAYMENT_MODES)}
          onChoose={(chosen) => change.mutate(chosen)}
        />
      ) : (
        <p>{PAYMENT_MODES[mode].label}</p>
      )}
      <p className="max-w-[75ch] text-[0.8125rem] text-ink-3">{PAYMENT_MODES[mode].hint}</p>
    </div>
  )
}

export function useChangePaymentMode() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  return useMutation({
    async mutationFn(paymentTrackingMode: PaymentMode) {
      const params = { path: { programId } }
      const body = { paymentTrackingMode }
      return (await read(api.PATCH('/api/programs/{programId}', { params, body }))).data
    },
    async onSuccess(program) {
      queryClient.setQueryData(programQuery(programId).queryKey, program)
      showSuccess(t('integration.salesReportedBy', { mode: program.paymentTrackingMode }))
      await queryClient.invalidateQueries({ queryKey: statusQuery(programId).queryKey })
    },
    onError: showError,
  })
}

/** A sale whose customer is unknown is rejected; the guide explains how to prevent it. */
function AttributionNote() {
  const { leadAuthPolicy } = useProgram()
  return (
    <>
      {leadAuthPolicy === 'server_verified' && (
        <Note>{rich('integration.salesNeedSettledSignup', { code: renderCode })}</Note>
      )}
      <Note>{rich('integration.sendCouponCode', { code: renderCode })}</Note>
    </>
  )
}

function FromProcessor() {
  const status = useQuery(statusQuery(useProgramId()))
  return (
    <>
      <Loaded query={status} loadingRows={2}>
        {({ statistics: { payments } }) =>
          payments.isProcessorConnected ? <Connection payments={payments} /> : <NotConnected />
        }
      </Loaded>
      <CheckoutCode />
    </>
  )
}

/**
 * Shows how to pass the click ID to the connected processor. Without one, shows Stripe, whose steps depend on the
 * framework.
 */
function CheckoutCode() {
  const { data: connection } = useQuery(processorQuery(useProgramId()))
  if (connection === undefined) return null
  const { status, processor } = connection
  if (status === 'connected' && processor !== 'stripe') return <ClickCode guide={processorGuide(processor)} />
  return (
    <>
      <Note>{rich('integration.passClickToStripe', { code: renderCode })}</Note>
      {status !== 'connected' && <Note>{t('integration.otherProcessorsAreUnderPayments')}</Note>}
      <CheckoutSnippets />
    </>
  )
}

function NotConnected() {
  const programId = useProgramId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warn-soft px-4 py-3">
      <p className="min-w-0 flex-[1_1_16rem] text-warn">{t('integration.noProcessorConnected')}</p>
      <Button asChild>
        <Link to="/programs/$programId/payments" params={{ programId }}>
          {t('integration.connectProcessor')}
        </Link>
      </Button>
    </div>
  )
}

function Connection({ payments }: { payments: IntegrationStatus['statistics']['payments'] }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const { data: connection } = useQuery(processorQuery(programId))
  const yesNo = (isYes: boolean) => (
    <Badge tone={isYes ? 'good' : 'neutral'}>{isYes ? t('integration.yes') : t('integration.no')}</Badge>
  )
  return (
    <div className="rounded-lg border px-4 py-3.5">
      <DetailList>
        <DetailItem name={t('integration.connection')}>
          <Badge tone="good">{t('integration.connected')}</Badge>
        </DetailItem>
        <DetailItem name={t('payments.paymentProcessor')}>
          {connection !== undefined && processorLabel(connection.processor)}
        </DetailItem>
        <DetailItem name={t('integration.account')}>{payments.processorAccountId}</DetailItem>
        {connection?.processor === 'stripe' && (
          <>
            <DetailItem name={t('integration.chargesEnabled')}>{yesNo(payments.chargesEnabled)}</DetailItem>
            <DetailItem name={t('integration.payoutsEnabled')}>{yesNo(payments.payoutsEnabled)}</DetailItem>
            <DetailItem name={t('integration.detailsSubmitted')}>
              {yesNo(payments.detailsSubmitted)}
            </DetailItem>
          </>
        )}
        <DetailItem name={t('integration.connectedOn')}>
          {payments.connectionDate !== null && formatInstant(payments.connectionDate, timeZone)}
        </DetailItem>
      </DetailList>
      <p className="mt-3">
        <Link to="/programs/$programId/payments" params={{ programId }} className={textLink}>
          {t('integration.reviewPayments')}
        </Link>
      </p>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="max-w-[75ch] text-[0.8125rem] text-ink-3">{children}</p>
}

const renderCode = (children: ReactNode) => <code className="font-mono">{children}</code>
