import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ProcessorName } from '../../../src/core/enums.ts'
import { signAsPayPal } from './paypal.ts'

/**
 * The facts contained in an event in the shared suite. IDs are short words, from which each adapter derives its own.
 */
export interface EventSpec {
  /** A number that no other event, payment, customer or refund in the suite has. */
  event: number
  payment: number
  customer: number
  subscription: number
  refund: number
  metadata: Record<string, string>
  email: string
  cents: number
  taxCents: number
  /** Total refunded so far, including this refund. */
  refundedCents: number
  /** Of a refund: what the customer had paid. */
  paid?: { cents: number; taxCents: number }
  currency: string
  at: Date
  isTest: boolean
}

/** The events that the suite sends. Refunds, disputes and renewals belong to the payment with the same number. */
export type EventKind =
  | 'payment'
  | 'renewal'
  | 'refund'
  | 'renewal_refund'
  | 'dispute'
  | 'dispute_won'
  /** A free order or trial. */
  | 'free'
  /** A payment without its amount. */
  | 'unreadable'
  /** Acknowledged and ignored. */
  | 'irrelevant'

export interface SentEvent {
  body: string
  /** Headers that aren't part of the signature. */
  headers?: Record<string, string>
}

/** An adapter in the shared suite. */
export interface AdapterUnderTest {
  name: ProcessorName
  newSecret(serial: number): string
  /** Returns the headers that authenticate a body. */
  sign(event: SentEvent, secret: string, at: Date): Record<string, string>
  /** Whether the signature covers the body. Otherwise a header only proves who sent it. */
  isSigned: boolean
  /** The age at which a signature is outdated; undefined if it has no timestamp. */
  maxAgeSeconds: number | undefined
  /** Whether disputes are reported. */
  hasDisputes: boolean
  /** The mode is entered when connecting, because events don't contain it. */
  isModeEntered: boolean
  /** The smallest amount, in fils, that events in dinars can contain. */
  filsStep: 1 | 10
  /** Whether events identify renewals. */
  namesRenewals: boolean
  event(kind: EventKind, spec: EventSpec): SentEvent
  /** A payment's or renewal's transaction_id. */
  transactionId(kind: 'payment' | 'renewal', spec: EventSpec): string
}

type Values = Record<string, unknown>

