import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import { dayOf, formatMonth, monthBefore } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'

const RATED = ['EUR', 'VND'] as const
type Rates = Partial<Record<(typeof RATED)[number], string>>

/** Issues the invoice of a month that has ended. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const last = monthBefore(dayOf(Date.now(), timeZone))
  const issue = useMutation({
    mutationFn: async (body: { month: string; exchangeRates: Rates }) =>
      (await read(api.POST('/api/programs/{programId}/invoices', { params: { path: { programId } }, body })))
        .data,
    async onSuccess({ number, month, totalUsdCents }) {
      say(`Invoice ${number} of ${formatMonth(month)}: ${formatMoney(totalUsdCents, 'USD')}.`)
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['invoices', programId] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const exchangeRates: Rates = Object.fromEntries(
      RATED.map((currency) => [currency, text(currency).replace(',', '.')]).filter(([, rate]) => rate !== ''),
    )
    issue.mutate({ month: text('month'), exchangeRates })
  }
  const refusal = issue.error instanceof ApiFailure ? issue.error : undefined
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const isShown = ['month', ...RATED.map((currency) => `exchangeRates.${currency}`)].includes(
    refusal?.field ?? '',
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Issue an invoice"
      description="It takes every platform fee of before the end of the month that no invoice has yet. An issued invoice never changes."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Month"
          hint={`A month that has ended in ${timeZone}, as 2026-02.`}
          error={errorOf('month')}
        >
          {(control) => <Input {...control} type="month" name="month" max={last} defaultValue={last} />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          {RATED.map((currency) => (
            <Field
              key={currency}
              label={`US dollars for 1 ${currency}`}
              hint={`Needed when there are fees in ${currency}.`}
              error={errorOf(`exchangeRates.${currency}`)}
            >
              {(control) => (
                <Input
                  {...control}
                  name={currency}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder={currency === 'EUR' ? '1.0832' : '0.000039'}
                />
              )}
            </Field>
          ))}
        </div>
        {!isShown && <FormError error={issue.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={issue.isPending}>
            Issue invoice
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
