import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as words from './enums.ts'

const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')

/** Every `column = any (array[…])` check of the schema, as `table.column` with its values. */
const checks = [...schema.matchAll(/^create table (?:only )?(\w+) \(([\s\S]*?)^\)/gim)].flatMap(
  ([, table, body = '']) =>
    [...body.matchAll(/CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)/g)].map(([, column, list = '']) => ({
      name: `${table}.${column}`,
      allowed: [...list.matchAll(/'([^']*)'/g)].map(([, word]) => word),
    })),
)

const LISTS: Record<string, readonly string[]> = {
  'application_steps.kind': words.APPLICATION_STEPS,
  'applications.language': words.LANGUAGES,
  'mails.language': words.LANGUAGES,
  'partner_accounts.language': words.LANGUAGES,
  'portal_settings.language': words.LANGUAGES,
  'applications.status': words.APPLICATION_STATUSES,
  'claims.state': words.CLAIM_STATES,
  'api_keys.mode': words.KEY_MODES,
  'commission_changes.actor': words.ACTORS,
  'request_counts.outcome': words.REQUEST_OUTCOMES,
  'request_counts.type': words.REQUEST_TYPES,
  'rejected_requests.type': words.REQUEST_TYPES,
  'sale_events.decision_code': words.SALE_DECISIONS,
  'share_links.query_type': words.TIMELINE_QUERY_TYPE,
  'commission_policies.duration': words.POLICY_DURATIONS,
  'commission_policies.type': words.POLICY_TYPES,
  'commission_changes.ended_hold': words.HOLD_REASONS,
  'commissions.hold_reason': words.HOLD_REASONS,
  'commissions.kind': words.COMMISSION_KINDS,
  'commissions.status': words.COMMISSION_STATUSES,
  'customers.status': words.CUSTOMER_STATUSES,
  'invoices.kind': words.INVOICE_KINDS,
  'invoice_lines.kind': words.INVOICE_LINE_KINDS,
  'lead_events.settled_by': words.LEAD_SETTLERS,
  'lead_events.source': words.LEAD_SOURCES,
  'lead_events.state': words.LEAD_STATES,
  'join_pages.mode': words.JOIN_MODES,
  'coupon_codes.status': words.COUPON_STATUSES,
  'customers.attribution_source': words.ATTRIBUTION_SOURCES,
  'links.status': words.LINK_STATUSES,
  'mail_opt_outs.kind': words.OPTIONAL_MAILS,
  'mails.kind': words.MAIL_KINDS,
  'mails.state': words.MAIL_STATES,
  'partner_mail_items.kind': words.DIGEST_MAILS,
  'delegated_sessions.kind': words.DELEGATED_SESSIONS,
  'program_enrollments.status': words.PARTNER_STATUSES,
  'payout_batches.kind': words.PAYOUT_BATCH_KINDS,
  'payout_details.method': words.PAYOUT_METHODS,
  'payouts.status': words.PAYOUT_STATUSES,
  'processor_accounts.connected_by': words.CONNECTED_BY,
  'events_for_review.reason': words.REVIEW_REASONS,
  'purged_events_for_review.reason': words.REVIEW_REASONS,
  'processor_payments.amount_from': words.AMOUNT_FROM,
  'processor_payments.reason': words.UNATTRIBUTED_REASONS,
  'processor_payments.sale_type': words.SALE_TYPES,
  'processor_payments.state': words.PAYMENT_STATES,
  'processor_payments.subscription_interval': words.SUBSCRIPTION_INTERVALS,
  'processor_refunds.kind': words.REFUND_KINDS,
  'programs.commission_approval': words.COMMISSION_APPROVALS,
  'programs.commission_base': words.COMMISSION_BASES,
  'programs.coupon_precedence': words.COUPON_PRECEDENCES,
  'commission_policies.commission_base': words.COMMISSION_BASES,
  'programs.lead_auth_policy': words.LEAD_AUTH_POLICIES,
  'programs.payment_tracking_mode': words.PAYMENT_TRACKING_MODES,
  'programs.processor_connection_status': words.CONNECTION_STATUSES,
  'programs.status': words.PROGRAM_STATUSES,
  'refund_events.kind': words.REFUND_KINDS,
  'refund_events.source': words.REFUND_SOURCES,
  'sale_events.attributed_by': words.ATTRIBUTED_BY,
  'sale_events.sale_type': words.SALE_TYPES,
  'sale_events.status': words.SALE_STATUSES,
  'sale_events.subscription_interval': words.SUBSCRIPTION_INTERVALS,
  'webhook_deliveries.state': words.DELIVERY_STATES,
  'webhook_endpoints.kind': words.WEBHOOK_KINDS,
  'workspace_members.role': words.MEMBER_ROLES,
  'workspace_members.status': words.MEMBER_STATUSES,
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
      'rejected_requests.currency', // as sent
    ])
    expect(schema).toContain("daily_stats_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))")
  })

  test.each(checks)('$name allows exactly the values of its enum', ({ name, allowed }) => {
    expect(new Set(allowed)).toEqual(new Set(LISTS[name]))
  })
})
