import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../messages/portal-text.ts'
import { ErrorState, SkeletonRows } from '../ui/states.tsx'
import { type DelegatedSession, delegatedSessionKey } from './delegated-session.ts'

/** Shown while the ticket is being exchanged, and when a delegated session has ended. */
export default function DelegatedSessionGate({
  kind,
  entered,
  children,
}: {
  kind: DelegatedSession['kind']
  /** The single exchange of the ticket. */
  entered: Promise<'in' | 'over'>
  children: ReactNode
}) {
  const session = useQuery({
    queryKey: delegatedSessionKey,
    queryFn: () => entered,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (session.isPending) return <SkeletonRows rows={4} />
  if (session.isError) return <ErrorState error={session.error} />
  if (session.data === 'in') return children
  return (
    <main className="px-4 py-16 text-center">
      <h1 className="font-semibold text-xl">{t('delegatedSession.thisSessionHasEnded')}</h1>
      <p className="mt-2 text-ink-3">
        {kind === 'view'
          ? t('delegatedSession.openItAgainFromPartners')
          : t('delegatedSession.reloadPageThatContainsIt')}
      </p>
    </main>
  )
}
