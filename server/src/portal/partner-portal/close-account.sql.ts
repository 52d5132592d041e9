import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { isDistributed } from '../../core/database/distribute.ts'
import type { Schema } from '../../core/database/schema.ts'

/**
 * Blocks concurrent sign-ins and account closures. Takes locks in the same order as a sign-in: first the email's links,
 * then the account.
 * @returns the account's email
 */
export async function lockPartnerAccount(
  transaction: Transaction<Schema>,
  accountId: number,
): Promise<string | undefined> {
  await sql`
    select l.token_hash from partner_sign_in_links l
    where l.email = (select a.email from partner_accounts a where a.id = ${accountId})
    order by l.token_hash for update`.execute(transaction)
  const row = await transaction
    .selectFrom('partner_accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.email ?? undefined
}

/** Lists the programs that the email applied to or was invited to, enrolled or not. */
export async function listProgramsAppliedTo(queries: Queries, email: string): Promise<number[]> {
  const applications = queries.selectFrom('applications').select('program_id').where('email', '=', email)
  const invitations = queries.selectFrom('join_invitations').select('program_id').where('email', '=', email)
  const rows = [...(await applications.execute()), ...(await invitations.execute())]
  return [...new Set(rows.map(({ program_id }) => program_id))]
}

export type AccountApplication = QueryRow<typeof listApplicationsByEmail>

/** Lists the applications for an email in any of these programs. */
export function listApplicationsByEmail(queries: Queries, email: string, programs: readonly number[]) {
  return queries
    .selectFrom('applications')
    .select(['program_id', 'id'])
    .where('program_id', '=', sql<number>`any (${[...programs]}::bigint[])`)
    .where('email', '=', email)
    .orderBy('program_id')
    .orderBy('id')
    .execute()
}

/**
 * Locks the partners with an email in all workspaces, so that they can't be enrolled in another program in the
 * meantime.
 */
export function lockPartnersByEmail(transaction: Transaction<Schema>, email: string) {
  return transaction
    .selectFrom('partners')
    .select(['workspace_id', 'id'])
    .where('email', '=', email)
    .orderBy('workspace_id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks these programs in order, after payouts and changes of payout details. */
export async function lockProgramsInOrder(
  transaction: Transaction<Schema>,
  programs: readonly number[],
): Promise<void> {
  const ids = [...programs].sort((a, b) => a - b)
  // Citus locks rows of one program at a time.
  const batches = (await isDistributed(transaction)) ? ids.map((id) => [id]) : [ids]
  for (const batch of batches) {
    await sql`
      select p.id from programs p where p.id = any (${batch}::bigint[]) order by p.id for no key update`.execute(
      transaction,
    )
  }
}

/**
 * One person's IDs in all programs and workspaces. No other partner has any of them. Each change is one statement,
 * however many programs there are, because other transactions wait for these programs.
 */
export interface PartnerIds {
  programIds: readonly number[]
  partnerIds: readonly number[]
}

/** SQL condition for the partner's rows in any program, by table alias. */
function matchesPartner(alias: string, { programIds, partnerIds }: PartnerIds) {
  return sql`${sql.ref(`${alias}.program_id`)} = any (${[...programIds]}::bigint[])
    and ${sql.ref(`${alias}.partner_id`)} = any (${[...partnerIds]}::bigint[])`
}

/**
 * Turns off audit triggers in this transaction, because they would log the erased data, and allows the transaction to
 * edit the log.
 */
export async function beginErasingPartner(transaction: Queries): Promise<void> {
  // Unlike `set_config`, `set local` is propagated to the nodes of a cluster.
  await transaction.executeQuery(CompiledQuery.raw("set local affiliate.erasing = 'on'"))
}

/**
 * Closes the account.
 * @throws {Error} if it was closed concurrently, which its lock prevents
 */
export async function closePartnerAccount(queries: Queries, accountId: number, at: Date): Promise<void> {
  await queries
    .updateTable('partner_accounts')
    .set({ email: null, time_zone: null, language: null, browser_language: null, closed_at: at })
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
}

export interface Pseudonym {
  name: string
  email: string
}

export async function renamePartner(
  transaction: Transaction<Schema>,
  { workspace_id, id }: { workspace_id: string; id: number },
  { name, email, at }: Pseudonym & { at: Date },
): Promise<void> {
  await transaction
    .updateTable('partners')
    .set({ name, email, closed_at: at })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
}

/**
 * Ends a partner's enrollments and links. Payouts of balances that weren't paid because of a rejection stay paused
 * until the team resumes them.
 */
export async function closeProgramEnrollments(
  transaction: Transaction<Schema>,
  partnerIds: PartnerIds,
  at: Date,
): Promise<void> {
  await sql`
    update program_enrollments as pp set status = 'closed',
      payout_hold_reason = coalesce(pp.payout_hold_reason,
        case when pp.status <> 'approved' then 'Not approved when the partner closed their account.' end),
      payouts_held_at = coalesce(pp.payouts_held_at,
        case when pp.status <> 'approved' then ${at}::timestamptz end),
      payouts_held_by = coalesce(pp.payouts_held_by, case when pp.status <> 'approved' then 'partner' end)
    where ${matchesPartner('pp', partnerIds)} and pp.status <> 'closed'
    returning pp.partner_id`.execute(transaction)
  await sql`
    update links as l set status = 'inactive'
    where ${matchesPartner('l', partnerIds)} and l.status = 'active'
    returning l.id`.execute(transaction)
}

/** Cancels pending payout details, unless a payout already uses them. */
export async function cancelPendingDetails(queries: Queries, places: PartnerIds, at: Date): Promise<void> {
  await sql`
    update payout_details as d set withdrawn_at = ${at}::timestamptz
    where ${matchesPartner('d', places)} and d.withdrawn_at is null and d.usable_at > ${at}::timestamptz
      and not exists (
        select 1 from payouts o
        where o.program_id = d.program_id and o.partner_id = d.partner_id and o.details_version = d.version)
    returning d.version`.execute(queries)
}

/** Deletes the team's notes about a partner and ends other people's access to the portal. */
export async function eraseNotes(transaction: Transaction<Schema>, places: PartnerIds): Promise<void> {
  await sql`delete from partner_notes as n where ${matchesPartner('n', places)} returning n.id`.execute(
    transaction,
  )
  await sql`delete from partner_tags as t where ${matchesPartner('t', places)} returning t.tag`.execute(
    transaction,
  )
  await sql`delete from delegated_sessions as v where ${matchesPartner('v', places)} returning v.id`.execute(
    transaction,
  )
}

/** Erases the text of claims. They keep their order and decision; open ones are withdrawn. */
export async function eraseOwnClaims(
  transaction: Transaction<Schema>,
  places: PartnerIds,
  at: Date,
): Promise<void> {
  await sql`
    update claims as m set note = null, message = null,
      state = case when m.state = 'open' then 'withdrawn' else m.state end,
      closed_at = coalesce(m.closed_at, ${at}::timestamptz)
    where ${matchesPartner('m', places)} returning m.id`.execute(transaction)
}

/** Records in each program's audit log that the partner closed their account. */
export async function recordClosing(
  queries: Queries,
  places: PartnerIds,
  { at, requestId }: { at: Date; requestId: string },
): Promise<void> {
  await sql`
    insert into program_audit_log as a
      (program_id, at, workspace_id, action, target_type, target_id, after, request_id)
    select pp.program_id, ${at}::timestamptz, pp.workspace_id, 'partner.close', 'partner', pp.partner_id::text,
      '{"status": "closed"}'::jsonb, ${requestId}::text
    from program_enrollments pp where ${matchesPartner('pp', places)}
    returning a.id`.execute(queries)
}

/** Removes personal data from applications and their history. */
export async function eraseApplication(
  transaction: Transaction<Schema>,
  { program_id, id }: AccountApplication,
  { name, email }: Pseudonym,
): Promise<void> {
  await sql`
    update application_steps as s set message = null, answers = null
    where s.program_id = ${program_id} and s.application_id = ${id} returning s.step`.execute(transaction)
  await sql`
    update applications as a set name = ${name}, email = ${email}, website = null, answers = '[]'
    where a.program_id = ${program_id} and a.id = ${id} returning a.id`.execute(transaction)
}

/** Cancels invitations to the address. */
export async function eraseInvitations(
  transaction: Transaction<Schema>,
  programs: readonly number[],
  { email, pseudonym, at }: { email: string; pseudonym: string; at: Date },
) {
  const { rows } = await sql<{ program_id: number; id: number }>`
    update join_invitations as i set email = ${pseudonym},
      revoked_at = case when i.used_at is null then coalesce(i.revoked_at, ${at}::timestamptz) else i.revoked_at end
    where i.program_id = any (${[...programs]}::bigint[]) and i.email = ${email}
    returning i.program_id, i.id`.execute(transaction)
  return rows
}

/** Deletes sessions, passkeys, sign-in links and mail state for the address. */
export async function erasePortalAccess(
  transaction: Transaction<Schema>,
  { accountId, email }: { accountId: number; email: string },
): Promise<void> {
  await sql`delete from partner_sessions as s where s.account_id = ${accountId} returning s.id`.execute(
    transaction,
  )
  await sql`delete from partner_passkeys as p where p.account_id = ${accountId} returning p.id`.execute(
    transaction,
  )
  await sql`delete from partner_sign_in_links as l where l.email = ${email} returning l.email`.execute(
    transaction,
  )
  await sql`delete from mail_opt_outs as o where o.recipient = ${email} returning o.kind`.execute(transaction)
  await sql`delete from mail_hours as h where h.recipient = ${email} returning h.hour`.execute(transaction)
}

/**
 * Cancels pending emails to the address and removes recipients and contents, including from emails to teams about
 * applications. The type and time of each email remain.
 */
export async function eraseMails(
  queries: Queries,
  { email, pseudonym, name }: { email: string; pseudonym: string; name: string },
): Promise<void> {
  await sql`
    update mails as m set recipient = ${pseudonym}, data = '{}', secret = null, claimed_until = null,
      next_attempt_at = null, last_error = null,
      state = case when m.state = 'sent' then 'sent' else 'withdrawn' end
    where m.recipient = ${email} returning m.id`.execute(queries)
  await sql`
    update mails as m set data = m.data || jsonb_build_object('email', ${pseudonym}::text, 'name', ${name}::text, 'website', null)
    where m.kind = 'new_application' and m.data ->> 'email' = ${email} returning m.id`.execute(queries)
}

/** Name that replaces the partner's, followed by their number. */
export const CLOSED_NAME = 'Closed partner'

/** Replaces the partner's name in webhook events about their approval. */
export async function eraseRejectionMessages(
  queries: Queries,
  { programIds, partnerIds }: PartnerIds,
): Promise<void> {
  await sql`
    update outbox_events as o
    set data = jsonb_set(o.data, '{name}', to_jsonb(${`${CLOSED_NAME} `}::text || (o.data ->> 'partner_id')))
    where o.program_id = any (${[...programIds]}::bigint[]) and o.type = 'partner.approved'
      and o.data ->> 'partner_id' = any (${partnerIds.map(String)}::text[]) returning o.id`.execute(queries)
}

/** Audit log targets that identify a partner. */
export interface PartnerLogTargets {
  types: readonly ('partner' | 'application' | 'partner_invitation' | 'payout_details')[]
  ids: readonly number[]
}

/** Columns that identify a partner. `account` is already masked. */
const IDENTIFYING_FIELDS = ['name', 'email', 'website', 'answers', 'message', 'account', 'tag']

/** Removes personal data from the audit logs of these programs. */
export async function eraseProgramLogs(
  queries: Queries,
  programIds: readonly number[],
  { types, ids }: PartnerLogTargets,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update program_audit_log as a set before = ${withoutNames('a.before')}, after = ${withoutNames('a.after')}
    where a.program_id = any (${[...programIds]}::bigint[]) and a.target_type = any (${[...types]}::text[])
      and a.target_id = any (${ids.map(String)}::text[]) returning a.id`.execute(queries)
}

/** Removes the partner's name and email from a workspace's audit log. */
export async function eraseWorkspaceLog(
  queries: Queries,
  { workspace_id, id }: { workspace_id: string; id: number },
): Promise<void> {
  await sql`
    update audit_log as a set before = ${withoutNames('a.before')}, after = ${withoutNames('a.after')}
    where a.workspace_id = ${workspace_id} and a.target_type = 'partner' and a.target_id = ${String(id)}
    returning a.id`.execute(queries)
}

function withoutNames(column: 'a.before' | 'a.after') {
  return sql`(
    select jsonb_object_agg(v.key,
      case when v.key = any (${IDENTIFYING_FIELDS}::text[]) and v.value <> 'null' then '"erased"'::jsonb else v.value end)
    from jsonb_each(${sql.ref(column)}) v)`
}

/** Returns the programs in which the partner has payout details. */
export async function listProgramsWithDetails(
  queries: Queries,
  programs: readonly { id: number; partner_id: number }[],
): Promise<Set<number>> {
  if (programs.length === 0) return new Set()
  const rows = await queries
    .selectFrom('payout_details')
    .select('program_id')
    .distinct()
    .where('program_id', '=', sql<number>`any (${programs.map(({ id }) => id)}::bigint[])`)
    .where('partner_id', '=', sql<number>`any (${programs.map(({ partner_id }) => partner_id)}::bigint[])`)
    .where('withdrawn_at', 'is', null)
    .where('sealed', 'is not', null)
    .execute()
  return new Set(rows.map(({ program_id }) => program_id))
}
