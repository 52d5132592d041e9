import type { ReactNode } from 'react'
import type { Explanation, TimelineItem } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { TimelineList } from './timeline-list.tsx'

/** The timeline, and test events separately. Empty cards are omitted. */
export function TimelineCards({
  explanation: { timeline, testEvents, isCut },
  timeZone,
  renderLink,
  actions,
}: {
  explanation: Explanation
  timeZone: string
  /** Links an item to its details, if the role can open them. */
  renderLink?: (item: TimelineItem) => ReactNode
  actions?: ReactNode
}) {
  const listProps = { timeZone, ...(renderLink === undefined ? {} : { renderLink }) }
  return (
    <>
      {timeline.length > 0 && (
        <Card>
          <CardHeader
            title={t('explain.whatHappened')}
            description={isCut ? t('explain.mostRecentEventsOnlyOlder') : t('explain.oldestNewest')}
            actions={actions}
          />
          <CardBody>
            <TimelineList items={timeline} {...listProps} />
          </CardBody>
        </Card>
      )}
      {testEvents.length > 0 && (
        <Card>
          <CardHeader
            title={t('explain.testEvents')}
            description={t('explain.notIncludedInReportsOr')}
            actions={<Badge tone="warn">{t('explain.test')}</Badge>}
          />
          <CardBody>
            <TimelineList items={testEvents} {...listProps} />
          </CardBody>
        </Card>
      )}
    </>
  )
}
