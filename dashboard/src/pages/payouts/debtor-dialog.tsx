import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { payoutSettingsQuery } from '../../api/money-queries.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type Form, readText, useForm } from '../../ui/use-form.ts'

/** Sets the account that SEPA files debit. */
export function DebtorDialog({ onClose }: { onClose: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const form = useForm({
    fields: DEBTOR_FIELDS,
    readForm: readDebtor,
    save: (debtor) =>
      read(
        api.PATCH('/api/programs/{programId}/payout-settings', {
          params: { path: { programId } },
          body: { debtor },
        }),
      ),
    async onSaved() {
      await queryClient.invalidateQueries({ queryKey: payoutSettingsQuery(programId).queryKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('payouts.accountYouPayFrom')}
      description={t('payouts.sepaFilesDebitThisAccount')}
      form={form}
      action={t('payouts.saveAccount')}
      onClose={onClose}
    >
      <DebtorFields form={form} />
    </FormDialog>
  )
}

export const DEBTOR_FIELDS = ['debtor.name', 'debtor.iban', 'debtor.bic'] as const

export function DebtorFields({ form }: { form: Pick<Form<(typeof DEBTOR_FIELDS)[number]>, 'getError'> }) {
  return (
    <>
      <Field label={t('payouts.accountHolder')} error={form.getError('debtor.name')}>
        {(control) => <Input {...control} name="name" required maxLength={100} autoComplete="off" />}
      </Field>
      <Field label={t('payouts.iban')} error={form.getError('debtor.iban')}>
        {(control) => <Input {...control} name="iban" required maxLength={64} autoComplete="off" />}
      </Field>
      <Field label={t('payouts.bic')} hint={t('payouts.optional')} error={form.getError('debtor.bic')}>
        {(control) => <Input {...control} name="bic" maxLength={32} autoComplete="off" />}
      </Field>
    </>
  )
}

export function readDebtor(typed: FormData): { name: string; iban: string; bic?: string } {
  const bic = readText(typed, 'bic')
  return { name: readText(typed, 'name'), iban: readText(typed, 'iban'), ...(bic === '' ? {} : { bic }) }
}
