import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import { type SearchFieldValue, shareLinksQuery } from '../../api/explain-queries.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Creates a link that shows this timeline for a day without a session. */
export function ShareTimeline({ name: { field, value } }: { name: SearchFieldValue }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showError } = useToasts()
  const sharing = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/share-links', {
          params: { path: { programId } },
          body: { [field]: value },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: shareLinksQuery(programId).queryKey }),
    onError: showError,
  })
  return (
    <>
      <Button isBusy={sharing.isPending} onClick={() => sharing.mutate()}>
        <Share2 aria-hidden="true" className="size-4" />
        {t('explain.shareWithSupport')}
      </Button>
      {sharing.data !== undefined && (
        <SecretDialog
          title={t('explain.shareThisTimeline')}
          description={t('explain.anyoneWithThisLinkCan')}
          secrets={[sharing.data.data.url]}
          what={t('explain.shareLink')}
          onClose={() => sharing.reset()}
        />
      )}
    </>
  )
}
