import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { ApiKey } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { RadioCards } from '../../ui/check.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useForm } from '../../ui/use-form.ts'

type Mode = ApiKey['mode']

/**
 * Creates an API key and shows it once. With `mode`, the kind of key is given; sandboxes only have test keys.
 * `onCreated` receives the key.
 */
export function CreateKeyDialog({
  mode,
  onCreated,
  onClose,
}: {
  mode?: Mode
  onCreated?: (key: string) => void
  onClose: () => void
}) {
  const programId = useProgramId()
  const { sandbox } = useProgram()
  const queryClient = useQueryClient()
  const form = useForm({
    readForm: (typed): { mode: Mode } => ({
      mode: mode ?? (typed.get('mode') === 'live' ? 'live' : 'test'),
    }),
    save: async (body) =>
      (await read(api.POST('/api/programs/{programId}/api-keys', { params: { path: { programId } }, body })))
        .data,
    onSaved: async ({ key }) => {
      onCreated?.(key)
      await queryClient.invalidateQueries({ queryKey: ['api-keys', programId] })
    },
  })
  if (form.saved !== undefined) {
    return (
      <SecretDialog
        title={t('settings.yourNewModeKey', { mode: form.saved.mode })}
        description={t('settings.copyItNowAndStore2')}
        secrets={[form.saved.key]}
        what={t('settings.apiKey')}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t('settings.createAPIKey')}
      form={form}
      action={t('settings.createKey')}
      onClose={onClose}
    >
      {sandbox ? (
        <p>{t('settings.sandboxesOnlyHaveTestKeys')}</p>
      ) : mode === undefined ? (
        <ModeChoice />
      ) : (
        <p>{mode === 'live' ? t('settings.aLiveKeyRecordsReal') : t('settings.aTestKeyRecordsTest')}</p>
      )}
    </FormDialog>
  )
}

function ModeChoice() {
  return (
    <RadioCards
      legend={t('settings.eventsRecord')}
      name="mode"
      defaultValue="test"
      choices={[
        { value: 'test', label: t('settings.testEvents'), hint: t('settings.forTestingNothingIsCounted') },
        { value: 'live', label: t('settings.realEvents'), hint: t('settings.forYourProductionServerOnly') },
      ]}
    />
  )
}