/** Returns a fixture with the values at some paths replaced. */
function fixture(processor: ProcessorName, name: string, values: Values): string {
  const url = new URL(`fixtures/${processor}/${name}.json`, import.meta.url)
  const json = JSON.parse(readFileSync(url, 'utf8'))
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.reduce((object, key) => object[key], json)
    if (!(last in parent)) throw new Error(`${processor}/${name} has no ${path}`)
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return JSON.stringify(json)
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
const paddleId = (prefix: string, number: number) => `${prefix}_01${hex(number, 24)}`
const uuid = (number: number) => `0a1b2c3d-0000-4000-8000-${hex(number, 12)}`
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

export const paddle: AdapterUnderTest = {
  name: 'paddle',
  newSecret: (serial) => `pdl_ntfset_01test_${hex(serial, 24)}`,
  sign: ({ body }, secret, at) => ({
    'paddle-signature': `ts=${seconds(at)};h1=${hmac(secret, `${seconds(at)}:${body}`).digest('hex')}`,
  }),
  isSigned: true,
  maxAgeSeconds: 300,
  hasDisputes: true,
  isModeEntered: true,
  filsStep: 1,
  namesRenewals: true,
  transactionId: (_kind, { payment }) => paddleId('txn', payment),
  event(kind, spec) {
    const { cents, taxCents } = spec
    const envelope = { event_id: paddleId('evt', spec.event), occurred_at: spec.at.toISOString() }
    const common = {
      ...envelope,
      'data.customer_id': paddleId('ctm', spec.customer),
      'data.subscription_id': paddleId('sub', spec.subscription),
      'data.currency_code': spec.currency,
    }
    switch (kind) {
      case 'refund':
      case 'renewal_refund':
      case 'dispute':
      case 'dispute_won': {
        const isDispute = kind === 'dispute' || kind === 'dispute_won'
        const body = fixture('paddle', 'adjustment.updated', {
          ...common,
          'data.id': paddleId('adj', spec.refund),
          'data.action': isDispute ? 'chargeback' : 'refund',
          'data.status': kind === 'dispute_won' ? 'reversed' : 'approved',
          'data.transaction_id': paddleId('txn', spec.payment),
          'data.totals.total': String(cents),
          'data.totals.tax': String(taxCents),
        })
        return { body }
      }
      case 'irrelevant':
        return { body: fixture('paddle', 'adjustment.updated', { ...envelope, 'data.action': 'credit' }) }
      default: {
        const amount = kind === 'free' ? '0' : kind === 'unreadable' ? undefined : String(cents)
        const body = fixture('paddle', 'transaction.completed', {
          ...common,
          'data.id': paddleId('txn', spec.payment),
          'data.custom_data': spec.metadata,
          'data.origin': kind === 'renewal' ? 'subscription_recurring' : 'web',
          'data.details.totals.total': amount,
          'data.details.totals.grand_total': amount,
          'data.details.totals.tax': String(taxCents),
        })
        return { body }
      }
    }
  },
}

const polar: AdapterUnderTest = {
  name: 'polar',
  newSecret: (serial) => `polar_whs_test-${hex(serial, 24)}`,
  sign({ body, headers = {} }, secret, at) {
    const text = `${headers['webhook-id']}.${seconds(at)}.${body}`
    return {
      'webhook-timestamp': String(seconds(at)),
      'webhook-signature': `v1,${hmac(secret, text).digest('base64')}`,
    }
  },
  isSigned: true,
  maxAgeSeconds: 300,
  hasDisputes: false,
  isModeEntered: true,
  filsStep: 1,
  namesRenewals: true,
  transactionId: (_kind, { payment }) => uuid(payment),
  event(kind, spec) {
    const headers = { 'webhook-id': uuid(spec.event) }
    const { cents, taxCents } = spec
    const common = {
      timestamp: spec.at.toISOString(),
      'data.customer_id': uuid(spec.customer),
      'data.subscription_id': uuid(spec.subscription),
      'data.currency': spec.currency.toLowerCase(),
    }
    if (kind === 'refund' || kind === 'renewal_refund' || kind === 'irrelevant') {
      const body = fixture('polar', 'refund.updated', {
        ...common,
        'data.id': uuid(spec.refund),
        'data.order_id': uuid(spec.payment),
        'data.status': kind === 'irrelevant' ? 'pending' : 'succeeded',
        'data.amount': cents - taxCents,
        'data.tax_amount': taxCents,
      })
      return { body, headers }
    }
    const amount = kind === 'free' ? 0 : kind === 'unreadable' ? undefined : cents
    const body = fixture('polar', 'order.paid', {
      ...common,
      'data.id': uuid(spec.payment),
      'data.metadata': spec.metadata,
      'data.billing_reason': kind === 'renewal' ? 'subscription_cycle' : 'subscription_create',
      'data.customer.email': spec.email,
      'data.due_amount': amount,
      'data.total_amount': amount,
      'data.tax_amount': taxCents,
    })
    return { body, headers }
  },
}

const lemonsqueezy: AdapterUnderTest = {
  name: 'lemonsqueezy',
  newSecret: (serial) => `test-${hex(serial, 24)}`,
  sign: ({ body }, secret) => ({ 'x-signature': hmac(secret, body).digest('hex') }),
  isSigned: true,
  maxAgeSeconds: undefined,
  hasDisputes: false,
  isModeEntered: false,
  filsStep: 1,
  namesRenewals: true,
  transactionId: (kind, { payment }) =>
    kind === 'payment' ? `lemonsqueezy_order_${payment}` : `lemonsqueezy_invoice_${payment}`,
  event(kind, spec) {
    const { cents } = spec
    const common = {
      'meta.test_mode': spec.isTest,
      'data.id': String(spec.payment),
      'data.attributes.customer_id': spec.customer,
      'data.attributes.user_email': spec.email,
      'data.attributes.updated_at': spec.at.toISOString().replace('Z', '000Z'),
      'data.attributes.test_mode': spec.isTest,
    }
    const amounts = (total: number | undefined) => ({
      'data.attributes.total': total,
      'data.attributes.tax': spec.taxCents,
      'data.attributes.currency': spec.currency,
    })
    const refunded = {
      'data.attributes.refunded_amount': spec.refundedCents,
      'data.attributes.currency': spec.currency,
    }
    switch (kind) {
      case 'renewal':
      case 'renewal_refund':
      case 'irrelevant': {
        const values = {
          ...common,
          'meta.custom_data': spec.metadata,
          'data.attributes.subscription_id': spec.subscription,
          'data.attributes.billing_reason': kind === 'irrelevant' ? 'initial' : 'renewal',
        }
        const sent =
          kind === 'renewal_refund'
            ? { 'meta.event_name': 'subscription_payment_refunded', ...refunded }
            : amounts(cents)
        return { body: fixture('lemonsqueezy', 'subscription_payment_success', { ...values, ...sent }) }
      }
      case 'refund':
        return {
          body: fixture('lemonsqueezy', 'order_created', {
            ...common,
            'meta.event_name': 'order_refunded',
            'data.attributes.identifier': uuid(spec.payment),
            ...refunded,
          }),
        }
      case 'free':
        return {
          body: fixture('lemonsqueezy', 'subscription_created', {
            ...common,
            'meta.custom_data': spec.metadata,
            'data.id': String(spec.subscription),
          }),
        }
      default:
        return {
          body: fixture('lemonsqueezy', 'order_created', {
            ...common,
            'meta.custom_data': spec.metadata,
            'data.attributes.identifier': uuid(spec.payment),
            ...amounts(kind === 'unreadable' ? undefined : cents),
          }),
        }
    }
  },
}

/** Formats minor units as a store's decimal text, without the code under test. */
export function decimal(cents: number, currency: string): string {
  const digits = { JPY: 0, KWD: 3 }[currency] ?? 2
  const text = String(cents).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

export const shopify: AdapterUnderTest = {
  name: 'shopify',
  newSecret: (serial) => `test-${hex(serial, 32)}`,
  sign: ({ body }, secret) => ({ 'x-shopify-hmac-sha256': hmac(secret, body).digest('base64') }),
  isSigned: true,
  maxAgeSeconds: undefined,
  hasDisputes: true,
  isModeEntered: false,
  filsStep: 1,
  namesRenewals: true,
  transactionId: (_kind, { payment }) => `shopify_order_${payment}`,
  event(kind, spec) {
    const { cents, taxCents, currency } = spec
    const at = spec.at.toISOString()
    const topic = (name: string) => ({ 'x-shopify-topic': name })
    const amount = decimal(cents, currency)
    switch (kind) {
      case 'refund':
      case 'renewal_refund':
      case 'irrelevant': {
        const values = {
          id: spec.refund,
          order_id: spec.payment,
          created_at: at,
          processed_at: at,
          'transactions.0.amount': amount,
          'transactions.0.currency': currency,
          'transactions.0.test': spec.isTest,
          'transactions.0.status': kind === 'irrelevant' ? 'pending' : 'success',
        }
        return { body: fixture('shopify', 'refunds_create', values), headers: topic('refunds/create') }
      }
      case 'dispute':
      case 'dispute_won': {
        const values = {
          id: spec.refund,
          order_id: spec.payment,
          amount,
          currency,
          initiated_at: at,
          status: kind === 'dispute_won' ? 'won' : 'needs_response',
        }
        return { body: fixture('shopify', 'disputes_update', values), headers: topic('disputes/update') }
      }
      default: {
        const total = kind === 'free' ? '0.00' : kind === 'unreadable' ? undefined : amount
        const values = {
          id: spec.payment,
          updated_at: at,
          admin_graphql_api_id: `gid://shopify/Order/${spec.payment}`,
          checkout_token: hex(spec.payment, 32),
          email: spec.email,
          currency,
          presentment_currency: currency,
          total_price: total,
          'total_price_set.presentment_money': { amount, currency_code: currency },
          total_tax: decimal(taxCents, currency),
          test: spec.isTest,
          source_name: kind === 'renewal' ? 'subscription_contract' : 'web',
          note_attributes: Object.entries(spec.metadata).map(([name, value]) => ({ name, value })),
          'customer.id': spec.customer,
        }
        return { body: fixture('shopify', 'orders_paid', values), headers: topic('orders/paid') }
      }
    }
  },
}

export const woocommerce: AdapterUnderTest = {
  name: 'woocommerce',
  newSecret: (serial) => `test-${hex(serial, 32)}`,
  sign: ({ body }, secret) => ({ 'x-wc-webhook-signature': hmac(secret, body).digest('base64') }),
  isSigned: true,
  maxAgeSeconds: undefined,
  hasDisputes: false,
  isModeEntered: true,
  filsStep: 1,
  namesRenewals: true,
  transactionId: (_kind, { payment }) => `woocommerce_order_${payment}`,
  event(kind, spec) {
    const { currency } = spec
    const isRefund = kind === 'refund' || kind === 'renewal_refund'
    const { cents, taxCents } = (isRefund ? spec.paid : undefined) ?? spec
    const renewal = { id: 12, key: '_subscription_renewal', value: String(spec.subscription) }
    const total = decimal(cents, currency)
    const values = {
      id: spec.payment,
      status: isRefund ? 'completed' : 'processing',
      date_modified_gmt: spec.at.toISOString().replace('Z', ''),
      date_paid_gmt: kind === 'irrelevant' ? null : '2026-03-10T11:59:59',
      currency,
      total: kind === 'free' ? '0.00' : kind === 'unreadable' ? undefined : total,
      total_tax: decimal(taxCents, currency),
      customer_id: spec.customer,
      'billing.email': spec.email,
      refunds: isRefund
        ? [{ id: spec.refund, reason: '', total: `-${decimal(spec.refundedCents, currency)}` }]
        : [],
      meta_data: [
        ...Object.entries(spec.metadata).map(([key, value], id) => ({ id, key, value })),
        ...(['renewal', 'renewal_refund', 'free'].includes(kind) ? [renewal] : []),
      ],
    }
    return {
      body: fixture('woocommerce', 'order.updated', values),
      headers: { 'x-wc-webhook-topic': 'order.updated' },
    }
  },
}

const chargebee: AdapterUnderTest = {
  name: 'chargebee',
  newSecret: (serial) => `webhooks:test-${hex(serial, 32)}`,
  sign: (_event, secret) => ({ authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
  isSigned: false,
  maxAgeSeconds: undefined,
  hasDisputes: false,
  isModeEntered: true,
  filsStep: 10,
  namesRenewals: true,
  transactionId: (_kind, { payment }) => `txn_test${payment}`,
  event(kind, spec) {
    const { currency } = spec
    // Currencies with three decimals have two in Chargebee.
    const [cents, taxCents] = [spec.cents, spec.taxCents].map((fils) =>
      currency === 'KWD' ? fils / 10 : fils,
    )
    const [customer, subscription] = [`test-customer-${spec.customer}`, `test-${spec.subscription}`]
    const envelope = { id: `ev_test${spec.event}`, occurred_at: seconds(spec.at) }
    const common = { ...envelope, 'content.customer.id': customer, 'content.customer.email': spec.email }
    const transactionFields = {
      'content.transaction.currency_code': currency,
      'content.transaction.customer_id': customer,
      'content.transaction.subscription_id': subscription,
    }
    const payment = `txn_test${spec.payment}`
    switch (kind) {
      case 'refund':
      case 'renewal_refund': {
        const values = {
          ...common,
          ...transactionFields,
          'content.transaction.id': `txn_test${spec.refund}`,
          'content.transaction.date': seconds(spec.at),
          'content.transaction.amount': cents,
          'content.transaction.refunded_txn_id': payment,
        }
        return { body: fixture('chargebee', 'payment_refunded', values) }
      }
      case 'free': {
        const values = {
          ...common,
          'content.subscription.id': subscription,
          'content.subscription.meta_data': spec.metadata,
        }
        return { body: fixture('chargebee', 'subscription_created', values) }
      }
      default: {
        const values = {
          ...common,
          ...transactionFields,
          event_type: kind === 'irrelevant' ? 'invoice_generated' : 'payment_succeeded',
          'content.transaction.id': payment,
          'content.transaction.amount': kind === 'unreadable' ? undefined : cents,
          'content.invoice.total': cents,
          'content.invoice.tax': taxCents,
          'content.invoice.currency_code': currency,
          'content.invoice.first_invoice': kind !== 'renewal',
          'content.subscription.id': subscription,
          'content.subscription.meta_data': spec.metadata,
        }
        return { body: fixture('chargebee', 'payment_succeeded', values) }
      }
    }
  },
}

const revenuecat: AdapterUnderTest = {
  name: 'revenuecat',
  newSecret: (serial) => `Bearer test-${hex(serial, 32)}`,
  sign: (_event, secret) => ({ authorization: secret }),
  isSigned: false,
  maxAgeSeconds: undefined,
  hasDisputes: false,
  isModeEntered: false,
  filsStep: 1,
  namesRenewals: true,
  transactionId: (_kind, { payment }) => `revenuecat_app_store_transaction_${payment}`,
  event(kind, spec) {
    const { cents, taxCents, currency } = spec
    const user = `$RCAnonymousID:${hex(spec.customer, 32)}`
    const attribute = (value: string) => ({ value, updated_at_ms: spec.at.getTime() })
    const attributes = { $email: spec.email, ...spec.metadata }
    const common = {
      'event.id': `event-${spec.event}`,
      'event.event_timestamp_ms': spec.at.getTime(),
      'event.app_user_id': user,
      'event.original_app_user_id': user,
      'event.aliases': [user],
      'event.environment': spec.isTest ? 'SANDBOX' : 'PRODUCTION',
      'event.transaction_id': String(spec.payment),
      'event.original_transaction_id': String(spec.subscription),
      'event.currency': currency,
      'event.subscriber_attributes': Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [name, attribute(value)]),
      ),
    }
    if (kind === 'refund' || kind === 'renewal_refund' || kind === 'irrelevant') {
      const body = fixture('revenuecat', 'CANCELLATION', {
        ...common,
        'event.cancel_reason': kind === 'irrelevant' ? 'UNSUBSCRIBE' : 'CUSTOMER_SUPPORT',
        'event.price_in_purchased_currency': -Number(decimal(spec.refundedCents, currency)),
      })
      return { body }
    }
    const price = Number(decimal(kind === 'free' ? 0 : cents, currency))
    const body = fixture('revenuecat', 'INITIAL_PURCHASE', {
      ...common,
      'event.type': kind === 'renewal' ? 'RENEWAL' : 'INITIAL_PURCHASE',
      'event.price_in_purchased_currency': kind === 'unreadable' ? null : price,
      'event.tax_percentage': taxCents / cents,
    })
    return { body }
  },
}

const paypal: AdapterUnderTest = {
  name: 'paypal',
  newSecret: (serial) => `TEST${hex(serial, 13).toUpperCase()}`,
  sign: ({ body }, secret, at) => signAsPayPal(body, { webhookId: secret, at }),
  isSigned: true,
  maxAgeSeconds: 4 * 24 * 60 * 60,
  hasDisputes: true,
  isModeEntered: false,
  filsStep: 1,
  namesRenewals: false,
  transactionId: (_kind, { payment }) => `TESTSALE${payment}`,
  event(kind, spec) {
    const { cents, taxCents, currency } = spec
    const host = spec.isTest ? 'api.sandbox.paypal.com' : 'api.paypal.com'
    const common = {
      id: `WH-TEST${spec.event}`,
      create_time: spec.at.toISOString(),
      'links.0.href': `https://${host}/v1/notifications/webhooks-events/WH-TEST${spec.event}`,
    }
    const subscription = `I-TEST${spec.subscription}`
    const custom = new URLSearchParams(spec.metadata).toString()
    switch (kind) {
      case 'refund':
      case 'renewal_refund': {
        const values = {
          ...common,
          'resource.id': `TESTREFUND${spec.refund}`,
          'resource.sale_id': `TESTSALE${spec.payment}`,
          'resource.amount': { total: `-${decimal(cents, currency)}`, currency },
          'resource.create_time': spec.at.toISOString(),
        }
        return { body: fixture('paypal', 'PAYMENT.SALE.REFUNDED', values) }
      }
      case 'free': {
        const values = {
          ...common,
          'resource.id': subscription,
          'resource.custom_id': custom,
          'resource.subscriber.email_address': spec.email,
        }
        return { body: fixture('paypal', 'BILLING.SUBSCRIPTION.ACTIVATED', values) }
      }
      case 'dispute':
      case 'dispute_won':
      case 'irrelevant': {
        const isWon = kind === 'dispute_won'
        const values = {
          ...common,
          event_type: isWon ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.CREATED',
          'resource.dispute_id': `PP-TEST-${spec.refund}`,
          'resource.status': isWon ? 'RESOLVED' : 'UNDER_REVIEW',
          'resource.dispute_amount': { value: decimal(cents, currency), currency_code: currency },
          'resource.dispute_life_cycle_stage': kind === 'irrelevant' ? 'INQUIRY' : 'CHARGEBACK',
          'resource.disputed_transactions.0.seller_transaction_id': `TESTSALE${spec.payment}`,
        }
        return { body: fixture('paypal', 'CUSTOMER.DISPUTE.CREATED', values) }
      }
      default: {
        const amount = {
          total: kind === 'unreadable' ? undefined : decimal(cents, currency),
          currency,
          details: { tax: decimal(taxCents, currency) },
        }
        const values = {
          ...common,
          'resource.id': `TESTSALE${spec.payment}`,
          'resource.amount': amount,
          'resource.custom': custom,
          'resource.billing_agreement_id': subscription,
        }
        return { body: fixture('paypal', 'PAYMENT.SALE.COMPLETED', values) }
      }
    }
  },
}

/** All adapters except Stripe, whose tests are older and cover more events. */
export const ADAPTERS: readonly AdapterUnderTest[] = [
  paddle,
  polar,
  lemonsqueezy,
  shopify,
  woocommerce,
  chargebee,
  revenuecat,
  paypal,
]
