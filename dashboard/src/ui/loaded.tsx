import type { ReactNode } from 'react'
import { ErrorState, SkeletonRows } from './states.tsx'

/** The part of a query result that is rendered. */
interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

/** Renders a query: its data, a skeleton while it loads, or an error with a retry button. */
export function Loaded<Data>({
  query: { data, error, refetch },
  loadingRows,
  children,
}: {
  query: QueryState<Data>
  loadingRows: number
  children: (data: Data) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error === null) return <SkeletonRows rows={loadingRows} />
  return <ErrorState error={error} onRetry={() => void refetch()} />
}
