import { clsx } from 'clsx'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../messages/shared-text.ts'
import { Button } from './button.tsx'

/** A placeholder for loading content. Give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-fill-strong/70', className)} />
}

/** Placeholder rows for a loading list, announced to screen readers. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" className="flex flex-col gap-3 p-4 sm:p-5">
      <span className="sr-only">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <Skeleton key={index} className="h-9 w-full" />
      ))}
    </div>
  )
}

/** Explains why a list is empty and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-xl bg-fill text-ink-3">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <p className="font-medium text-ink">{title}</p>
      <p className="mt-1 max-w-[46ch] text-ink-3">{children}</p>
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** Shows why loading failed, with a retry button unless a retry can't help. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, advice } = describeError(error)
  const isFinal = error instanceof ApiError && NON_RETRYABLE_STATUSES.includes(error.status)
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-xl bg-bad-soft text-bad">
        <CircleAlert aria-hidden="true" className="size-5" />
      </span>
      <p className="font-medium text-ink">{title}</p>
      <p className="mt-1 max-w-[46ch] text-ink-3">{advice}</p>
      {onRetry !== undefined && !isFinal && (
        <Button className="mt-4" onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** Statuses that a retry won't change: invalid, forbidden or missing. */
const NON_RETRYABLE_STATUSES = [400, 403, 404]

/** Returns what happened and what to do about it. */
export function describeError(error: unknown): { title: string; advice: string } {
  if (!(error instanceof ApiError)) {
    return {
      title: t('ui.somethingWentWrongOnThis'),
      advice: t('ui.tryAgainIfItHappens'),
    }
  }
  if (error.status === 0) {
    return {
      title: t('ui.noConnectionService'),
      advice: t('ui.theServiceOrYourNetwork2'),
    }
  }
  if (error.status === 403) return { title: t('ui.youDontHaveAccess'), advice: error.message }
  if (error.status === 404) return { title: t('ui.notFound'), advice: error.message }
  if (error.status === 429) {
    const seconds = Number(error.details.retry_after_seconds ?? 60)
    return { title: t('ui.tooManyRequests'), advice: t('ui.waitSecondsSecondsThenTry', { seconds }) }
  }
  if (error.status >= 500) {
    return {
      title: t('ui.somethingWentWrong'),
      advice: t('ui.yourDataIsSafeTry'),
    }
  }
  return { title: t('ui.thatDidntWork'), advice: error.message }
}
