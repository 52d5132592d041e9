import { useEffect, useRef } from 'react'
import { api, read } from '../../api/client.ts'
import { useFinishSignIn } from './credentials.tsx'

/**
 * Redirects a signed-in user who opens this page directly or with the Back button. Requests the session from the
 * service, because cached data may belong to an ended session; the form is shown meanwhile.
 */
export function useRedirectSignedIn(next: string | undefined) {
  const enter = useRef(useFinishSignIn(next))
  useEffect(() => {
    const leaving = new AbortController()
    read(api.GET('/api/account', { signal: leaving.signal })).then(
      () => leaving.signal.aborted || enter.current(),
      () => undefined, // without a session or a response, the form stays
    )
    return () => leaving.abort()
  }, [])
}
