import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type PeriodSearch, readPeriodSearch } from '../search/period.ts'
import { useProgramId } from './use-program.ts'

const PERIOD_PAGES: readonly string[] = [
  '/signed-in/programs/$programId/overview',
  '/signed-in/programs/$programId/partners',
  '/signed-in/programs/$programId/partners/$partnerId',
  '/signed-in/programs/$programId/health',
  '/signed-in/programs/$programId/breakdown',
]

/**
 * Returns the period shared by all pages that have one: from the URL, or else the last one used in this tab.
 */
export function useSharedPeriod(): PeriodSearch {
  const programId = useProgramId()
  const search = useMatches({
    select: (matches) => matches.find(({ routeId }) => PERIOD_PAGES.includes(routeId))?.search,
  })
  const period = search === undefined ? lastPeriod(programId) : readPeriodSearch({ ...search })
  const text = JSON.stringify(period)
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey(programId), text)
    } catch {
      // Without storage, the period is lost on pages that don't have one.
    }
  }, [programId, text])
  return period
}

const storageKey = (programId: string) => `affiliate.period.${programId}`

function lastPeriod(programId: string): PeriodSearch {
  try {
    return readPeriodSearch(JSON.parse(sessionStorage.getItem(storageKey(programId)) ?? '{}'))
  } catch {
    return {}
  }
}
