import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, NO_CURRENCY } from './currency.ts'
import * as words from './words.ts'

const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')

/** Every `column = any (array[…])` check of the schema, as `table.column` and its words. */
const checks = [...schema.matchAll(/^create table (?:only )?(\w+) \(([\s\S]*?)^\)/gim)].flatMap(
  ([, table, body = '']) =>
    [...body.matchAll(/CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)/g)].map(([, column, list = '']) => ({
      name: `${table}.${column}`,
      allowed: [...list.matchAll(/'([^']*)'/g)].map(([, word]) => word),
    })),
)

const LISTS: Record<string, readonly string[]> = {
  'api_keys.mode': words.KEY_MODES,
  'click_texts.field': words.CLICK_TEXTS,
  'commission_changes.actor': words.ACTORS,
  'commission_policies.currency': CURRENCIES,
  'commission_policies.duration': words.POLICY_DURATIONS,
  'commission_policies.type': words.POLICY_TYPES,
  'commissions.currency': CURRENCIES,
  'commissions.kind': words.COMMISSION_KINDS,
  'commissions.status': words.COMMISSION_STATUSES,
  'customers.status': words.CUSTOMER_STATUSES,
  'daily_stats.currency': [NO_CURRENCY, ...CURRENCIES],
  'invoice_lines.currency': CURRENCIES,
  'invoices.kind': words.INVOICE_KINDS,
  'invoice_lines.kind': words.INVOICE_LINE_KINDS,
  'lead_events.commission_currency': CURRENCIES,
  'lead_events.settled_by': words.LEAD_SETTLERS,
  'lead_events.source': words.LEAD_SOURCES,
  'lead_events.state': words.LEAD_STATES,
  'links.status': words.LINK_STATUSES,
  'partner_programs.status': words.PARTNER_STATUSES,
  'payout_batches.kind': words.PAYOUT_BATCH_KINDS,
  'payouts.currency': CURRENCIES,
  'payouts.status': words.PAYOUT_STATUSES,
  'platform_fees.currency': CURRENCIES,
  'processor_accounts.connected_by': words.CONNECTED_BY,
  'kept_events.reason': words.KEPT_REASONS,
  'processor_payments.amount_from': words.AMOUNT_FROM,
  'processor_payments.reason': words.UNATTRIBUTED_REASONS,
  'processor_payments.sale_type': words.SALE_TYPES,
  'processor_payments.state': words.PAYMENT_STATES,
  'processor_payments.subscription_interval': words.SUBSCRIPTION_INTERVALS,
  'processor_refunds.kind': words.REFUND_KINDS,
  'programs.commission_approval': words.COMMISSION_APPROVALS,
  'programs.lead_auth_policy': words.LEAD_AUTH_POLICIES,
  'programs.payment_tracking_mode': words.PAYMENT_TRACKING_MODES,
  'programs.per_lead_currency': CURRENCIES,
  'programs.processor_connection_status': words.CONNECTION_STATUSES,
  'programs.status': words.PROGRAM_STATUSES,
  'refund_events.kind': words.REFUND_KINDS,
  'refund_events.source': words.REFUND_SOURCES,
  'sale_events.attributed_by': words.ATTRIBUTED_BY,
  'sale_events.currency': CURRENCIES,
  'sale_events.sale_type': words.SALE_TYPES,
  'sale_events.status': words.SALE_STATUSES,
  'sale_events.subscription_interval': words.SUBSCRIPTION_INTERVALS,
  'webhook_deliveries.state': words.DELIVERY_STATES,
  'workspace_members.role': words.MEMBER_ROLES,
  'workspace_members.status': words.MEMBER_STATUSES,
}

describe('the words of the business', () => {
  test('the schema has checks, and every one of them has its list here', () => {
    expect(checks.map(({ name }) => name).sort()).toEqual(Object.keys(LISTS).sort())
  })

  test.each(checks)('$name allows exactly the words of its list', ({ name, allowed }) => {
    expect(new Set(allowed)).toEqual(new Set(LISTS[name]))
  })
})
