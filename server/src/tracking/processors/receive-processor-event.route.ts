import Type, { type Static } from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { parseId, readText } from '../../core/http/query.http.ts'
import type { RawBody } from '../../core/http/request-parsing.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { decryptSecret } from '../../core/privacy/secret-box.rule.ts'
import { toEventCounts } from './event-counts.rule.ts'
import { processorLimits } from './limits.ts'
import { type Processor, type ProcessorDelivery, VerificationUnavailableError } from './processor.ts'
import {
  clearRejectedEvents,
  countRejectedEvent,
  findProcessorAccount,
  findProgramAccount,
  type ProcessorAccountRow,
} from './processor-accounts.sql.ts'
import type { ProcessorDeps } from './processor-deps.http.ts'
import { receiveProcessorEvent } from './receive-processor-event.flow.ts'

const ReceivedResponse = Type.Object({
  received: Type.Literal(true),
  ignored: Type.Optional(Type.String({ description: 'The reason nothing changed.' })),
})

/**
 * Registers `POST /api/v1/webhooks/:processor`, which processes an event of a connected account exactly once and
 * responds after the commit. Authenticated by the signature of the raw body, with the secret of the event's account.
 */
export function registerReceiveProcessorEvent(app: App, deps: ProcessorDeps): void {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/v1/webhooks/:processor',
    bodyLimit: processorLimits.processorEventBytes,
    schema: {
      operationId: 'receiveProcessorEvent',
      tags: ['Processor'],
      summary: 'Receive a payment processor event',
      description:
        'Sent by the processor. The signature is verified with the connected account’s webhook secret.',
      security: [],
      params: Type.Object({
        processor: Type.String({ description: 'The processor’s name.', examples: ['stripe'] }),
      }),
      querystring: Type.Object({
        program: Type.Optional(
          Type.String({
            description: 'The endpoint’s program, for events that don’t contain an account.',
          }),
        ),
      }),
      response: { 200: ReceivedResponse, ...errorResponses([400, 404, 413, 503]) },
    },
    handler: async (request): Promise<Static<typeof ReceivedResponse>> => {
      const receivedAt = deps.clock.now()
      const processor = deps.processors.get(request.params.processor)
      if (processor === undefined) throw new ApiError('not_found', 'There is no processor with this name.')
      const raw = readBytes(request.body)
      const delivery = { raw, headers: request.headers, receivedAt }
      if (processor.isPing?.(delivery)) return { received: true, ignored: 'ping' }
      const claimedAccount = processor.claimedAccount?.(raw)
      const account = await findAccount(deps, processor, { named: claimedAccount, query: request.query })
      const isAuthentic = async (secret: string | undefined) =>
        secret !== undefined && (await verifySignature(processor, delivery, secret))

      if (
        account === undefined ||
        !(await isAuthentic(findSecret(deps, processor, account, claimedAccount)))
      ) {
        if (await isAuthentic(processor.platformSecret)) return { received: true, ignored: 'not_connected' }
        await deps.limits.consumeFailedAuthentication(request.ip)
        if (account !== undefined && isSigned(delivery, processor))
          await countRejectedEvent(deps.database.kysely, account, receivedAt)
        throw new ApiError(
          'invalid_request',
          `The signature in ${processor.signatureHeader} is missing, invalid or expired. Nothing was recorded.`,
        )
      }
      await deps.limits.consumeKey(`${processor.name}:${account.account_id}`)
      if (account.rejected_events > 0) await clearRejectedEvents(deps.database.kysely, account)
      const event = processor.readEvent(delivery, { isLive: account.is_live })
      if (event === undefined) throw new ApiError('invalid_request', 'The body is not a valid event.')
      const received = await receiveProcessorEvent(deps, account, event, receivedAt)
      for (const count of toEventCounts(event.change, received)) {
        deps.metrics.countTrackingRequest({ ...count, source: processor.name })
      }
      const { outcome } = received
      return outcome === 'seen' || outcome === 'ignored'
        ? { received: true, ignored: outcome }
        : { received: true }
    },
  })
}

/** Whether a request has a signature, unlike requests from scanners and from people who open the URL. */
function isSigned({ headers }: ProcessorDelivery, { signatureHeader }: Processor): boolean {
  return headers[signatureHeader] !== undefined && headers[signatureHeader] !== ''
}

/** Verifies the signature. If it can't be verified now, the processor sends the event again. */
async function verifySignature(
  processor: Processor,
  delivery: ProcessorDelivery,
  secret: string,
): Promise<boolean> {
  try {
    return await processor.isAuthentic(delivery, secret)
  } catch (error) {
    if (!(error instanceof VerificationUnavailableError)) throw error
    throw new ApiError(
      'service_unavailable',
      'The signature can’t be verified now. Send the event again later.',
    )
  }
}

/** Returns the account in an event, otherwise the account of the endpoint's program. */
async function findAccount(
  { database: { kysely } }: Pick<ServiceDeps, 'database'>,
  { name }: Processor,
  { named: claimedAccount, query }: { named: string | undefined; query: unknown },
): Promise<ProcessorAccountRow | undefined> {
  if (claimedAccount !== undefined) return findProcessorAccount(kysely, name, claimedAccount)
  const programId = parseId(readText(query, 'program') ?? '')
  const account = programId === undefined ? undefined : await findProgramAccount(kysely, programId)
  return account?.processor === name ? account : undefined
}

/**
 * Returns the only secret that is valid for an account's events: its own, or the platform's if the event contains the
 * account.
 */
function findSecret(
  { config }: Pick<ServiceDeps, 'config'>,
  processor: Processor,
  account: ProcessorAccountRow,
  claimedAccount: string | undefined,
): string | undefined {
  if (account.webhook_secret !== null) return decryptSecret(account.webhook_secret, config.appSecret)
  return claimedAccount === undefined ? undefined : processor.platformSecret
}

function readBytes(body: unknown): Buffer {
  const raw = body as RawBody | undefined // safe because receiveRawBodies is the only parser of this route
  if (raw?.kind === 'too_large') {
    throw new ApiError(
      'payload_too_large',
      `The body is larger than ${processorLimits.processorEventBytes} bytes.`,
    )
  }
  return raw?.bytes ?? Buffer.alloc(0)
}
