import { BASE_CURRENCY, type Currency } from '../../core/money/currency.ts'
import { DAY_MS } from '../../core/time/time.ts'

/** 90 days of plausible activity. IDs are indexes into these lists. */
export interface DemoActivity {
  clicks: DemoClick[]
  customers: DemoCustomer[]
  sales: DemoSale[]
}

export interface DemoClick {
  at: Date
  partner: number
  page_url: string
  referrer_url: string
  language: string
  user_agent: string
  /** Sub-ID of the click; null if there is none. */
  sub_id: string | null
  /** The visitor's session. Returning visitors keep theirs. */
  session_id: string
}

export interface DemoCustomer {
  click: number
  signed_up_at: Date
  /** Null for a provisional customer, who was only reported by the browser and has no key yet. */
  customer_key: string | null
}

/** The demo shop's currencies, if the installation accepts them. */
type DemoCurrency = keyof (typeof PLANS)[number]['prices']

export interface DemoSale {
  transaction_id: string
  customer_key: string
  at: Date
  product_id: string
  amount_cents: number
  currency: DemoCurrency
  is_recurring: boolean
  interval: 'monthly' | 'annual'
  is_refunded: boolean
  /** Attributes the customer, who has no click. */
  coupon_code?: string
}

/** A demo partner: when they join, and their clicks on an average day. */
export interface DemoPartner {
  joins_after_days: number
  clicks_per_day: number
  referrer_url: string
}

const MINUTE_MS = 60_000
/** Factors by weekday, starting with Sunday. Business traffic drops on weekends. */
const WEEKDAYS = [0.6, 1.05, 1.15, 1.15, 1.1, 1, 0.65]
const PAGES = ['', 'pricing', 'features', 'blog/getting-started', 'compare']
const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'vi-VN']
const BROWSERS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
]
const SUB_IDS = ['newsletter', 'video', 'sidebar', 'podcast-12']
const SUB_ID_SHARE = 0.45
const REPEAT_SHARE = 0.22
/** Seed of a separate random number generator for click dimensions, so that they don't affect other activity. */
const DIMENSIONS_SEED = 20_261
const LEAD_SHARE = 0.055
const PROVISIONAL_SHARE = 0.07
const PURCHASE_SHARE = 0.36
const RENEWAL_SHARE = 0.88
const REFUND_SHARE = 0.02

const PLANS = [
  { id: 'starter', share: 0.55, interval: 'monthly', prices: { USD: 1900, EUR: 1900, VND: 49_000 } },
  { id: 'pro', share: 0.37, interval: 'monthly', prices: { USD: 4900, EUR: 4500, VND: 99_000 } },
  { id: 'business', share: 0.08, interval: 'annual', prices: { USD: 29_900, EUR: 27_900, VND: 490_000 } },
] as const

/**
 * Generates activity from `since` to `now`: weekly rhythm, growth, daily noise, a funnel from click to first sale,
 * renewals and refunds. The same `random` numbers in [0, 1) result in the same activity.
 */
export function generateActivity(
  partners: readonly DemoPartner[],
  { since, now, currencies }: { since: Date; now: Date; currencies: readonly Currency[] },
  random: () => number,
): DemoActivity {
  const clicks = partners
    .flatMap((partner, index) => generateClicks(partner, index, { since, now }, random))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(clickDecorator(seededRandom(DIMENSIONS_SEED)))
  const customers = generateCustomers(clicks, now, random)
  return { clicks, customers, sales: generateSales(customers, { now, currencies }, random) }
}

/** Generates first purchases with coupon codes, by customers without a click, evenly spread over the period. */
export function generateCouponSales(
  coupons: readonly { code: string; orders: number }[],
  { since, now }: { since: Date; now: Date },
): DemoSale[] {
  const [plan] = PLANS
  return coupons.flatMap(({ code, orders }) =>
    Array.from({ length: orders }, (_, n): DemoSale => {
      const customer_key = `${code.toLowerCase()}_${n + 1}`
      return {
        transaction_id: `order_${customer_key}`,
        customer_key,
        at: addMs(since, ((now.getTime() - since.getTime()) * (n + 1)) / (orders + 1)),
        product_id: plan.id,
        amount_cents: plan.prices[BASE_CURRENCY],
        currency: BASE_CURRENCY,
        is_recurring: false,
        interval: plan.interval,
        is_refunded: false,
        coupon_code: code,
      }
    }),
  )
}

