import { createContext, useContext, useEffect, useState } from 'react'

/** Pending actions that keep a dialog open. */
export type PendingActions = Set<object>

export const PendingActionsContext = createContext<PendingActions | undefined>(undefined)

/** Limits how long an unresponsive connection can keep a dialog open. */
const MAX_KEEP_OPEN_MS = 20_000

/** Keeps the surrounding dialog open, for dialogs with their own buttons. */
export function KeepOpen({ isBusy }: { isBusy: boolean }) {
  useKeepOpen(isBusy)
  return null
}

/**
 * Keeps the surrounding dialog open while an action is running, so that closing it can't be mistaken for
 * canceling.
 * @returns `held`, or `overdue` if there was no response for a while
 */
export function useKeepOpen(isBusy: boolean): 'held' | 'overdue' | 'free' {
  const pending = useContext(PendingActionsContext)
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const action = {}
    pending?.add(action)
    const timer = setTimeout(() => {
      pending?.delete(action)
      setIsOverdue(true)
    }, MAX_KEEP_OPEN_MS)
    return () => {
      clearTimeout(timer)
      pending?.delete(action)
      setIsOverdue(false)
    }
  }, [isBusy, pending])
  if (!isBusy) return 'free'
  return isOverdue ? 'overdue' : 'held'
}
