import { measureBudget } from './budget.ts'
import { measureCalls } from './calls.ts'
import { measureClicks } from './clicks.ts'
import { measureEmbedded } from './embedded-sales.ts'
import { measureOverload } from './overload.ts'
import type { Part } from './part.ts'
import { measureManyPartners, measurePartnerReport, mostClicks } from './partners.ts'
import { CLICKS_EACH, measurePortal, partnersOfPortal } from './portal.ts'
import { measureReads } from './reads.ts'
import { measureRejectedRequests } from './rejected-requests.ts'
import { comparisonTable, number, type Target } from './report.ts'
import type { Comparison, Measured } from './rounds.ts'
import { measureSales } from './sales.ts'
import type { Settings } from './settings.ts'
import { measureSizes } from './sizes.ts'
import { measureSlowCallers } from './slow-callers.ts'
import { measureStartTimes } from './starts.ts'

/** All parts, in the order of their sections. A new one is one line here. */
export const PARTS: readonly Part[] = [
  comparison({
    name: 'sales',
    title: 'Sales',
    subject: '`POST /api/v1/track/sale`',
    floor: '`pgbench`, the same write',
    measure: measureSales,
    ratio: (subject, floor) => subject.ratePerSecond / floor.ratePerSecond,
    target: { at: 1, is: 'least' },
  }),
  comparison({
    name: 'clicks',
    title: 'Clicks',
    subject: '`POST /api/v1/track/click`',
    floor: 'a route that does nothing',
    measure: measureClicks,
    ratio: (subject, floor) => subject.ratePerSecond / floor.ratePerSecond,
    target: { at: 0.45, is: 'least' },
  }),
  comparison({
    name: 'reads',
    title: 'Reads at few and at many clicks',
    subject: 'performance, 90 days, at 1 million clicks',
    floor: 'the same at 10 thousand clicks',
    measure: measureReads,
    ratio: (subject, floor) => subject.p50Ms / floor.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'partners',
    title: 'The report of partners at few and at many clicks',
    subject: (settings) => `50 partners over 30 days, at ${number(mostClicks(settings))} clicks`,
    floor: 'the same at 10 thousand clicks',
    measure: (settings) => measurePartnerReport(settings, { partners: 50, days: 30 }),
    ratio: (subject, floor) => subject.p50Ms / floor.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'partners-year',
    title: 'The report of partners over a year',
    subject: (settings) => `200 partners over 365 days, at ${number(mostClicks(settings))} clicks`,
    floor: 'the same at 10 thousand clicks',
    measure: (settings) => measurePartnerReport(settings, { partners: 200, days: 365 }),
    ratio: (subject, floor) => subject.p50Ms / floor.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'portal',
    title: 'The overview of one partner among few and among many',
    subject: (settings) =>
      `${number(partnersOfPortal(settings))} partners, ${number(partnersOfPortal(settings) * CLICKS_EACH)} clicks, 30 days`,
    floor: 'the same partner among ten, 10 thousand clicks',
    measure: measurePortal,
    ratio: (subject, floor) => subject.p50Ms / floor.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'rejected-requests',
    title: 'Refused calls',
    subject: 'a sale that is refused, and kept',
    floor: 'the same with `REJECTED_REQUESTS_KEPT=0`',
    measure: (settings) => measureRejectedRequests(settings),
    ratio: (subject, floor) => subject.ratePerSecond / floor.ratePerSecond,
    target: { at: 0.95, is: 'least' },
  }),
  comparison({
    name: 'refused-answers',
    title: 'Answers of refused calls',
    subject: 'a refused sale, at 2,000 a second of 200 callers, kept',
    floor: 'the same with `REJECTED_REQUESTS_KEPT=0`',
    measure: (settings) => measureRejectedRequests({ ...settings, connections: 200 }, { perSecond: 2_000 }),
    ratio: (subject, floor) => subject.p50Ms / floor.p50Ms,
    target: { at: 1.05, is: 'most' },
  }),
  { name: 'overload', title: 'More calls than can be served', measure: measureOverload },
  { name: 'embedded', title: 'Sales on the embedded database', measure: measureEmbedded },
  { name: 'slow-callers', title: 'Sales beside slow callers', measure: measureSlowCallers },
  { name: 'partners-many', title: 'A program of ten thousand partners', measure: measureManyPartners },
  { name: 'calls', title: 'What each read costs', measure: measureCalls },
  { name: 'sizes', title: 'Sizes', measure: measureSizes },
  { name: 'starts', title: 'Starts', measure: measureStartTimes },
  { name: 'budget', title: 'What one machine carries', measure: measureBudget },
]

function comparison({
  name,
  title,
  subject,
  floor,
  measure,
  ratio,
  target,
}: Omit<Part, 'measure'> & {
  /** What it says may tell of the settings. */
  subject: string | ((settings: Settings) => string)
  floor: string
  measure: (settings: Settings) => Promise<Comparison>
  ratio: (subject: Measured, floor: Measured) => number
  target: Target
}): Part {
  return {
    name,
    title,
    measure: async (settings) => {
      const names = { floor, subject: typeof subject === 'string' ? subject : subject(settings) }
      return comparisonTable(names, await measure(settings), ratio, target)
    },
  }
}
