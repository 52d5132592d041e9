import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { processorProblemsQuery } from '../../api/processor-queries.ts'
import type { ProcessorProblems as Problems } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'

/** What is wrong with the events of the processor; nothing while nothing is. */
export function ProcessorProblems() {
  const { data: problems } = useQuery(processorProblemsQuery(useProgramId()))
  if (problems === undefined) return null
  const { missingEventTypes, heldCommissions, placeholders } = problems
  if (missingEventTypes.length + heldCommissions.length + placeholders.length === 0) return null
  return (
    <Card>
      <CardHeader
        title="Needs attention"
        description="Fix these at Stripe or in your checkout. Otherwise sales or refunds are missed."
      />
      <CardBody className="flex flex-col gap-5">
        {heldCommissions.length > 0 && <Held sums={heldCommissions} />}
        {missingEventTypes.length > 0 && <MissingTypes types={missingEventTypes} />}
        {placeholders.length > 0 && <Placeholders placeholders={placeholders} />}
      </CardBody>
    </Card>
  )
}

function Held({ sums }: { sums: Problems['heldCommissions'] }) {
  const programId = useProgramId()
  const amounts = sums.map(({ amountCents, currency }) => formatMoney(amountCents, currency))
  return (
    <p className="max-w-[75ch]">
      Commissions of <span className="font-medium tabular-nums">{amounts.join(', ')}</span> are on hold until
      their invoices are linked to their payments.{' '}
      <Link
        to="/programs/$programId/commissions"
        params={{ programId }}
        search={{ hold: 'payment_link_missing' }}
        className={textLink}
      >
        Show these commissions
      </Link>
    </p>
  )
}

function MissingTypes({ types }: { types: Problems['missingEventTypes'] }) {
  return (
    <ul aria-label="Missing event types" className="flex flex-col gap-4">
      {types.map(({ type, wasReceived, signs }) => (
        <li key={type} className="flex max-w-[75ch] flex-col gap-1">
          <p className="font-medium">
            {wasReceived ? 'Some events are missing: ' : 'Subscribe your webhook endpoint to '}
            <code className="wrap-anywhere font-mono">{type}</code>
          </p>
          {signs.map(({ sign, message }) => (
            <p key={sign} className="text-ink-2">
              {message}
            </p>
          ))}
          {wasReceived && (
            <p className="text-ink-2">
              Resend them from the Stripe dashboard, or approve the commissions by hand.
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function Placeholders({ placeholders }: { placeholders: Problems['placeholders'] }) {
  const { timeZone } = useProgram()
  return (
    <ul aria-label="Ignored metadata" className="flex flex-col gap-4">
      {placeholders.map(({ name, value, events, newestEventId, newestReceivedAt, isLive }) => (
        <li key={`${name} ${value}`} className="flex max-w-[75ch] flex-col gap-1">
          <p className="font-medium">
            <code className="font-mono">{name}</code> is <code className="font-mono">{value}</code> in{' '}
            {events === 1 ? '1 event' : `${events} events`}
          </p>
          <p className="text-ink-2">
            It was ignored. Your checkout sends it before it has a value. Newest{isLive ? '' : ' (test mode)'}
            : <code className="wrap-anywhere font-mono text-xs">{newestEventId}</code>,{' '}
            {formatInstant(newestReceivedAt, timeZone)}.
          </p>
        </li>
      ))}
    </ul>
  )
}
