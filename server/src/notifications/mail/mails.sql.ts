import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { type Language, type MailKind, type MailState, PARTNER_MAILS } from '../../core/enums.ts'
import { isFree } from '../../core/jobs/leases.sql.ts'
import { mailLimits } from './limits.ts'
import type { MailOutcome } from './mail.ts'

export interface InsertedMail {
  kind: MailKind
  cause: string
  recipient: string
  message_id: string
  workspace_id: string | null
  program_id: number | null
  data: string
  language: Language | null
  secret: string | null
  next_attempt_at: Date
  created_at: Date
  expires_at: Date
}

/**
 * Queues emails. Idempotent per cause and recipient.
 * @returns the number of new emails
 */
export async function insertMails(queries: Queries, mails: readonly InsertedMail[]): Promise<number> {
  if (mails.length === 0) return 0
  const inserted = await queries
    .insertInto('mails')
    .values([...mails])
    .onConflict((conflict) => conflict.columns(['cause', 'recipient']).doNothing())
    .returning('id')
    .execute()
  return inserted.length
}

/**
 * Lets new partners request a sign-in link at once, even if a request before they were partners used the slot, because
 * that request sent no link.
 */
export async function freeSignInSlot(
  queries: Queries,
  cause: string,
  recipients: readonly string[],
): Promise<void> {
  await queries
    .updateTable('mails')
    .set({ cause: sql<string>`cause || ':' || id` })
    .where('cause', '=', cause)
    .where('recipient', '=', sql<string>`any (${[...recipients]}::text[])`)
    .execute()
}

/** Withdraws an outdated email, unless it is being sent. */
export async function withdrawMailByCause(queries: Queries, cause: string, error: string): Promise<void> {
  await queries
    .updateTable('mails')
    .set({ state: 'withdrawn', next_attempt_at: null, secret: null, last_error: error })
    .where('cause', '=', cause)
    .where('state', '=', 'pending')
    .where('claimed_until', 'is', null)
    .execute()
}

