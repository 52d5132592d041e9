import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** A row with the names used in the file. */
export type ExportedRow = Record<string, unknown>

export function readExportedAccount(queries: Queries, accountId: number) {
  return queries
    .selectFrom('partner_accounts')
    .select([
      'email',
      'time_zone as timeZone',
      'language',
      'browser_language as browserLanguage',
      'created_at as createdAt',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Returns a query for one kind of data, newest first. Its columns are the fields of the file, in snake_case. */
type ExportPart<Of> = (of: Of) => RawBuilder<ExportedRow>

/** Runs a part's query for at most `rows` rows. */
export async function readPart(queries: Queries, part: RawBuilder<ExportedRow>, rows: number) {
  const result = await sql<ExportedRow>`${part} limit ${rows}`.execute(queries)
  return result.rows
}

export interface AccountScope {
  accountId: number
  email: string
  /** Programs that the email applied to or was invited to. */
  appliedProgramIds: readonly number[]
}

const anyId = (ids: readonly number[]) => sql`any (${[...ids]}::bigint[])`

/** Data about the account or email that doesn't belong to a program. */
export const ACCOUNT_PARTS: Readonly<Record<string, ExportPart<AccountScope>>> = {
  sessions: ({ accountId }) => sql`
    select id, device, created_at, seen_at, expires_at, workspace_id is not null as by_link_of_a_team
    from partner_sessions where account_id = ${accountId} order by created_at desc, id desc`,
  passkeys: ({ accountId }) => sql`
    select id, name, credential_id, counter as uses, is_synced, transports, created_at, used_at
    from partner_passkeys where account_id = ${accountId} order by created_at desc, id desc`,
  signInLinks: ({ email }) => sql`
    select created_at, expires_at, spent_at, workspace_id is not null as by_a_team
    from partner_sign_in_links where email = ${email} order by created_at desc`,
  mails: ({ email }) => sql`
    select id, kind, program_id, state, created_at as written_at, sent_at, data
    from mails where recipient = ${email} order by created_at desc, id desc`,
  mailsNotWanted: ({ email }) => sql`
    select program_id, kind, created_at as since
    from mail_opt_outs where recipient = ${email} order by program_id, kind`,
  applications: ({ email, appliedProgramIds }) => sql`
    select program_id, id, email, name, website, language, answers, terms_version as accepted_terms_version, status,
      created_at as sent_at, changed_at
    from applications where program_id = ${anyId(appliedProgramIds)} and email = ${email} order by created_at desc, id desc`,
  // The team's note is included only if it was sent to the applicant.
  applicationSteps: ({ email, appliedProgramIds }) => sql`
    select s.program_id, s.application_id, s.kind, s.answers, s.at,
      case when s.kind in ('info_requested', 'rejected') then s.message end as message
    from application_steps s join applications a on a.program_id = s.program_id and a.id = s.application_id
    where s.program_id = ${anyId(appliedProgramIds)} and a.program_id = ${anyId(appliedProgramIds)} and a.email = ${email}
    order by s.at desc, s.step desc`,
  invitations: ({ email, appliedProgramIds }) => sql`
    select program_id, email, created_at, expires_at, used_at, revoked_at
    from join_invitations where program_id = ${anyId(appliedProgramIds)} and email = ${email} order by created_at desc, id desc`,
}

export interface ProgramScope {
  programId: number
  partnerId: number
}

const matchesPartner = ({ programId, partnerId }: ProgramScope) =>
  sql`program_id = ${programId} and partner_id = ${partnerId}`

/** A partner's data in one program. Earnings and payout details are read in the same way as in the portal. */
export const PROGRAM_PARTS: Readonly<Record<string, ExportPart<ProgramScope>>> = {
  links: (of) =>
    sql`select id, code, status, created_at from links where ${matchesPartner(of)} order by id desc`,
  couponCodes: (of) => sql`
    select id, code, status, starts_at, ends_at, max_uses, customer_discount, created_at
    from coupon_codes where ${matchesPartner(of)} order by id desc`,
  claims: (of) => sql`
    select id, transaction_id, day, note, state, message, created_at as filed_at, closed_at
    from claims where ${matchesPartner(of)} order by created_at desc, id desc`,
  payouts: (of) => sql`
    select id, status, currency, amount_cents, commissions, reference, details_version as payout_details_version,
      created_at, closed_at
    from payouts where ${matchesPartner(of)} order by created_at desc, id desc`,
  statements: (of) => sql`
    select month, currency, time_zone, opening_cents, earned_cents, reversed_cents, paid_cents, closing_cents, held_cents, closed_at
    from partner_statements where ${matchesPartner(of)} order by month desc, currency`,
  statementLines: (of) => sql`
    select month, currency, commission_id as earning_id, earned_cents, reversed_cents, paid_cents
    from partner_statement_lines where ${matchesPartner(of)} order by month desc, currency, commission_id desc`,
}

/** Lists all versions of a partner's payout details, newest first. */
export function listEncryptedVersions(
  queries: Queries,
  { programId, partnerId }: ProgramScope,
  rows: number,
) {
  return queries
    .selectFrom('payout_details')
    .select(['version', 'method', 'sealed', 'created_at', 'usable_at', 'withdrawn_at'])
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .orderBy('version', 'desc')
    .limit(rows)
    .execute()
}
