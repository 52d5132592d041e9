import type { ReactNode } from 'react'
import { ErrorState, SkeletonRows } from './states.tsx'

/** The part of a query that a list looks at. */
interface Read<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

/** What a read brings, once it is there; grey rows before, and words and a way to try again when it failed. */
export function Loaded<Data>({
  query: { data, error, refetch },
  loadingRows,
  children,
}: {
  query: Read<Data>
  loadingRows: number
  children: (data: Data) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error === null) return <SkeletonRows rows={loadingRows} />
  return <ErrorState error={error} onRetry={() => void refetch()} />
}
