import { useEffect, useRef } from 'react'
import { api, read } from '../../api/client.ts'
import { useEnter } from './credentials.tsx'

/**
 * Whoever is signed in already, and comes by an address that he typed or by Back, is led on to where signing in leads.
 * The service alone knows: what was read before may be of a session that has ended. Until it says so there is the form.
 */
export function useLeadOn(next: string | undefined) {
  const enter = useRef(useEnter(next))
  useEffect(() => {
    const leaving = new AbortController()
    read(api.GET('/api/account', { signal: leaving.signal })).then(
      () => leaving.signal.aborted || enter.current(),
      () => undefined, // there is no session, or no answer: he can sign in
    )
    return () => leaving.abort()
  }, [])
}
