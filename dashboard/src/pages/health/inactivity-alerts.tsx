import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import type { InactivityAlert } from '../../api/types.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { REQUEST_TYPES } from './request-labels.ts'

/** The inactivity alerts, shown above everything else. */
export function InactivityAlerts({ inactivityAlerts }: { inactivityAlerts: InactivityAlert[] }) {
  if (inactivityAlerts.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {inactivityAlerts.map((alert) => (
        <li key={alert.type} className="flex items-start gap-2.5 rounded-xl bg-bad-soft px-4 py-3 text-bad">
          <BellOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <p>
            {rich('health.noLabelSRecordedFor', {
              label: REQUEST_TYPES[alert.type].label.toLowerCase(),
              recorded: REQUEST_TYPES[alert.type].recorded,
              days: alert.days,
              b: (children) => <strong className="font-semibold">{children}</strong>,
              usual: alert.usual,
            })}{' '}
            <RejectedNote alert={alert} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function RejectedNote({ alert: { type, rejected } }: { alert: InactivityAlert }) {
  const programId = useProgramId()
  if (rejected === 0) return <>{t('health.noRequestsArrivedAtAll')}</>
  return (
    <>
      {rich('health.rejectedRejectedViewRejectedRequests', {
        rejected,
        link: (children) => (
          <Link
            to="/programs/$programId/rejected-requests"
            params={{ programId }}
            search={{ type, mode: 'live' }}
            className="underline"
          >
            {children}
          </Link>
        ),
      })}
    </>
  )
}
