import { Link, useRouter } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { usePageTitle } from '../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'

export function PageLoading() {
  return (
    <div role="status" className="flex flex-col gap-5 p-1">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-24 w-full rounded-xl" />
      <Skeleton className="h-80 w-full rounded-xl" />
    </div>
  )
}

export function PageFailed({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <ErrorState error={error} onRetry={() => void router.invalidate()} />
    </main>
  )
}

export function PageNotFound() {
  usePageTitle(t('shell.notFound'))
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        icon={Compass}
        title={t('shell.pageNotFound')}
        action={
          <Button asChild look="primary">
            <Link to="/">{t('shell.goYourProgram')}</Link>
          </Button>
        }
      >
        {t('shell.thePageWasMovedOr')}
      </EmptyState>
    </main>
  )
}
