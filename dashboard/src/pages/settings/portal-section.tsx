import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { portalSettingsQuery } from '../../api/settings-queries.ts'
import type { OwnCouponCodes, PortalSettings } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { CountInput, Field, Input, TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'

/** Partner portal settings, and the sites that can embed it. */
export function PortalSection() {
  const query = useQuery(portalSettingsQuery(useProgramId()))
  return (
    <Loaded query={query} loadingRows={4}>
      {(settings) => <PortalForm settings={settings} />}
    </Loaded>
  )
}

function PortalForm({ settings }: { settings: PortalSettings }) {
  const canUpdate = usePermissionCheck()('program:update')
  const form = usePortalForm()
  return (
    <Card>
      <CardHeader
        title={t('settings.partnerPortal')}
        description={t('settings.partnersSignInAtOrigin', { origin: location.origin })}
      />
      <CardBody>
        <form onSubmit={form.onSubmit} noValidate>
          <fieldset disabled={!canUpdate} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">{t('settings.partnerPortal')}</legend>
            <Field
              label={t('settings.allowedEmbeddingPages')}
              hint={t('settings.oneOriginPerLineSuch')}
              error={form.getError('embedOrigins')}
            >
              {(control) => (
                <TextArea
                  {...control}
                  name="embedOrigins"
                  rows={4}
                  spellCheck={false}
                  autoComplete="off"
                  defaultValue={settings.embedOrigins.join('\n')}
                />
              )}
            </Field>
            <Field
              label={t('settings.maximumLinksPartnerCanCreate')}
              hint={t('settings.n0200YourTeamCan', { ownLinksByDefault: settings.ownLinksByDefault })}
              error={form.getError('ownLinks')}
            >
              {(control) => (
                <CountInput
                  {...control}
                  name="ownLinks"
                  className="max-w-32"
                  defaultValue={settings.ownLinks ?? ''}
                />
              )}
            </Field>
            <OwnCodes rules={settings.ownCouponCodes} getError={form.getError} />
            <FormError error={form.error} />
            {canUpdate && (
              <Button type="submit" look="primary" className="self-start" isBusy={form.isBusy}>
                {t('settings.savePortalSettings')}
              </Button>
            )}
          </fieldset>
        </form>
      </CardBody>
    </Card>
  )
}

/** Whether partners may create coupon codes themselves, and under which rules. */
function OwnCodes({
  rules,
  getError,
}: {
  rules: OwnCouponCodes | null
  getError: (field: OwnCodesField) => string | undefined
}) {
  const [isAllowed, setIsAllowed] = useState(rules !== null)
  return (
    <>
      <Checkbox
        name="ownCodes"
        checked={isAllowed}
        onChange={(event) => setIsAllowed(event.target.checked)}
        label={t('settings.partnersCanCreateCodes')}
        hint={t('settings.partnersCanCreateCodesHint')}
      />
      {isAllowed && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('settings.codePattern')}
            hint={t('settings.codePatternHint')}
            error={getError('ownCouponCodes.pattern')}
          >
            {(control) => (
              <Input
                {...control}
                name="pattern"
                maxLength={65}
                autoComplete="off"
                spellCheck={false}
                defaultValue={rules?.pattern ?? '*'}
              />
            )}
          </Field>
          <Field
            label={t('settings.codeDiscount')}
            hint={t('settings.codeDiscountHint')}
            error={getError('ownCouponCodes.customerDiscount')}
          >
            {(control) => (
              <Input
                {...control}
                name="customerDiscount"
                maxLength={120}
                autoComplete="off"
                defaultValue={rules?.customerDiscount ?? ''}
              />
            )}
          </Field>
          <Field label={t('settings.shortestCode')} error={getError('ownCouponCodes.minChars')}>
            {(control) => (
              <CountInput {...control} name="minChars" maxLength={2} defaultValue={rules?.minChars ?? 4} />
            )}
          </Field>
          <Field label={t('settings.longestCode')} error={getError('ownCouponCodes.maxChars')}>
            {(control) => (
              <CountInput {...control} name="maxChars" maxLength={2} defaultValue={rules?.maxChars ?? 20} />
            )}
          </Field>
          <Field
            label={t('settings.codesPerPartner')}
            hint={t('settings.codesPerPartnerHint')}
            error={getError('ownCouponCodes.most')}
          >
            {(control) => (
              <CountInput {...control} name="most" maxLength={3} defaultValue={rules?.most ?? 1} />
            )}
          </Field>
        </div>
      )}
    </>
  )
}

const OWN_CODES_FIELDS = [
  'ownCouponCodes.pattern',
  'ownCouponCodes.customerDiscount',
  'ownCouponCodes.minChars',
  'ownCouponCodes.maxChars',
  'ownCouponCodes.most',
] as const
type OwnCodesField = (typeof OWN_CODES_FIELDS)[number]

function readOwnCodes(typed: FormData): OwnCouponCodes | null {
  if (typed.get('ownCodes') === null) return null
  const count = (name: string) => Number(readText(typed, name) || '0')
  return {
    pattern: readText(typed, 'pattern'),
    customerDiscount: readText(typed, 'customerDiscount') || null,
    minChars: count('minChars'),
    maxChars: count('maxChars'),
    most: count('most'),
  }
}

function usePortalForm() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: ['embedOrigins', 'ownLinks', ...OWN_CODES_FIELDS],
    readForm(typed) {
      const links = readText(typed, 'ownLinks')
      if (!/^\d{0,3}$/.test(links)) {
        return new FieldErrors({
          ownLinks: t('settings.enterWholeNumberFrom0'),
        })
      }
      const lines = readText(typed, 'embedOrigins').split(/\s+/)
      return {
        embedOrigins: lines.filter((line) => line !== ''),
        ownLinks: links === '' ? null : Number(links),
        ownCouponCodes: readOwnCodes(typed),
      }
    },
    save: async (body) =>
      (
        await read(
          api.PATCH('/api/programs/{programId}/portal-settings', { params: { path: { programId } }, body }),
        )
      ).data,
    onSaved(settings) {
      showSuccess(t('settings.portalSettingsSaved'))
      queryClient.setQueryData(portalSettingsQuery(programId).queryKey, settings)
    },
  })
}
