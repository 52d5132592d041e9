import type { Partner, PartnerMetrics, PartnerReport } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useCan } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { Sums } from '../../ui/sums.tsx'
import { RowName, Table, Td, ThSort, Tr } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { PARTNER_STATUSES } from './partner-labels.ts'
import type { PartnerSort } from './search.ts'
import { linkAddress, shortAddress } from './site-address.ts'
import { useDecidePartner } from './use-decide-partner.ts'
import { useSiteAddress } from './use-site-address.ts'

const COLUMNS: readonly { sort: PartnerSort; name: string; align?: 'right'; className?: string }[] = [
  { sort: 'name', name: t('partners.partner') },
  { sort: 'status', name: t('partners.status') },
  { sort: 'link', name: t('partners.link'), className: 'hidden sm:table-cell' },
  { sort: 'clicks', name: t('partners.clicks'), align: 'right' },
  { sort: 'leads', name: t('partners.leads'), align: 'right' },
  { sort: 'conversions', name: t('partners.conversions'), align: 'right' },
  { sort: 'sales', name: t('partners.sales'), align: 'right' },
  { sort: 'revenue', name: t('partners.revenue'), align: 'right' },
  { sort: 'commission', name: t('partners.commission'), align: 'right' },
]

export function PartnerTable({
  rows,
  sortDirection,
  onSort,
  onOpen,
}: {
  rows: PartnerReport[]
  sortDirection: (column: PartnerSort) => 'asc' | 'desc' | undefined
  onSort: (column: PartnerSort) => void
  onOpen: (partnerId: number) => void
}) {
  return (
    <Table label={t('partners.partners')}>
      <thead>
        <tr>
          {COLUMNS.map(({ sort, name, ...looks }) => (
            <ThSort key={sort} {...looks} direction={sortDirection(sort)} onSort={() => onSort(sort)}>
              {name}
            </ThSort>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ partner, numbers }) => (
          <Tr key={partner.id} onClick={() => onOpen(partner.id)}>
            <Td>
              <RowName className="max-w-56" detail={partner.email}>
                {partner.name}
              </RowName>
              <RowTags tags={partner.tags} />
            </Td>
            <Td>
              <StatusCell partner={partner} />
            </Td>
            <Td className="hidden sm:table-cell">
              <FirstLink partner={partner} />
            </Td>
            <NumberCells numbers={numbers} />
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

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
  const canManage = useCan()('partner:manage')
  const decide = useDecidePartner()
  const { showError } = useToasts()
  if (partner.status !== 'pending') return <LabelBadge {...PARTNER_STATUSES[partner.status]} />
  const lost = partner.uncountedClicks > 0 && (
    <span className="block basis-full text-warn text-xs">
      {t('partners.uncountedClicksNotCounted', { uncountedClicks: partner.uncountedClicks })}
    </span>
  )
  if (!canManage) {
    return (
      <>
        <LabelBadge {...PARTNER_STATUSES[partner.status]} />
        {lost}
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
      {lost}
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
      <code className="max-w-52 truncate font-mono text-[0.8125rem]" title={text}>
        {siteUrl === undefined ? link.code : shortAddress(text)}
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

function NumberCells({ numbers }: { numbers: PartnerMetrics }) {
  return (
    <>
      <Td align="right">{formatCount(numbers.clicks)}</Td>
      <Td align="right">{formatCount(numbers.leads)}</Td>
      <Td align="right">{formatCount(numbers.conversions)}</Td>
      <Td align="right">{formatCount(numbers.sales)}</Td>
      <Td align="right">
        <Sums sums={numbers.revenueByCurrency} />
      </Td>
      <Td align="right">
        <Sums sums={numbers.commissionByCurrency} />
      </Td>
    </>
  )
}
