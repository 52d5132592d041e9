import { type RunStep, runInQueue } from '../../core/async/read-queue.ts'
import type { Deps } from '../../core/deps.ts'
import { dayAfter, reportDay, startOfReportDay } from '../../core/time/report-day.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { firstSales } from './first-sale.rule.ts'
import { simulationLimits } from './limits.ts'
import { policyHistory } from './policy-history.rule.ts'
import { previewSale } from './preview-sale.rule.ts'
import { PreviewSums } from './preview-sums.rule.ts'
import { isSameScope, type PolicyChange, type PreviewedSale } from './previewed-sale.ts'
import { findFirstClaimed, listPartnerNames, listPolicyVersions, readSales } from './read-sales.sql.ts'

export interface PolicyPreview extends ReturnType<PreviewSums['rankPartners']> {
  from: Date
  to: Date
  sales: number
  /** False if older sales of the period were not included. */
  isComplete: boolean
  /** When the oldest included sale was received. */
  oldestSaleAt: Date | undefined
  partnerNames: ReadonlyMap<number, string>
}

/** Limits of a simulation: sales, time, and policy versions. */
export interface PreviewLimits {
  sales: number
  ms: number
  versions: number
}

const MOST: PreviewLimits = {
  sales: simulationLimits.previewSales,
  ms: simulationLimits.previewMs,
  versions: simulationLimits.previewPolicyVersions,
}

interface RequestedPreview {
  days: number
  change: PolicyChange
}

/**
 * Computes what each partner would have earned in the last days (the program's local days, including today) if a policy
 * had been different. Reads sales page by page, newest first, and writes nothing.
 * @param requested `disconnected` aborts when the client disconnects
 * @returns 'nothing_to_end' if the policy to end isn't in force; 'too_many_versions' if policies changed too often
 */
export async function previewPolicy(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  program: ProgramRow,
  {
    disconnected,
    most = MOST,
    ...requested
  }: RequestedPreview & { disconnected: AbortSignal; most?: PreviewLimits },
): Promise<PolicyPreview | 'nothing_to_end' | 'too_many_versions'> {
  return runInQueue(database.kysely, { queue: 'preview', disconnected }, (runStep) =>
    simulateSales({ database, clock }, program, { ...requested, most, runStep }),
  )
}

async function simulateSales(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  program: ProgramRow,
  { days, change, most, runStep }: RequestedPreview & { most: PreviewLimits; runStep: RunStep },
): Promise<PolicyPreview | 'nothing_to_end' | 'too_many_versions'> {
  const to = clock.now()
  const from = startOfReportDay(dayAfter(reportDay(to, program.time_zone), 1 - days), program.time_zone)
  const firstClaimedSales = await findFirstClaimed(database.kysely, program.id, from)
  const since = firstClaimedSales !== undefined && firstClaimedSales < from ? firstClaimedSales : from
  const versions = await listPolicyVersions(database.kysely, program.id, {
    from: since,
    most: most.versions + 1,
  })
  if (versions.length > most.versions) return 'too_many_versions'
  const isKnown = versions.some(
    (version) => isSameScope(version, change.scope) && version.superseded_at === null,
  )
  if (change.policy === undefined && !isKnown) return 'nothing_to_end'

  const policiesAt = policyHistory(versions)
  const timeZone = program.time_zone
  const sums = new PreviewSums()
  const scan = { sales: 0, oldestSaleAt: undefined as Date | undefined }
  const isComplete = await groupByInstant(database, program.id, { from, to, most, runStep }, (sales) => {
    const first = firstSales(sales)
    for (const sale of sales) {
      sums.add(sale, previewSale(sale, { isFirst: first.has(sale.id), policiesAt, change, timeZone }))
    }
    scan.sales += sales.length
    scan.oldestSaleAt = sales.at(-1)?.received_at
  })
  const rankedSums = sums.rankPartners(simulationLimits.previewPartners)
  const partnerIds = [...new Set(rankedSums.partners.map(({ partner_id }) => partner_id))]
  const partnerNames = await listPartnerNames(database.kysely, program.id, partnerIds)
  return { from, to, ...scan, isComplete, ...rankedSums, partnerNames }
}

/**
 * Yields a period's sales, newest first, grouped by the time they were received.
 * @returns false if it reached the limit of rows or time
 */
async function groupByInstant(
  database: Deps['database'],
  programId: number,
  { from, to, most, runStep }: { from: Date; to: Date; most: PreviewLimits; runStep: RunStep },
  onSales: (sales: PreviewedSale[]) => void,
): Promise<boolean> {
  const endsAt = performance.now() + most.ms
  let salesLeft = most.sales
  let before = { received_at: new Date(to.getTime() + 1), id: 0 }
  let simultaneousSales: PreviewedSale[] = []
  for (;;) {
    const { isOver, page } = await runStep(async () => {
      // One extra row shows whether there are more.
      const isOver = salesLeft === 0 || performance.now() > endsAt
      const rows = isOver ? 1 : Math.min(salesLeft, simulationLimits.previewPageRows)
      return { isOver, page: await readSales(database.run, programId, { from, before, rows }) }
    })
    const last = page.at(-1)
    if (isOver || last === undefined) {
      if (simultaneousSales.length > 0) onSales(simultaneousSales)
      return last === undefined
    }
    for (const sale of page) {
      if (
        simultaneousSales[0] !== undefined &&
        simultaneousSales[0].received_at.getTime() !== sale.received_at.getTime()
      ) {
        onSales(simultaneousSales)
        simultaneousSales = []
      }
      simultaneousSales.push(sale)
    }
    salesLeft -= page.length
    before = last
  }
}
