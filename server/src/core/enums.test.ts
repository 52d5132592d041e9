import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as enums from './enums.ts'

const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')

/** Every `column = any (array[…])` check of the schema, as `table.column` with its values. */
const checks = [...schema.matchAll(/^create table (?:only )?(\w+) \(([\s\S]*?)^\)/gim)].flatMap(
  ([, table, body = '']) =>
    [...body.matchAll(/CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)/g)].map(([, column, list = '']) => ({
      name: `${table}.${column}`,
      allowed: [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value),
    })),
)

const LISTS: Record<string, readonly string[]> = {
  'application_steps.kind': enums.APPLICATION_STEPS,
  'applications.language': enums.LANGUAGES,
  'mails.language': enums.LANGUAGES,
  'partner_accounts.language': enums.LANGUAGES,
  'partner_accounts.browser_language': enums.LANGUAGES,
  'portal_settings.language': enums.LANGUAGES,
  'applications.status': enums.APPLICATION_STATUSES,
  'claims.state': enums.CLAIM_STATES,
  'api_keys.mode': enums.KEY_MODES,
  'click_value_rollups.dimension': enums.CLICK_DIMENSIONS,
  'commission_changes.actor': enums.ACTORS,
  'request_counts.outcome': enums.REQUEST_OUTCOMES,
  'request_counts.type': enums.REQUEST_TYPES,
  'rejected_requests.type': enums.REQUEST_TYPES,
  'sale_events.decision_code': enums.SALE_DECISIONS,
  'share_links.query_type': enums.TIMELINE_QUERY_TYPE,
  'commission_policies.duration': enums.POLICY_DURATIONS,
  'commission_policies.type': enums.POLICY_TYPES,
  'commission_changes.ended_hold': enums.HOLD_REASONS,
  'commissions.hold_reason': enums.HOLD_REASONS,
  'commissions.kind': enums.COMMISSION_KINDS,
  'commissions.status': enums.COMMISSION_STATUSES,
  'commission_day_sums.kind': enums.COMMISSION_KINDS,
  'commission_day_sums.status': enums.COMMISSION_STATUSES,
  'commission_sum_entries.kind': enums.COMMISSION_KINDS,
  'commission_sum_entries.status': enums.COMMISSION_STATUSES,
  'commission_sums.kind': enums.COMMISSION_KINDS,
  'commission_sums.status': enums.COMMISSION_STATUSES,
  'customer_program_sums.status': enums.CUSTOMER_STATUSES,
  'customer_sum_entries.status': enums.CUSTOMER_STATUSES,
  'customer_sums.status': enums.CUSTOMER_STATUSES,
  'customers.status': enums.CUSTOMER_STATUSES,
  'invoices.kind': enums.INVOICE_KINDS,
  'invoice_lines.kind': enums.INVOICE_LINE_KINDS,
  'lead_events.settled_by': enums.LEAD_SETTLERS,
  'lead_events.source': enums.LEAD_SOURCES,
  'lead_events.state': enums.LEAD_STATES,
  'join_pages.mode': enums.JOIN_MODES,
  'coupon_codes.status': enums.COUPON_STATUSES,
  'customers.attribution_source': enums.ATTRIBUTION_SOURCES,
  'links.status': enums.LINK_STATUSES,
  'mail_opt_outs.kind': enums.OPTIONAL_MAILS,
  'mails.kind': enums.MAIL_KINDS,
  'mails.state': enums.MAIL_STATES,
  'partner_mail_items.kind': enums.DIGEST_MAILS,
  'delegated_sessions.kind': enums.DELEGATED_SESSIONS,
  'program_enrollments.status': enums.PARTNER_STATUSES,
  'payout_batches.kind': enums.PAYOUT_BATCH_KINDS,
  'payout_details.method': enums.PAYOUT_METHODS,
  'payouts.status': enums.PAYOUT_STATUSES,
  'processor_accounts.connected_by': enums.CONNECTION_METHODS,
  'events_for_review.reason': enums.REVIEW_REASONS,
  'purged_events_for_review.reason': enums.REVIEW_REASONS,
  'processor_payments.amount_from': enums.AMOUNT_SOURCES,
  'processor_payments.reason': enums.UNATTRIBUTED_REASONS,
  'processor_payments.sale_type': enums.SALE_TYPES,
  'processor_payments.state': enums.PAYMENT_STATES,
  'processor_payments.subscription_interval': enums.SUBSCRIPTION_INTERVALS,
  'processor_refunds.kind': enums.REFUND_KINDS,
  'programs.commission_approval': enums.COMMISSION_APPROVALS,
  'programs.commission_base': enums.COMMISSION_BASES,
  'programs.coupon_precedence': enums.COUPON_PRECEDENCES,
  'commission_policies.commission_base': enums.COMMISSION_BASES,
  'programs.lead_auth_policy': enums.LEAD_AUTH_POLICIES,
  'programs.payment_tracking_mode': enums.PAYMENT_TRACKING_MODES,
  'programs.processor_connection_status': enums.CONNECTION_STATUSES,
  'programs.status': enums.PROGRAM_STATUSES,
  'reconciliation_items.kind': enums.RECONCILED_KINDS,
  'reconciliation_items.state': enums.RECONCILED_STATES,
  'reconciliations.status': enums.RECONCILIATION_STATUSES,
  'refund_events.kind': enums.REFUND_KINDS,
  'refund_events.source': enums.REFUND_SOURCES,
  'sale_events.attributed_by': enums.ATTRIBUTED_BY,
  'sale_events.sale_type': enums.SALE_TYPES,
  'sale_events.status': enums.SALE_STATUSES,
  'sale_events.subscription_interval': enums.SUBSCRIPTION_INTERVALS,
  'webhook_deliveries.state': enums.DELIVERY_STATES,
  'webhook_endpoints.kind': enums.WEBHOOK_KINDS,
  'workspace_members.role': enums.MEMBER_ROLES,
  'workspace_members.status': enums.MEMBER_STATUSES,
}

describe('enums and schema checks', () => {
  test('every list of values in the schema has an enum', () => {
    expect(checks.map(({ name }) => name).sort()).toEqual(Object.keys(LISTS).sort())
  })

  test('currency columns accept only real currency codes, with known exceptions', () => {
    const tables = [...schema.matchAll(/^create table (\w+) \(([\s\S]*?)^\)/gim)]
    const unchecked = tables.flatMap(([, table, body = '']) =>
      [...body.matchAll(/^ {2}(\w*currency) text/gm)].flatMap(([, column]) => {
        const isCode = body.includes(`((${column} ~ '^[A-Z]{3}$'::text) AND (${column} <> 'XXX'::text))`)
        return isCode ? [] : [`${table}.${column}`]
      }),
    )
    expect(unchecked).toEqual([
      'daily_link_stats.currency',
      'daily_stats.currency', // XXX for counts without money
      // Processor payments may have any currency, or none.
      'events_for_review.currency',
      'link_stat_rollups.currency', // as in daily_link_stats
      'processor_charges.currency',
      'processor_payments.currency',
      'processor_refunds.currency',
      'reconciliation_items.currency',
      'reconciliation_items.recorded_currency',
      'rejected_requests.currency', // as sent
    ])
    expect(schema).toContain("daily_stats_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))")
  })

  test.each(checks)('$name allows exactly the values of its enum', ({ name, allowed }) => {
    expect(new Set(allowed)).toEqual(new Set(LISTS[name]))
  })
})
