import { WifiOff } from 'lucide-react'
import { useConnectionLost } from '../api/connection.ts'

/** Says that the service cannot be reached, for as long as it cannot; the page stays as it is. It covers neither panel nor toast. */
export function ConnectionNotice() {
  if (!useConnectionLost()) return null
  return (
    <p
      role="alert"
      aria-live="assertive"
      className="fixed bottom-24 left-4 z-70 flex max-w-md items-center gap-2.5 rounded-xl border bg-warn-soft px-3.5 py-2 text-warn shadow-float max-sm:right-4 sm:bottom-4 md:left-64"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      The service cannot be reached. What you see and what you typed stay here; it is tried again every few
      seconds.
    </p>
  )
}
