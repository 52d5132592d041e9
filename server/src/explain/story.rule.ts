import { RESTATED } from '../platform/words.ts'
import { formatClickId } from '../tracking/click-id.rule.ts'
import type {
  ChangeEntry,
  ClaimEntry,
  ClickEntry,
  CommissionEntry,
  CustomerEntry,
  Dossier,
  LeadEntry,
  PaymentEntry,
  PayoutEntry,
  RefundEntry,
  RefusalEntry,
  SaleEntry,
  StoryItem,
} from './explain.ts'
import { refusedCall } from './lookup-verdict.rule.ts'

/** An item with where it belongs: at its time, but never before what caused it, whatever two clocks say. */
interface Placed {
  item: StoryItem
  /** Milliseconds. */
  place: number
}

/**
 * Everything that happened, in order: by time, and where clocks of several processes cross, a cause before what it led to
 * and the changes of one thing in the order in which they were applied.
 */
export function tellStory(dossier: Dossier): StoryItem[] {
  const items = [...placedClicks(dossier), ...dossier.payments.map(placedPayment)]
  for (const customer of dossier.customers) items.push(...placedCustomer(dossier, customer))
  const known = new Set(dossier.customers.map(({ id }) => id))
  for (const sale of dossier.sales.filter(
    ({ customer_id }) => customer_id === null || !known.has(customer_id),
  )) {
    items.push(...placedSale(dossier, sale, Number.NEGATIVE_INFINITY))
  }
  items.push(...placedRefusals(dossier))
  // Sorting is stable: what came about together stays in the order in which it was caused.
  return items.sort((one, other) => one.place - other.place).map(({ item }) => item)
}

function placedClicks({ program, clicks, customers }: Dossier): Placed[] {
  const own = new Set(customers.map(({ click_uuid }) => click_uuid))
  const recorded = clicks.map((click) =>
    placedClick(program.id, click, own.size > 0 && !own.has(click.click_uuid)),
  )
  const kept = new Set(clicks.map(({ click_uuid }) => click_uuid))
  // Of a click that was archived or deleted, its customer still says when it came and whose it was.
  const gone = new Map(
    customers
      .filter(({ click_uuid, attribution }) => !kept.has(click_uuid) && attribution == null)
      .map((customer) => [customer.click_uuid, customer]),
  )
  return [...recorded, ...[...gone.values()].map((customer) => placedGoneClick(program.id, customer))]
}

function placedClick(programId: number, click: ClickEntry, isOther: boolean): Placed {
  const { partner_id: id, partner_name: name, code } = click
  return at(click.received_at, {
    type: 'click',
    isTest: click.is_test,
    clickId: formatClickId(programId, click.click_uuid),
    ...(id === null || name === null ? {} : { partner: { id, name } }),
    ...(code === null ? {} : { linkCode: code }),
    ...(isOther ? { isOtherClick: true } : {}),
  })
}

function placedGoneClick(programId: number, customer: CustomerEntry): Placed {
  const clickId = formatClickId(programId, customer.click_uuid)
  return at(customer.clicked_at, { type: 'click', isTest: false, clickId, partner: partnerOf(customer) })
}

function placedRefusals({ refusals }: Dossier): Placed[] {
  return refusals.map((refusal) => at(refusal.last_at, itemOfRefusal(refusal)))
}

function itemOfRefusal(refusal: RefusalEntry): Omit<StoryItem, 'at'> {
  const { transaction_id, customer_key, click_id, link_code } = refusal
  return {
    type: 'refusal',
    isTest: refusal.is_test,
    refusal: refusedCall(refusal),
    ...(transaction_id === null ? {} : { transactionId: transaction_id }),
    ...(customer_key === null ? {} : { customerKey: customer_key }),
    ...(click_id === null ? {} : { clickId: click_id }),
    ...(link_code === null ? {} : { linkCode: link_code }),
  }
}

function placedPayment(payment: PaymentEntry): Placed {
  return at(payment.created_at, {
    type: 'payment',
    isTest: false,
    paymentState: payment.state,
    ...(payment.reason === null ? {} : { paymentReason: payment.reason }),
    ...(payment.customer_key === null ? {} : { customerKey: payment.customer_key }),
    ...(payment.sale_id === null ? {} : { saleId: payment.sale_id }),
  })
}

