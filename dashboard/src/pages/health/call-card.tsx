import { Link } from '@tanstack/react-router'
import type { CallBucket, CallsOfKind, TrackCall } from '../../api/types.ts'
import { formatCount, formatCountOf } from '../../format/number.ts'
import { useProgramId } from '../../session/use-program.ts'
import { WordBadge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ADVICE } from './call-advice.ts'
import { leavesRefusal, RECORDED } from './call-buckets.ts'
import { BUCKETS, CALLS } from './call-words.ts'
import type { Days } from './search.ts'

/** What became of the calls of one kind: those that were recorded first, then what fell out, the most first. */
export function CallCard({ counted, days }: { counted: CallsOfKind; days: Days }) {
  const { call, calls, recorded, buckets } = counted
  const { noun, recorded: word } = CALLS[call]
  const filled = buckets.filter((one) => one.calls > 0)
  const isRecorded = ({ bucket }: { bucket: CallBucket }) => RECORDED.includes(bucket)
  const fallen = filled.filter((one) => !isRecorded(one)).sort((one, other) => other.calls - one.calls)
  return (
    <Card className={filled.length === 0 ? 'pb-4 sm:pb-5' : undefined}>
      <CardHeader
        title={`${CALLS[call].label}s`}
        description={
          calls === 0
            ? `No ${noun}s in these days.`
            : `${formatCountOf(calls, noun)}, ${formatCount(recorded)} ${word}.`
        }
      />
      {filled.length > 0 && (
        <CardBody>
          <ul className="flex flex-col divide-y">
            {[...filled.filter(isRecorded), ...fallen].map((one) => (
              <Bucket key={one.bucket} call={call} {...one} days={days} />
            ))}
          </ul>
        </CardBody>
      )}
    </Card>
  )
}

interface Counted {
  call: TrackCall
  bucket: CallBucket
  calls: number
  days: Days
}

function Bucket(counted: Counted) {
  const { bucket } = counted
  const { label, tone } = BUCKETS[bucket]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2.5 first:pt-0 last:pb-0">
      <span>
        <WordBadge label={label} tone={tone} />
      </span>
      <span className="text-right font-medium tabular-nums">
        <CountLink {...counted} />
      </span>
      <p className="col-span-2 max-w-[60ch] text-[0.8125rem] text-ink-3">{ADVICE[bucket]}</p>
    </li>
  )
}

const EVENTS = { click: 'click', lead: 'lead', sale: 'sale', refund: undefined } as const

/** A number leads to its list, where there is one. */
function CountLink({ call, bucket, calls, days }: Counted) {
  const params = { programId: useProgramId() }
  const words = (
    <>
      {formatCount(calls)}
      <span className="sr-only">
        {' '}
        {CALLS[call].noun}
        {calls === 1 ? '' : 's'}: {BUCKETS[bucket].label}
      </span>
    </>
  )
  const className = 'underline decoration-line-strong underline-offset-2 hover:decoration-current'
  const type = EVENTS[call]
  if (RECORDED.includes(bucket) && type !== undefined) {
    return (
      <Link to="/programs/$programId/events" params={params} search={{ type, ...days }} className={className}>
        {words}
      </Link>
    )
  }
  if (!leavesRefusal(call, bucket)) return words
  return (
    <Link
      to="/programs/$programId/refusals"
      params={params}
      search={{ call, bucket, mode: 'live', ...days }}
      className={className}
    >
      {words}
    </Link>
  )
}
