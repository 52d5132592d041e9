import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { partnerQuery } from '../../api/partner-queries.ts'
import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { PeriodSearch } from '../../search/period.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PartnerActions } from './partner-actions.tsx'
import { PartnerApplication } from './partner-application.tsx'
import { PartnerCoupons } from './partner-coupons.tsx'
import { PartnerGroup } from './partner-group.tsx'
import { PARTNER_STATUSES } from './partner-labels.ts'
import { PartnerLinks } from './partner-links.tsx'
import { PartnerMails } from './partner-mails.tsx'
import { PartnerMetricsCard } from './partner-metrics.tsx'
import { PartnerCommissions, PartnerPayouts } from './partner-money.tsx'
import { PartnerNotes } from './partner-notes.tsx'
import { PartnerProfile } from './partner-profile.tsx'
import { PartnerTags } from './partner-tags.tsx'
import { PartnerPayoutDetails } from './payout-details.tsx'

const route = getRouteApi('/signed-in/programs/$programId/partners/$partnerId')

/** A partner's page. */
export function PartnerPage() {
  const partnerId = Number(route.useParams().partnerId)
  const period = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(partnerQuery(useProgramId(), partnerId))
  return (
    <>
      <Back period={period} />
      <Head partner={query.data} />
      <Loaded query={query} loadingRows={6}>
        {(partner) => (
          <Parts
            partner={partner}
            period={period}
            onPeriod={(search) => void navigate({ search, replace: true })}
          />
        )}
      </Loaded>
    </>
  )
}

/** The page's sections, links and money first. Each hides itself if it has nothing to show. */
function Parts({
  partner,
  period,
  onPeriod,
}: {
  partner: Partner
  period: PeriodSearch
  onPeriod: (period: PeriodSearch) => void
}) {
  const can = usePermissionCheck()
  const { id } = partner
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Part>
          <PartnerLinks partner={partner} />
        </Part>
        <Part>
          <PartnerCoupons partner={partner} />
        </Part>
        {can('billing:read') && <PartnerPayouts partner={partner} />}
        {can('billing:read') && <PartnerCommissions partnerId={id} />}
        <PartnerMetricsCard partnerId={id} period={period} onChange={onPeriod} />
        <PartnerApplication partnerId={id} />
        {can('partner:manage') && partner.status !== 'closed' && <PartnerMails partnerId={id} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Part>
          <PartnerProfile partner={partner} />
        </Part>
        <Part>
          <PartnerGroup partner={partner} />
        </Part>
        <Part>
          <PartnerTags partner={partner} />
        </Part>
        <PartnerNotes partnerId={id} />
        <Part>{can('billing:read') && <PartnerPayoutDetails partner={partner} />}</Part>
      </div>
    </div>
  )
}

/** A section's card, hidden if empty. */
function Part({ children }: { children: ReactNode }) {
  return <Card className="p-4 empty:hidden sm:p-5">{children}</Card>
}

function Back({ period }: { period: PeriodSearch }) {
  return (
    <Link
      to="/programs/$programId/partners"
      params={{ programId: useProgramId() }}
      search={period}
      className="mb-2 inline-flex items-center gap-1.5 text-ink-3 pointer-coarse:min-h-10 hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {t('partners.allPartners')}
    </Link>
  )
}

function Head({ partner }: { partner: Partner | undefined }) {
  if (partner === undefined) return <PageHeader title={t('partners.partner')} />
  const { name, email, status, group, tags, payoutHold } = partner
  return (
    <PageHeader
      title={name}
      description={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere">{email}</span>
          <LabelBadge {...PARTNER_STATUSES[status]} />
          {payoutHold !== null && <Badge tone="warn">{t('partners.payoutHold')}</Badge>}
          {group !== null && <Badge tone="accent">{group.name}</Badge>}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      }
      actions={<PartnerActions partner={partner} />}
    />
  )
}
