import { createContext, type ReactNode, useContext } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../messages/shared-text.ts'
import { describeError } from './states.tsx'

const isLost = (error: unknown) => error instanceof ApiError && error.status === 0
/** Reads are retried automatically, submissions aren't. */
const NO_RESPONSE = t('ui.theServiceOrYourNetwork')

/** Shown instead of an error when the session has ended. Undefined in apps that redirect to sign-in. */
export const EndedSession = createContext<ReactNode>(undefined)

/** An error line below a form. */
export function FormError({ error }: { error: unknown }) {
  const sessionEndedMessage = useContext(EndedSession)
  if (error === null || error === undefined) return null
  const isEnded = sessionEndedMessage !== undefined && error instanceof ApiError && error.status === 401
  const { title, advice } = describeError(error)
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 429
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {isEnded
        ? sessionEndedMessage
        : isClientError
          ? error.message
          : `${title}. ${isLost(error) ? NO_RESPONSE : advice}`}
    </p>
  )
}
