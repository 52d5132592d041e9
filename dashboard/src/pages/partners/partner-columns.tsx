import type { Partner, PartnerReport } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { Sums } from '../../ui/sums.tsx'
import { RowName } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { PARTNER_STATUSES } from './partner-labels.ts'
import type { PartnerSort } from './search.ts'
import { linkAddress } from './site-address.ts'
import { useDecidePartner } from './use-decide-partner.ts'
import { useSiteAddress } from './use-site-address.ts'

export const PARTNER_COLUMNS: readonly ListColumn<PartnerReport, PartnerSort>[] = [
  {
    id: 'name',
    sort: 'name',
    name: t('partners.partner'),
    cell: ({ partner }) => (
      <>
        <RowName className="max-w-56" detail={partner.email}>
          {partner.name}
        </RowName>
        <RowTags tags={partner.tags} />
      </>
    ),
  },
  {
    id: 'status',
    sort: 'status',
    name: t('partners.status'),
    card: 'status',
    cell: ({ partner }) => <StatusCell partner={partner} />,
  },
  {
    id: 'link',
    sort: 'link',
    name: t('partners.link'),
    cell: ({ partner }) => <FirstLink partner={partner} />,
  },
  {
    id: 'group',
    name: t('partners.group'),
    isOptional: true,
    cell: ({ partner }) => partner.group?.name,
  },
  {
    id: 'added',
    name: t('partners.added'),
    isOptional: true,
    className: 'whitespace-nowrap text-ink-2',
    cell: ({ partner }) => <Instant at={partner.createdAt} />,
  },
  {
    id: 'clicks',
    sort: 'clicks',
    name: t('partners.clicks'),
    align: 'right',
    card: 'detail',
    cell: ({ numbers }) => formatCount(numbers.clicks),
  },
  {
    id: 'leads',
    sort: 'leads',
    name: t('partners.leads'),
    align: 'right',
    cell: ({ numbers }) => formatCount(numbers.leads),
  },
  {
    id: 'conversions',
    sort: 'conversions',
    name: t('partners.conversions'),
    isOptional: true,
    align: 'right',
    cell: ({ numbers }) => formatCount(numbers.conversions),
  },
  {
    id: 'sales',
    sort: 'sales',
    name: t('partners.sales'),
    align: 'right',
    cell: ({ numbers }) => formatCount(numbers.sales),
  },
  {
    id: 'revenue',
    sort: 'revenue',
    name: t('partners.revenue'),
    align: 'right',
    card: 'detail',
    cell: ({ numbers }) => <Sums sums={numbers.revenueByCurrency} />,
  },
  {
    id: 'commission',
    sort: 'commission',
    name: t('partners.commission'),
    align: 'right',
    card: 'detail',
    cell: ({ numbers }) => <Sums sums={numbers.commissionByCurrency} />,
  },
]
const MAX_TAGS = 3

function RowTags({ tags }: Pick<Partner, 'tags'>) {
  if (tags.length === 0) return null
  const others = tags.length - MAX_TAGS
  return (
    <span className="mt-1 flex max-w-56 flex-wrap gap-1">
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {others > 0 && <span className="text-ink-3 text-xs">+{formatCount(others)}</span>}
    </span>
  )
}

/** The status, with actions for pending partners. */
function StatusCell({ partner }: { partner: Partner }) {
  const canManage = usePermissionCheck()('partner:manage')
  const decide = useDecidePartner()
  const { showError } = useToasts()
  if (partner.status !== 'pending') return <LabelBadge {...PARTNER_STATUSES[partner.status]} />
  const uncountedClicksNote = partner.uncountedClicks > 0 && (
    <span className="block basis-full text-warn text-xs">
      {t('partners.uncountedClicksNotCounted', { uncountedClicks: partner.uncountedClicks })}
    </span>
  )
  if (!canManage) {
    return (
      <>
        <LabelBadge {...PARTNER_STATUSES[partner.status]} />
        {uncountedClicksNote}
      </>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <LabelBadge {...PARTNER_STATUSES[partner.status]} />
      <Button
        size="small"
        isBusy={decide.isPending}
        aria-label={t('partners.approveName', { name: partner.name })}
        onClick={(event) => {
          event.stopPropagation()
          decide.mutate({ partner, decision: 'approve' }, { onError: showError })
        }}
      >
        {t('partners.approve')}
      </Button>
      {uncountedClicksNote}
    </span>
  )
}

function FirstLink({ partner }: { partner: Partner }) {
  const siteUrl = useSiteAddress()
  const link = partner.links.find(({ status }) => status === 'active')
  if (link === undefined) return <span className="text-ink-3">{t('partners.noActiveLinks')}</span>
  const text = siteUrl === undefined ? link.code : linkAddress(siteUrl, link.code)
  const others = partner.links.filter(({ status }) => status === 'active').length - 1
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps copy button presses from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside handles keys
    <span className="flex items-center gap-0.5" onClick={(event) => event.stopPropagation()}>
      <code className="max-w-36 truncate font-mono text-[0.8125rem]" title={text}>
        {link.code}
      </code>
      <CopyIconButton
        text={text}
        what={
          siteUrl === undefined
            ? t('partners.codeForName', { name: partner.name })
            : t('partners.linkForName', { name: partner.name })
        }
      />
      {others > 0 && <span className="text-ink-3 text-xs">+{formatCount(others)}</span>}
    </span>
  )
}
