import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, api, read } from '../../api/client.ts'
import { formatCount } from '../../format/number.ts'
import { type OwnCodeProblem, ownCodeProblems, suggestOwnCode } from '../../format/own-code.ts'
import { t } from '../../messages/portal-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'
import { DELEGATED_SESSION } from '../delegated-session.ts'
import { Money, QueryView } from '../display.tsx'
import { couponCodesQuery, type PortalCoupons, type PortalProgram } from '../queries.ts'

/** The partner's coupon codes, and a form for a new one if the program allows it. Hidden if there is neither. */
export function CouponCodes({ program }: { program: PortalProgram }) {
  const query = useQuery(couponCodesQuery(program.id))
  return (
    <QueryView query={query}>
      {({ couponCodes, rules }) => (
        <>
          {couponCodes.length > 0 && <CodeList coupons={couponCodes} />}
          {rules !== null && <NewCode program={program} rules={rules} coupons={couponCodes} />}
        </>
      )}
    </QueryView>
  )
}

function CodeList({ coupons }: { coupons: PortalCoupons['couponCodes'] }) {
  return (
    <Card>
      <CardHeader title={t('coupons.yourCodes')} description={t('coupons.customersWhoUseYourCode')} />
      <ul className="divide-y">
        {coupons.map((coupon) => (
          <li
            key={coupon.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5"
          >
            <span className="flex min-w-0 flex-[1_1_14rem] items-start gap-1">
              <span className="min-w-0">
                <span className="break-all font-medium font-mono">{coupon.code}</span>{' '}
                {coupon.status === 'archived' && <Badge>{t('coupons.archived')}</Badge>}
                {coupon.customerDiscount !== null && (
                  <span className="block text-[0.8125rem] text-ink-3">{coupon.customerDiscount}</span>
                )}
              </span>
              {coupon.status === 'active' && (
                <CopyIconButton
                  text={coupon.code}
                  what={t('coupons.codeCode', { code: coupon.code })}
                  className="-my-1.5"
                />
              )}
            </span>
            <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-x-4 gap-y-2 max-sm:w-full sm:grid-cols-[repeat(2,4.75rem)_minmax(5.5rem,auto)] sm:text-right">
              <div>
                <dt className="text-[0.8125rem] text-ink-3">{t('links.countLabels.customers')}</dt>
                <dd className="tabular-nums">{formatCount(coupon.uses)}</dd>
              </div>
              <div>
                <dt className="text-[0.8125rem] text-ink-3">{t('links.countLabels.sales')}</dt>
                <dd className="tabular-nums">{formatCount(coupon.sales)}</dd>
              </div>
              <div>
                <dt className="text-[0.8125rem] text-ink-3">{t('links.earned')}</dt>
                <dd>
                  <Money sums={coupon.earnedByCurrency} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Rules = NonNullable<PortalCoupons['rules']>

function NewCode({
  program,
  rules,
  coupons,
}: {
  program: PortalProgram
  rules: Rules
  coupons: PortalCoupons['couponCodes']
}) {
  const form = useNewCode(program, rules)
  // An embedded portal can't create codes, because the partner hasn't signed in.
  if (program.partnerStatus !== 'approved' || DELEGATED_SESSION !== undefined) return null
  const isFull = coupons.filter(({ status }) => status === 'active').length >= rules.most
  const codeError = form.getError('code')
  const created = form.isBusy || codeError !== undefined || form.error !== null ? undefined : form.saved
  const { minChars: min, maxChars: max } = rules
  return (
    <Card>
      <CardHeader
        title={t('coupons.newCode')}
        description={
          isFull
            ? t('coupons.youHaveMaxCodes', { max: rules.most })
            : (rules.customerDiscount ?? t('coupons.customersWhoUseYourCode'))
        }
      />
      {(!isFull || created !== undefined) && (
        <CardBody>
          {!isFull && (
            <form onSubmit={form.onSubmit} noValidate className="flex flex-wrap items-start gap-3">
              <Field
                label={t('coupons.code')}
                hint={t('coupons.hint', {
                  min,
                  max,
                  example: suggestOwnCode(program.partnerName, rules),
                  ...patternParts(rules),
                })}
                error={codeError}
                className="flex-[1_1_14rem]"
              >
                {(control) => (
                  <Input
                    {...control}
                    name="code"
                    maxLength={64}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    className="uppercase"
                  />
                )}
              </Field>
              <Button type="submit" look="primary" isBusy={form.isBusy} className="sm:mt-6.5">
                {t('coupons.createCode')}
              </Button>
            </form>
          )}
          <FormError error={form.error} />
          {created !== undefined && <p role="status">{t('coupons.codeCreated', { code: created.code })}</p>}
        </CardBody>
      )}
    </Card>
  )
}

/** The fixed prefix and suffix of codes. */
function patternParts({ pattern }: Rules) {
  const [start = '', end = ''] = pattern.toUpperCase().split('*')
  const [hasStart, hasEnd] = [start !== '', end !== '']
  return {
    start,
    end,
    hasStart: String(hasStart),
    hasEnd: String(hasEnd),
    isBoth: String(hasStart && hasEnd),
  }
}

function useNewCode(program: PortalProgram, rules: Rules) {
  const queryClient = useQueryClient()
  return useForm({
    fields: ['code'],
    readForm(typed) {
      const code = readText(typed, 'code')
      const problems = ownCodeProblems(code, rules)
      if (problems.length === 0) return code
      const texts: Record<OwnCodeProblem, string> = {
        length: t('coupons.length', { min: rules.minChars, max: rules.maxChars, count: code.length }),
        characters: t('coupons.characters'),
        pattern: t('coupons.looksLike', patternParts(rules)),
      }
      return new FieldErrors({ code: problems.map((problem) => texts[problem]).join(' ') })
    },
    save: async (code) => {
      const params = { path: { programId: String(program.id) } }
      try {
        const body = { code }
        return (await read(api.POST('/api/partner/programs/{programId}/coupon-codes', { params, body }))).data
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict' || error.field !== 'code') throw error
        const text = error.details.isOwn === true ? t('coupons.codeOwned') : t('coupons.codeTaken')
        throw new ApiError(error.status, error.code, text, error.details)
      }
    },
    onSaved(_made, _code, element) {
      element.reset()
      return queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'coupon-codes'] })
    },
  })
}
