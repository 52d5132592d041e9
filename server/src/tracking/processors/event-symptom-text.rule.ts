import type { MissingEventSign, MissingEventType } from './event-symptom.ts'

const pluralize = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`
const reversedPaymentsText = (count: number) =>
  `${pluralize(count, 'refunded or disputed payment', 'refunded or disputed payments')} ${count === 1 ? 'is' : 'are'}`

const SYMPTOM_TEXT: Readonly<Record<MissingEventSign, (count: number) => string>> = {
  invoice_without_payment: (count) =>
    `${pluralize(count, 'paid invoice has', 'paid invoices have')} no link to a payment, so refunds and disputes can't be matched.`,
  held_without_payment: (count) =>
    `${pluralize(count, 'commission is', 'commissions are')} on hold until the invoice is linked to its payment.`,
  refund_of_unlinked_invoice: (count) =>
    `${reversedPaymentsText(count)} not matched to a sale and may belong to an invoice without a link.`,
  refund_of_unknown_invoice: (count) =>
    `${reversedPaymentsText(count)} for an invoice that was never reported as paid.`,
  refund_of_unknown_payment: (count) =>
    `${reversedPaymentsText(count)} not known: no event reported ${count === 1 ? 'it' : 'them'} as paid.`,
  unpaid_checkout: (count) =>
    `${pluralize(count, 'checkout has', 'checkouts have')} waited more than 14 days for a payment result.`,
  checkout_without_invoice: (count) =>
    `${pluralize(count, 'subscription', 'subscriptions')} started without a paid invoice, so renewals are missed.`,
  refund_without_total: () => 'Single refunds are reported, but not the charge’s refunded total.',
  total_without_refund: () =>
    'Refunded totals are reported, but not the single refunds (`refund.*`), so a failed refund stays deducted.',
  undecided_dispute: () =>
    'A dispute has been open for more than 120 days. A won dispute would stay deducted.',
}

/** Describes a sign of a missing event type in one sentence. */
export function eventSymptomText(sign: MissingEventSign, count: number): string {
  return SYMPTOM_TEXT[sign](count)
}

/** Returns how to fix a missing event type. */
export function missingEventRemedy({ type, wasReceived }: MissingEventType): string {
  return wasReceived
    ? `Resend the missing \`${type}\` events from the processor's dashboard, or approve the commissions manually.`
    : `Subscribe the webhook endpoint to \`${type}\`.`
}
