import type { Schema } from './schema.ts'

/**
 * Where a table's rows are stored on a cluster (Citus; `docs/scale.md`):
 *
 * - distributed: by `program_id`, together with the program's other rows, on one of the workers
 * - reference: complete on every node, so programs can join it; has few rows that rarely change
 * - local: complete on the coordinator
 *
 * SQL that must run there follows these rules:
 *
 * - Filter every table by `program_id = :program_id`.
 * - `select … for update` reads tables only.
 * - Use no `MERGE`, and no volatile function in `RETURNING` or `DO UPDATE SET`.
 * - Add foreign keys in separate statements.
 * - Lock rows of tables on the coordinator, never of reference tables.
 * - Order lists by time, then ID.
 */
export type TableKind = 'distributed' | 'reference' | 'local'

/** Tables that none of our statements use: the accounts library's and the list of migrations. */
type TableWithoutStatements = 'accounts' | 'migrations'

/** A migration that creates a table adds its kind here. */
export const TABLE_KINDS: Record<keyof Schema | TableWithoutStatements, TableKind> = {
  // People and memberships, which are joined with programs.
  users: 'reference',
  workspaces: 'reference',
  workspace_members: 'reference',
  management_keys: 'reference',
  // Secrets, which are only looked up on their own.
  accounts: 'local',
  sessions: 'local',
  two_factors: 'local',
  verifications: 'local',
  workspace_invitations: 'local',
  // A partner belongs to a workspace, which may have several programs.
  partners: 'reference',
  // These map external identifiers to their program.
  link_codes: 'reference',
  processor_accounts: 'reference',
  processor_connections: 'reference',
  workspace_programs: 'reference',
  program_slugs: 'reference',
  redirect_domains: 'reference',
  webhook_programs: 'reference',
  migrations: 'local',
  currencies: 'local',
  leases: 'local',
  installation: 'local',
  audit_log: 'local',
  mails: 'local',
  mail_hours: 'local',
  mail_opt_outs: 'local',
  partner_accounts: 'local',
  partner_sign_in_links: 'local',
  partner_sessions: 'local',
  partner_passkeys: 'local',
  partner_passkey_challenges: 'local',
  delegated_sessions: 'local',
  // Programs and all their data.
  programs: 'distributed',
  program_audit_log: 'distributed',
  api_keys: 'distributed',
  commission_policies: 'distributed',
  partner_groups: 'distributed',
  program_enrollments: 'distributed',
  partner_group_changes: 'distributed',
  partner_notes: 'distributed',
  partner_tags: 'distributed',
  program_brands: 'distributed',
  program_logos: 'distributed',
  join_pages: 'distributed',
  join_terms: 'distributed',
  applications: 'distributed',
  application_steps: 'distributed',
  join_invitations: 'distributed',
  spent_challenges: 'distributed',
  claims: 'distributed',
  coupon_codes: 'distributed',
  links: 'distributed',
  uncounted_clicks: 'distributed',
  click_events: 'distributed',
  click_event_ids: 'distributed',
  click_dimensions: 'distributed',
  archived_clicks: 'distributed',
  click_archives: 'distributed',
  customers: 'distributed',
  customer_attributions: 'distributed',
  lead_locks: 'distributed',
  erased_signups: 'distributed',
  lead_events: 'distributed',
  sale_events: 'distributed',
  refund_events: 'distributed',
  commissions: 'distributed',
  commission_changes: 'distributed',
  platform_fees: 'distributed',
  daily_stats: 'distributed',
  daily_link_stats: 'distributed',
  link_stat_rollups: 'distributed',
  click_value_rollups: 'distributed',
  click_value_rollup_ends: 'distributed',
  commission_sums: 'distributed',
  commission_day_sums: 'distributed',
  commission_sum_entries: 'distributed',
  customer_sums: 'distributed',
  customer_program_sums: 'distributed',
  customer_sum_entries: 'distributed',
  webhook_endpoints: 'distributed',
  outbox_events: 'distributed',
  webhook_deliveries: 'distributed',
  payout_batches: 'distributed',
  payouts: 'distributed',
  payout_details: 'distributed',
  payout_settings: 'distributed',
  portal_settings: 'distributed',
  payout_items: 'distributed',
  partner_mail_items: 'distributed',
  partner_statements: 'distributed',
  partner_statement_lines: 'distributed',
  partner_statement_months: 'distributed',
  invoices: 'distributed',
  invoice_lines: 'distributed',
  processor_events: 'distributed',
  processor_payments: 'distributed',
  payment_references: 'distributed',
  payment_shares: 'distributed',
  processor_charges: 'distributed',
  processor_refunds: 'distributed',
  processor_customers: 'distributed',
  events_for_review: 'distributed',
  reconciliations: 'distributed',
  reconciliation_items: 'distributed',
  purged_events_for_review: 'distributed',
  idempotent_responses: 'distributed',
  rejected_requests: 'distributed',
  share_links: 'distributed',
  request_counts: 'distributed',
}

/** Returns a distributed table's distribution column. */
export function distributionColumn(table: string): string {
  return table === 'programs' ? 'id' : 'program_id'
}

/**
 * Functions that run on a program's worker, so that a call is one round trip, with the argument that identifies the
 * program. All other functions exist on every node.
 */
export const FUNCTIONS_OF_PROGRAMS: Readonly<Record<string, string>> = {
  save_sales: 'p_program_id',
  save_clicks: 'p_program_id',
}
