import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { api, read } from '../../api/client.ts'
import { programQuery } from '../../api/queries.ts'
import type { Program } from '../../api/types.ts'
import { formatTimeZone } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { formatDecimalInput } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox, RadioCards } from '../../ui/check.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { CountInput, DecimalInput, Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { JobStatus } from '../../ui/job.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { RemountOnChange } from '../../ui/remount-on-change.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { UnsavedChangesGuard, useUnsaved } from '../../ui/unsaved-changes.tsx'
import { type FieldErrors, useForm } from '../../ui/use-form.ts'
import { COUPON_PRECEDENCES } from '../coupons/coupon-labels.ts'
import { SiteAddressField } from '../partners/site-address-field.tsx'
import {
  type ProgramChanges,
  pickChanges,
  readIdentity,
  readLegalDetails,
  readMoney,
  readTracking,
} from './program-form.ts'
import {
  APPROVALS,
  COMMISSION_BASES,
  LEAD_POLICIES,
  PAYMENT_MODES,
  PROGRAM_STATUSES,
} from './program-labels.ts'

/** The program's settings in four forms that are saved separately. */
export function ProgramSection() {
  const program = useProgram()
  const canUpdate = usePermissionCheck()('program:update')
  const saved = savedValues(program)
  return (
    <div className="flex flex-col gap-4">
      {!canUpdate && (
        <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">{t('settings.youCanViewTheseSettings')}</p>
      )}
      <Card>
        <CardHeader title={t('settings.site')} description={t('settings.pageThatPartnerLinksOpen')} />
        <SiteAddressField />
      </Card>
      <UnsavedChangesGuard>
        <RemountOnChange value={saved.identity}>
          <IdentityForm program={program} />
        </RemountOnChange>
        <RemountOnChange value={saved.tracking}>
          <TrackingForm program={program} />
        </RemountOnChange>
        <RemountOnChange value={saved.money}>
          <MoneyForm program={program} />
        </RemountOnChange>
        <RemountOnChange value={saved.legal}>
          <LegalForm program={program} />
        </RemountOnChange>
      </UnsavedChangesGuard>
    </div>
  )
}

/** The values each form shows, as text, so that a form only resets when its own values change. */
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
      program.couponPrecedence,
      program.redirectDomain,
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

/** A card whose fields are saved together. */
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
  readForm: (form: FormData) => ProgramChanges | FieldErrors<Field>
  children: (getError: (field: Field) => string | undefined) => ReactNode
}) {
  const programId = useProgramId()
  const program = useProgram()
  const { timeZone } = program
  const canUpdate = usePermissionCheck()('program:update')
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<ProgramChanges, Program, Field>({
    fields,
    jobKey: ['program', programId, title],
    readForm,
    async save(typed) {
      const params = { path: { programId } }
      const body = pickChanges(typed, program)
      return (await read(api.PATCH('/api/programs/{programId}', { params, body }))).data
    },
    onSaved(saved) {
      markSaved()
      queryClient.setQueryData(programQuery(programId).queryKey, saved)
      const isOtherZone = saved.timeZone !== timeZone
      showSuccess(
        isOtherZone
          ? t('settings.titleSavedAllDaysNow', { title, timeZone: saved.timeZone })
          : t('settings.titleSaved', { title }),
      )
      // A new time zone or status affects every other page. Not awaited, because the settings are already
      // saved.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'program' })
    },
  })
  const markSaved = useUnsaved(element, form.isBusy)
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody>
        <form ref={element} onSubmit={form.onSubmit} noValidate>
          <fieldset disabled={!canUpdate} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">{title}</legend>
            {children(form.getError)}
            <FormError error={form.error} />
            <JobStatus job={slowJob(form.sent, timeZone)} isRunning={form.isBusy} />
            {canUpdate && (
              <Button type="submit" look="primary" className="self-start" isBusy={form.isBusy}>
                {t('settings.save')}
              </Button>
            )}
          </fieldset>
        </form>
      </CardBody>
    </Card>
  )
}

/** Only a time zone change takes long. */
function slowJob(changes: ProgramChanges | undefined, timeZone: string) {
  if (changes?.timeZone === undefined || changes.timeZone === timeZone) return undefined
  return {
    text: t('settings.recalculatingAllDaysInTimeZone', { timeZone: changes.timeZone }),
  }
}

