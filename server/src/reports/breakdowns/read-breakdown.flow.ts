import { runInQueue } from '../../core/async/read-queue.ts'
import { type Database, type Queries, STATEMENT_CANCELED, sqlState } from '../../core/database/database.ts'
import { LINK_MEASURES } from '../../core/database/stat-delta.ts'
import { CLICK_DIMENSIONS, type ClickDimension } from '../../core/enums.ts'
import { NO_CURRENCY } from '../../core/money/currency.ts'
import type { ReportWindow } from '../../core/time/report-period.rule.ts'
import { findRolledUpUntil } from '../../statistics/click-value-rollups.sql.ts'
import { linkStatSources } from '../../statistics/link-stat-sources.rule.ts'
import {
  type CountedValue,
  type Coverage,
  type Dimension,
  LINK_DIMENSIONS,
  type LinkDimension,
  SALE_DIMENSIONS,
  type SaleDimension,
} from './breakdown.ts'
import {
  type BreakdownRow,
  breakdownRows,
  orderRows,
  type RowOrder,
  type RowPosition,
  selectRowsAfter,
} from './breakdown-rows.rule.ts'
import { clickSources, onlyClicks } from './click-sources.rule.ts'
import {
  countArchived,
  countClickValues,
  countLinkValues,
  countSaleValues,
  countSubIdEarnings,
  nameLinkValues,
  rankLinkValues,
} from './count-values.sql.ts'
import { breakdownLimits } from './limits.ts'

export interface Breakdown {
  rows: NamedRow[]
  coverage: Coverage
}

export interface NamedRow extends BreakdownRow {
  /** The partner's name, the link's code, or the value itself; empty for events without a value. */
  name: string
}

interface Program {
  id: number
  time_zone: string
}

/** Maximum number of clicks or sales read. */
export interface BreakdownLimits {
  clicks: number
  sales: number
}

const MOST: BreakdownLimits = {
  clicks: breakdownLimits.breakdownClicks,
  sales: breakdownLimits.breakdownSales,
}

/**
 * Breaks down a period by a dimension's values. Partners and links come from the daily statistics; other dimensions
 * from the newest clicks or sales, with `coverage`.
 * @param requested `disconnected` aborts when the client disconnects
 * @returns 'takes_too_long' if even the smallest query timed out
 * @throws 503 `service_unavailable` if too many requests are waiting
 */
export async function readBreakdown(
  database: Pick<Database, 'kysely'>,
  program: Program,
  requested: {
    dimension: Dimension
    window: ReportWindow
    disconnected: AbortSignal
    most?: BreakdownLimits
  },
): Promise<Breakdown | 'takes_too_long'> {
  const { kysely } = database
  const { dimension, window, disconnected, most = MOST } = requested
  const readNewestBreakdown = (read: (most: BreakdownLimits) => Promise<Breakdown>) =>
    runInQueue(database.kysely, { queue: 'breakdown', disconnected }, (runStep) =>
      retryWithLowerLimits(most, (limits) => runStep(() => read(limits))),
    )
  if (isChoice(LINK_DIMENSIONS, dimension)) return readLinkValues(kysely, program, { dimension, window })
  if (isChoice(CLICK_DIMENSIONS, dimension))
    return readNewestBreakdown((limits) =>
      readClickValues(kysely, program, { dimension, window, most: limits }),
    )
  if (isChoice(SALE_DIMENSIONS, dimension))
    return readNewestBreakdown((limits) =>
      readSaleValues(kysely, program, { dimension, window, most: limits }),
    )
  throw new Error(`no breakdown by ${dimension satisfies never}`)
}

/** A page of a sorted breakdown. */
export interface BreakdownPage {
  shown: { row: NamedRow; place: RowPosition }[]
  hasMore: boolean
  coverage: Coverage
}

/**
 * Reads a page of `readBreakdown`. Top partners, groups and links are found by one measure. If they don't fill the
 * page, all rows are read.
 * @param asked `after` is the end of the previous page, undefined for the first page; at most `rows` rows
 */
