import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { payoutSettingsQuery, refreshMoney } from '../../api/money-queries.ts'
import type { PayoutSettings } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { formatMoneyInput } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox, RadioCards } from '../../ui/check.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { DecimalInput, Field, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RemountOnChange } from '../../ui/remount-on-change.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { UnsavedChangesGuard, useUnsaved } from '../../ui/unsaved-changes.tsx'
import { useForm } from '../../ui/use-form.ts'
import { DebtorDialog } from '../payouts/debtor-dialog.tsx'
import { minimumField, readPayoutRules } from './payouts-form.ts'

export function PayoutsSection() {
  if (!usePermissionCheck()('billing:read')) {
    return <NoAccess what={t('settings.payoutSettings')}>{t('settings.onlyOwnersAdminsAndMembers')}</NoAccess>
  }
  return <Settings />
}

function Settings() {
  const query = useQuery(payoutSettingsQuery(useProgramId()))
  const canManage = usePermissionCheck()('payout:manage')
  return (
    <div className="flex flex-col gap-4">
      {!canManage && (
        <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">{t('settings.youCanViewTheseSettings')}</p>
      )}
      <Loaded query={query} loadingRows={4}>
        {(settings) => {
          const { minimums, payDay, detailsRequired } = settings
          return (
            <>
              <UnsavedChangesGuard>
                <RemountOnChange value={JSON.stringify([minimums, payDay, detailsRequired])}>
                  <RulesForm settings={settings} />
                </RemountOnChange>
              </UnsavedChangesGuard>
              <Debtor settings={settings} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** The last day that every month has. */
const LAST_PAY_DAY = 28

function RulesForm({ settings }: { settings: PayoutSettings }) {
  const canManage = usePermissionCheck()('payout:manage')
  const { timeZone } = useProgram()
  const element = useRef<HTMLFormElement>(null)
  const form = useRules(() => markSaved())
  const markSaved = useUnsaved(element, form.isBusy)
  return (
    <Card>
      <CardHeader title={t('settings.payoutRules')} description={t('settings.weCreatePayoutsButDont')} />
      <CardBody>
        <form ref={element} onSubmit={form.onSubmit} noValidate>
          <fieldset disabled={!canManage} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">{t('settings.payoutRules')}</legend>
            <When payDay={settings.payDay} timeZone={timeZone} />
            <fieldset className="flex min-w-0 flex-col gap-2">
              <legend className="mb-1 font-medium">{t('settings.minimumPayout')}</legend>
              <p className="text-[0.8125rem] text-ink-3">{t('settings.smallerBalancesCarryOverLeave')}</p>
              <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                {CURRENCIES.map((currency) => {
                  const minimum = settings.minimums.find((one) => one.currency === currency)
                  return (
                    <Field key={currency} label={currency} error={form.getError(minimumField(currency))}>
                      {(control) => (
                        <DecimalInput
                          {...control}
                          name={minimumField(currency)}
                          defaultValue={
                            minimum === undefined ? '' : formatMoneyInput(minimum.minimumCents, currency)
                          }
                        />
                      )}
                    </Field>
                  )
                })}
              </div>
            </fieldset>
            <Checkbox
              name="detailsRequired"
              defaultChecked={settings.detailsRequired}
              label={t('settings.requirePayoutDetails')}
              hint={t('settings.partnersWithoutPayoutDetailsAre')}
            />
            <FormError error={form.error} />
            {canManage && (
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

function useRules(onSaved: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: CURRENCIES.map(minimumField),
    jobKey: ['payout-settings', programId, 'rules'],
    readForm: readPayoutRules,
    save: async (body) =>
      (
        await read(
          api.PATCH('/api/programs/{programId}/payout-settings', { params: { path: { programId } }, body }),
        )
      ).data,
    onSaved(settings) {
      onSaved()
      queryClient.setQueryData(payoutSettingsQuery(programId).queryKey, settings)
      showSuccess(t('settings.payoutRulesSaved'))
      void refreshMoney(queryClient, programId)
    },
  })
}

function When({ payDay, timeZone }: { payDay: number | null; timeZone: string }) {
  const [when, setWhen] = useState<'hand' | 'day'>(payDay === null ? 'hand' : 'day')
  return (
    <div className="flex flex-col gap-3">
      <RadioCards
        legend={t('settings.payoutSchedule')}
        name="when"
        defaultValue={when}
        onChoose={setWhen}
        choices={[
          { value: 'hand', label: t('settings.manual'), hint: t('settings.yourTeamCreatesPayoutsOn') },
          {
            value: 'day',
            label: t('settings.monthly'),
            hint: t('settings.createdAutomaticallyForEverythingDue', { timeZone }),
          },
        ]}
      />
      {when === 'day' && (
        <Field label={t('settings.dayMonth')} hint={t('settings.startsOnNextSuchDay')}>
          {(control) => (
            <Select {...control} name="payDay" defaultValue={payDay ?? 1} className="w-28">
              {Array.from({ length: LAST_PAY_DAY }, (_, at) => at + 1).map((day) => (
                <option key={day}>{day}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  )
}

function Debtor({ settings: { debtor, isDebtorReadable } }: { settings: PayoutSettings }) {
  const canManage = usePermissionCheck()('payout:manage')
  const [isDebtorDialogOpen, setIsDebtorDialogOpen] = useState(false)
  const none = isDebtorReadable ? t('settings.noAccountYetSEPAFiles') : t('settings.cantReadAccountBecauseIt')
  return (
    <Card aria-label={t('settings.accountYouPayFrom')}>
      <CardHeader
        title={t('settings.accountYouPayFrom')}
        description={debtor === null ? none : t('settings.sepaFilesDebitThisAccount')}
        actions={
          canManage && (
            <Button onClick={() => setIsDebtorDialogOpen(true)}>
              {debtor === null ? t('settings.addAccount') : t('settings.changeAccount')}
            </Button>
          )
        }
      />
      <CardBody>
        {debtor !== null && (
          <DetailList>
            <DetailItem name={t('settings.accountHolder')}>{debtor.name}</DetailItem>
            <DetailItem name={t('settings.iban')}>{debtor.iban}</DetailItem>
            <DetailItem name={t('settings.bic')}>{debtor.bic}</DetailItem>
          </DetailList>
        )}
      </CardBody>
      {isDebtorDialogOpen && <DebtorDialog onClose={() => setIsDebtorDialogOpen(false)} />}
    </Card>
  )
}
