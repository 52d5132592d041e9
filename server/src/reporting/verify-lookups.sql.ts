import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../platform/database.ts'

/**
 * The checks of tables that lead to a program. A cluster has them whole on every node, where no foreign key to a row of
 * a program can be.
 */
export const LOOKUP_CHECKS = {
  link_code: 'the link that the code leads to, and the link that has the code',
  program_listed: 'whether the program is in the list of its workspace (1)',
  account_program: 'whether there is the program that the processor account leads to (1)',
} as const

/** For each check of one program the statement of the pairs it compares: subject, what is stored, what is computed. */
export const LOOKUP_STATEMENTS: Readonly<
  Record<Exclude<keyof typeof LOOKUP_CHECKS, 'account_program'>, (programId: number) => RawBuilder<unknown>>
> = { link_code: linkCodes, program_listed: listed }

function linkCodes(programId: number) {
  return sql`
    select 'link code ' || coalesce(c.code, l.code) as subject, c.link_id::numeric as stored, l.id::numeric as computed
    from (select code, link_id from link_codes where program_id = ${programId}) c
    full join (select code, id from links where program_id = ${programId}) l on l.code = c.code`
}

function listed(programId: number) {
  return sql`
    select 'program ' || p.id as subject, 1::numeric as computed,
      (select count(*) from workspace_programs w
        where w.program_id = ${programId} and w.workspace_id = p.workspace_id)::numeric as stored
    from programs p where p.id = ${programId}`
}

/** The processor accounts of this program, or of all, that lead to no program there is. */
export async function findLostAccounts(
  queries: Queries,
  programId: number | undefined,
  rows: number,
): Promise<{ program_id: number; account_id: string }[]> {
  const lost = await sql<{ program_id: number; account_id: string }>`
    select a.program_id, a.account_id from processor_accounts a
    where (${programId ?? null}::bigint is null or a.program_id = ${programId ?? null}::bigint)
      and a.program_id not in (select p.id from programs p)
    order by a.program_id limit ${rows}`.execute(queries)
  return lost.rows
}
