import { sql } from 'kysely'
import type { TestService } from '../../harness.ts'
import { send } from '../../harness.ts'

/** Saves the outcomes so far, as the service does once a second. */
export const saved = ({ app }: Pick<TestService, 'app'>) =>
  app.getDecorator<() => Promise<void>>('saveRequestCounts')()

/** Returns a program's rejected requests, newest first. */
export async function listRejectedRequests(
  service: Pick<TestService, 'app' | 'database'>,
  programId: number,
) {
  await saved(service)
  return service.database.kysely
    .selectFrom('rejected_requests')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .execute()
}

/** Returns a program's request counts across all days as `type outcome` → number. */
export async function readRequestCounts(service: Pick<TestService, 'app' | 'database'>, programId: number) {
  await saved(service)
  const { rows } = await sql<{ name: string; requests: number }>`
    select type || ' ' || outcome as name, sum(requests)::int as requests from request_counts
    where program_id = ${programId} group by 1 order by 1`.execute(service.database.kysely)
  return Object.fromEntries(rows.map(({ name, requests }) => [name, requests]))
}

export const track = (
  { app }: Pick<TestService, 'app'>,
  type: 'click' | 'lead' | 'sale' | 'refund',
  body: unknown,
  options: { bearer?: string; ip?: string; headers?: Record<string, string> } = {},
) => send(app, 'POST', `/api/v1/track/${type}`, { body, ...options })