export async function readBreakdownPage(
  database: Pick<Database, 'kysely'>,
  program: Program,
  requested: {
    dimension: Dimension
    window: ReportWindow
    disconnected: AbortSignal
    order: RowOrder
    after: RowPosition | undefined
    rows: number
  },
): Promise<BreakdownPage | 'takes_too_long'> {
  const { dimension, window, order, after, rows } = requested
  if (isChoice(LINK_DIMENSIONS, dimension)) {
    const keys = await findTopKeys(database.kysely, program, {
      dimension,
      window,
      order,
      after,
      rows: rows + 1,
    })
    if (keys !== undefined) {
      const shownKeys = keys.slice(0, rows)
      const top = await readLinkValues(database.kysely, program, { dimension, window, keys: shownKeys })
      return { shown: orderRows(top.rows, order, getRowName), hasMore: true, coverage: top.coverage }
    }
  }
  const breakdown = await readBreakdown(database, program, requested)
  if (breakdown === 'takes_too_long') return breakdown
  const ordered = orderRows(breakdown.rows, order, getRowName)
  const remainingRows = after === undefined ? ordered : selectRowsAfter(ordered, order, after)
  return {
    shown: remainingRows.slice(0, rows),
    hasMore: remainingRows.length > rows,
    coverage: breakdown.coverage,
  }
}

export const getRowName = ({ name }: NamedRow) => name

/** Returns the keys of the first rows; undefined if fewer have a positive value. */
async function findTopKeys(
  queries: Queries,
  program: Program,
  requested: {
    dimension: LinkDimension
    window: ReportWindow
    order: RowOrder
    after: RowPosition | undefined
    rows: number
  },
): Promise<number[] | undefined> {
  const { dimension, window, order, after, rows } = requested
  const measure = order.by === 'name' ? undefined : LINK_MEASURES[order.by]
  if (measure === undefined || order.direction === 'asc') return undefined
  const currency = order.by === 'revenue' || order.by === 'commission' ? order.currency : undefined
  const from = after && { sum: after.value, key: after.key ?? NO_GROUP }
  const ranking = { measure, currency, after: from, rows }
  const parts = linkStatSources(window)
  const keys = await rankLinkValues(queries, program, { dimension, ...ranking }, parts)
  return keys.length < rows ? undefined : keys
}

/** Counts one partner's newest clicks, sales and commissions by sub-ID. */
export async function readSubIds(
  database: Pick<Database, 'kysely'>,
  program: Program,
  { partnerId, window, disconnected }: { partnerId: number; window: ReportWindow; disconnected: AbortSignal },
): Promise<Breakdown | 'takes_too_long'> {
  const partnerLimits = { ...MOST, sales: breakdownLimits.subIdSales }
  return runInQueue(database.kysely, { queue: 'breakdown', disconnected }, (runStep) =>
    retryWithLowerLimits(partnerLimits, (most) =>
      runStep(() => readSubIdValues(database.kysely, program, { window, partnerId, most })),
    ),
  )
}

async function readSubIdValues(
  queries: Queries,
  program: Program,
  { window, partnerId, most }: { window: ReportWindow; partnerId: number; most: BreakdownLimits },
): Promise<Breakdown> {
  const clicks = await readClickValues(queries, program, { dimension: 'subId', window, most, partnerId })
  const span = { from: window.from, to: window.to }
  const earned = await countSubIdEarnings(queries, program.id, { span, partnerId, rows: most.sales })
  const countedValues = clicks.rows.map((row) => countedClicks(row.key, row.clicks))
  const isComplete = clicks.coverage.isComplete && earned.scanned < most.sales
  return {
    rows: withNames([...countedValues, ...earned.values]),
    coverage: { ...clicks.coverage, isComplete },
  }
}

const countedClicks = (key: string | null, clicks: number): CountedValue => ({
  ...NOTHING,
  key,
  currency: NO_CURRENCY,
  clicks: String(clicks),
})

/**
 * Retries with fewer clicks if the database times out, for example because long URLs are read from disk. `coverage`
 * contains how many were read.
 */
async function retryWithLowerLimits(
  most: BreakdownLimits,
  read: (most: BreakdownLimits) => Promise<Breakdown>,
): Promise<Breakdown | 'takes_too_long'> {
  try {
    return await read(most)
  } catch (error) {
    if (sqlState(error) !== STATEMENT_CANCELED) throw error
  }
  const reduceLimit = (number: number) => Math.ceil(number / breakdownLimits.breakdownFewerTimes)
  try {
    return await read({ clicks: reduceLimit(most.clicks), sales: reduceLimit(most.sales) })
  } catch (error) {
    if (sqlState(error) === STATEMENT_CANCELED) return 'takes_too_long'
    throw error
  }
}

function isChoice<const Choice extends Dimension>(
  choices: readonly Choice[],
  dimension: Dimension,
): dimension is Choice {
  return choices.some((one) => one === dimension)
}

/**
 * Breaks down a window by partner, group or link, without names.
 * @param asked the keys on the page
 * @returns undefined for other dimensions, which are only read for the current window
 */
