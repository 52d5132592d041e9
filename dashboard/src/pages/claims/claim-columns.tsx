import type { Claim } from '../../api/types.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { RowName } from '../../ui/table.tsx'
import { CLAIM_STATES, describeSubject } from './claim-labels.ts'

export const CLAIM_COLUMNS: readonly ListColumn<Claim>[] = [
  {
    id: 'claim',
    name: t('claims.claim'),
    cell: (row) => (
      <RowName className="max-w-64" detail={row.partnerName}>
        {describeSubject(row)}
      </RowName>
    ),
  },
  {
    id: 'status',
    name: t('claims.status'),
    card: 'status',
    cell: ({ state }) => <LabelBadge {...CLAIM_STATES[state]} />,
  },
  {
    id: 'created',
    name: t('claims.created'),
    className: 'whitespace-nowrap text-ink-2',
    card: 'detail',
    cell: ({ createdAt }) => <Instant at={createdAt} />,
  },
]
