import { createContext, useContext, useEffect, useState } from 'react'

/** What keeps a dialog open: each piece of work that was begun in it and has not ended. */
export type Holds = Set<object>

export const DialogHolds = createContext<Holds | undefined>(undefined)

/** A connection that says nothing holds nobody for longer. */
const HOLD_MS = 20_000

/** For a dialog that asks by buttons of its own: stands inside it. */
export function Hold({ isBusy }: { isBusy: boolean }) {
  useHold(isBusy)
  return null
}

/**
 * Keeps the dialog around it open while work is under way: who closed it would take what he asked for as not done, and would
 * not see how it ends.
 * @returns `held`, and after a while without an answer `overdue`
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
