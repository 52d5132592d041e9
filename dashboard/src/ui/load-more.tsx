import { Button } from './button.tsx'

/** The foot of a list that goes on. */
export function LoadMore({
  hasMore,
  isBusy,
  onMore,
}: {
  hasMore: boolean
  isBusy: boolean
  onMore: () => void
}) {
  if (!hasMore) return null
  return (
    <div className="flex justify-center border-t p-3">
      <Button isBusy={isBusy} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
