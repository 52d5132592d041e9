import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { processorEventsQuery, processorQuery, processorsQuery } from '../../api/processor-queries.ts'
import type { PaymentProcessor, PaymentProcessorName, ProcessorConnection } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { CodeBlock, Copyable } from '../../ui/copy.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { ArrivedEvents } from './arrived-events.tsx'
import { ClickCode } from './click-code.tsx'
import { PROCESSOR_GUIDES, processorGuide, processorLabel } from './processor-guides.ts'

const STATUSES: Record<ProcessorConnection['status'], LabelView> = {
  not_connected: { label: t('payments.statuses.notConnected'), tone: 'neutral' },
  connected: { label: t('payments.statuses.connected'), tone: 'good' },
  disconnected: { label: t('payments.statuses.disconnected'), tone: 'warn' },
}

/** The state of the payment processor connection, with its actions. */
export function ConnectionCard() {
  const can = usePermissionCheck()
  const query = useQuery(processorQuery(useProgramId()))
  return (
    <Card>
      <CardHeader
        title={t('payments.paymentProcessor')}
        description={
          query.data !== undefined && isConnected(query.data)
            ? undefined
            : t('payments.connectStripeRecordSalesAutomatically')
        }
        actions={
          query.data !== undefined &&
          isConnected(query.data) &&
          can('program:update') && <Disconnect connection={query.data} />
        }
      />
      <Loaded query={query} loadingRows={3}>
        {(connection) => (
          <CardBody className="flex flex-col gap-5">
            <ConnectionSummary connection={connection} />
            {isConnected(connection) && <WebhookEndpoint {...connection} />}
            {isConnected(connection) && <ArrivedEvents />}
            {isConnected(connection) && <ClickCode guide={processorGuide(connection.processor)} />}
            {!isConnected(connection) && can('program:update') && <ChooseProcessor />}
          </CardBody>
        )}
      </Loaded>
    </Card>
  )
}

/** What to enter at the processor; nothing if the account was connected by authorization. */
function WebhookEndpoint({
  webhookUrl,
  webhookEventTypes,
}: Pick<ProcessorConnection, 'webhookUrl' | 'webhookEventTypes'>) {
  if (webhookUrl === null) return null
  return (
    <>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="font-medium">{t('payments.endpointURL')}</p>
        <CodeBlock code={webhookUrl} what={t('payments.webhookURL')} />
        {isLocal(webhookUrl) && (
          <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">{t('payments.webhookUrlIsLocal')}</p>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="font-medium">{t('payments.eventsToSend', { count: webhookEventTypes.length })}</p>
        <Copyable text={webhookEventTypes.join('\n')} what={t('payments.eventTypes')}>
          <ScrollRegion
            label={t('payments.eventTypes')}
            className="max-h-44 min-w-0 flex-1 overflow-auto rounded-lg"
          >
            <ul className="w-max px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed">
              {webhookEventTypes.map((type) => (
                <li key={type}>{type}</li>
              ))}
            </ul>
          </ScrollRegion>
        </Copyable>
      </div>
    </>
  )
}

/** Returns whether only this machine can reach the URL. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}

function isConnected({ status }: ProcessorConnection): boolean {
  return status === 'connected'
}

/** A secret entered by hand is only confirmed by the first event. */
const WAITING: LabelView = { label: t('payments.statuses.waiting'), tone: 'warn' }

function ConnectionSummary({ connection }: { connection: ProcessorConnection }) {
  const isManual = isConnected(connection) && connection.connectedBy !== 'oauth'
  const { data: events } = useQuery({ ...processorEventsQuery(useProgramId()), enabled: isManual })
  const isWaiting = isManual && events?.length === 0
  const { timeZone } = useProgram()
  // The other processors don't report these.
  const isKnown = connection.processor === 'stripe' && connection.processorAccountId !== null
  const yesNo = (isYes: boolean) => (isYes ? 'yes' : 'no')
  return (
    <DetailList>
      <DetailItem name={t('payments.status')}>
        <LabelBadge {...(isWaiting ? WAITING : STATUSES[connection.status])} />{' '}
        {connection.isLive === false && <Badge tone="warn">{t('payments.testAccount')}</Badge>}
      </DetailItem>
      <DetailItem name={t('payments.paymentProcessor')}>
        {connection.processor !== null && processorLabel(connection.processor)}
      </DetailItem>
      <DetailItem name={t('payments.account')}>{connection.processorAccountId}</DetailItem>
      <DetailItem name={t('payments.connected')}>
        {connection.connectionDate !== null && formatInstant(connection.connectionDate, timeZone)}
      </DetailItem>
      <DetailItem name={t('payments.connectionMethod')}>
        {connection.connectedBy !== null &&
          (connection.connectedBy === 'oauth'
            ? t('payments.stripeAuthorization')
            : t('payments.webhookURLAndSecret'))}
      </DetailItem>
      {isKnown && (
        <>
          <DetailItem name={t('payments.chargesEnabled')}>{yesNo(connection.chargesEnabled)}</DetailItem>
          <DetailItem name={t('payments.payoutsEnabled')}>{yesNo(connection.payoutsEnabled)}</DetailItem>
          <DetailItem name={t('payments.detailsSubmitted')}>{yesNo(connection.detailsSubmitted)}</DetailItem>
        </>
      )}
    </DetailList>
  )
}

function useRefreshConnection() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['processor', 'reconciliation-settings', 'status', 'program'].map((resource) =>
        queryClient.invalidateQueries({ queryKey: [resource, programId] }),
      ),
    )
}

