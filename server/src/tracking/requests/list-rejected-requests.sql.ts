import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { RequestType } from '../../core/enums.ts'

/** Omitted filters match everything. */
export interface RejectedRequestFilter {
  type: RequestType | undefined
  code: string | undefined
  codes: { codes: string[] } | { excludedCodes: string[] } | undefined
  isTest: boolean | undefined
  text: string | undefined
  from: Date | undefined
  to: Date | undefined
}

export type RejectedRequestRow = Omit<
  Selectable<Schema['rejected_requests']>,
  'program_id' | 'decision_code' | 'decision_facts' | 'browser' | 'landing_page'
> & {
  /** The masked key; null if the request had no key or the key has been deleted. */
  key_masked: string | null
}

/** Returns a page of a program's rejected requests, most recent first. */
export function listRejectedRequests(
  queries: Queries,
  programId: number,
  filter: RejectedRequestFilter,
  page: PageRequest,
) {
  const { type, code, codes, isTest, text, from, to } = filter
  let query = queries
    .selectFrom('rejected_requests as r')
    .leftJoin('api_keys as k', (join) =>
      join.on('k.program_id', '=', programId).onRef('k.id', '=', 'r.key_id'),
    )
    .select([
      'r.id',
      'r.type',
      'r.is_test',
      'r.code',
      'r.message',
      'r.field',
      'r.transaction_id',
      'r.customer_key',
      'r.click_id',
      'r.link_code',
      'r.amount',
      'r.currency',
      'r.coupon_code',
      'r.key_id',
      'r.is_authenticated',
      'r.request_id',
      'r.count',
      'r.first_at',
      'r.last_at',
      'k.masked as key_masked',
    ])
    .where('r.program_id', '=', programId)
  if (type !== undefined) query = query.where('r.type', '=', type)
  if (code !== undefined) query = query.where('r.code', '=', code)
  if (codes !== undefined) {
    query =
      'codes' in codes
        ? query.where(sql<boolean>`r.code = any (${codes.codes}::text[])`)
        : query.where(sql<boolean>`r.code <> all (${codes.excludedCodes}::text[])`)
  }
  if (isTest !== undefined) query = query.where('r.is_test', '=', isTest)
  if (from !== undefined) query = query.where('r.last_at', '>=', from)
  if (to !== undefined) query = query.where('r.last_at', '<=', to)
  if (text !== undefined) {
    query = query.where(
      sql<boolean>`position(lower(${text}) in lower(concat_ws(' ', r.transaction_id, r.customer_key, r.click_id,
        r.link_code, r.request_id, r.message))) > 0`,
    )
  }
  return selectPage(query, 'r.last_at', 'r.id', page)
}
