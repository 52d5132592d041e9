import type { Queries } from '../../core/database/database.ts'

/** Returns the programs whose account has an API key. */
export async function listProgramsWithKey(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('processor_accounts')
    .select('program_id')
    .where('api_key', 'is not', null)
    .orderBy('program_id')
    .execute()
  return rows.map(({ program_id }) => program_id)
}

/**
 * Sets or removes the encrypted key of a program's account.
 * @returns false if the program has no account of this processor
 */
export async function setApiKey(
  queries: Queries,
  programId: number,
  { processor, sealed }: { processor: string; sealed: string | null },
): Promise<boolean> {
  const row = await queries
    .updateTable('processor_accounts')
    .set({ api_key: sealed })
    .where('program_id', '=', programId)
    .where('processor', '=', processor)
    .returning('program_id')
    .executeTakeFirst()
  return row !== undefined
}
