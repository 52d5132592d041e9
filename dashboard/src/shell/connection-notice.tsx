import { WifiOff } from 'lucide-react'
import { useConnectionLost } from '../api/connection.ts'

/**
 * Says that the service cannot be reached, for as long as it cannot; the page stays as it is. It stands above a dialog and
 * takes no press from what is under it. On a phone a dialog has its buttons below and its cross on the right: there it is at
 * the top, with that corner left free.
 */
export function ConnectionNotice() {
  if (!useConnectionLost()) return null
  return (
    <p
      role="alert"
      aria-live="assertive"
      className="pointer-events-none fixed bottom-4 left-4 z-70 flex max-w-sm items-center gap-2.5 rounded-xl border bg-warn-soft px-3 py-2 text-warn shadow-float max-sm:top-1.5 max-sm:right-20 max-sm:bottom-auto max-sm:text-xs md:left-64"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      The service cannot be reached. What you see and what you typed stay here; it is tried again every few
      seconds.
    </p>
  )
}
