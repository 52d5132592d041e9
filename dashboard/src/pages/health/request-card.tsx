import { Link } from '@tanstack/react-router'
import type { RequestOutcome, RequestType, RequestTypeCounts } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ADVICE } from './request-advice.ts'
import { OUTCOMES, REQUEST_TYPES } from './request-labels.ts'
import { isListedAsRejected, RECORDED } from './request-outcomes.ts'
import type { Days } from './search.ts'

/** The outcomes of one type of request: recorded ones first, then the others by count. */
export function RequestCard({ counted, days }: { counted: RequestTypeCounts; days: Days }) {
  const { type, requests, recorded, outcomes } = counted
  const { plural, summary, none } = REQUEST_TYPES[type]
  const filled = outcomes.filter((one) => one.requests > 0)
  const isRecorded = ({ outcome }: { outcome: RequestOutcome }) => RECORDED.includes(outcome)
  const fallen = filled.filter((one) => !isRecorded(one)).sort((a, b) => b.requests - a.requests)
  return (
    <Card className={filled.length === 0 ? 'pb-4 sm:pb-5' : undefined}>
      <CardHeader title={plural} description={requests === 0 ? none : summary(requests, recorded)} />
      {filled.length > 0 && (
        <CardBody>
          <ul className="flex flex-col divide-y">
            {[...filled.filter(isRecorded), ...fallen].map((one) => (
              <OutcomeItem key={one.outcome} type={type} {...one} days={days} />
            ))}
          </ul>
        </CardBody>
      )}
    </Card>
  )
}

interface OutcomeCount {
  type: RequestType
  outcome: RequestOutcome
  requests: number
  days: Days
}

function OutcomeItem(count: OutcomeCount) {
  const { outcome } = count
  const { label, tone } = OUTCOMES[outcome]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2.5 first:pt-0 last:pb-0">
      <span>
        <LabelBadge label={label} tone={tone} />
      </span>
      <span className="text-right font-medium tabular-nums">
        <CountLink {...count} />
      </span>
      <p className="col-span-2 max-w-[60ch] text-[0.8125rem] text-ink-3">{ADVICE[outcome]}</p>
    </li>
  )
}

const EVENTS = { click: 'click', lead: 'lead', sale: 'sale', refund: undefined } as const

/** Links a count to its list, if there is one. */
function CountLink({ type, outcome, requests, days }: OutcomeCount) {
  const params = { programId: useProgramId() }
  const content = (
    <>
      {formatCount(requests)}
      <span className="sr-only">
        {' '}
        {REQUEST_TYPES[type].noun}
        {requests === 1 ? '' : 's'}: {OUTCOMES[outcome].label}
      </span>
    </>
  )
  const className = 'underline decoration-line-strong underline-offset-2 hover:decoration-current'
  const event = EVENTS[type]
  if (RECORDED.includes(outcome) && event !== undefined) {
    return (
      <Link
        to="/programs/$programId/events"
        params={params}
        search={{ type: event, ...days }}
        className={className}
      >
        {content}
      </Link>
    )
  }
  if (!isListedAsRejected(type, outcome)) return content
  return (
    <Link
      to="/programs/$programId/rejected-requests"
      params={params}
      search={{ type, outcome, mode: 'live', ...days }}
      className={className}
    >
      {content}
    </Link>
  )
}