function Disconnect({ connection }: { connection: ProcessorConnection }) {
  const programId = useProgramId()
  const refresh = useRefreshConnection()
  const { showSuccess } = useToasts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const disconnect = async () => {
    await read(api.DELETE('/api/programs/{programId}/processor', { params: { path: { programId } } }))
    showSuccess(t('payments.paymentProcessorDisconnected'))
    await refresh()
  }
  return (
    <>
      <Button onClick={() => setIsDialogOpen(true)}>{t('payments.disconnect')}</Button>
      {isDialogOpen && (
        <ConfirmDialog
          title={t('payments.disconnectPaymentProcessor')}
          action={t('payments.disconnect')}
          onConfirm={disconnect}
          onClose={() => setIsDialogOpen(false)}
        >
          {t('payments.paymentsFromProcessorAccountIdWillBe', {
            processorAccountId: connection.processorAccountId ?? processorLabel(connection.processor),
          })}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Guides through connecting a processor: choose it, then what to enter there and here. */
function ChooseProcessor() {
  const query = useQuery(processorsQuery(useProgramId()))
  const [chosen, setChosen] = useState<PaymentProcessorName>('stripe')
  return (
    <Loaded query={query} loadingRows={3}>
      {(processors) => {
        const processor = processors.find(({ name }) => name === chosen)
        return (
          <>
            <Field label={t('payments.chooseProcessor')} className="max-w-xl">
              {(control) => (
                <Select
                  {...control}
                  value={chosen}
                  onChange={({ target }) =>
                    setChosen(processors.find(({ name }) => name === target.value)?.name ?? chosen)
                  }
                >
                  {processors.map(({ name }) => (
                    <option key={name} value={name}>
                      {PROCESSOR_GUIDES[name].label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {processor !== undefined && <Connect key={processor.name} processor={processor} />}
          </>
        )
      }}
    </Loaded>
  )
}

function Connect({ processor }: { processor: PaymentProcessor }) {
  const programId = useProgramId()
  const { showError } = useToasts()
  const authorize = useMutation({
    mutationFn: async () =>
      (
        await read(
          api.POST('/api/programs/{programId}/processor/authorize', {
            params: { path: { programId } },
            body: {},
          }),
        )
      ).data.url,
    onSuccess: (url) => location.assign(url),
    onError: showError,
  })
  if (!processor.canAuthorize) return <ConnectManually processor={processor} />
  return (
    <>
      <div className="flex flex-col items-start gap-2 border-t pt-5">
        <p className="max-w-[70ch] text-ink-2">{t('payments.youllGoStripeAuthorizeConnection')}</p>
        <Button look="primary" isBusy={authorize.isPending} onClick={() => authorize.mutate()}>
          {t('payments.connectWithStripe')}
        </Button>
      </div>
      <details className="border-t pt-4">
        <summary className="w-fit cursor-pointer font-medium text-ink-2">
          {t('payments.connectWithAccountIDAnd')}
        </summary>
        <div className="mt-4">
          <ConnectManually processor={processor} />
        </div>
      </details>
    </>
  )
}

/** A numbered step of the guide. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-3">
      <p className="font-medium">
        <span className="text-ink-3">{number}.</span> {title}
      </p>
      {children}
    </li>
  )
}

function ConnectManually({ processor }: { processor: PaymentProcessor }) {
  const form = useConnect(processor)
  const guide = PROCESSOR_GUIDES[processor.name]
  const { sandbox } = useProgram()
  return (
    <form onSubmit={form.onSubmit} noValidate className="max-w-3xl">
      <ol className="flex flex-col gap-6">
        <Step number={1} title={t('payments.steps.endpoint', { processor: guide.label })}>
          <p className="text-ink-2">{guide.endpointSteps}</p>
          <WebhookEndpoint {...processor} />
        </Step>
        <Step number={2} title={t('payments.steps.click')}>
          <ClickCode guide={guide} />
        </Step>
        <Step number={3} title={t('payments.steps.secret')}>
          {processor.needsAccountId && (
            <Field
              label={t('payments.accountID')}
              hint={t('payments.findItInYourStripe')}
              error={form.getError('processorAccountId')}
            >
              {(control) => (
                <Input
                  {...control}
                  name="account"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="acct_…"
                />
              )}
            </Field>
          )}
          <Field
            label={guide.secretLabel ?? t('payments.webhookSecret')}
            hint={`${guide.secretHint} ${t('payments.storedEncrypted')}`}
            error={form.getError('webhookSecret')}
          >
            {(control) => (
              <Input
                {...control}
                name="secret"
                type="password"
                autoComplete="off"
                placeholder={guide.secretExample}
              />
            )}
          </Field>
          {processor.hasTestAccounts && !sandbox && (
            <Checkbox
              name="test"
              label={t('payments.isTestAccount')}
              hint={t('payments.isTestAccount.hint', { processor: guide.label })}
            />
          )}
          <FormError error={form.error} />
          <div>
            <Button type="submit" look="primary" isBusy={form.isBusy}>
              {t('payments.connect')}
            </Button>
          </div>
        </Step>
      </ol>
    </form>
  )
}

function useConnect({ name: processor, needsAccountId }: PaymentProcessor) {
  const programId = useProgramId()
  const refresh = useRefreshConnection()
  const { showSuccess } = useToasts()
  return useForm({
    fields: ['processorAccountId', 'webhookSecret'],
    readForm: (typed) => ({
      processor,
      webhookSecret: readText(typed, 'secret'),
      ...(needsAccountId ? { processorAccountId: readText(typed, 'account') } : {}),
      ...(typed.has('test') ? { isTestMode: true } : {}),
    }),
    save: (body) =>
      read(api.PUT('/api/programs/{programId}/processor', { params: { path: { programId } }, body })),
    async onSaved() {
      showSuccess(t('payments.paymentProcessorConnected'))
      await refresh()
    },
  })
}
