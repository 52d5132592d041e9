import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { api, read } from '../../api/client.ts'
import { programQuery } from '../../api/queries.ts'
import type { Program } from '../../api/types.ts'
import { formatTimeZone } from '../../format/date.ts'
import { writeDecimal } from '../../format/parse-decimal.ts'
import { choicesOf } from '../../format/words.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { AskBeforeLeaving, useUnsaved } from '../../ui/ask-before-leaving.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox, RadioCards } from '../../ui/check.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { CountInput, DecimalInput, Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { JobStatus } from '../../ui/job.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Renewed } from '../../ui/renewed.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { type Misread, useForm } from '../../ui/use-form.ts'
import { type ProgramChanges, readIdentity, readLegal, readMoney, readTracking } from './program-form.ts'
import {
  APPROVALS,
  COMMISSION_BASES,
  LEAD_POLICIES,
  PAYMENT_MODES,
  PROGRAM_STATUSES,
} from './program-words.ts'

/** The program's own fields, in four forms that are saved apart. */
export function ProgramSection() {
  const program = useProgram()
  const mayUpdate = useMay()('program:update')
  const saved = savedValues(program)
  return (
    <div className="flex flex-col gap-4">
      {!mayUpdate && (
        <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">
          Your role shows these settings. Owners and admins of the workspace change them.
        </p>
      )}
      <AskBeforeLeaving>
        <Renewed by={saved.identity}>
          <IdentityForm program={program} />
        </Renewed>
        <Renewed by={saved.tracking}>
          <TrackingForm program={program} />
        </Renewed>
        <Renewed by={saved.money}>
          <MoneyForm program={program} />
        </Renewed>
        <Renewed by={saved.legal}>
          <LegalForm program={program} />
        </Renewed>
      </AskBeforeLeaving>
    </div>
  )
}

/** What each form shows, as text: a form begins anew when that was changed, and not when another form was saved. */
function savedValues(program: Program) {
  const { id, name, status, timeZone, closedToNewReferrals } = program
  const { leadAuthPolicy, paymentTrackingMode, attributionWindowDays, cookieWindowDays } = program
  const { clickRetentionMonths } = program
  const { commissionApproval, commissionBase, holdPeriodDays, platformFeeBps, perLeadCommission } = program
  const { legalName, legalAddress, taxId } = program
  return {
    identity: JSON.stringify([id, name, status, timeZone, closedToNewReferrals]),
    tracking: JSON.stringify([
      id,
      leadAuthPolicy,
      paymentTrackingMode,
      attributionWindowDays,
      cookieWindowDays,
      clickRetentionMonths,
    ]),
    money: JSON.stringify([
      id,
      commissionApproval,
      commissionBase,
      holdPeriodDays,
      platformFeeBps,
      perLeadCommission,
    ]),
    legal: JSON.stringify([id, legalName, legalAddress, taxId]),
  }
}

/** One card whose fields are saved together. */
function SettingsForm<const Field extends string>({
  title,
  description,
  fields,
  readForm,
  children,
}: {
  title: string
  description: string
  fields: readonly Field[]
  readForm: (form: FormData) => ProgramChanges | Misread<Field>
  children: (errorOf: (field: Field) => string | undefined) => ReactNode
}) {
  const programId = useProgramId()
  const program = useProgram()
  const { timeZone } = program
  const mayUpdate = useMay()('program:update')
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<ProgramChanges, Program, Field>({
    fields,
    jobKey: ['program', programId, title],
    readForm,
    async save(typed) {
      const params = { path: { programId } }
      const body = changesOf(typed, program)
      return (await read(api.PATCH('/api/programs/{programId}', { params, body }))).data
    },
    onSaved(saved) {
      markSaved()
      queryClient.setQueryData(programQuery(programId).queryKey, saved)
      const isOtherZone = saved.timeZone !== timeZone
      say(isOtherZone ? `${title} saved: all days are counted in ${saved.timeZone} now.` : `${title} saved.`)
      // A new time zone or status changes what every other page shows. It is saved all the same, however long that takes.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'program' })
    },
  })
  const markSaved = useUnsaved(element, form.isBusy)
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody>
        <form ref={element} onSubmit={form.onSubmit} noValidate>
          <fieldset disabled={!mayUpdate} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">{title}</legend>
            {children(form.errorOf)}
            <FormError error={form.error} />
            <JobStatus job={jobOf(form.sent, timeZone)} isUnderWay={form.isBusy} />
            {mayUpdate && (
              <Button type="submit" look="primary" className="self-start" isBusy={form.isBusy}>
                Save
              </Button>
            )}
          </fieldset>
        </form>
      </CardBody>
    </Card>
  )
}

/** What was changed on this page: what somebody else has changed meanwhile in the same form is not taken back. */
function changesOf(typed: ProgramChanges, shown: Program): ProgramChanges {
  const known: Readonly<Record<string, unknown>> = { ...shown }
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]),
  )
  return changed.length === 0 ? typed : Object.fromEntries(changed)
}

/** Saving takes no time, but for a time zone. */
function jobOf(sent: ProgramChanges | undefined, timeZone: string) {
  if (sent?.timeZone === undefined || sent.timeZone === timeZone) return undefined
  return {
    words: `Counting all days anew in ${sent.timeZone}. It goes on when you leave this page; until it has ended, the old days are shown.`,
  }
}

