import type { Selectable, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { KeyMode } from '../../core/enums.ts'

/** A key as shown in lists, without its hash. */
export type ApiKeyRow = Omit<Selectable<Schema['api_keys']>, 'key_hash'>

const SHOWN = ['program_id', 'id', 'mode', 'masked', 'created_at', 'retired_at', 'last_used_at'] as const

export function insertApiKey(
  transaction: Transaction<Schema>,
  key: { program_id: number; mode: KeyMode; key_hash: Buffer; masked: string; created_at: Date },
) {
  return transaction.insertInto('api_keys').values(key).returning(SHOWN).executeTakeFirstOrThrow()
}

/** Counts a program's working keys, including those that will be retired in the future. */
export async function countWorkingKeys(queries: Queries, programId: number, now: Date): Promise<number> {
  const row = await queries
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('program_id', '=', programId)
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return row.keys
}

export function listApiKeys(queries: Queries, programId: number, page: PageRequest) {
  const query = queries.selectFrom('api_keys').select(SHOWN).where('program_id', '=', programId)
  return selectPage(query, 'created_at', 'id', page)
}

export function findApiKeyById(queries: Queries, programId: number, keyId: number) {
  return queries
    .selectFrom('api_keys')
    .select(SHOWN)
    .where('program_id', '=', programId)
    .where('id', '=', keyId)
    .executeTakeFirst()
}

/**
 * Sets when a key is retired.
 * @returns undefined if the key is unknown or already retired
 */
export function setRetirement(
  transaction: Transaction<Schema>,
  programId: number,
  keyId: number,
  { retiredAt, now }: { retiredAt: Date; now: Date },
) {
  return transaction
    .updateTable('api_keys')
    .set({ retired_at: retiredAt })
    .where('program_id', '=', programId)
    .where('id', '=', keyId)
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', now)]))
    .returning(SHOWN)
    .executeTakeFirst()
}

/**
 * Deletes a key.
 * @returns false if there is no such key
 */
export async function deleteApiKey(
  transaction: Transaction<Schema>,
  programId: number,
  keyId: number,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('api_keys')
    .where('program_id', '=', programId)
    .where('id', '=', keyId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
