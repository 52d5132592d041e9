import { sql } from 'kysely'
import type { Queries, RowOf } from '../../core/database/database.ts'

/** A row with the names used in the file. */
export type ExportedRow = Record<string, unknown>

export function readExportedAccount(queries: Queries, accountId: number) {
  return queries
    .selectFrom('partner_accounts')
    .select(['email', 'time_zone as timeZone', 'language', 'created_at as createdAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Reads at most `rows` rows, newest first. */
export type ExportPart<Of> = (queries: Queries, of: Of, rows: number) => Promise<ExportedRow[]>

export interface AccountScope {
  accountId: number
  email: string
  /** Programs the address applied or was invited to. */
  askedFor: readonly number[]
}

const anyOf = (ids: readonly number[]) => sql<number>`any (${[...ids]}::bigint[])`

/** Data of the account or address that belongs to no program. */
export const ACCOUNT_PARTS: Readonly<Record<string, ExportPart<AccountScope>>> = {
  sessions: (queries, { accountId }, rows) =>
    queries
      .selectFrom('partner_sessions')
      .select(['id', 'device', 'created_at as createdAt', 'seen_at as seenAt', 'expires_at as expiresAt'])
      .select(sql<boolean>`workspace_id is not null`.as('byLinkOfATeam'))
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  passkeys: (queries, { accountId }, rows) =>
    queries
      .selectFrom('partner_passkeys')
      .select([
        'id',
        'name',
        'credential_id as credentialId',
        'counter as uses',
        'is_synced as isSynced',
        'transports',
        'created_at as createdAt',
        'used_at as usedAt',
      ])
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  signInLinks: (queries, { email }, rows) =>
    queries
      .selectFrom('partner_sign_in_links')
      .select(['created_at as createdAt', 'expires_at as expiresAt', 'spent_at as spentAt'])
      .select(sql<boolean>`workspace_id is not null`.as('byATeam'))
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .limit(rows)
      .execute(),
  mails: (queries, { email }, rows) =>
    queries
      .selectFrom('mails')
      .select([
        'id',
        'kind',
        'program_id as programId',
        'state',
        'created_at as writtenAt',
        'sent_at as sentAt',
        'data',
      ])
      .where('recipient', '=', email)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  mailsNotWanted: (queries, { email }, rows) =>
    queries
      .selectFrom('mail_opt_outs')
      .select(['program_id as programId', 'kind', 'created_at as since'])
      .where('recipient', '=', email)
      .orderBy('program_id')
      .orderBy('kind')
      .limit(rows)
      .execute(),
  applications: (queries, { email, askedFor }, rows) =>
    queries
      .selectFrom('applications')
      .select([
        'program_id as programId',
        'id',
        'email',
        'name',
        'website',
        'language',
        'answers',
        'terms_version as acceptedTermsVersion',
        'status',
        'created_at as sentAt',
        'changed_at as changedAt',
      ])
      .where('program_id', '=', anyOf(askedFor))
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  applicationSteps: (queries, { email, askedFor }, rows) =>
    queries
      .selectFrom('application_steps as s')
      .innerJoin('applications as a', (join) =>
        join.onRef('a.program_id', '=', 's.program_id').onRef('a.id', '=', 's.application_id'),
      )
      .select([
        's.program_id as programId',
        's.application_id as applicationId',
        's.kind',
        's.answers',
        's.at',
      ])
      // A note of the team is included only if it was sent to the applicant.
      .select(
        sql<string | null>`case when s.kind in ('info_requested', 'rejected') then s.message end`.as(
          'message',
        ),
      )
      .where('s.program_id', '=', anyOf(askedFor))
      .where('a.program_id', '=', anyOf(askedFor))
      .where('a.email', '=', email)
      .orderBy('s.at', 'desc')
      .orderBy('s.step', 'desc')
      .limit(rows)
      .execute(),
  invitations: (queries, { email, askedFor }, rows) =>
    queries
      .selectFrom('join_invitations')
      .select([
        'program_id as programId',
        'email',
        'created_at as createdAt',
        'expires_at as expiresAt',
        'used_at as usedAt',
        'revoked_at as revokedAt',
      ])
      .where('program_id', '=', anyOf(askedFor))
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
}

export interface ProgramScope {
  programId: number
  partnerId: number
}

/** Data of a partner in one program; earnings and payout details are read as in the portal. */
export const PROGRAM_PARTS: Readonly<Record<string, ExportPart<ProgramScope>>> = {
  links: (queries, { programId, partnerId }, rows) =>
    queries
      .selectFrom('links')
      .select(['id', 'code', 'status', 'created_at as createdAt'])
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  couponCodes: (queries, { programId, partnerId }, rows) =>
    queries
      .selectFrom('coupon_codes')
      .select([
        'id',
        'code',
        'status',
        'starts_at as startsAt',
        'ends_at as endsAt',
        'max_uses as maxUses',
        'customer_discount as customerDiscount',
        'created_at as createdAt',
      ])
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  claims: (queries, { programId, partnerId }, rows) =>
    queries
      .selectFrom('claims')
      .select([
        'id',
        'transaction_id as transactionId',
        'day',
        'note',
        'state',
        'message',
        'created_at as filedAt',
        'closed_at as closedAt',
      ])
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  payouts: (queries, { programId, partnerId }, rows) =>
    queries
      .selectFrom('payouts')
      .select([
        'id',
        'status',
        'currency',
        'amount_cents as amountCents',
        'commissions',
        'reference',
        'details_version as payoutDetailsVersion',
        'created_at as createdAt',
        'closed_at as closedAt',
      ])
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .execute(),
  statements: (queries, { programId, partnerId }, rows) =>
    queries
      .selectFrom('partner_statements')
      .select([
        'month',
        'currency',
        'time_zone as timeZone',
        'opening_cents as openingCents',
        'earned_cents as earnedCents',
        'reversed_cents as reversedCents',
        'paid_cents as paidCents',
        'closing_cents as closingCents',
        'closed_at as closedAt',
      ])
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .orderBy('month', 'desc')
      .orderBy('currency')
      .limit(rows)
      .execute(),
  statementLines: (queries, { programId, partnerId }, rows) =>
    queries
      .selectFrom('partner_statement_lines')
      .select([
        'month',
        'currency',
        'commission_id as earningId',
        'earned_cents as earnedCents',
        'reversed_cents as reversedCents',
        'paid_cents as paidCents',
      ])
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .orderBy('month', 'desc')
      .orderBy('currency')
      .orderBy('commission_id', 'desc')
      .limit(rows)
      .execute(),
}

export type EncryptedVersion = RowOf<typeof listEncryptedVersions>

/** All versions of a partner's payout details, newest first. */
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
