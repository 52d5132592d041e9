import type { Application } from '../../api/types.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { RowName } from '../../ui/table.tsx'
import { APPLICATION_STATUSES } from './application-labels.ts'

export const APPLICATION_COLUMNS: readonly ListColumn<Application>[] = [
  {
    id: 'applicant',
    name: t('applications.applicant'),
    cell: ({ name, email }) => (
      <RowName className="max-w-56" detail={email}>
        {name}
      </RowName>
    ),
  },
  {
    id: 'status',
    name: t('applications.status'),
    card: 'status',
    cell: ({ status }) => <LabelBadge {...APPLICATION_STATUSES[status]} />,
  },
  {
    id: 'website',
    name: t('applications.website'),
    className: 'max-w-64 truncate',
    card: 'detail',
    cell: ({ website }) => website,
  },
  {
    id: 'applied',
    name: t('applications.applied'),
    className: 'whitespace-nowrap',
    card: 'detail',
    cell: ({ createdAt }) => <Instant at={createdAt} />,
  },
  {
    id: 'changed',
    name: t('applications.lastChanged'),
    className: 'whitespace-nowrap',
    isOptional: true,
    card: 'detail',
    cell: ({ changedAt }) => <Instant at={changedAt} />,
  },
]
