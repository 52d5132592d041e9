import type { Transaction } from 'kysely'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { joinTransaction, withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { KeyMode } from '../../core/enums.ts'
import { DEFAULT_COLOR } from '../../core/text/text-color.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { approveDueCommissions } from '../../earnings/commissions/approve-commissions.sql.ts'
import { commissionLimits } from '../../earnings/commissions/limits.ts'
import { insertApplication, insertStep } from '../../partners/enrollments/applications.sql.ts'
import { findTakenCodes, insertLink } from '../../partners/enrollments/links.sql.ts'
import { findOrInsertPartner, insertEnrollment } from '../../partners/enrollments/partners.sql.ts'
import { updateJoinPage } from '../../partners/onboarding/join-pages.sql.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { rebuildProgramStats } from '../../statistics/rebuild-stats.sql.ts'
import { couponKey } from '../../tracking/coupons/coupon-code.rule.ts'
import { insertCoupon } from '../../tracking/coupons/coupons.sql.ts'
import { findUserByEmail, insertMember } from '../../workspace/accounts/members.sql.ts'
import { insertWorkspace } from '../../workspace/accounts/workspaces.sql.ts'
import { assignSlug, saveBrand } from '../../workspace/branding/brands.sql.ts'
import {
  API_KEY_RANDOM_BYTES,
  formatApiKey,
  hashApiKey,
  maskApiKey,
} from '../../workspace/programs/api-key.rule.ts'
import { insertApiKey } from '../../workspace/programs/api-keys.sql.ts'
import { insertPolicy } from '../../workspace/programs/policies.sql.ts'
import { insertProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { CreateAccount } from '../../workspace/sign-in/create-account.adapter.ts'
import {
  type DemoPartner,
  generateActivity,
  generateCouponSales,
  seededRandom,
} from './demo-activity.rule.ts'
import { saveDemoActivity } from './save-demo-activity.flow.ts'

/** The created demo, with secrets that are only shown once. */
export interface Demo {
  workspace: { id: string }
  user: { id: string; email: string }
  password: string
  program: { id: number }
  keys: { live: string; test: string }
  /** The name of the join page in its URL. */
  slug: string
  /** `email` is for signing in at `/partner`. */
  partners: { name: string; code: string; email: string; partnerId: number }[]
  /** A customer who signed up and hasn't bought anything yet. A sale with this key is attributed. */
  customerKey: string
}

interface NamedPartner extends DemoPartner {
  name: string
  code: string
}

const PARTNERS: NamedPartner[] = [
  {
    name: 'Maya Lindqvist',
    code: 'maya',
    joins_after_days: 0,
    clicks_per_day: 40,
    referrer_url: 'https://maya.example/reviews',
  },
  {
    name: 'Tech Weekly',
    code: 'techweekly',
    joins_after_days: 3,
    clicks_per_day: 27,
    referrer_url: 'https://techweekly.example/issue',
  },
  {
    name: 'Saigon Startups',
    code: 'saigon',
    joins_after_days: 9,
    clicks_per_day: 14,
    referrer_url: 'https://saigon.example/tools',
  },
]

/** Coupon codes by the partner's link code, with the orders that used them. The newest one wasn't used yet. */
const COUPONS = [
  { partner: 'maya', code: 'MAYA10', customer_discount: '10% off', orders: 5 },
  { partner: 'saigon', code: 'SAIGON15', customer_discount: '15% off', orders: 2 },
  { partner: 'techweekly', code: 'TECHWEEKLY', customer_discount: null, orders: 0 },
] as const

const DEMO_DAYS = 90

/**
 * Creates a workspace with an owner, a 90-day-old program with a join page, three approved partners and their coupon
 * codes, and its activity and statistics, in one transaction.
 * @param seed the same seed generates the same activity
 */
export async function createDemo(deps: Deps, makeAccount: CreateAccount, seed = 20_240_229): Promise<Demo> {
  const now = deps.clock.now()
  const { currencies } = deps.config
  const since = demoStart(now)
  const activity = generateActivity(PARTNERS, { since, now, currencies }, seededRandom(seed))
  return withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    const owner = await createOwner(deps, transaction, makeAccount, now)
    const program = await createDemoProgram(deps, transaction, owner.workspace.id, since)
    await createPolicies(transaction, program, since)
    const slug = await createJoinPage(transaction, program, since)
    const partners = await createPartners(transaction, program, since)
    await createApplications(transaction, program, now)
    const keys = {
      live: await createKey(deps, transaction, program, 'live'),
      test: await createKey(deps, transaction, program, 'test'),
    }
    const joined = joinTransaction(deps, transaction)
    const codes = partners.map(({ code }) => code)
    await createCoupons(transaction, program, partners, since)
    const sales = [...activity.sales, ...generateCouponSales(COUPONS, { since, now })]
    const customerKey = await saveDemoActivity(joined, { program, codes, activity: { ...activity, sales } })
    await approveWeekly(transaction, program, now)
    await rebuildProgramStats(transaction, program)
    return { ...owner, program: { id: program.id }, slug, keys, partners, customerKey }
  })
}

