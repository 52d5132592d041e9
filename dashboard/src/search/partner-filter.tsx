import { useQuery } from '@tanstack/react-query'
import { partnerChoicesQuery } from '../api/partner-queries.ts'
import { useProgramId } from '../session/use-program.ts'
import { ChoiceFilter } from './choice-filter.tsx'

/** Rows of one partner. A partner of the address that is not among the newest ones is named by number. */
export function PartnerFilter({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (partnerId: number | undefined) => void
}) {
  const { data: partners = [] } = useQuery(partnerChoicesQuery(useProgramId()))
  const isListed = value === undefined || partners.some(({ id }) => id === value)
  const named = isListed ? partners : [...partners, { id: value, name: `Partner ${value}` }]
  return (
    <ChoiceFilter
      label="Partner"
      all="Every partner"
      value={value === undefined ? undefined : String(value)}
      choices={named.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  )
}
