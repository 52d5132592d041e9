import { useQuery } from '@tanstack/react-query'
import { brandQuery, joinPageQuery } from '../../api/application-queries.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { RemountOnChange } from '../../ui/remount-on-change.tsx'
import { BrandCard } from './brand-card.tsx'
import { JoinCard } from './join-card.tsx'

/** Settings for the join page and branding. */
export function JoinSection() {
  const programId = useProgramId()
  const canUpdate = usePermissionCheck()('program:update')
  const brand = useQuery(brandQuery(programId))
  const page = useQuery(joinPageQuery(programId))
  return (
    <div className="flex flex-col gap-4">
      {!canUpdate && (
        <p className="rounded-lg bg-fill px-3 py-2 text-ink-2">{t('settings.youCanViewTheseSettings')}</p>
      )}
      <Loaded query={brand} loadingRows={3}>
        {(saved) => (
          <RemountOnChange value={JSON.stringify(saved)}>
            <BrandCard brand={saved} canUpdate={canUpdate} />
          </RemountOnChange>
        )}
      </Loaded>
      <Loaded query={page} loadingRows={5}>
        {(saved) => (
          <RemountOnChange value={saved.updatedAt ?? ''}>
            <JoinCard
              page={saved}
              slug={brand.data === undefined ? undefined : brand.data.slug}
              canUpdate={canUpdate}
            />
          </RemountOnChange>
        )}
      </Loaded>
    </div>
  )
}