function IdentityForm({ program }: { program: Program }) {
  const now = Date.now()
  const zones = [...new Set([program.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <SettingsForm
      title="Program"
      description="What it is called and when its days begin."
      fields={['name', 'status', 'timeZone']}
      readForm={readIdentity}
    >
      {(errorOf) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" hint="Partners see it on the join page and in mails." error={errorOf('name')}>
            {(control) => <Input {...control} name="name" defaultValue={program.name} maxLength={255} />}
          </Field>
          <Field
            label="Status"
            hint="Paused or archived stops everything: API keys answer 401, so sales, renewals and refunds are not recorded either."
            error={errorOf('status')}
          >
            {(control) => (
              <Select {...control} name="status" defaultValue={program.status}>
                {choicesOf(PROGRAM_STATUSES).map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
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
          <div className="sm:col-span-2">
            <Checkbox
              name="closedToNewReferrals"
              defaultChecked={program.closedToNewReferrals}
              label="Closed to new referrals"
              hint="Clicks and new signups are not counted. Sales of the customers you have, their renewals and refunds go on."
            />
          </div>
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
      fields={['attributionWindowDays', 'cookieWindowDays', 'clickRetentionMonths']}
      readForm={readTracking}
    >
      {(errorOf) => (
        <>
          <RadioCards
            legend="Lead policy"
            name="leadAuthPolicy"
            defaultValue={program.leadAuthPolicy}
            choices={choicesOf(LEAD_POLICIES)}
          />
          <RadioCards
            legend="Payment mode"
            name="paymentTrackingMode"
            defaultValue={program.paymentTrackingMode}
            choices={choicesOf(PAYMENT_MODES)}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Attribution window (days)"
              hint="From the click to the customer’s first sale. A later first sale earns nothing; renewals follow the commission policy."
              error={errorOf('attributionWindowDays')}
            >
              {(control) => (
                <CountInput
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
                <CountInput {...control} name="cookieWindowDays" defaultValue={program.cookieWindowDays} />
              )}
            </Field>
            <Field
              label="Keep clicks (months)"
              hint="Older ones are archived or deleted; reports and money stay as they are. Left empty, as long as this installation keeps them."
              error={errorOf('clickRetentionMonths')}
            >
              {(control) => (
                <CountInput
                  {...control}
                  name="clickRetentionMonths"
                  maxLength={4}
                  defaultValue={program.clickRetentionMonths ?? ''}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </SettingsForm>
  )
}

function MoneyForm({ program }: { program: Program }) {
  const { perLeadCommission } = program
  return (
    <SettingsForm
      title="Money"
      description="When commissions are released, and what is charged or paid beside them. How they are approved holds for those that are pending, too; the rest for what comes from now on."
      fields={['holdPeriodDays', 'platformFeeBps', 'perLeadCommission']}
      readForm={readMoney}
    >
      {(errorOf) => (
        <>
          <RadioCards
            legend="Approval of commissions"
            name="commissionApproval"
            defaultValue={program.commissionApproval}
            choices={choicesOf(APPROVALS)}
          />
          <RadioCards
            legend="Percentages are taken of"
            name="commissionBase"
            defaultValue={program.commissionBase}
            choices={choicesOf(COMMISSION_BASES)}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Hold period (days)"
              hint="A commission stays pending this long, so that a refund can still take it back. A policy may have its own."
              error={errorOf('holdPeriodDays')}
            >
              {(control) => (
                <CountInput {...control} name="holdPeriodDays" defaultValue={program.holdPeriodDays} />
              )}
            </Field>
            <Field
              label="Platform fee (%)"
              hint="Of every sale’s amount, whatever its currency. 0 is allowed."
              error={errorOf('platformFeeBps')}
            >
              {(control) => (
                <DecimalInput
                  {...control}
                  name="platformFee"
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
                <MoneyInput
                  control={control}
                  name="perLeadAmount"
                  currencyName="perLeadCurrency"
                  currencyLabel="Currency of the commission per lead"
                  amountCents={perLeadCommission?.amountCents}
                  currency={perLeadCommission?.currency}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </SettingsForm>
  )
}

function LegalForm({ program }: { program: Program }) {
  return (
    <SettingsForm
      title="On invoices"
      description="Whom the invoices of the platform fees are written to. An issued invoice keeps what it says."
      fields={['legalName', 'legalAddress', 'taxId']}
      readForm={readLegal}
    >
      {(errorOf) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Legal name"
            hint="Left empty, invoices are written to the workspace."
            error={errorOf('legalName')}
          >
            {(control) => (
              <Input {...control} name="legalName" defaultValue={program.legalName ?? ''} maxLength={255} />
            )}
          </Field>
          <Field label="Tax id" hint="For example DE123456789." error={errorOf('taxId')}>
            {(control) => (
              <Input {...control} name="taxId" defaultValue={program.taxId ?? ''} maxLength={255} />
            )}
          </Field>
          <Field
            label="Address"
            hint="Of the company, in as many lines as it has."
            error={errorOf('legalAddress')}
            className="sm:col-span-2"
          >
            {(control) => (
              <TextArea
                {...control}
                name="legalAddress"
                defaultValue={program.legalAddress ?? ''}
                maxLength={1000}
                rows={4}
              />
            )}
          </Field>
        </div>
      )}
    </SettingsForm>
  )
}
