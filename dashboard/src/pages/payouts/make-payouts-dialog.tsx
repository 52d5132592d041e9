import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { partnerChoicesQuery } from '../../api/partner-queries.ts'
import type { Currency } from '../../api/types.ts'
import { CURRENCIES, formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { parseMoney } from '../../format/parse-decimal.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'

interface Batch {
  currency?: Currency
  minimumCents?: number
  partnerIds?: number[]
}

/** Makes one open payout per partner and currency of all that is owed. */
export function MakePayoutsDialog({
  partnerId,
  onClose,
}: {
  /** Only this partner, when the page shows only this one. */
  partnerId: number | undefined
  onClose: () => void
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const { data: partners = [] } = useQuery(partnerChoicesQuery(programId))
  const [currency, setCurrency] = useState<Currency>()
  const [isMisread, setIsMisread] = useState(false)
  const make = useMutation({
    mutationFn: async (body: Batch) =>
      (await read(api.POST('/api/programs/{programId}/payouts', { params: { path: { programId } }, body })))
        .data,
    async onSuccess({ payouts, sums, isComplete }) {
      const made = payouts === 1 ? '1 payout' : `${formatCount(payouts)} payouts`
      const amounts = sums.map((sum) => formatMoney(sum.amountCents, sum.currency)).join(' + ')
      say(`${made} made: ${amounts}.${isComplete ? '' : ' More is due: make payouts again.'}`)
      onClose()
      await refreshMoney(queryClient, programId)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('minimum') ?? '').trim()
    const minimumCents = currency === undefined || text === '' ? undefined : parseMoney(text, currency)
    const isWrong = currency !== undefined && text !== '' && !(minimumCents !== undefined && minimumCents > 0)
    setIsMisread(isWrong)
    if (isWrong) return
    make.mutate({
      ...(currency === undefined ? {} : { currency }),
      ...(minimumCents === undefined ? {} : { minimumCents }),
      ...(partnerId === undefined ? {} : { partnerIds: [partnerId] }),
    })
  }
  const name = partners.find(({ id }) => id === partnerId)?.name ?? `Partner ${partnerId}`
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={partnerId === undefined ? 'Make payouts' : `Make a payout to ${name}`}
      description="Everything owed of approved commissions, one payout per partner and currency. What refunds took back after a payment is subtracted; a balance that is not positive waits."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Currency">
          {(control) => (
            <Select
              {...control}
              value={currency ?? ''}
              onChange={(event) => setCurrency(CURRENCIES.find((one) => one === event.target.value))}
            >
              <option value="">Every currency</option>
              {CURRENCIES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
        {currency !== undefined && (
          <Field
            label={`Smallest payout (${currency})`}
            hint="Smaller balances wait for the next time. Left empty, everything is paid."
            error={isMisread ? 'Write an amount, or nothing.' : undefined}
          >
            {(control) => <Input {...control} name="minimum" inputMode="decimal" autoComplete="off" />}
          </Field>
        )}
        <FormError error={make.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={make.isPending}>
            Make payouts
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
