import { createContext, type ReactNode, useContext } from 'react'
import { ApiFailure } from '../api/client.ts'
import { t } from '../messages/shared-text.ts'
import { errorWords } from './states.tsx'

const isLost = (error: unknown) => error instanceof ApiFailure && error.status === 0
/** What was read is asked for again by itself; what was sent is not. */
const SENT_TO_NOBODY = t('ui.theServiceOrYourNetwork')

/**
 * How to go on where a session has ended, in the place of what the service said. Undefined in an app that leads to its
 * sign-in page by itself.
 */
export const EndedSession = createContext<ReactNode>(undefined)

/** One line under a form for what the service refused. */
export function FormError({ error }: { error: unknown }) {
  const endedWords = useContext(EndedSession)
  if (error === null || error === undefined) return null
  const isEnded = endedWords !== undefined && error instanceof ApiFailure && error.status === 401
  const { title, advice } = errorWords(error)
  const isRejection = error instanceof ApiFailure && error.status >= 400 && error.status < 429
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {isEnded
        ? endedWords
        : isRejection
          ? error.message
          : `${title}. ${isLost(error) ? SENT_TO_NOBODY : advice}`}
    </p>
  )
}
