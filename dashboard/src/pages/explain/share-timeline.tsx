import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import { type AskedField, shareLinksQuery } from '../../api/explain-queries.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Makes a link by which support outside reads this timeline for a day. */
export function ShareTimeline({ field, q }: { field: AskedField; q: string }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { sayError } = useToasts()
  const sharing = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/share-links', {
          params: { path: { programId } },
          body: { [field]: q },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: shareLinksQuery(programId).queryKey }),
    onError: sayError,
  })
  return (
    <>
      <Button isBusy={sharing.isPending} onClick={() => sharing.mutate()}>
        <Share2 aria-hidden="true" className="size-4" />
        Share with support
      </Button>
      {sharing.data !== undefined && (
        <SecretDialog
          title="A link to this timeline"
          description="Whoever has it reads this one timeline for 24 hours, without signing in: without e-mails and notes, and of partners only those who decided. It is shown this once; below the timeline you can revoke it."
          secrets={[sharing.data.data.url]}
          what="link to the timeline"
          onClose={() => sharing.reset()}
        />
      )}
    </>
  )
}