export async function readPreviousPeriod(
  { kysely }: Pick<Database, 'kysely'>,
  program: Program,
  requested: { dimension: Dimension; window: ReportWindow; keys: readonly (string | null)[] },
): Promise<BreakdownRow[] | undefined> {
  const { dimension, window } = requested
  if (!isChoice(LINK_DIMENSIONS, dimension)) return undefined
  const keys = requested.keys.map((key) => Number(key ?? NO_GROUP))
  return keys.length === 0 ? [] : linkRows(kysely, program, { dimension, window, keys })
}

async function readLinkValues(
  queries: Queries,
  program: Program,
  { dimension, window, keys }: { dimension: LinkDimension; window: ReportWindow; keys?: readonly number[] },
): Promise<Breakdown> {
  const [rows, names] = await Promise.all([
    linkRows(queries, program, { dimension, window, ...(keys && { keys }) }),
    nameLinkValues(queries, program.id, dimension, keys),
  ])
  const coverage = {
    of: 'days',
    scanned: null,
    isComplete: true,
    since: null,
    archivedClicks: 0,
    otherClicks: 0,
  } as const
  return {
    rows: rows
      .filter(hasActivity)
      .map((row) => ({ ...row, name: row.key === null ? '' : (names.get(row.key) ?? row.key) })),
    coverage,
  }
}

async function linkRows(
  queries: Queries,
  program: Program,
  { dimension, window, keys }: { dimension: LinkDimension; window: ReportWindow; keys?: readonly number[] },
): Promise<BreakdownRow[]> {
  const parts = linkStatSources(window)
  const countedValues = await countLinkValues(queries, program, { dimension, keys }, parts)
  return breakdownRows(countedValues.map((one) => ({ ...one, key: one.key === NO_GROUP ? null : one.key })))
}

/** Key of partners without a group. */
const NO_GROUP = '0'

interface Newest<Of extends Dimension> {
  dimension: Of
  window: ReportWindow
  most: BreakdownLimits
}

async function readClickValues(
  queries: Queries,
  { id }: Program,
  { dimension, window: { from, to }, most, partnerId }: Newest<ClickDimension> & { partnerId?: number },
): Promise<Breakdown> {
  const sources = clickSources({ from, to }, await findRolledUpUntil(queries, id))
  const options = { clicks: most.clicks, values: breakdownLimits.breakdownValues, partnerId }
  const isFull = ({ clicks }: { clicks: number }) => clicks >= most.clicks
  let read = await countClickValues(queries, id, dimension, { sources, ...options })
  // If only the newest clicks can be read, nothing before them is counted.
  if (isFull(read.after) && sources.after !== undefined) {
    read = await countClickValues(queries, id, dimension, { sources: onlyClicks(sources.after), ...options })
  }
  const oldest = [read.after, read.before].find(isFull)
  const unread = [sources.before, sources.after].filter((span) => span !== undefined)
  const archived = await Promise.all(unread.map((span) => countArchived(queries, id, span, partnerId)))
  const archivedClicks = archived.reduce((sum, clicks) => sum + clicks, 0)
  const { values, counted, otherClicks } = read
  const listedClicks = values.reduce((sum, { clicks }) => sum + clicks, 0)
  return {
    rows: withNames(values.map(({ value, clicks }) => countedClicks(value, clicks))),
    coverage: {
      of: 'clicks',
      scanned: counted,
      isComplete: oldest === undefined && archivedClicks === 0 && listedClicks === counted,
      since: oldest?.since ?? null,
      archivedClicks,
      otherClicks,
    },
  }
}

async function readSaleValues(
  queries: Queries,
  { id }: Program,
  { dimension, window: { from, to }, most }: Newest<SaleDimension>,
): Promise<Breakdown> {
  const query = { span: { from, to }, sales: most.sales }
  const { values, scanned, since } = await countSaleValues(queries, id, dimension, query)
  const isComplete = scanned < most.sales
  return {
    rows: withNames(values),
    coverage: {
      of: 'sales',
      scanned,
      isComplete,
      since: isComplete ? null : since,
      archivedClicks: 0,
      otherClicks: 0,
    },
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

function withNames(values: readonly CountedValue[]): NamedRow[] {
  return breakdownRows(values).map((row) => ({ ...row, name: row.key ?? '' }))
}

/** Returns whether a row has any nonzero value. A fully refunded sale leaves a row of zeros. */
function hasActivity(row: BreakdownRow): boolean {
  const { clicks, leads, conversions, sales, revenueByCurrency, commissionByCurrency } = row
  const hasMoney = [revenueByCurrency, commissionByCurrency].some((sums) => Object.keys(sums).length > 0)
  return clicks + leads + conversions + sales !== 0 || hasMoney
}