/** Counts the invitations that a workspace has emailed or queued since `since`: in total, and to one recipient. */
export function countInvitationMails(
  queries: Queries,
  {
    kind = 'invitation',
    workspaceId,
    recipient,
    since,
  }: { kind?: MailKind; workspaceId: string; recipient: string; since: Date },
) {
  return queries
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('recipient', '=', recipient).as('toOne'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', since)
    .where('kind', '=', kind)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
}

/** Returns which of the recipients got an email of a kind from the program, or will get one that was queued. */
export async function listMailedSince(
  queries: Queries,
  {
    kind,
    programId,
    recipients,
    since,
  }: {
    kind: MailKind
    programId: number
    recipients: readonly string[]
    since: Date
  },
): Promise<string[]> {
  if (recipients.length === 0) return []
  const rows = await queries
    .selectFrom('mails')
    .select('recipient')
    .distinct()
    .where('program_id', '=', programId)
    .where('recipient', 'in', recipients)
    .where('created_at', '>', since)
    .where('kind', '=', kind)
    .where('state', 'in', ['pending', 'sent'])
    .execute()
  return rows.map(({ recipient }) => recipient)
}

/** An email that this process may send until `claimed_until`. */
export interface ClaimedMail {
  id: number
  kind: MailKind
  recipient: string
  message_id: string
  workspace_id: string | null
  program_id: number | null
  data: Record<string, unknown>
  language: Language | null
  secret: string | null
  attempts: number
  claimed_until: Date
  expires_at: Date
}

/** Selects the emails to claim. */
interface MailsDue {
  now: Date
  until: Date
  rows: number
  /** Emails that this process is still sending, even if their claims have expired. */
  inProgress: readonly number[]
}

/**
 * Claims up to `rows` due emails, starting with those that have waited longest. Concurrent callers get different ones.
 */
export async function claimMails(queries: Queries, dueEmails: MailsDue): Promise<ClaimedMail[]> {
  return claimMailsWhere(
    queries,
    dueEmails,
    sql`select m.id from mails m where ${isDue(dueEmails)}
    order by m.next_attempt_at, m.id limit ${dueEmails.rows} for update skip locked`,
  )
}

/**
 * Claims sign-in and reset links queued at or after `since`, which are urgent because they expire in minutes. They are
 * selected as emails without a workspace.
 */
export async function claimSignInMails(
  queries: Queries,
  { since, ...due }: MailsDue & { since: Date },
): Promise<ClaimedMail[]> {
  return claimMailsWhere(
    queries,
    due,
    sql`select m.id from mails m
    where m.workspace_id is null and m.created_at >= ${since}::timestamptz
      and m.kind in ('password_reset', 'partner_sign_in') and ${isDue(due)}
    order by m.created_at, m.id limit ${due.rows} for update skip locked`,
  )
}

function isDue({ now, inProgress }: MailsDue): RawBuilder<unknown> {
  return sql`m.state = 'pending' and m.next_attempt_at <= ${now}::timestamptz
    and ${isClaimable(now)}
    and m.id <> all (${[...inProgress]}::bigint[])`
}

/** SQL condition: whether an email `m` isn't claimed. */
function isClaimable(now: Date): RawBuilder<boolean> {
  return isFree('m.claimed_until', { now, leaseMs: mailLimits.mailLeaseMs })
}

async function claimMailsWhere(queries: Queries, { now, until }: MailsDue, which: RawBuilder<unknown>) {
  const claimedMails = await sql<ClaimedMail>`
    with due as (${which})
    update mails as m set attempts = m.attempts + 1, claimed_until = ${until}::timestamptz,
      last_attempt_at = ${now}::timestamptz
    from due
    where m.id = due.id and m.state = 'pending'
      and ${isClaimable(now)}
    returning m.id, m.kind, m.recipient, m.message_id, m.workspace_id, m.program_id, m.data, m.language, m.secret, m.attempts, m.claimed_until,
      m.expires_at`.execute(queries)
  return claimedMails.rows
}

type Claim = Pick<ClaimedMail, 'id' | 'claimed_until' | 'attempts'>

/**
 * Saves a secret that was created while sending.
 * @returns false if another process has the claim
 */
export async function saveMailSecret(queries: Queries, claim: Claim, secret: string): Promise<boolean> {
  return isChanged(claimedMail(queries, claim).set({ secret }))
}

/**
 * Saves the result of an attempt. A final result deletes the secret.
 * @returns false if another process has the claim; nothing was written
 */
export async function settleMail(queries: Queries, claim: Claim, outcome: MailOutcome): Promise<boolean> {
  return isChanged(
    claimedMail(queries, claim).set({
      state: outcome.state,
      claimed_until: null,
      next_attempt_at: outcome.state === 'pending' ? outcome.next_attempt_at : null,
      sent_at: outcome.state === 'sent' ? outcome.at : null,
      last_code: 'code' in outcome ? (outcome.code ?? null) : null,
      last_error: outcome.state === 'sent' ? null : outcome.error,
      ...(outcome.state === 'pending' ? {} : { secret: null }),
    }),
  )
}

/** Releases a claim as if it had never existed. The email can be claimed again from `until`. */
export async function releaseMail(queries: Queries, claim: Claim, until?: Date): Promise<boolean> {
  return isChanged(
    claimedMail(queries, claim).set({
      claimed_until: null,
      attempts: claim.attempts - 1,
      ...(until === undefined ? {} : { next_attempt_at: until }),
    }),
  )
}

function claimedMail(queries: Queries, { id, claimed_until, attempts }: Claim) {
  return queries
    .updateTable('mails')
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('claimed_until', '=', claimed_until)
    .where('attempts', '=', attempts)
}

async function isChanged(update: ReturnType<typeof claimedMail>): Promise<boolean> {
  return (await update.returning('id').executeTakeFirst()) !== undefined
}

/** An email in the log, without its content and secrets. */
export type LoggedMail = Omit<
  Selectable<Schema['mails']>,
  'cause' | 'data' | 'secret' | 'claimed_until' | 'language'
>

const LOGGED = [
  'id',
  'kind',
  'recipient',
  'message_id',
  'workspace_id',
  'program_id',
  'state',
  'attempts',
  'next_attempt_at',
  'last_attempt_at',
  'last_code',
  'last_error',
  'sent_at',
  'created_at',
  'expires_at',
] as const

export function listMails(
  queries: Queries,
  workspaceId: string,
  { state, ...page }: PageRequest & { state: MailState | undefined },
) {
  let query = queries.selectFrom('mails').select(LOGGED).where('workspace_id', '=', workspaceId)
  if (state !== undefined) query = query.where('state', '=', state)
  return selectPage(query, 'created_at', 'id', page)
}

/**
 * Lists emails about a program to a partner. `recipient` must be in lower case. Excludes emails that they got as a team
 * member.
 */
export function listPartnerMails(
  queries: Queries,
  { programId, recipient }: { programId: number; recipient: string },
  page: PageRequest,
) {
  const query = queries
    .selectFrom('mails')
    .select(LOGGED)
    .where('program_id', '=', programId)
    .where('recipient', '=', recipient)
    .where('kind', 'in', PARTNER_MAILS)
  return selectPage(query, 'created_at', 'id', page)
}

export function lockMail(queries: Queries, workspaceId: string, id: number) {
  return queries
    .selectFrom('mails')
    .select(LOGGED)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Makes a failed email due now. Its attempts are kept. */
export function requeueMail(
  queries: Queries,
  id: number,
  { now, expiresAt }: { now: Date; expiresAt: Date },
) {
  return queries
    .updateTable('mails')
    .set({ state: 'pending', attempts: 0, next_attempt_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .returning(LOGGED)
    .executeTakeFirstOrThrow()
}

export function readMailBacklog(queries: Queries) {
  return queries
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
}

export interface MailProblems {
  dueSince: Date | null
  failed: number
  error: string | null
  /** Time of the last attempt. */
  attemptedAt: Date | null
}

/** Returns problems with the queue: since when emails have been overdue, and permanent failures since `since`. */
export async function readMailProblems(queries: Queries, since: Date) {
  const { rows } = await sql<MailProblems>`
    select
      (select max(m.last_attempt_at) from mails m) as "triedAt",
      (select min(m.next_attempt_at) from mails m where m.state = 'pending') as "dueSince",
      (select count(*) from mails m where m.state = 'failed' and m.last_attempt_at >= ${since}::timestamptz)::bigint
        as failed,
      (select m.last_error from mails m where m.state = 'failed' and m.last_attempt_at >= ${since}::timestamptz
        order by m.last_attempt_at desc, m.id desc limit 1) as error`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate has one row')
  return row
}

/**
 * Deletes up to `rows` finished emails queued before `before`.
 * @returns the number of deleted emails
 */
export async function purgeMails(queries: Queries, before: Date, rows: number): Promise<number> {
  const deletion = await sql`
    with old as (
      select m.id from mails m
      where m.created_at < ${before}::timestamptz and m.state <> 'pending'
      order by m.created_at, m.id limit ${rows} for update skip locked
    )
    delete from mails as m using old where m.id = old.id returning m.id`.execute(queries)
  return deletion.rows.length
}

/**
 * Deletes up to `rows` unsent emails that were requested for an address without an account, and emails to closed
 * accounts.
 * @returns the number of deleted emails
 */
export async function purgeUnsentMails(queries: Queries, before: Date, rows: number): Promise<number> {
  const purged = await sql`
    with vain as (
      select m.id from mails m
      where m.created_at < ${before}::timestamptz
        and ((m.state = 'withdrawn' and m.kind in ('password_reset', 'partner_sign_in'))
          or (m.state <> 'pending' and m.kind = 'partner_account_closed'))
      order by m.created_at, m.id limit ${rows} for update skip locked
    )
    delete from mails as m using vain where m.id = vain.id returning m.id`.execute(queries)
  return purged.rows.length
}

/**
 * Withdraws up to `rows` expired emails that aren't being sent.
 * @returns the number of withdrawn emails
 */
export async function expireMails(queries: Queries, now: Date, rows: number): Promise<number> {
  const expired = await sql`
    with over as (
      select m.id from mails m
      where m.state = 'pending' and m.expires_at <= ${now}::timestamptz
        and ${isClaimable(now)}
      order by m.next_attempt_at, m.id limit ${rows} for update skip locked
    )
    update mails as m set state = 'withdrawn', next_attempt_at = null, claimed_until = null, secret = null,
      last_error = 'It expired before it could be sent.'
    from over where m.id = over.id returning m.id`.execute(queries)
  return expired.rows.length
}

/**
 * Withdraws every pending email.
 * @returns the number of withdrawn emails
 */
export async function withdrawMails(queries: Queries, error: string): Promise<number> {
  const expiredMails = await queries
    .updateTable('mails')
    .set({
      state: 'withdrawn',
      next_attempt_at: null,
      claimed_until: null,
      secret: null,
      last_error: error,
    })
    .where('state', '=', 'pending')
    .returning('id')
    .execute()
  return expiredMails.length
}
