import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { shareLinksQuery } from '../../api/explain-queries.ts'
import type { ShareLink } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Active share links, with a button to revoke each. */
export function ShareLinks() {
  const { data: links = [] } = useQuery(shareLinksQuery(useProgramId()))
  if (links.length === 0) return null
  return (
    <Card>
      <CardHeader title={t('explain.shareLinks')} description={t('explain.anyoneWithLinkCanView')} />
      <ul className="mt-3 divide-y border-t">
        {links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </Card>
  )
}

function LinkRow({ link }: { link: ShareLink }) {
  const { timeZone } = useProgram()
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const revoking = useMutation({
    mutationFn: () =>
      read(
        api.DELETE('/api/programs/{programId}/share-links/{linkId}', {
          params: { path: { programId, linkId: String(link.id) } },
        }),
      ),
    onSuccess() {
      showSuccess(t('explain.shareLinkRevoked'))
      return queryClient.invalidateQueries({ queryKey: shareLinksQuery(programId).queryKey })
    },
    onError: showError,
  })
  const name = link.query ?? 'an email'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-ink-3 text-xs">
          {t('explain.expiresExpiresAt', { expiresAt: formatInstant(link.expiresAt, timeZone) })}
        </p>
      </div>
      <Button size="small" isBusy={revoking.isPending} onClick={() => revoking.mutate()}>
        {rich('explain.revokeShareLinkForName', {
          name,
          span: (children) => <span className="sr-only">{children}</span>,
        })}
      </Button>
    </li>
  )
}