function placedCustomer(dossier: Dossier, customer: CustomerEntry): Placed[] {
  const clicked = customer.clicked_at.getTime()
  // An attribution leaves a lead without a call, which counts nothing.
  const leads = dossier.leads.filter(
    ({ customer_id, settled_at, received_at }) =>
      customer_id === customer.id &&
      (customer.attribution == null || (settled_at !== null && settled_at > received_at)),
  )
  const sales = dossier.sales.filter(({ customer_id }) => customer_id === customer.id)
  return [
    ...placedAttribution(customer),
    ...leads.flatMap((lead) => placedLead(dossier, customer, lead)),
    ...sales.flatMap((sale) => placedSale(dossier, sale, clicked)),
  ]
}

function placedAttribution(customer: CustomerEntry): Placed[] {
  const { attribution } = customer
  if (attribution == null) return []
  const item = {
    type: 'attributed' as const,
    isTest: false,
    customerId: customer.id,
    ...(customer.customer_key === null ? {} : { customerKey: customer.customer_key }),
    partner: partnerOf(customer),
    attributedBy: attribution.by,
    ...(attribution.reason === null ? {} : { because: attribution.reason }),
  }
  return [at(new Date(attribution.at), item)]
}

function placedLead(dossier: Dossier, customer: CustomerEntry, lead: LeadEntry): Placed[] {
  const received = at(lead.received_at, itemOfLead(customer, lead), customer.clicked_at.getTime())
  const settledLater = lead.settled_at !== null && lead.settled_at > lead.received_at
  const settled =
    lead.settled_at === null || !settledLater
      ? []
      : [
          at(
            lead.settled_at,
            { ...itemOfLead(customer, lead), type: 'lead_settled' as const },
            received.place,
          ),
        ]
  const commission = dossier.commissions.find(({ lead_id }) => lead_id === lead.id)
  const since = settled[0]?.place ?? received.place
  return [
    received,
    ...settled,
    ...(commission === undefined ? [] : placedCommission(dossier, commission, since)),
  ]
}

function itemOfLead(customer: CustomerEntry, lead: LeadEntry): Omit<StoryItem, 'at'> {
  return {
    type: 'lead',
    isTest: lead.is_test,
    leadId: lead.id,
    customerId: customer.id,
    partner: partnerOf(customer),
    leadState: lead.state,
    leadSource: lead.source,
    ...(customer.customer_key === null ? {} : { customerKey: customer.customer_key }),
  }
}

function placedSale(dossier: Dossier, sale: SaleEntry, since: number): Placed[] {
  const commission = dossier.commissions.find(({ sale_id }) => sale_id === sale.id)
  const isCorrected = commission !== undefined && changesOf(dossier, commission).some(isRestatement)
  const itself = { ...itemOfSale(sale), ...(isCorrected ? { isRestated: true as const } : {}) }
  const received = at(sale.received_at, itself, since)
  const refunds = dossier.refunds.filter(({ sale_id }) => sale_id === sale.id)
  const money = commission === undefined ? [] : placedCommission(dossier, commission, received.place)
  const claim = dossier.claims.find(({ sale_id }) => sale_id === sale.id)
  const claimed = claim === undefined ? [] : [at(claim.closed_at, itemOfClaim(claim, sale), since)]
  return [...claimed, received, ...placedRefunds(refunds, sale, received.place), ...money]
}

function itemOfClaim(claim: ClaimEntry, sale: SaleEntry): Omit<StoryItem, 'at'> {
  return {
    type: 'claim_accepted',
    isTest: false,
    claimId: claim.id,
    saleId: sale.id,
    transactionId: sale.transaction_id,
    partner: partnerOf(claim),
  }
}

function itemOfSale(sale: SaleEntry): Omit<StoryItem, 'at'> {
  const { partner_id: id, partner_name: name } = sale
  return {
    type: 'sale',
    isTest: sale.is_test,
    saleId: sale.id,
    transactionId: sale.transaction_id,
    currency: sale.currency,
    ...(sale.amount_cents === null ? {} : { amountCents: sale.amount_cents }),
    ...(sale.customer_id === null ? {} : { customerId: sale.customer_id }),
    ...(id === null || name === null ? {} : { partner: { id, name } }),
  }
}

/** In the order in which they were applied; a dispute that was won came to its end after all that was told before. */
function placedRefunds(refunds: readonly RefundEntry[], sale: SaleEntry, since: number): Placed[] {
  const placed: Placed[] = []
  let before = since
  for (const refund of refunds) {
    const { kind, withdrawn_at } = refund
    const told = at(refund.received_at, itemOfRefund(refund, sale, kind), before)
    before = told.place
    placed.push(told)
    if (withdrawn_at !== null) {
      const type = kind === 'dispute' ? 'dispute_won' : 'failed_refund'
      placed.push(at(withdrawn_at, itemOfRefund(refund, sale, type), told.place))
    }
  }
  return placed
}