/** Approves commissions that were due by the end of each week. */
async function approveWeekly(
  transaction: Transaction<Schema>,
  program: ProgramRow,
  now: Date,
): Promise<void> {
  for (let at = program.created_at; at < now; ) {
    at = new Date(Math.min(at.getTime() + 7 * DAY_MS, now.getTime()))
    while (
      (await approveDueCommissions(transaction, program.id, at, commissionLimits.approvalBatchRows)) > 0
    );
  }
}

const APPLICANTS = [
  {
    name: 'Ines Duarte',
    email: 'ines@lisbon-letters.example',
    website: 'https://lisbon-letters.example',
    answer: 'A newsletter every Friday for about 4,000 small-shop owners.',
    daysAgo: 1,
  },
  {
    name: 'Build Weekly',
    email: 'hello@buildweekly.example',
    website: 'https://buildweekly.example',
    answer: 'A podcast about developer tools.',
    daysAgo: 3,
  },
  { name: 'J. Doe', email: 'jdoe@coupons.example', website: null, answer: 'Coupon sites.', daysAgo: 6 },
] as const

/** The questions of the join page, with the applicants' answers. */
const QUESTION = { id: 'where', question: 'Where would you tell people about us?' }

/** Creates a join page whose applications the team reviews. Slugs are unique in the installation. */
async function createJoinPage(transaction: Transaction<Schema>, program: ProgramRow, at: Date) {
  const { id: program_id } = program
  const isFree = await assignSlug(transaction, { slug: 'demo', programId: program_id, at })
  const slug = isFree ? 'demo' : `demo-${program_id}`
  if (!isFree && !(await assignSlug(transaction, { slug, programId: program_id, at })))
    throw new Error(`the slug ${slug} is taken`)
  await saveBrand(transaction, { program_id, slug, color: DEFAULT_COLOR, updated_at: at })
  await updateJoinPage(transaction, {
    program_id,
    mode: 'approval',
    content: 'Recommend our tools to your readers and earn a share of every sale.',
    questions: JSON.stringify([
      { id: QUESTION.id, kind: 'text', text: QUESTION.question, required: true, choices: [] },
    ]),
    terms_version: null,
    updated_at: at,
  })
  return slug
}

/** Gives the partners their coupon codes, which are unique in the program. */
async function createCoupons(
  transaction: Transaction<Schema>,
  program: { id: number },
  partners: readonly { partnerId: number }[],
  since: Date,
) {
  for (const { partner, code, customer_discount } of COUPONS) {
    const owner = partners[PARTNERS.findIndex((one) => one.code === partner)]
    if (owner === undefined) throw new Error(`${code} belongs to no partner`)
    await insertCoupon(transaction, {
      program_id: program.id,
      partner_id: owner.partnerId,
      code,
      code_key: couponKey(code),
      starts_at: null,
      ends_at: null,
      max_uses: null,
      customer_discount,
      created_at: since,
    })
  }
}

/** Creates applicants who are waiting for review. */
async function createApplications(transaction: Transaction<Schema>, program: { id: number }, now: Date) {
  for (const { daysAgo, answer, ...applicant } of APPLICANTS) {
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    const application = await insertApplication(transaction, {
      ...applicant,
      program_id: program.id,
      answers: [{ ...QUESTION, answer }],
      language: 'en',
      terms_version: null,
      invitation_id: null,
      status: 'pending',
      at,
    })
    if (application === undefined) throw new Error(`${applicant.email} has applied twice`)
    await insertStep(transaction, application, { kind: 'applied', actorId: null, at })
  }
}

