import { limits } from '../platform/config.ts'
import { NO_CURRENCY } from '../platform/currency.ts'
import type { Database, Queries } from '../platform/database.ts'
import { inTurn } from '../platform/in-turn.ts'
import { findLinkParts } from '../statistics/link-parts.flow.ts'
import type { ReportWindow } from '../statistics/report-period.rule.ts'
import {
  CLICK_DIMENSIONS,
  type ClickDimension,
  type CountedValue,
  type Coverage,
  type Dimension,
  LINK_DIMENSIONS,
  type LinkDimension,
  SALE_DIMENSIONS,
  type SaleDimension,
} from './breakdown.ts'
import { type BreakdownRow, breakdownRows } from './breakdown-rows.rule.ts'
import {
  type CountedTexts,
  countArchived,
  countClickTexts,
  countLinkValues,
  countSaleValues,
  countVisitors,
  nameLinkValues,
} from './count-values.sql.ts'
import { valueOfText } from './value-of-text.rule.ts'

export interface Breakdown {
  rows: NamedRow[]
  coverage: Coverage
}

export interface NamedRow extends BreakdownRow {
  /** What a reader calls it: the partner's name, the code of the link, or the value itself; empty where there is none. */
  name: string
}

interface Program {
  id: number
  time_zone: string
}

/**
 * What happened in a window, by the values of a dimension. Partners and links are read from the daily statistics, however
 * many clicks there were; what only clicks or sales themselves say, from the newest of them, and `coverage` says how many
 * and since when.
 */
export async function readBreakdown(
  database: Pick<Database, 'kysely'>,
  program: Program,
  { dimension, window }: { dimension: Dimension; window: ReportWindow },
): Promise<Breakdown> {
  const { kysely } = database
  if (isOneOf(LINK_DIMENSIONS, dimension)) return readLinkValues(kysely, program, { dimension, window })
  if (isOneOf(CLICK_DIMENSIONS, dimension))
    return inTurn(database, 'breakdown', () => readClickValues(kysely, program, { dimension, window }))
  if (isOneOf(SALE_DIMENSIONS, dimension))
    return inTurn(database, 'breakdown', () => readSaleValues(kysely, program, { dimension, window }))
  throw new Error(`nobody breaks down by ${dimension satisfies never}`)
}

function isOneOf<const Choice extends Dimension>(
  choices: readonly Choice[],
  dimension: Dimension,
): dimension is Choice {
  return choices.some((one) => one === dimension)
}

/**
 * What happened in a window by partner or link, without their names.
 * @returns undefined for what only clicks or sales themselves say: of them the window alone is looked at
 */
export async function readEarlier(
  { kysely }: Pick<Database, 'kysely'>,
  program: Program,
  { dimension, window }: { dimension: Dimension; window: ReportWindow },
): Promise<BreakdownRow[] | undefined> {
  return isOneOf(LINK_DIMENSIONS, dimension) ? linkRows(kysely, program, { dimension, window }) : undefined
}

async function readLinkValues(
  queries: Queries,
  program: Program,
  { dimension, window }: { dimension: LinkDimension; window: ReportWindow },
): Promise<Breakdown> {
  const [rows, names] = await Promise.all([
    linkRows(queries, program, { dimension, window }),
    nameLinkValues(queries, program.id, dimension),
  ])
  const coverage = { of: 'days', looked: null, isComplete: true, since: null, archivedClicks: 0 } as const
  return {
    rows: rows
      .filter(hasAnything)
      .map((row) => ({ ...row, name: row.key === null ? '' : (names.get(row.key) ?? row.key) })),
    coverage,
  }
}

async function linkRows(
  queries: Queries,
  program: Program,
  { dimension, window }: { dimension: LinkDimension; window: ReportWindow },
): Promise<BreakdownRow[]> {
  const parts = await findLinkParts(queries, program, window)
  const counted = await countLinkValues(queries, program, dimension, parts)
  // Link 0 is that of clicks whose link nobody knows any more.
  return breakdownRows(counted.map((one) => ({ ...one, key: one.key === '0' ? null : one.key })))
}

async function readClickValues(
  queries: Queries,
  { id }: Program,
  { dimension, window: { from, to } }: { dimension: ClickDimension; window: ReportWindow },
): Promise<Breakdown> {
  const looking = { span: { from, to }, clicks: limits.breakdownClicks, values: limits.breakdownValues }
  const [{ values, looked, since }, archivedClicks]: [CountedTexts, number] = await Promise.all([
    dimension === 'visitor'
      ? countVisitors(queries, id, looking)
      : countClickTexts(queries, id, dimension, looking),
    countArchived(queries, id, { from, to }),
  ])
  const counted = values.map(
    ({ text, clicks }): CountedValue => ({
      ...NOTHING,
      key: valueOfText(dimension, text),
      currency: NO_CURRENCY,
      clicks: String(clicks),
    }),
  )
  const isAll = looked < limits.breakdownClicks
  const isComplete = isAll && archivedClicks === 0 && values.length < limits.breakdownValues
  const coverage = { of: 'clicks', looked, isComplete, since: isAll ? null : since, archivedClicks } as const
  return { rows: named(counted), coverage }
}

async function readSaleValues(
  queries: Queries,
  { id }: Program,
  { dimension, window: { from, to } }: { dimension: SaleDimension; window: ReportWindow },
): Promise<Breakdown> {
  const looking = { span: { from, to }, sales: limits.breakdownSales }
  const { values, looked, since } = await countSaleValues(queries, id, dimension, looking)
  const isComplete = looked < limits.breakdownSales
  return {
    rows: named(values),
    coverage: { of: 'sales', looked, isComplete, since: isComplete ? null : since, archivedClicks: 0 },
  }
}

const NOTHING = {
  clicks: '0',
  leads: '0',
  conversions: '0',
  sales: '0',
  revenue_cents: '0',
  commission_cents: '0',
}

function named(counted: readonly CountedValue[]): NamedRow[] {
  return breakdownRows(counted).map((row) => ({ ...row, name: row.key ?? '' }))
}

/** What a refund took back whole leaves a row of zeros. */
function hasAnything(row: BreakdownRow): boolean {
  const { clicks, leads, conversions, sales, revenueByCurrency, commissionByCurrency } = row
  const hasMoney = [revenueByCurrency, commissionByCurrency].some((sums) => Object.keys(sums).length > 0)
  return clicks + leads + conversions + sales !== 0 || hasMoney
}
