import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { searchQuery } from '../../api/search-query.ts'
import { t } from '../../messages/team-text.ts'
import { recentItems } from '../../session/recent-items.ts'
import { useAccount, usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { matchesLabel, type PaletteGroup } from './palette-item.ts'
import { lookupItems, searchResultGroups } from './search-result-items.ts'
import { actionItems, pageItems } from './static-items.ts'

/** How long typing must pause before the service is searched. */
const SEARCH_AFTER_MS = 150

/** Returns the palette's items for a text, and the state of the search. */
export function usePaletteGroups(typed: string) {
  const text = typed.trim()
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const can = usePermissionCheck()
  const { buildLocation } = useRouter()
  const { mode } = useSearch({ strict: false })
  const isTest = mode === 'test'
  const settledText = useSettled(text)
  const canSearch = text !== '' && can('tracking:list')
  const search = useQuery({
    ...searchQuery(programId, settledText, isTest ? 'test' : 'live'),
    enabled: canSearch && settledText === text,
  })
  const isSettled = settledText === text
  const results = canSearch && isSettled ? search.data : undefined
  const place = { buildLocation, programId, timeZone, isTest, canExplain: can('billing:read'), text }
  const local = useLocalGroups(text)
  const groups =
    text === ''
      ? local
      : [
          ...local,
          ...(results === undefined ? [] : searchResultGroups(results, place)),
          { name: t('palette.more'), items: lookupItems(place) },
        ]
  return {
    groups: removeDuplicates(groups),
    isSearching: canSearch && (!isSettled || search.isPending),
    error: canSearch && isSettled ? search.error : null,
    onRetry: () => void search.refetch(),
  }
}

/** Pages and actions. If nothing is typed, recent items come first. */
function useLocalGroups(text: string): PaletteGroup[] {
  const programId = useProgramId()
  const { user } = useAccount()
  const can = usePermissionCheck()
  const { buildLocation } = useRouter()
  const recent = useMemo(
    () => recentItems(user.id, programId).map((item) => ({ ...item, icon: History })),
    [user.id, programId],
  )
  const pages = pageItems(buildLocation, programId).filter(({ label, keywords = '' }) =>
    matchesLabel(`${label} ${keywords}`, text),
  )
  const actions = actionItems(buildLocation, programId, can).filter(({ label }) => matchesLabel(label, text))
  return [
    { name: t('palette.recent'), items: text === '' ? recent : [] },
    { name: t('palette.actions'), items: actions },
    { name: t('palette.pages'), items: pages },
  ].filter(({ items }) => items.length > 0)
}

/** A recent item may also be a page; it is listed only once. */
function removeDuplicates(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const seen = new Set<string>()
  return groups.flatMap(({ name, items }) => {
    const own = items.filter(({ href }) => !seen.has(href) && seen.add(href))
    return own.length === 0 ? [] : [{ name, items: own }]
  })
}

/** Returns a value once it has stopped changing. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
