import { createContext, useContext, useEffect, useState } from 'react'

/** Pending actions that keep a dialog open. */
export type Holds = Set<object>

export const DialogHolds = createContext<Holds | undefined>(undefined)

/** Limits how long an unresponsive connection can keep a dialog open. */
const HOLD_MS = 20_000

/** Keeps the surrounding dialog open, for dialogs with their own buttons. */
export function Hold({ isBusy }: { isBusy: boolean }) {
  useHold(isBusy)
  return null
}

/**
 * Keeps the surrounding dialog open while an action is running, so that closing it can't be mistaken for
 * canceling.
 * @returns `held`, or `overdue` if there was no response for a while
 */
export function useHold(isBusy: boolean): 'held' | 'overdue' | 'free' {
  const holds = useContext(DialogHolds)
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const hold = {}
    holds?.add(hold)
    const patience = setTimeout(() => {
      holds?.delete(hold)
      setIsOverdue(true)
    }, HOLD_MS)
    return () => {
      clearTimeout(patience)
      holds?.delete(hold)
      setIsOverdue(false)
    }
  }, [isBusy, holds])
  if (!isBusy) return 'free'
  return isOverdue ? 'overdue' : 'held'
}
