import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { payoutSettingsQuery, refreshMoney } from '../../api/money-queries.ts'
import type { PayoutSettings } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { writeMoney } from '../../format/parse-decimal.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { AskBeforeLeaving, useUnsaved } from '../../ui/ask-before-leaving.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox, RadioCards } from '../../ui/check.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { DecimalInput, Field, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Locked } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Renewed } from '../../ui/renewed.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { DebtorDialog } from '../payouts/debtor-dialog.tsx'
import { minimumField, readPayoutRules } from './payouts-form.ts'

/** How the program pays its partners. */
export function PayoutsSection() {
  if (!useMay()('billing:read')) {
    return (
      <Locked what="how partners are paid">
        Owners, admins and members of this workspace see it. Ask one of them for another role.
      </Locked>
    )
  }
  return <Settings />
}

function Settings() {
  const query = useQuery(payoutSettingsQuery(useProgramId()))
  const mayManage = useMay()('payout:manage')
  return (
    <div className="flex flex-col gap-4">
      {!mayManage && (
        <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">
          Your role shows these settings. Owners and admins of the workspace change them.
        </p>
      )}
      <Loaded query={query} loadingRows={4}>
        {(settings) => {
          const { minimums, payDay, detailsRequired } = settings
          return (
            <>
              <AskBeforeLeaving>
                <Renewed by={JSON.stringify([minimums, payDay, detailsRequired])}>
                  <RulesForm settings={settings} />
                </Renewed>
              </AskBeforeLeaving>
              <Debtor settings={settings} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** The latest day that every month has. */
const LAST_PAY_DAY = 28

function RulesForm({ settings }: { settings: PayoutSettings }) {
  const mayManage = useMay()('payout:manage')
  const { timeZone } = useProgram()
  const element = useRef<HTMLFormElement>(null)
  const form = useRules(() => markSaved())
  const markSaved = useUnsaved(element, form.isBusy)
  return (
    <Card>
      <CardHeader
        title="Who is paid, and when"
        description="The service moves no money: it makes payouts, which you pay and mark as paid."
      />
      <CardBody>
        <form ref={element} onSubmit={form.onSubmit} noValidate>
          <fieldset disabled={!mayManage} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">Who is paid, and when</legend>
            <When payDay={settings.payDay} timeZone={timeZone} />
            <fieldset className="flex min-w-0 flex-col gap-2">
              <legend className="mb-1 font-medium">Smallest payout</legend>
              <p className="text-[0.8125rem] text-ink-3">
                A balance below it waits. Left empty, everything that is owed is paid.
              </p>
              <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                {CURRENCIES.map((currency) => {
                  const minimum = settings.minimums.find((one) => one.currency === currency)
                  return (
                    <Field key={currency} label={currency} error={form.errorOf(minimumField(currency))}>
                      {(control) => (
                        <DecimalInput
                          {...control}
                          name={minimumField(currency)}
                          defaultValue={
                            minimum === undefined ? '' : writeMoney(minimum.minimumCents, currency)
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
              label="Pay only partners who have said how they are paid"
              hint="Who has not waits, and reads in the portal that this is why. Commissions that you mark as paid by hand are not asked about it."
            />
            <FormError error={form.error} />
            {mayManage && (
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

function useRules(onSaved: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
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
      say('How partners are paid is saved.')
      void refreshMoney(queryClient, programId)
    },
  })
}

function When({ payDay, timeZone }: { payDay: number | null; timeZone: string }) {
  const [when, setWhen] = useState<'hand' | 'day'>(payDay === null ? 'hand' : 'day')
  return (
    <div className="flex flex-col gap-3">
      <RadioCards
        legend="Payouts are made"
        name="when"
        defaultValue={when}
        onChoose={setWhen}
        choices={[
          { value: 'hand', label: 'By hand', hint: 'Somebody presses Make payouts.' },
          {
            value: 'day',
            label: 'On a day of each month',
            hint: `By themselves, of everything that is owed then, in ${timeZone}. Paying them stays yours.`,
          },
        ]}
      />
      {when === 'day' && (
        <Field label="Day of the month" hint="Beginning with the next such day.">
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
  const mayManage = useMay()('payout:manage')
  const [isNaming, setIsNaming] = useState(false)
  const none = isDebtorReadable
    ? 'None is named yet: a SEPA file needs one.'
    : 'It cannot be read, because it was sealed under another APP_SECRET: enter it again.'
  return (
    <Card aria-label="The account that you pay from">
      <CardHeader
        title="The account that you pay from"
        description={debtor === null ? none : 'SEPA files take the money from it. It is stored encrypted.'}
        actions={
          mayManage && (
            <Button onClick={() => setIsNaming(true)}>
              {debtor === null ? 'Name the account' : 'Change the account'}
            </Button>
          )
        }
      />
      <CardBody>
        {debtor !== null && (
          <Facts>
            <Fact name="Account holder">{debtor.name}</Fact>
            <Fact name="IBAN">{debtor.iban}</Fact>
            <Fact name="BIC">{debtor.bic}</Fact>
          </Facts>
        )}
      </CardBody>
      {isNaming && <DebtorDialog onClose={() => setIsNaming(false)} />}
    </Card>
  )
}
