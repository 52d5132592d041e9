import { WifiOff } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useConnectionLost } from '../api/connection.ts'
import { t } from '../messages/shared-text.ts'

/** Says that the service cannot be reached, for as long as it cannot; the page stays as it is. */
export function ConnectionNotice() {
  return useConnectionLost() ? <Notice /> : null
}

/** A bar below everything, which ends above it (`--notice`): it covers neither what can be pressed nor what is read. */
function Notice() {
  const bar = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    if (current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      // A pixel more: what is scrolled to stands within one.
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
