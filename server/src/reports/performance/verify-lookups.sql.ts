import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/**
 * Checks of lookup tables that refer to a program. Citus replicates these tables to every node, so they can't have
 * foreign keys to a program's rows.
 */
export const LOOKUP_CHECKS = {
  link_code: 'the code’s link, and the link with the code',
  program_listed: 'whether the program is in its workspace’s list (1)',
  webhooks_listed: 'whether the program, which has webhooks, is in the list of programs with webhooks (1)',
  connection_program: 'whether the processor connection’s program exists (1)',
  account_program: 'whether the processor account’s program exists (1)',
} as const

/** SQL statements of a program's checks. Each returns its subject, the stored value and the computed value. */
export const LOOKUP_STATEMENTS: Readonly<
  Record<Exclude<keyof typeof LOOKUP_CHECKS, OrphanCheck>, (programId: number) => RawBuilder<unknown>>
> = { link_code: linkCodes, program_listed: compareLists, webhooks_listed: webhooksListed }

function linkCodes(programId: number) {
  return sql`
    select 'link code ' || coalesce(c.code, l.code) as subject, c.link_id::numeric as stored, l.id::numeric as computed
    from (select code, link_id from link_codes where program_id = ${programId}) c
    full join (select code, id from links where program_id = ${programId}) l on l.code = c.code`
}

function compareLists(programId: number) {
  return sql`
    select 'program ' || p.id as subject, 1::numeric as computed,
      (select count(*) from workspace_programs w
        where w.program_id = ${programId} and w.workspace_id = p.workspace_id)::numeric as stored
    from programs p where p.id = ${programId}`
}

function webhooksListed(programId: number) {
  return sql`
    select 'webhooks of program ' || w.program_id as subject, 1::numeric as computed,
      (select count(*) from webhook_programs l where l.program_id = ${programId})::numeric as stored
    from (select program_id from webhook_endpoints where program_id = ${programId} limit 1) w`
}

/** Checks that find rows without a program, so they can't run per program. */
export type OrphanCheck = 'account_program' | 'connection_program'

/** Finds processor accounts and connections whose program doesn't exist, for one program or all programs. */
export async function findOrphans(queries: Queries, programId: number | undefined, rows: number) {
  const orphans = await sql<{ program_id: number; check: OrphanCheck; subject: string }>`
    select r.program_id, r."check", r.subject
    from (
      select a.program_id, 'account_program' as "check", 'processor account ' || a.account_id as subject
      from processor_accounts a
      union
      select c.program_id, 'connection_program', 'connection of processor account ' || c.account_id
      from processor_connections c
    ) r
    where (${programId ?? null}::bigint is null or r.program_id = ${programId ?? null}::bigint)
      and r.program_id not in (select p.id from programs p)
    order by r.program_id, r.subject limit ${rows}`.execute(queries)
  return orphans.rows
}
