import { rich } from '../messages/portal-text.ts'
import { BASE } from './router.ts'

/**
 * What stands at a form or a button when the session ended before it was pressed. The way in opens beside the page, which
 * keeps what was typed: a session that begins in another tab is this one's, too.
 */
export function SessionEnded() {
  return (
    <>
      {rich('sessionEnded.yourSessionHasEndedSo', {
        link: (children) => (
          <a
            href={`${BASE}/sign-in`}
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
