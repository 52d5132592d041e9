import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import type { ApiKey } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Creates a live or test API key and shows it once. `onCreated` receives the key. */
export function CreateKeyButton({
  mode,
  label,
  look = 'secondary',
  onCreated,
  onClose,
}: {
  mode: ApiKey['mode']
  label: string
  look?: ButtonLook
  onCreated?: (key: string) => void
  /** Called after the key was shown. */
  onClose?: () => void
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showError } = useToasts()
  const create = useMutation({
    mutationFn: async () => {
      const params = { path: { programId } }
      return (await read(api.POST('/api/programs/{programId}/api-keys', { params, body: { mode } }))).data
    },
    async onSuccess({ key }) {
      onCreated?.(key)
      await queryClient.invalidateQueries({ queryKey: ['api-keys', programId] })
    },
    onError: showError,
  })
  return (
    <>
      <Button look={look} isBusy={create.isPending} onClick={() => create.mutate()}>
        <KeyRound aria-hidden="true" className="size-4" />
        {label}
      </Button>
      {create.data !== undefined && (
        <SecretDialog
          title={t('settings.yourNewModeKey', { mode })}
          description={`${t('settings.copyItNowAndStore2')} ${mode === 'live' ? t('settings.aLiveKeyRecordsReal') : t('settings.aTestKeyRecordsTest')}`}
          secrets={[create.data.key]}
          what={t('settings.apiKey')}
          onClose={() => {
            create.reset()
            onClose?.()
          }}
        />
      )}
    </>
  )
}
