import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

type Connection = Selectable<Schema['processor_connections']>

/** Records that a program is connected to an account from now on. */
export async function startConnection(
  queries: Queries,
  connection: Omit<Connection, 'ended_at'>,
): Promise<void> {
  await queries
    .insertInto('processor_connections')
    .values(connection)
    .onConflict((conflict) =>
      conflict
        .columns(['program_id', 'processor', 'account_id', 'connected_at'])
        .doUpdateSet({ ended_at: null }),
    )
    .execute()
}

/** Records the end of a program's connection. */
export async function endConnections(queries: Queries, programId: number, at: Date): Promise<void> {
  await queries
    .updateTable('processor_connections')
    .set({ ended_at: at })
    .where('program_id', '=', programId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Removes a connection that turned out to be unauthorized. Earlier events don't belong to that program. */
export async function forgetConnections(
  queries: Queries,
  programId: number,
  { processor, accountId }: { processor: string; accountId: string },
): Promise<void> {
  await queries
    .deleteFrom('processor_connections')
    .where('program_id', '=', programId)
    .where('processor', '=', processor)
    .where('account_id', '=', accountId)
    .execute()
}

/** A program that was previously connected to an account. */
export interface FormerProgram {
  program_id: number
  connected_at: Date
  ended_at: Date
  /** Whether the program is in the same workspace as the currently connected one. */
  is_same_workspace: boolean
}

/** Returns other programs that were connected to this account, newest first. */
export async function listFormerPrograms(
  queries: Queries,
  account: { processor: string; account_id: string; program_id: number },
  limit: number,
) {
  const { rows } = await sql<FormerProgram>`
    select c.program_id, c.connected_at, c.ended_at, f.workspace_id = p.workspace_id as is_same_workspace
    from processor_connections c
    join workspace_programs f on f.program_id = c.program_id
    join workspace_programs p on p.program_id = ${account.program_id}
    where c.processor = ${account.processor} and c.account_id = ${account.account_id}
      and c.program_id <> ${account.program_id} and c.ended_at is not null
    order by c.ended_at desc, c.program_id limit ${limit}`.execute(queries)
  return rows
}