/** Returns the first day of the demo. Its clicks need partitions from that day on. */
export function demoStart(now: Date): Date {
  return new Date(now.getTime() - DEMO_DAYS * DAY_MS)
}

async function createOwner(
  { ids }: Deps,
  transaction: Transaction<Schema>,
  makeAccount: CreateAccount,
  now: Date,
): Promise<Pick<Demo, 'workspace' | 'user' | 'password'>> {
  const isTaken = (await findUserByEmail(transaction, 'owner@example.com')) !== undefined
  const email = isTaken ? `owner-${ids.bytes(4).toString('hex')}@example.com` : 'owner@example.com'
  const password = ids.bytes(12).toString('base64url')
  const user = await makeAccount(transaction, { name: 'Demo owner', email, password })
  const workspace = { id: ids.uuid() }
  const slug = `demo-${ids.bytes(4).toString('hex')}`
  await insertWorkspace(transaction, { ...workspace, name: 'Demo workspace', slug, created_at: now })
  await insertMember(transaction, {
    id: ids.uuid(),
    workspace_id: workspace.id,
    user_id: user.id,
    role: 'owner',
    created_at: now,
  })
  return { workspace, user, password }
}

async function createDemoProgram(
  { config }: Deps,
  transaction: Transaction<Schema>,
  workspaceId: string,
  since: Date,
) {
  return insertProgram(transaction, {
    workspace_id: workspaceId,
    name: 'Demo program',
    site_url: 'https://shop.example/',
    platform_fee_bps: config.platformFeeBps,
    payment_tracking_mode: 's2s',
    created_at: since,
    updated_at: since,
  })
}

/** Creates the policies: 20% for as long as a customer buys, and 15% of the first year of the annual plan. */
async function createPolicies(
  transaction: Transaction<Schema>,
  program: ProgramRow,
  since: Date,
): Promise<void> {
  const terms = { version: 1, type: 'percent', amount_cents: null, currency: null, hold_days: null } as const
  const { id: program_id, commission_base } = program
  const base = { ...terms, commission_base, program_id, created_at: since }
  const lifetimePolicy = { duration: 'lifetime', duration_months: null } as const
  const aYear = { duration: 'months', duration_months: 12 } as const
  await insertPolicy(transaction, { ...base, ...lifetimePolicy, product_id: null, rate_bps: 2000 })
  await insertPolicy(transaction, { ...base, ...aYear, product_id: 'business', rate_bps: 1500 })
}

async function createPartners(
  transaction: Transaction<Schema>,
  program: ProgramRow,
  since: Date,
): Promise<Demo['partners']> {
  const partners: Demo['partners'] = []
  for (const partner of PARTNERS) {
    const created_at = new Date(since.getTime() + partner.joins_after_days * DAY_MS)
    // Codes are unique in the installation. Additional demos append their program ID.
    const takenCodes = await findTakenCodes(transaction, [partner.code])
    const code = takenCodes.size > 0 ? `${partner.code}-${program.id}` : partner.code
    const email = `${partner.code}@partners.example`
    const partnerId = await findOrInsertPartner(transaction, {
      workspace_id: program.workspace_id,
      name: partner.name,
      email,
      created_at,
    })
    await insertEnrollment(transaction, {
      program_id: program.id,
      partner_id: partnerId,
      workspace_id: program.workspace_id,
      status: 'approved',
      created_at,
      created_day: reportDay(created_at, program.time_zone),
      decided_at: created_at,
    })
    const link = await insertLink(transaction, {
      program_id: program.id,
      partner_id: partnerId,
      code,
      created_at,
    })
    if (link === undefined) throw new Error(`the link code ${code} is taken`)
    partners.push({ name: partner.name, code, email, partnerId })
  }
  return partners
}

async function createKey(
  { ids }: Deps,
  transaction: Transaction<Schema>,
  { id, created_at }: ProgramRow,
  mode: KeyMode,
): Promise<string> {
  const key = formatApiKey({ mode, programId: id }, ids.bytes(API_KEY_RANDOM_BYTES))
  const row = { program_id: id, mode, key_hash: hashApiKey(key), masked: maskApiKey(key), created_at }
  await insertApiKey(transaction, row)
  return key
}
