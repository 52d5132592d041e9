import type { ReactNode } from 'react'
import type { Explanation, TimelineItem } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { TimelineList } from './timeline-list.tsx'

/** What happened, and apart from it what was sent as a test; neither where there is nothing. */
export function TimelineCards({
  explanation: { timeline, testEvents, isCut },
  timeZone,
  linkOf,
  actions,
}: {
  explanation: Explanation
  timeZone: string
  /** Where a thing that happened leads, for whoever may go there. */
  linkOf?: (item: TimelineItem) => ReactNode
  actions?: ReactNode
}) {
  const list = { timeZone, ...(linkOf === undefined ? {} : { linkOf }) }
  return (
    <>
      {timeline.length > 0 && (
        <Card>
          <CardHeader
            title="What happened"
            description={
              isCut ? 'The newest of it; what is older is left out.' : 'From the first to the last.'
            }
            actions={actions}
          />
          <CardBody>
            <TimelineList items={timeline} {...list} />
          </CardBody>
        </Card>
      )}
      {testEvents.length > 0 && (
        <Card>
          <CardHeader
            title="Sent as a test"
            description="Counted nowhere, and kept apart from the rest."
            actions={<Badge tone="warn">Test</Badge>}
          />
          <CardBody>
            <TimelineList items={testEvents} {...list} />
          </CardBody>
        </Card>
      )}
    </>
  )
}
