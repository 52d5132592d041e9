import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import type { CallSilence } from '../../api/types.ts'
import { formatCount, formatCountOf } from '../../format/number.ts'
import { useProgramId } from '../../session/use-program.ts'
import { CALLS } from './call-words.ts'

/** What has gone silent, on top of everything else. */
export function Silences({ silences }: { silences: CallSilence[] }) {
  if (silences.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {silences.map((silence) => (
        <li key={silence.call} className="flex items-start gap-2.5 rounded-xl bg-bad-soft px-4 py-3 text-bad">
          <BellOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <p>
            <strong className="font-semibold">
              No {CALLS[silence.call].label.toLowerCase()} {CALLS[silence.call].recorded} for{' '}
              {formatCountOf(silence.days, 'day')}
            </strong>
            , usually {formatCount(silence.usual)} a day. <Refused silence={silence} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Refused({ silence: { call, refused } }: { silence: CallSilence }) {
  const programId = useProgramId()
  if (refused === 0) return <>No call came at all: look at what should send them.</>
  return (
    <>
      {formatCountOf(refused, 'call')} came all the same:{' '}
      <Link
        to="/programs/$programId/refusals"
        params={{ programId }}
        search={{ call, mode: 'live' }}
        className="underline"
      >
        see what was refused
      </Link>
      .
    </>
  )
}
