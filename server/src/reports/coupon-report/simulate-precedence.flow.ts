import type { RunStep } from '../../core/async/read-queue.ts'
import type { Deps } from '../../core/deps.ts'
import { COUPON_PRECEDENCES, type CouponPrecedence } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { firstSales } from '../simulation/first-sale.rule.ts'
import { type PoliciesAt, policyHistory } from '../simulation/policy-history.rule.ts'
import { netCommission } from '../simulation/preview-sale.rule.ts'
import type { PreviewedSale } from '../simulation/previewed-sale.ts'
import { listPartnerNames, listPolicyVersions, readSales } from '../simulation/read-sales.sql.ts'
import { type CouponConflictRow, listCouponConflicts, listGroupsAt } from './coupon-report.sql.ts'
import { couponReportLimits } from './limits.ts'
import { type CouponStep, type Holder, partnerUnder } from './simulate-precedence.rule.ts'

/** Earnings, under one rule and in one currency, from sales to customers for whom a code was sent. */
export interface PrecedenceSum {
  currency: Currency
  sales: number
  /** Sales that would belong to another partner. */
  moved_sales: number
  earned_cents: bigint
  would_earn_cents: bigint
  /** The part of these earnings that partners get because of their codes. */
  by_code_cents: bigint
}

/** Sales that would belong to another partner. */
export interface PrecedenceMove {
  currency: Currency
  from: { id: number; name: string }
  to: { id: number; name: string }
  sales: number
  earned_cents: bigint
  would_earn_cents: bigint
}

export interface PrecedenceSimulation {
  rules: { precedence: CouponPrecedence; totals: PrecedenceSum[]; moves: PrecedenceMove[] }[]
  /** False if older sales of the period were not included. */
  isComplete: boolean
}

/**
 * Computes what each precedence would have paid for a period's sales: the facts stored with the decisions on codes
 * determine who would have won, and the policies in force for that partner at the time determine the commission. Other
 * sales don't change and are not included. Reads sales page by page, newest first, and writes nothing.
 * @returns 'too_many_versions' if policies changed too often
 */
export async function simulatePrecedence(
  { database }: Pick<Deps, 'database'>,
  program: ProgramRow,
  { from, to, runStep }: { from: Date; to: Date; runStep: RunStep },
): Promise<PrecedenceSimulation | 'too_many_versions'> {
  const most = couponReportLimits.policyVersions
  const versions = await listPolicyVersions(database.kysely, program.id, { from, most: most + 1 })
  if (versions.length > most) return 'too_many_versions'
  const context = { database, program, policiesAt: policyHistory(versions) }
  const sums: Sums = new Map(COUPON_PRECEDENCES.map((one) => [one, { totals: new Map(), moves: new Map() }]))
  const present = (isComplete: boolean) => runStep(() => presentSums(context, sums, isComplete))
  const endsAt = performance.now() + couponReportLimits.simulationMs
  let salesLeft: number = couponReportLimits.simulatedSales
  let before = { received_at: new Date(to.getTime() + 1), id: 0 }
  // Sales at one instant are decided together, so a page's oldest instant waits for the next page.
  let pendingSales: PreviewedSale[] = []
  for (;;) {
    if (salesLeft === 0 || performance.now() > endsAt) return present(false)
    const rows = Math.min(salesLeft, couponReportLimits.pageRows)
    const page = await runStep(() => readSales(database.run, program.id, { from, before, rows }))
    const last = page.at(-1)
    const candidateSales = [...pendingSales, ...page]
    const isEnd = last === undefined || page.length < rows
    const oldest = last?.received_at.getTime()
    const ready = isEnd
      ? candidateSales
      : candidateSales.filter(({ received_at }) => received_at.getTime() !== oldest)
    await runStep(() => addSales(context, ready, sums))
    if (isEnd) return present(true)
    pendingSales = candidateSales.slice(ready.length)
    salesLeft -= page.length
    before = last
  }
}

interface Context {
  database: Deps['database']
  program: ProgramRow
  policiesAt: PoliciesAt
}

type MoveSum = Pick<PrecedenceMove, 'currency' | 'sales' | 'earned_cents' | 'would_earn_cents'> & {
  fromId: number
  toId: number
}

interface RuleSums {
  totals: Map<Currency, PrecedenceSum>
  /** Keyed by currency and both partners. */
  moves: Map<string, MoveSum>
}

type Sums = ReadonlyMap<CouponPrecedence, RuleSums>

