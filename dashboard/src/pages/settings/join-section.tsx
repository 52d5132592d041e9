import { useQuery } from '@tanstack/react-query'
import { brandQuery, joinPageQuery } from '../../api/application-queries.ts'
import { t } from '../../messages/team-text.ts'
import { useMay, useProgramId } from '../../session/use-program.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Renewed } from '../../ui/renewed.tsx'
import { BrandCard } from './brand-card.tsx'
import { JoinCard } from './join-card.tsx'

/** Settings of the join page and branding. */
export function JoinSection() {
  const programId = useProgramId()
  const mayUpdate = useMay()('program:update')
  const brand = useQuery(brandQuery(programId))
  const page = useQuery(joinPageQuery(programId))
  return (
    <div className="flex flex-col gap-4">
      {!mayUpdate && (
        <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">{t('settings.youCanViewTheseSettings')}</p>
      )}
      <Loaded query={brand} loadingRows={3}>
        {(saved) => (
          <Renewed by={JSON.stringify(saved)}>
            <BrandCard brand={saved} mayUpdate={mayUpdate} />
          </Renewed>
        )}
      </Loaded>
      <Loaded query={page} loadingRows={5}>
        {(saved) => (
          <Renewed by={saved.updatedAt ?? ''}>
            <JoinCard
              page={saved}
              slug={brand.data === undefined ? undefined : brand.data.slug}
              mayUpdate={mayUpdate}
            />
          </Renewed>
        )}
      </Loaded>
    </div>
  )
}
