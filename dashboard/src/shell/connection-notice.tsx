import { WifiOff } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useConnectionLost } from '../api/connection.ts'
import { t } from '../messages/shared-text.ts'

/** Shown while the service is unreachable. The page below stays as it is. */
export function ConnectionNotice() {
  return useConnectionLost() ? <Notice /> : null
}

/** A bar at the bottom of the page. It sets `--notice` so that content ends above the bar. */
function Notice() {
  const bar = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    if (current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      // Adds a pixel, because scroll positions are rounded.
      style.setProperty('--notice', `${current.offsetHeight + 1}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--notice')
    }
  }, [])
  return (
    <p
      ref={bar}
      role="alert"
      aria-live="assertive"
      className="fixed inset-x-0 bottom-0 z-70 flex items-center justify-center gap-2.5 border-t bg-warn-soft px-4 py-2 text-warn max-sm:text-xs"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      {t('shell.cantReachServiceYourWork')}
    </p>
  )
}
