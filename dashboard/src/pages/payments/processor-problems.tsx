import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { processorProblemsQuery } from '../../api/processor-queries.ts'
import type { ProcessorProblems as Problems } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'

/** Problems with processor events; hidden if there are none. */
export function ProcessorProblems() {
  const { data: problems } = useQuery(processorProblemsQuery(useProgramId()))
  if (problems === undefined) return null
  const { missingEventTypes, heldCommissions, placeholders } = problems
  if (missingEventTypes.length + heldCommissions.length + placeholders.length === 0) return null
  return (
    <Card>
      <CardHeader title={t('payments.needsAttention')} description={t('payments.fixTheseInProcessorOr')} />
      <CardBody className="flex flex-col gap-5">
        {heldCommissions.length > 0 && <HeldCommissions sums={heldCommissions} />}
        {missingEventTypes.length > 0 && <MissingTypes types={missingEventTypes} />}
        {placeholders.length > 0 && <Placeholders placeholders={placeholders} />}
      </CardBody>
    </Card>
  )
}

function HeldCommissions({ sums }: { sums: Problems['heldCommissions'] }) {
  const programId = useProgramId()
  const amounts = sums.map(({ amountCents, currency }) => formatMoney(amountCents, currency))
  return (
    <p className="max-w-[75ch]">
      {rich('payments.commissionsAmountsAreOnHold', {
        amounts: amounts.join(', '),
        span: (children) => <span className="font-medium tabular-nums">{children}</span>,
        link: (children) => (
          <Link
            to="/programs/$programId/commissions"
            params={{ programId }}
            search={{ hold: 'payment_link_missing' }}
            className={textLink}
          >
            {children}
          </Link>
        ),
      })}
    </p>
  )
}

function MissingTypes({ types }: { types: Problems['missingEventTypes'] }) {
  return (
    <ul aria-label={t('payments.missingEventTypes')} className="flex flex-col gap-4">
      {types.map(({ type, wasReceived, signs }) => (
        <li key={type} className="flex max-w-[75ch] flex-col gap-1">
          <p className="font-medium">
            {wasReceived
              ? `${t('payments.someEventsAreMissing')} `
              : `${t('payments.subscribeYourWebhookEndpoint')} `}
            <code className="wrap-anywhere font-mono">{type}</code>
          </p>
          {signs.map(({ sign, message }) => (
            <p key={sign} className="text-ink-2">
              {message}
            </p>
          ))}
          {wasReceived && <p className="text-ink-2">{t('payments.resendThemFromProcessor')}</p>}
        </li>
      ))}
    </ul>
  )
}

function Placeholders({ placeholders }: { placeholders: Problems['placeholders'] }) {
  const { timeZone } = useProgram()
  return (
    <ul aria-label={t('payments.ignoredMetadata')} className="flex flex-col gap-4">
      {placeholders.map(({ name, value, events, newestEventId, newestReceivedAt, isLive }) => (
        <li key={`${name} ${value}`} className="flex max-w-[75ch] flex-col gap-1">
          <p className="font-medium">
            {rich('payments.nameIsValueInEvents', {
              name,
              code: (children) => <code className="font-mono">{children}</code>,
              value,
              events,
            })}
          </p>
          <p className="text-ink-2">
            {rich('payments.thisValueWasIgnoredYour', {
              isLive: String(isLive),
              newestEventId,
              code: (children) => <code className="wrap-anywhere font-mono text-xs">{children}</code>,
              newestReceivedAt: formatInstant(newestReceivedAt, timeZone),
            })}
          </p>
        </li>
      ))}
    </ul>
  )
}
