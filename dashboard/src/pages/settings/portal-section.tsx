import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { portalSettingsQuery } from '../../api/settings-queries.ts'
import type { PortalSettings } from '../../api/types.ts'
import { useMay, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { CountInput, Field, TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { Misread, textOf, useForm } from '../../ui/use-form.ts'

/** What partners find behind their own door, and whose pages may show it. */
export function PortalSection() {
  const query = useQuery(portalSettingsQuery(useProgramId()))
  return (
    <Loaded query={query} loadingRows={4}>
      {(settings) => <PortalForm settings={settings} />}
    </Loaded>
  )
}

function PortalForm({ settings }: { settings: PortalSettings }) {
  const mayUpdate = useMay()('program:update')
  const form = usePortalForm()
  return (
    <Card>
      <CardHeader
        title="Partner portal"
        description={`Partners sign in at ${location.origin}/partner. Your own pages may show it to them, too.`}
      />
      <CardBody>
        <form onSubmit={form.onSubmit} noValidate>
          <fieldset disabled={!mayUpdate} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">Partner portal</legend>
            <Field
              label="Pages that may show it in a frame"
              hint="One origin a line, such as https://shop.example, ten at most. Left empty, no page may. A frame needs an address that your server asks for: see “Embedding” in the documents."
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
              label="Links that a partner may make himself"
              hint={`0 to 200; your team may give more. Left empty, up to ${settings.ownLinksByDefault}.`}
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
            {mayUpdate && (
              <Button type="submit" look="primary" className="self-start" isBusy={form.isBusy}>
                Save portal settings
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
  const { say } = useToasts()
  return useForm({
    fields: ['embedOrigins', 'ownLinks'],
    readForm(typed) {
      const links = textOf(typed, 'ownLinks')
      if (!/^\d{0,3}$/.test(links)) {
        return new Misread({
          embedOrigins: undefined,
          ownLinks: 'Type a whole number from 0 to 200, or nothing.',
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
      say('Portal settings saved.')
      queryClient.setQueryData(portalSettingsQuery(programId).queryKey, settings)
    },
  })
}
