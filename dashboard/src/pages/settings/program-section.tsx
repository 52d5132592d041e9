import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import { programQuery } from '../../api/queries.ts'
import type { Program } from '../../api/types.ts'
import { formatTimeZone } from '../../format/date.ts'
import { CURRENCIES } from '../../format/money.ts'
import { writeDecimal, writeMoney } from '../../format/parse-decimal.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/check.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { type ProgramChanges, type Reading, readIdentity, readMoney, readTracking } from './program-form.ts'

/** The program's own fields, in three forms that are saved apart. */
export function ProgramSection() {
  const program = useProgram()
  const mayUpdate = useMay()('program:update')
  return (
    <div className="flex flex-col gap-4">
      {!mayUpdate && (
        <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">
          Your role shows these settings. Owners and admins of the workspace change them.
        </p>
      )}
      <IdentityForm key={`identity ${program.updatedAt}`} program={program} />
      <TrackingForm key={`tracking ${program.updatedAt}`} program={program} />
      <MoneyForm key={`money ${program.updatedAt}`} program={program} />
    </div>
  )
}

type Errors = (field: string) => string | undefined

/** One card whose fields are saved together. */
function SettingsForm({
  title,
  description,
  readForm,
  children,
}: {
  title: string
  description: string
  readForm: (form: FormData) => Reading
  children: (errorOf: Errors) => ReactNode
}) {
  const programId = useProgramId()
  const mayUpdate = useMay()('program:update')
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [misread, setMisread] = useState<{ field: string; message: string }>()
  const save = useMutation({
    mutationFn: async (body: ProgramChanges) =>
      (await read(api.PATCH('/api/programs/{programId}', { params: { path: { programId } }, body }))).data,
    async onSuccess(program) {
      queryClient.setQueryData(programQuery(programId).queryKey, program)
      say(`${title} saved.`)
      // A new time zone or status changes what every other page shows.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'program' })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reading = readForm(new FormData(event.currentTarget))
    setMisread('field' in reading ? reading : undefined)
    if ('changes' in reading) save.mutate(reading.changes)
  }
  const refusal = save.error instanceof ApiFailure ? save.error : undefined
  const errorOf: Errors = (field) => {
    if (misread?.field === field) return misread.message
    return refusal?.field === field ? refusal.message : undefined
  }
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody>
        <form onSubmit={submit} noValidate>
          <fieldset disabled={!mayUpdate} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">{title}</legend>
            {children(errorOf)}
            {refusal?.field === undefined && <FormError error={save.error} />}
            {mayUpdate && (
              <Button type="submit" look="primary" className="self-start" isBusy={save.isPending}>
                Save
              </Button>
            )}
          </fieldset>
        </form>
      </CardBody>
    </Card>
  )
}

function IdentityForm({ program }: { program: Program }) {
  const now = Date.now()
  const zones = [...new Set([program.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <SettingsForm
      title="Program"
      description="What it is called and when its days begin."
      readForm={readIdentity}
    >
      {(errorOf) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" hint="Only your team sees it." error={errorOf('name')}>
            {(control) => <Input {...control} name="name" defaultValue={program.name} maxLength={255} />}
          </Field>
          <Field
            label="Status"
            hint="While it is paused or archived, clicks are not counted and API keys are refused."
            error={errorOf('status')}
          >
            {(control) => (
              <Select {...control} name="status" defaultValue={program.status}>
                <option value="active">Active</option>
                <option value="paused">Paused</option>
                <option value="archived">Archived</option>
              </Select>
            )}
          </Field>
          <Field
            label="Time zone"
            hint="Days in reports are counted in it. A new one counts all days anew, the past included."
            error={errorOf('timeZone')}
          >
            {(control) => (
              <Combobox
                control={control}
                name="timeZone"
                choices={zones}
                defaultValue={program.timeZone}
                labelOf={(zone) =>
                  zone === program.timeZone ? formatTimeZone(zone, now) : zone.replaceAll('_', ' ')
                }
              />
            )}
          </Field>
        </div>
      )}
    </SettingsForm>
  )
}

function TrackingForm({ program }: { program: Program }) {
  return (
    <SettingsForm
      title="Tracking"
      description="What counts as a lead, how payments arrive, and how long a click is remembered."
      readForm={readTracking}
    >
      {(errorOf) => (
        <>
          <RadioCards
            legend="Lead policy"
            name="leadAuthPolicy"
            defaultValue={program.leadAuthPolicy}
            choices={[
              {
                value: 'server_verified',
                label: 'Verified by your server',
                hint: 'A signup reported by the browser stays provisional, and neither counts nor pays, until your server confirms it with an API key. Nobody can invent leads.',
              },
              {
                value: 'browser_allowed',
                label: 'The browser is enough',
                hint: 'The first signup reported by the browser counts and pays at once. Simpler to set up, but a browser can be made to report anything.',
              },
            ]}
          />
          <RadioCards
            legend="Payment mode"
            name="paymentTrackingMode"
            defaultValue={program.paymentTrackingMode}
            choices={[
              {
                value: 'processor_connect',
                label: 'Connected payment processor',
                hint: 'Payments arrive from your processor account by themselves. The payments step is complete when the account is connected.',
              },
              {
                value: 's2s',
                label: 'Your server reports sales',
                hint: 'Your server calls the sale endpoint after each payment. The payments step is complete at once.',
              },
            ]}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Attribution window (days)"
              hint="From the click to the customer’s first sale. A later first sale earns nothing; renewals follow the commission policy."
              error={errorOf('attributionWindowDays')}
            >
              {(control) => (
                <DaysInput
                  {...control}
                  name="attributionWindowDays"
                  defaultValue={program.attributionWindowDays}
                />
              )}
            </Field>
            <Field
              label="Cookie window (days)"
              hint="How long a visitor’s browser remembers the click."
              error={errorOf('cookieWindowDays')}
            >
              {(control) => (
                <DaysInput {...control} name="cookieWindowDays" defaultValue={program.cookieWindowDays} />
              )}
            </Field>
          </div>
        </>
      )}
    </SettingsForm>
  )
}

function DaysInput(props: React.ComponentProps<'input'>) {
  return <Input inputMode="numeric" maxLength={3} autoComplete="off" {...props} />
}

function MoneyForm({ program }: { program: Program }) {
  const { perLeadCommission } = program
  return (
    <SettingsForm
      title="Money"
      description="When commissions are released, and what is charged or paid beside them. It holds for what comes from now on."
      readForm={readMoney}
    >
      {(errorOf) => (
        <>
          <RadioCards
            legend="Approval of commissions"
            name="commissionApproval"
            defaultValue={program.commissionApproval}
            choices={[
              {
                value: 'automatic',
                label: 'By itself',
                hint: 'A commission is approved when its hold ends, unless somebody rejects it before.',
              },
              {
                value: 'review',
                label: 'By a person',
                hint: 'A commission stays pending until somebody approves it on the Commissions page.',
              },
            ]}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Hold period (days)"
              hint="A commission stays pending this long, so that a refund can still take it back. A policy may have its own."
              error={errorOf('holdPeriodDays')}
            >
              {(control) => (
                <DaysInput {...control} name="holdPeriodDays" defaultValue={program.holdPeriodDays} />
              )}
            </Field>
            <Field
              label="Platform fee (%)"
              hint="Of every sale’s amount, whatever its currency. 0 is allowed."
              error={errorOf('platformFeeBps')}
            >
              {(control) => (
                <Input
                  {...control}
                  name="platformFee"
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={writeDecimal(program.platformFeeBps, 2)}
                />
              )}
            </Field>
            <Field
              label="Commission per lead"
              hint="Paid once when a lead counts. Left empty, leads pay nothing."
              error={errorOf('perLeadCommission')}
            >
              {(control) => (
                <span className="flex gap-2">
                  <Input
                    {...control}
                    name="perLeadAmount"
                    inputMode="decimal"
                    autoComplete="off"
                    defaultValue={
                      perLeadCommission === null
                        ? ''
                        : writeMoney(perLeadCommission.amountCents, perLeadCommission.currency)
                    }
                  />
                  <Select
                    aria-label="Currency of the commission per lead"
                    name="perLeadCurrency"
                    defaultValue={perLeadCommission?.currency ?? 'USD'}
                    className="w-28 shrink-0"
                  >
                    {CURRENCIES.map((currency) => (
                      <option key={currency}>{currency}</option>
                    ))}
                  </Select>
                </span>
              )}
            </Field>
          </div>
        </>
      )}
    </SettingsForm>
  )
}
