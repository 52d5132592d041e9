import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { processorQuery } from '../../api/processor-queries.ts'
import type { ProcessorConnection } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'

const STATUSES: Record<ProcessorConnection['status'], LabelView> = {
  not_connected: { label: 'Not connected', tone: 'neutral' },
  connected: { label: 'Connected', tone: 'good' },
  disconnected: { label: 'Disconnected', tone: 'warn' },
}

/** How the program stands with its payment processor, and the ways to change that. */
export function ConnectionCard() {
  const may = useMay()
  const query = useQuery(processorQuery(useProgramId()))
  return (
    <Card>
      <CardHeader
        title="Payment processor"
        description="Stripe. Its account tells the service of every payment; nothing of your code is needed."
        actions={
          query.data !== undefined &&
          isConnected(query.data) &&
          may('program:update') && <Disconnect connection={query.data} />
        }
      />
      <Loaded query={query} loadingRows={3}>
        {(connection) => (
          <CardBody className="flex flex-col gap-5">
            <ConnectionFacts connection={connection} />
            {isConnected(connection) && connection.webhookUrl !== null && (
              <div className="flex flex-col gap-1.5">
                <p className="font-medium">Webhook address of this account</p>
                <CodeBlock code={connection.webhookUrl} what="webhook address" />
              </div>
            )}
            {!isConnected(connection) && may('program:update') && <Connect connection={connection} />}
          </CardBody>
        )}
      </Loaded>
    </Card>
  )
}

function isConnected({ status }: ProcessorConnection): boolean {
  return status === 'connected'
}

function ConnectionFacts({ connection }: { connection: ProcessorConnection }) {
  const { timeZone } = useProgram()
  const isKnown = connection.processorAccountId !== null
  const yesNo = (isSo: boolean) => (isSo ? 'yes' : 'no')
  return (
    <Facts>
      <Fact name="Status">
        <LabelBadge {...STATUSES[connection.status]} />{' '}
        {connection.isLive === false && <Badge tone="warn">Test account</Badge>}
      </Fact>
      <Fact name="Account">{connection.processorAccountId}</Fact>
      <Fact name="Connected">
        {connection.connectionDate !== null && formatInstant(connection.connectionDate, timeZone)}
      </Fact>
      <Fact name="Connected by">
        {connection.connectedBy !== null &&
          (connection.connectedBy === 'oauth' ? 'authorization' : 'account id and webhook secret')}
      </Fact>
      {isKnown && (
        <>
          <Fact name="Takes charges">{yesNo(connection.chargesEnabled)}</Fact>
          <Fact name="Pays out">{yesNo(connection.payoutsEnabled)}</Fact>
          <Fact name="Details given">{yesNo(connection.detailsSubmitted)}</Fact>
        </>
      )}
    </Facts>
  )
}

function useRefreshConnection() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['processor', 'status', 'program'].map((what) =>
        queryClient.invalidateQueries({ queryKey: [what, programId] }),
      ),
    )
}

function Disconnect({ connection }: { connection: ProcessorConnection }) {
  const programId = useProgramId()
  const refresh = useRefreshConnection()
  const { say } = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const disconnect = async () => {
    await read(api.DELETE('/api/programs/{programId}/processor', { params: { path: { programId } } }))
    say('The payment processor is disconnected.')
    await refresh()
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Disconnect</Button>
      {isAsking && (
        <ConfirmDialog
          title="Disconnect the payment processor?"
          action="Disconnect"
          onConfirm={disconnect}
          onClose={() => setIsAsking(false)}
        >
          Payments of {connection.processorAccountId} are refused from now on: they make no sales and no
          commissions. What was recorded stays.
        </ConfirmDialog>
      )}
    </>
  )
}

function Connect({ connection }: { connection: ProcessorConnection }) {
  const programId = useProgramId()
  const { sayError } = useToasts()
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
    onError: sayError,
  })
  if (!connection.canAuthorize) return <ConnectByHand connection={connection} />
  return (
    <>
      <div className="flex flex-col items-start gap-2 border-t pt-5">
        <p className="max-w-[70ch] text-ink-2">
          You are led to Stripe, allow the connection there, and come back to this page.
        </p>
        <Button look="primary" isBusy={authorize.isPending} onClick={() => authorize.mutate()}>
          Connect with Stripe
        </Button>
      </div>
      <details className="border-t pt-4">
        <summary className="w-fit cursor-pointer font-medium text-ink-2">
          Connect by account id and webhook secret instead
        </summary>
        <div className="mt-4">
          <ConnectByHand connection={connection} />
        </div>
      </details>
    </>
  )
}

function ConnectByHand({ connection }: { connection: ProcessorConnection }) {
  const [accountId, setAccountId] = useState('')
  const form = useConnect()
  const account = accountId.trim()
  const { webhookUrl } = connection
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex max-w-xl flex-col gap-4">
      <Field
        label="1. Account id"
        hint="In your Stripe settings, under account details: it begins with acct_."
        error={form.errorOf('processorAccountId')}
      >
        {(control) => (
          <Input
            {...control}
            name="account"
            autoComplete="off"
            spellCheck={false}
            placeholder="acct_…"
            value={accountId}
            onChange={(event) => setAccountId(event.target.value)}
          />
        )}
      </Field>
      {webhookUrl !== null && (
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="font-medium">2. Webhook address</p>
          {account === '' ? (
            <p className="text-ink-2">It appears here when the account id is typed.</p>
          ) : (
            <CodeBlock code={webhookUrl.replace('{account}', account)} what="webhook address" />
          )}
          <p className="text-[0.8125rem] text-ink-3">
            Create a webhook endpoint with it at Stripe, for the events checkout.session.*,
            payment_intent.succeeded, payment_intent.canceled, invoice.paid, invoice_payment.paid, charge.*,
            refund.*, credit_note.* and account.updated.
          </p>
        </div>
      )}
      <Field
        label="3. Webhook secret"
        hint="Stripe shows it beside the endpoint: it begins with whsec_. It is kept encrypted and never shown."
        error={form.errorOf('webhookSecret')}
      >
        {(control) => (
          <Input {...control} name="secret" type="password" autoComplete="off" placeholder="whsec_…" />
        )}
      </Field>
      <FormError error={form.error} />
      <div>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          Connect
        </Button>
      </div>
    </form>
  )
}

function useConnect() {
  const programId = useProgramId()
  const refresh = useRefreshConnection()
  const { say } = useToasts()
  return useForm({
    fields: ['processorAccountId', 'webhookSecret'],
    readForm: (typed) => ({
      processorAccountId: textOf(typed, 'account'),
      webhookSecret: textOf(typed, 'secret'),
    }),
    save: (body) =>
      read(api.PUT('/api/programs/{programId}/processor', { params: { path: { programId } }, body })),
    async onSaved() {
      say('The payment processor is connected.')
      await refresh()
    },
  })
}
