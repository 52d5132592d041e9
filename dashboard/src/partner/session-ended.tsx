import { rich } from '../messages/portal-text.ts'
import { BASE, signInPath } from './router.ts'

/**
 * Shown next to a form or button if the session has ended. Sign-in opens in a new tab, so that this page keeps its
 * input; the new session applies to both tabs.
 */
export function SessionEnded() {
  return (
    <>
      {rich('sessionEnded.yourSessionHasEndedSo', {
        link: (children) => (
          <a
            href={`${BASE}${signInPath()}`}
            target="_blank"
            rel="noreferrer"
            className="font-medium underline underline-offset-4"
          >
            {children}
          </a>
        ),
      })}
    </>
  )
}
