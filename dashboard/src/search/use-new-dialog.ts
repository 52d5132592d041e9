import { useEffect, useState } from 'react'
import type { DialogSearch } from './read-search.ts'

/**
 * State of the form for a new record, which `?dialog=new` opens. The parameter is removed at once: while the form is
 * open, a URL change would be treated as leaving it.
 */
export function useNewDialog(
  { dialog }: DialogSearch,
  change: (changes: { dialog: undefined }) => void,
): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each URL that opens the form
  useEffect(() => {
    if (dialog === undefined) return
    setIsOpen(true)
    change({ dialog: undefined })
  }, [dialog])
  return [isOpen, setIsOpen]
}