function itemOfRefund(refund: RefundEntry, sale: SaleEntry, type: StoryItem['type']): Omit<StoryItem, 'at'> {
  return {
    type,
    isTest: refund.is_test,
    saleId: sale.id,
    transactionId: sale.transaction_id,
    currency: sale.currency,
    amountCents: refund.reported_cents ?? refund.amount_cents,
    ...(refund.reason === null ? {} : { because: refund.reason }),
  }
}

function placedCommission(dossier: Dossier, commission: CommissionEntry, since: number): Placed[] {
  const changes = changesOf(dossier, commission)
  const restated_cents = changes.reduce((sum, change) => sum + change.restated_cents, 0)
  const first = { ...commission, amount_cents: commission.amount_cents - restated_cents }
  const base = restated_cents === 0 ? baseWithoutTax(dossier, commission) : {}
  const made = at(commission.created_at, { ...itemOfCommission(first), ...base }, since)
  const payouts = dossier.payouts.filter(({ commission_id }) => commission_id === commission.id)
  const steps = payouts.flatMap((payout) => placedPayout(commission, payout, made.place))
  let before = made
  let rank = 0
  for (const change of changes) {
    const changed = at(change.changed_at, itemOfChange(commission, change), before.place)
    // Of one instant: a payout takes up what was approved before, and is paid by the change that says so.
    const own = change.to_status === 'paid' ? 2 : 0
    rank = changed.place === before.place ? Math.max(rank, own) : own
    before = changed
    steps.push({ ...changed, rank })
  }
  return [made, ...steps.sort((one, other) => one.place - other.place || one.rank - other.rank)]
}

/** What the percentage was taken of, where the tax of the sale was left out. */
function baseWithoutTax(
  { sales }: Dossier,
  { sale_id, less_tax_cents: taxCents }: CommissionEntry,
): Pick<StoryItem, 'baseCents' | 'taxCents'> {
  const amount_cents = sales.find(({ id }) => id === sale_id)?.amount_cents
  if (taxCents == null || taxCents === 0 || amount_cents == null) return {}
  return { baseCents: amount_cents - taxCents, taxCents }
}

function changesOf({ changes }: Dossier, { id }: CommissionEntry): ChangeEntry[] {
  return changes.filter(({ commission_id }) => commission_id === id)
}

/** A sum that is the same of any sale stays what it was: of such a one only the reason tells. */
function isRestatement({ restated_cents, reason }: ChangeEntry): boolean {
  return restated_cents !== 0 || reason === RESTATED
}

function itemOfCommission(commission: CommissionEntry): Omit<StoryItem, 'at'> {
  return {
    type: 'commission',
    isTest: false,
    commissionId: commission.id,
    customerId: commission.customer_id,
    partner: partnerOf(commission),
    amountCents: commission.amount_cents,
    currency: commission.currency,
    holdUntil: commission.hold_until.toISOString(),
    ...(commission.sale_id === null ? {} : { saleId: commission.sale_id }),
    ...(commission.lead_id === null ? {} : { leadId: commission.lead_id }),
  }
}

function itemOfChange(commission: CommissionEntry, change: ChangeEntry): Omit<StoryItem, 'at'> {
  const { holdUntil: _, ...shared } = itemOfCommission(commission)
  return {
    ...shared,
    type: 'commission_change',
    fromStatus: change.from_status,
    toStatus: change.to_status,
    fromCents: change.from_amount_cents,
    amountCents: change.to_amount_cents,
    because: change.reason,
    ...(isRestatement(change) ? { isRestated: true } : {}),
  }
}

function placedPayout(
  commission: CommissionEntry,
  payout: PayoutEntry,
  since: number,
): (Placed & { rank: number })[] {
  const shared = {
    isTest: false,
    commissionId: commission.id,
    payoutId: payout.payout_id,
    partner: partnerOf(commission),
    amountCents: payout.amount_cents,
    currency: payout.currency,
  }
  const made = { ...at(payout.created_at, { type: 'payout_made', ...shared }, since), rank: 1 }
  if (payout.closed_at === null || payout.status === 'open') return [made]
  const type = payout.status === 'paid' ? 'payout_paid' : 'payout_cancelled'
  return [made, { ...at(payout.closed_at, { type, ...shared }, made.place), rank: 3 }]
}

function partnerOf({ partner_id, partner_name }: { partner_id: number; partner_name: string }) {
  return { id: partner_id, name: partner_name }
}

function at(instant: Date, item: Omit<StoryItem, 'at'>, notBefore = Number.NEGATIVE_INFINITY): Placed {
  return { item: { ...item, at: instant.toISOString() }, place: Math.max(instant.getTime(), notBefore) }
}