async function addSales(
  { database, program, policiesAt }: Context,
  sales: readonly PreviewedSale[],
  sums: Sums,
): Promise<void> {
  if (sales.length === 0) return
  const { kysely } = database
  const customerIds = [...new Set(sales.map(({ customer_id }) => customer_id))]
  const conflicts = groupBy(
    await listCouponConflicts(kysely, program.id, customerIds),
    ({ customer_id }) => customer_id,
  )
  const first = firstSales(sales)
  // A person decided a claim's sale, so no precedence applies to it.
  const conflictSales = sales.flatMap((sale) => {
    const rows = sale.claimed === undefined ? conflicts.get(sale.customer_id) : undefined
    const steps = rows === undefined ? [] : toCouponSteps(rows)
    return steps.some(({ holder }) => holder !== undefined) ? [{ sale, steps }] : []
  })
  const decided = conflictSales.flatMap(({ sale, steps }) =>
    COUPON_PRECEDENCES.map((precedence) => ({
      sale,
      precedence,
      codes: new Set(steps.map(({ code_partner_id }) => code_partner_id)),
      winner: partnerUnder(steps, precedence) ?? sale.partner_id,
    })),
  )
  const moved = decided.filter(({ sale, winner }) => winner !== sale.partner_id)
  const groups = await listGroupsAt(
    kysely,
    program.id,
    moved.map(({ sale, winner }) => ({ partner_id: winner, at: sale.came_at })),
  )
  const groupBySale = new Map(moved.map((one, place) => [one, groups[place] ?? null]))
  for (const one of decided) {
    const { sale, precedence, codes, winner } = one
    const group_id = groupBySale.get(one)
    const earnedCents = sale.commission ? sale.commission.amount_cents - sale.commission.reversed_cents : 0
    const wouldEarn =
      group_id === undefined
        ? earnedCents
        : netCommission(
            policiesAt({ ...sale, group_id }),
            { ...sale, group_id },
            {
              isFirst: first.has(sale.id),
              timeZone: program.time_zone,
            },
          )
    const ruleSums = sums.get(precedence)
    if (ruleSums === undefined) continue
    const cents = { earned: earnedCents, wouldEarn }
    const isMoved = group_id !== undefined
    add(ruleSums.totals, sale.currency, { ...cents, isMoved, isByCode: codes.has(winner) })
    if (isMoved)
      addMove(ruleSums.moves, { currency: sale.currency, fromId: sale.partner_id, toId: winner }, cents)
  }
}

function add(
  sumsByCurrency: Map<Currency, PrecedenceSum>,
  currency: Currency,
  sale: { isMoved: boolean; earned: number; wouldEarn: number; isByCode: boolean },
): void {
  const zero = {
    currency,
    sales: 0,
    moved_sales: 0,
    earned_cents: 0n,
    would_earn_cents: 0n,
    by_code_cents: 0n,
  }
  const sum = sumsByCurrency.get(currency) ?? zero
  sum.sales += 1
  sum.moved_sales += Number(sale.isMoved)
  sum.earned_cents += BigInt(sale.earned)
  sum.would_earn_cents += BigInt(sale.wouldEarn)
  if (sale.isByCode) sum.by_code_cents += BigInt(sale.wouldEarn)
  sumsByCurrency.set(currency, sum)
}

function addMove(
  moves: Map<string, MoveSum>,
  move: Pick<MoveSum, 'currency' | 'fromId' | 'toId'>,
  { earned, wouldEarn }: { earned: number; wouldEarn: number },
): void {
  const key = `${move.currency} ${move.fromId} ${move.toId}`
  const sum = moves.get(key) ?? { ...move, sales: 0, earned_cents: 0n, would_earn_cents: 0n }
  sum.sales += 1
  sum.earned_cents += BigInt(earned)
  sum.would_earn_cents += BigInt(wouldEarn)
  moves.set(key, sum)
}

async function presentSums(
  { database, program }: Context,
  sums: Sums,
  isComplete: boolean,
): Promise<PrecedenceSimulation> {
  const largest = (moves: RuleSums['moves']) =>
    [...moves.values()].sort((a, b) => compareMoves(a, b)).slice(0, couponReportLimits.movesShown)
  const shown = [...sums].map(([precedence, { totals, moves }]) => ({
    precedence,
    totals,
    moves: largest(moves),
  }))
  const partnerIds = shown.flatMap(({ moves }) => moves.flatMap(({ fromId, toId }) => [fromId, toId]))
  const names = await listPartnerNames(database.kysely, program.id, [...new Set(partnerIds)])
  const partner = (id: number) => ({ id, name: names.get(id) ?? '' })
  const rules = shown.map(({ precedence, totals, moves }) => ({
    precedence,
    totals: [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    moves: moves.map(({ fromId, toId, ...move }) => ({ ...move, from: partner(fromId), to: partner(toId) })),
  }))
  return { rules, isComplete }
}

/** Orders moves by the larger of the two commissions, largest first. */
function compareMoves(a: MoveSum, b: MoveSum): number {
  const size = ({ earned_cents, would_earn_cents }: MoveSum) =>
    earned_cents > would_earn_cents ? earned_cents : would_earn_cents
  return size(a) === size(b) ? a.fromId - b.fromId || a.toId - b.toId : size(a) > size(b) ? -1 : 1
}

/** Returns the decisions on codes; none if the team has attributed the customer since the last one. */
function toCouponSteps(rows: readonly CouponConflictRow[]): CouponStep[] {
  const [first] = rows
  const isSetByTeam = first?.attribution_source === 'team'
  if (isSetByTeam && !rows.some(({ facts }) => facts.coupon === 'team_decided')) return []
  return rows.map(({ code_partner_id, used_at, partner_id, facts }) => ({
    code_partner_id,
    used_at,
    holder: toHolder(facts, { code_partner_id, partner_id }),
    decision: {
      precedence: facts.couponPrecedence,
      has_attributed: facts.coupon === 'attributed',
      has_lapsed: facts.coupon === 'code_lapsed',
    },
  }))
}

function toHolder(
  { coupon, otherPartnerId, previousSource, previousAt, previousWasValid }: CouponConflictRow['facts'],
  { code_partner_id, partner_id }: { code_partner_id: number; partner_id: number },
): Holder | undefined {
  if (previousSource === undefined || previousAt === undefined) return undefined
  const holder = coupon === 'attributed' ? (otherPartnerId ?? code_partner_id) : partner_id
  const at = new Date(previousAt)
  return { partner_id: holder, source: previousSource, at, is_valid: previousWasValid ?? true }
}