/** Returns a small seeded random generator (mulberry32), which is the same on every platform. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type BareClick = Omit<DemoClick, 'user_agent' | 'sub_id' | 'session_id'>

/** Returns a function that adds a browser, sub-ID and session to each click, oldest first. */
function clickDecorator(random: () => number): (click: BareClick) => DemoClick {
  const visitors: { session_id: string; user_agent: string }[] = []
  return (click) => {
    const [before, isRepeat] = [visitors[Math.floor(random() * visitors.length)], random() < REPEAT_SHARE]
    const newVisitor = { session_id: `visitor-${visitors.length + 1}`, user_agent: pick(BROWSERS, random) }
    const [sub, says] = [pick(SUB_IDS, random), random() < SUB_ID_SHARE]
    if (before === undefined || !isRepeat) visitors.push(newVisitor)
    return { ...click, ...(isRepeat ? (before ?? newVisitor) : newVisitor), sub_id: says ? sub : null }
  }
}

function generateClicks(
  partner: DemoPartner,
  index: number,
  { since, now }: { since: Date; now: Date },
  random: () => number,
): BareClick[] {
  const clicks: BareClick[] = []
  const firstMs = since.getTime() + partner.joins_after_days * DAY_MS
  const days = Math.ceil((now.getTime() - since.getTime()) / DAY_MS)
  for (let day = 0; day <= days; day++) {
    const midnightMs = Math.floor(since.getTime() / DAY_MS) * DAY_MS + day * DAY_MS
    const weekday = WEEKDAYS[new Date(midnightMs).getUTCDay()] ?? 1
    const growth = 0.6 + (0.8 * day) / days
    const count = Math.floor(
      partner.clicks_per_day * weekday * growth * randomBetween(0.7, 1.3, random) + random(),
    )
    for (let click = 0; click < count; click++) {
      // The sum of two random numbers peaks in the early afternoon.
      const at = midnightMs + Math.floor(((random() + random()) / 2) * DAY_MS * 0.98)
      const page = pick(PAGES, random)
      const language = pick(LANGUAGES, random)
      if (at < firstMs || at >= now.getTime()) continue
      const page_url = `https://shop.example/${page}`
      clicks.push({
        at: new Date(at),
        partner: index,
        page_url,
        referrer_url: partner.referrer_url,
        language,
      })
    }
  }
  return clicks
}

function generateCustomers(clicks: DemoClick[], now: Date, random: () => number): DemoCustomer[] {
  const customers: DemoCustomer[] = []
  for (const [click, { at }] of clicks.entries()) {
    if (random() >= LEAD_SHARE) continue
    const signed_up_at = addMs(at, randomBetween(2, 180, random) * MINUTE_MS)
    const isProvisional = random() < PROVISIONAL_SHARE
    if (signed_up_at >= now) continue
    const customer_key = isProvisional ? null : `user_${1001 + customers.length}`
    customers.push({ click, signed_up_at, customer_key })
  }
  return customers
}

function generateSales(
  customers: DemoCustomer[],
  { now, currencies }: { now: Date; currencies: readonly Currency[] },
  random: () => number,
): DemoSale[] {
  const sales: DemoSale[] = []
  for (const { customer_key, signed_up_at } of customers) {
    if (customer_key === null || random() >= PURCHASE_SHARE) continue
    const plan = pickPlan(random())
    const picked = pickCurrency(random())
    const currency = currencies.includes(picked) ? picked : BASE_CURRENCY
    // Most customers buy soon after signing up.
    let at = addMs(signed_up_at, 5 * MINUTE_MS + random() ** 3 * 6 * DAY_MS)
    for (let order = 1; at < now; order++) {
      sales.push({
        transaction_id: `order-${customer_key}-${order}`,
        customer_key,
        at,
        product_id: plan.id,
        amount_cents: plan.prices[currency],
        currency,
        is_recurring: order > 1,
        interval: plan.interval,
        is_refunded: random() < REFUND_SHARE,
      })
      if (plan.interval === 'annual' || random() >= RENEWAL_SHARE) break
      at = addMs(at, 30 * DAY_MS + randomBetween(0, 10, random) * MINUTE_MS)
    }
  }
  return sales
}

function pickPlan(random: number): (typeof PLANS)[number] {
  const [starter, pro, business] = PLANS
  if (random < starter.share) return starter
  return random < starter.share + pro.share ? pro : business
}

function pickCurrency(random: number): DemoCurrency {
  if (random < 0.88) return 'USD'
  return random < 0.97 ? 'EUR' : 'VND'
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? ''
}

function randomBetween(least: number, most: number, random: () => number): number {
  return least + (most - least) * random()
}

function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + Math.floor(ms))
}
