import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { CouponCode } from '../../api/types.ts'
import { dayAfter, isDay, startOfDay, toDay } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { CountInput, Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'

const FIELDS = ['partnerId', 'code', 'startsAt', 'endsAt', 'maxUses', 'customerDiscount'] as const
type CouponField = (typeof FIELDS)[number]

const MAX_USES = 1_000_000

interface Terms {
  startsAt: string | null
  endsAt: string | null
  maxUses: number | null
  customerDiscount: string | null
}

/** Adds a code for a partner. With `partnerId`, the partner can't be chosen. */
export function AddCouponDialog({ partnerId: given, onClose }: { partnerId?: number; onClose: () => void }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const [chosen, setChosen] = useState<number>()
  const partnerId = given ?? chosen
  const refresh = useRefreshCoupons()
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: FIELDS,
    readForm(typed) {
      if (partnerId === undefined) return new FieldErrors({ partnerId: t('coupons.choosePartner') })
      const code = readText(typed, 'code')
      if (!/^[!-~]{1,64}$/.test(code)) return new FieldErrors({ code: t('coupons.enterCode') })
      const terms = readTerms(typed, timeZone)
      return terms instanceof FieldErrors ? terms : { partnerId, code, ...terms }
    },
    save: async (body) => {
      const params = { path: { programId } }
      return (await read(api.POST('/api/programs/{programId}/coupon-codes', { params, body }))).data
    },
    async onSaved({ code, partnerName }) {
      showSuccess(t('coupons.codeAdded', { code, partnerName }))
      onClose()
      await refresh()
    },
  })
  return (
    <FormDialog
      title={t('coupons.addCode')}
      description={t('coupons.createDiscountInShop')}
      form={form}
      action={t('coupons.addCode')}
      noValidate
      onClose={onClose}
    >
      {given === undefined && (
        <div className="flex flex-col gap-1.5">
          <span className="flex flex-wrap items-center gap-2">
            <PartnerFilter value={chosen} all={t('coupons.choosePartner2')} onChange={setChosen} />
          </span>
          {form.getError('partnerId') !== undefined && (
            <p role="alert" className="text-bad">
              {form.getError('partnerId')}
            </p>
          )}
        </div>
      )}
      <Field label={t('coupons.code')} hint={t('coupons.codeHint')} error={form.getError('code')}>
        {(control) => <Input {...control} name="code" maxLength={64} autoComplete="off" spellCheck={false} />}
      </Field>
      <TermFields getError={form.getError} />
    </FormDialog>
  )
}

/** Changes an active code's terms. */
export function EditCouponDialog({ coupon, onClose }: { coupon: CouponCode; onClose: () => void }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const refresh = useRefreshCoupons()
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: FIELDS,
    readForm: (typed) => readTerms(typed, timeZone),
    save: async (body: Terms) => {
      const params = { path: { programId, couponId: String(coupon.id) } }
      return (await read(api.PATCH('/api/programs/{programId}/coupon-codes/{couponId}', { params, body })))
        .data
    },
    async onSaved({ code }) {
      showSuccess(t('coupons.codeSaved', { code }))
      onClose()
      await refresh()
    },
  })
  return (
    <FormDialog
      title={t('coupons.editCode', { code: coupon.code })}
      description={t('coupons.attributedCustomersStay')}
      form={form}
      action={t('coupons.saveCode')}
      noValidate
      onClose={onClose}
    >
      <TermFields getError={form.getError} coupon={coupon} />
    </FormDialog>
  )
}

function TermFields({
  getError,
  coupon,
}: {
  getError: (field: CouponField) => string | undefined
  coupon?: CouponCode
}) {
  const { timeZone } = useProgram()
  const dayAt = (instant: string | null | undefined, beforeMs = 0) =>
    instant == null ? '' : toDay(Date.parse(instant) - beforeMs, timeZone)
  return (
    <>
      <Field
        label={t('coupons.customerDiscount')}
        hint={t('coupons.customerDiscountHint')}
        error={getError('customerDiscount')}
      >
        {(control) => (
          <Input
            {...control}
            name="customerDiscount"
            maxLength={120}
            autoComplete="off"
            defaultValue={coupon?.customerDiscount ?? ''}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('coupons.firstDay')} error={getError('startsAt')}>
          {(control) => (
            <Input {...control} type="date" name="startsAt" defaultValue={dayAt(coupon?.startsAt)} />
          )}
        </Field>
        <Field label={t('coupons.lastDay')} error={getError('endsAt')}>
          {(control) => (
            <Input {...control} type="date" name="endsAt" defaultValue={dayAt(coupon?.endsAt, 1)} />
          )}
        </Field>
      </div>
      <Field label={t('coupons.maxUses')} hint={t('coupons.maxUsesHint')} error={getError('maxUses')}>
        {(control) => (
          <CountInput
            {...control}
            name="maxUses"
            className="max-w-40"
            maxLength={7}
            defaultValue={coupon?.maxUses ?? ''}
          />
        )}
      </Field>
    </>
  )
}

function readTerms(typed: FormData, timeZone: string): Terms | FieldErrors<CouponField> {
  const [first, last] = [readText(typed, 'startsAt'), readText(typed, 'endsAt')]
  if (first !== '' && !isDay(first)) return new FieldErrors({ startsAt: t('coupons.enterDate') })
  if (last !== '' && !isDay(last)) return new FieldErrors({ endsAt: t('coupons.enterDate') })
  if (first !== '' && last !== '' && last < first)
    return new FieldErrors({ endsAt: t('coupons.lastDayBeforeFirst') })
  const uses = readText(typed, 'maxUses')
  const maxUses = Number(uses)
  if (uses !== '' && !(Number.isInteger(maxUses) && maxUses >= 1 && maxUses <= MAX_USES))
    return new FieldErrors({ maxUses: t('coupons.enterMaxUses') })
  return {
    startsAt: first === '' ? null : startOfDay(first, timeZone),
    endsAt: last === '' ? null : startOfDay(dayAfter(last), timeZone),
    maxUses: uses === '' ? null : maxUses,
    customerDiscount: readText(typed, 'customerDiscount') || null,
  }
}

export function useRefreshCoupons() {
  const queryClient = useQueryClient()
  const programId = useProgramId()
  return () => queryClient.invalidateQueries({ queryKey: ['coupon-codes', programId] })
}
