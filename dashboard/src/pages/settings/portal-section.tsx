import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { portalSettingsQuery } from '../../api/settings-queries.ts'
import type { PortalSettings } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useCan, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { CountInput, Field, TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, textOf, useForm } from '../../ui/use-form.ts'

/** Settings of the partner portal, and the sites that can embed it. */
export function PortalSection() {
  const query = useQuery(portalSettingsQuery(useProgramId()))
  return (
    <Loaded query={query} loadingRows={4}>
      {(settings) => <PortalForm settings={settings} />}
    </Loaded>
  )
}

function PortalForm({ settings }: { settings: PortalSettings }) {
  const canUpdate = useCan()('program:update')
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
              error={form.errorOf('embedOrigins')}
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
              error={form.errorOf('ownLinks')}
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

function usePortalForm() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: ['embedOrigins', 'ownLinks'],
    readForm(typed) {
      const links = textOf(typed, 'ownLinks')
      if (!/^\d{0,3}$/.test(links)) {
        return new FieldErrors({
          embedOrigins: undefined,
          ownLinks: t('settings.enterWholeNumberFrom0'),
        })
      }
      const lines = textOf(typed, 'embedOrigins').split(/\s+/)
      return {
        embedOrigins: lines.filter((line) => line !== ''),
        ownLinks: links === '' ? null : Number(links),
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
