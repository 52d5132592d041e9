import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { partnerFinderQuery, partnerQuery } from '../api/partner-queries.ts'
import { t } from '../messages/team-text.ts'
import { useProgramId } from '../session/use-program.ts'
import { Input } from '../ui/field.tsx'
import { ChoiceFilter } from './choice-filter.tsx'

/** Filters rows by partner. Searches on the server if there are too many partners for a select. */
export function PartnerFilter({
  value,
  all = t('search.allPartners'),
  onChange,
}: {
  value: number | undefined
  /** The label for no selection. */
  all?: string
  onChange: (partnerId: number | undefined) => void
}) {
  const programId = useProgramId()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const newest = useQuery(partnerFinderQuery(programId, ''))
  const query = useQuery(partnerFinderQuery(programId, search))
  const partners = query.data?.partners ?? []
  const isListed = value === undefined || partners.some(({ id }) => id === value)
  const chosen = useQuery({ ...partnerQuery(programId, value ?? 0), enabled: !isListed })
  const selectedName = isListed
    ? partners
    : [...partners, { id: value, name: chosen.data?.name ?? t('search.partnerValue', { value }) }]
  return (
    <>
      {newest.data?.hasMore === true && (
        <Input
          type="search"
          aria-label={t('search.findPartner')}
          placeholder={t('search.findPartner')}
          className="w-auto max-w-40"
          maxLength={255}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <ChoiceFilter
        label={t('search.partner')}
        all={all}
        value={value === undefined ? undefined : String(value)}
        choices={selectedName.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
      />
    </>
  )
}
