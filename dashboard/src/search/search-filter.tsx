import { Search } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { t } from '../messages/team-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { readText, useParsedForm } from '../ui/use-form.ts'

const MAX_CHARS = 255

/** A search field. Searches on submit, not while typing; submitting it empty clears the search. */
export function SearchFilter({
  value = '',
  what,
  onChange,
}: {
  value: string | undefined
  /** The searched columns: `Transaction, customer, partner`. */
  what: string
  onChange: (text: string | undefined) => void
}) {
  const form = useParsedForm(
    (sent) => readText(sent, 'search'),
    (typed) => onChange(typed === '' ? undefined : typed),
  )
  const input = useRef<HTMLInputElement>(null)
  // Updates the value without remounting, so the field keeps the focus after Enter or Back.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  return (
    <form onSubmit={form.onSubmit} className="flex items-center gap-1 max-sm:w-full">
      <Input
        ref={input}
        name="search"
        type="search"
        aria-label={t('search.searchWhat', { what })}
        placeholder={what}
        defaultValue={value}
        maxLength={MAX_CHARS}
        autoComplete="off"
        spellCheck={false}
        className="sm:w-72"
      />
      <IconButton type="submit" label={t('search.search')}>
        <Search />
      </IconButton>
    </form>
  )
}

/** Shown above search results if there are more matches than the search examined. */
export function TruncatedSearchNote({
  isCut,
  search,
}: {
  isCut: boolean | undefined
  search: string | undefined
}) {
  if (isCut !== true || search === undefined) return null
  return (
    <p role="status" className="mb-3 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      {t('search.tooManyResultsForSearch', { search })}
    </p>
  )
}
