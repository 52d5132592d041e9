import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Send } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

export type TestEventSender = (programId: string) => Promise<number>

/**
 * Sends the same request as the merchant's page, in test mode.
 * @returns the ID of the event
 */
export async function sendTestClick(programId: string): Promise<number> {
  const body = { page_url: location.href, ...testModeFields(programId) }
  return readEventId(await read(api.POST('/api/v1/track/click', { body })))
}

export async function sendTestLead(programId: string): Promise<number> {
  const body = { page_url: location.href, ...testModeFields(programId) }
  return readEventId(await read(api.POST('/api/v1/track/lead', { body })))
}

/** A test key makes this a test sale, and all fields are optional in test mode. */
export async function sendTestSale(apiKey: string): Promise<number> {
  const call = api.POST('/api/v1/track/sale', {
    headers: { authorization: t('integration.bearerApiKey', { apiKey }) },
    body: { amount_cents: 4900, additional_data: { test_mode: true, synthetic: 'dashboard' } },
  })
  return readEventId(await read(call))
}

/** `synthetic`, because an event from this page isn't evidence that the merchant's integration works. */
function testModeFields(programId: string) {
  return { additional_data: { test_mode: true, synthetic: 'dashboard', program_id: Number(programId) } }
}

function readEventId(body: object): number {
  if ('data' in body && body.data !== null && typeof body.data === 'object' && 'eventId' in body.data) {
    return Number(body.data.eventId)
  }
  throw new Error('the response to a test event has no ID')
}

/** Sends a test event and polls until it arrives. */
export function SendTestEvent({
  what,
  send,
  latestId,
}: {
  what: 'click' | 'lead'
  send: TestEventSender
  /** The newest test event of this kind before sending. */
  latestId: number | undefined
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: () => send(programId),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['status', programId] }),
        queryClient.invalidateQueries({ queryKey: ['events', programId] }),
      ])
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="secondary" isBusy={sending.isPending} onClick={() => sending.mutate()}>
        {!sending.isPending && <Send aria-hidden="true" className="size-4" />}
        {t('integration.sendTestWhat', { what })}
      </Button>
      {sending.data !== undefined && (
        <Arrival what={what} eventId={sending.data} hasArrived={(latestId ?? 0) >= sending.data} />
      )}
      <FormError error={sending.error} />
    </div>
  )
}

/** A sent event's state: pending or received. */
export function Arrival({
  what,
  eventId,
  hasArrived,
}: {
  what: string
  eventId: number
  hasArrived: boolean
}) {
  return (
    <p role="status" className="flex items-center gap-2">
      {hasArrived ? (
        <>
          <CircleCheck aria-hidden="true" className="size-4 text-good" />
          {t('integration.testWhatEventIdArrived', { what, eventId })}
        </>
      ) : (
        <>
          <Spinner className="text-ink-3" />
          {t('integration.testWhatEventIdAcceptedWaiting', { what, eventId })}
        </>
      )}
    </p>
  )
}
