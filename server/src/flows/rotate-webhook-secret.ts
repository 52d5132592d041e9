import type { Deps } from '../deps.ts'
import { type EndpointRow, lockEndpoint, updateEndpoint } from '../store/webhooks.ts'
import { newSecret } from './create-webhook.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Gives an endpoint a new secret. The one it had signs too for `graceHours`, so that its owner can change over
 * without missing a message; one that was in its grace already ends now.
 * @returns undefined when the program has no such endpoint
 */
export async function rotateWebhookSecret(
  deps: Deps,
  programId: number,
  endpointId: number,
  graceHours: number,
): Promise<{ row: EndpointRow; secret: string } | undefined> {
  const { plain, sealed } = newSecret(deps)
  const now = deps.clock.now()
  const previous_secret_until = graceHours === 0 ? null : new Date(now.getTime() + graceHours * HOUR_MS)
  return deps.database.kysely.transaction().execute(async (transaction) => {
    const before = await lockEndpoint(transaction, programId, endpointId)
    if (before === undefined) return undefined
    const previous_secret = previous_secret_until === null ? null : before.secret
    const changes = { secret: sealed, previous_secret, previous_secret_until }
    return { row: await updateEndpoint(transaction, programId, endpointId, changes), secret: plain }
  })
}