function IdentityForm({ program }: { program: Program }) {
  const now = Date.now()
  const zones = [...new Set([program.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <SettingsForm
      title={t('settings.program')}
      description={t('settings.nameStatusAndTimeZone')}
      fields={['name', 'status', 'timeZone']}
      readForm={readIdentity}
    >
      {(getError) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('settings.name')}
            hint={t('settings.shownPartnersOnJoinPage')}
            error={getError('name')}
          >
            {(control) => <Input {...control} name="name" defaultValue={program.name} maxLength={255} />}
          </Field>
          <Field
            label={t('settings.status')}
            hint={t('settings.pausingOrArchivingStopsEverything')}
            error={getError('status')}
          >
            {(control) => (
              <Select {...control} name="status" defaultValue={program.status}>
                {enumOptions(PROGRAM_STATUSES).map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t('settings.timeZone')}
            hint={t('settings.usedForReportsChangingIt')}
            error={getError('timeZone')}
          >
            {(control) => (
              <Combobox
                control={control}
                name="timeZone"
                choices={zones}
                defaultValue={program.timeZone}
                getLabel={(zone) =>
                  zone === program.timeZone ? formatTimeZone(zone, now) : zone.replaceAll('_', ' ')
                }
              />
            )}
          </Field>
          <div className="sm:col-span-2">
            <Checkbox
              name="closedToNewReferrals"
              defaultChecked={program.closedToNewReferrals}
              label={t('settings.closedNewReferrals')}
              hint={t('settings.clicksAndNewSignupsArent')}
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
      title={t('settings.tracking')}
      description={t('settings.howLeadsAreVerifiedHow')}
      fields={['attributionWindowDays', 'cookieWindowDays', 'clickRetentionMonths', 'redirectDomain']}
      readForm={readTracking}
    >
      {(getError) => (
        <>
          <RadioCards
            legend={t('settings.leadPolicy')}
            name="leadAuthPolicy"
            defaultValue={program.leadAuthPolicy}
            choices={enumOptions(LEAD_POLICIES)}
          />
          <RadioCards
            legend={t('settings.couponPrecedence')}
            name="couponPrecedence"
            defaultValue={program.couponPrecedence}
            choices={enumOptions(COUPON_PRECEDENCES)}
          />
          <RadioCards
            legend={t('settings.paymentMode')}
            name="paymentTrackingMode"
            defaultValue={program.paymentTrackingMode}
            choices={enumOptions(PAYMENT_MODES)}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label={t('settings.attributionWindowDays')}
              hint={t('settings.fromClickCustomersFirstSale')}
              error={getError('attributionWindowDays')}
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
              label={t('settings.cookieWindowDays')}
              hint={t('settings.howLongVisitorsBrowserRemembers')}
              error={getError('cookieWindowDays')}
            >
              {(control) => (
                <CountInput {...control} name="cookieWindowDays" defaultValue={program.cookieWindowDays} />
              )}
            </Field>
            <Field
              label={t('settings.keepClicksMonths')}
              hint={t('settings.olderClicksAreArchivedOr')}
              error={getError('clickRetentionMonths')}
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
            <Field
              label={t('settings.redirectDomain')}
              hint={t('settings.redirectDomainHint')}
              error={getError('redirectDomain')}
            >
              {(control) => (
                <Input
                  {...control}
                  name="redirectDomain"
                  inputMode="url"
                  autoComplete="off"
                  placeholder={t('settings.redirectDomainExample')}
                  defaultValue={program.redirectDomain ?? ''}
                  maxLength={255}
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
      title={t('settings.commissionsAndFees')}
      description={t('settings.approvalHoldPeriodAndFees')}
      fields={['holdPeriodDays', 'platformFeeBps', 'perLeadCommission']}
      readForm={readMoney}
    >
      {(getError) => (
        <>
          <RadioCards
            legend={t('settings.commissionApproval')}
            name="commissionApproval"
            defaultValue={program.commissionApproval}
            choices={enumOptions(APPROVALS)}
          />
          <RadioCards
            legend={t('settings.commissionBase')}
            name="commissionBase"
            defaultValue={program.commissionBase}
            choices={enumOptions(COMMISSION_BASES)}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label={t('settings.holdPeriodDays')}
              hint={t('settings.howLongCommissionStaysPending')}
              error={getError('holdPeriodDays')}
            >
              {(control) => (
                <CountInput {...control} name="holdPeriodDays" defaultValue={program.holdPeriodDays} />
              )}
            </Field>
            <Field
              label={t('settings.platformFee')}
              hint={t('settings.ofEverySalesAmountIn')}
              error={getError('platformFeeBps')}
            >
              {(control) => (
                <DecimalInput
                  {...control}
                  name="platformFee"
                  defaultValue={formatDecimalInput(program.platformFeeBps, 2)}
                />
              )}
            </Field>
            <Field
              label={t('settings.commissionPerLead')}
              hint={t('settings.paidOnceWhenLeadCounts')}
              error={getError('perLeadCommission')}
            >
              {(control) => (
                <MoneyInput
                  control={control}
                  name="perLeadAmount"
                  currencyName="perLeadCurrency"
                  currencyLabel={t('settings.currencyCommissionPerLead')}
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
      title={t('settings.billingDetails')}
      description={t('settings.shownOnPlatformFeeInvoices')}
      fields={['legalName', 'legalAddress', 'taxId']}
      readForm={readLegalDetails}
    >
      {(getError) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('settings.legalName')}
            hint={t('settings.leaveBlankAddressInvoicesWorkspace')}
            error={getError('legalName')}
          >
            {(control) => (
              <Input {...control} name="legalName" defaultValue={program.legalName ?? ''} maxLength={255} />
            )}
          </Field>
          <Field
            label={t('settings.taxID')}
            hint={t('settings.forExampleDE123456789')}
            error={getError('taxId')}
          >
            {(control) => (
              <Input {...control} name="taxId" defaultValue={program.taxId ?? ''} maxLength={255} />
            )}
          </Field>
          <Field
            label={t('settings.address')}
            hint={t('settings.companyAddressOnOneOr')}
            error={getError('legalAddress')}
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
