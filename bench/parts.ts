import { measureBudget } from './budget.ts'
import { measureClicks, measureRedirects } from './clicks.ts'
import { measureEmbedded } from './embedded-sales.ts'
import { measureGrowth } from './growth.ts'
import { measureOverload } from './overload.ts'
import type { Part } from './part.ts'
import { largestSize, measureManyPartners, measurePartnerReport } from './partners.ts'
import { CLICKS_EACH, measurePortal, partnerCount } from './portal.ts'
import { measureReads } from './reads.ts'
import { measureRejectedRequests } from './rejected-requests.ts'
import { comparisonTable, number, type Target } from './report.ts'
import type { Comparison, Measurement } from './rounds.ts'
import { measureSales } from './sales.ts'
import type { Settings } from './settings.ts'
import { measureSizes } from './sizes.ts'
import { measureSlowClients } from './slow-clients.ts'
import { measureStartTimes } from './starts.ts'

/** All benchmarks, in the order of their sections. */
export const PARTS: readonly Part[] = [
  comparison({
    name: 'sales',
    title: 'Sales',
    subject: '`POST /api/v1/track/sale`',
    baseline: '`pgbench`, the same write',
    measure: measureSales,
    ratio: (subject, baseline) => subject.ratePerSecond / baseline.ratePerSecond,
    target: { at: 1, is: 'least' },
  }),
  comparison({
    name: 'clicks',
    title: 'Clicks',
    subject: '`POST /api/v1/track/click`',
    baseline: 'an empty route',
    measure: measureClicks,
    ratio: (subject, baseline) => subject.ratePerSecond / baseline.ratePerSecond,
    target: { at: 0.45, is: 'least' },
  }),
  { name: 'redirects', title: 'Clicks and redirect links beside an empty route', measure: measureRedirects },
  comparison({
    name: 'reads',
    title: 'Reads with few and many clicks',
    subject: 'performance, 90 days, at 1 million clicks',
    baseline: 'the same at 10 thousand clicks',
    measure: measureReads,
    ratio: (subject, baseline) => subject.p50Ms / baseline.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'partners',
    title: 'Partner report with few and many clicks',
    subject: (settings) => `50 partners over 30 days, at ${number(largestSize(settings))} clicks`,
    baseline: 'the same at 10 thousand clicks',
    measure: (settings) => measurePartnerReport(settings, { partners: 50, days: 30 }),
    ratio: (subject, baseline) => subject.p50Ms / baseline.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'partners-year',
    title: 'Partner report over a year',
    subject: (settings) => `200 partners over 365 days, at ${number(largestSize(settings))} clicks`,
    baseline: 'the same at 10 thousand clicks',
    measure: (settings) => measurePartnerReport(settings, { partners: 200, days: 365 }),
    ratio: (subject, baseline) => subject.p50Ms / baseline.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'portal',
    title: 'Partner overview with few and many partners',
    subject: (settings) =>
      `${number(partnerCount(settings))} partners, ${number(partnerCount(settings) * CLICKS_EACH)} clicks, 30 days`,
    baseline: 'the same with ten partners, 10 thousand clicks',
    measure: measurePortal,
    ratio: (subject, baseline) => subject.p50Ms / baseline.p50Ms,
    target: { at: 1.2, is: 'most' },
  }),
  comparison({
    name: 'rejected-requests',
    title: 'Rejected requests',
    subject: 'a rejected sale that is stored',
    baseline: 'the same with `REJECTED_REQUESTS_KEPT=0`',
    measure: (settings) => measureRejectedRequests(settings),
    ratio: (subject, baseline) => subject.ratePerSecond / baseline.ratePerSecond,
    target: { at: 0.95, is: 'least' },
  }),
  comparison({
    name: 'rejected-response-time',
    title: 'Response time of rejected requests',
    subject: 'a rejected sale that is stored, 2,000 per second from 200 clients',
    baseline: 'the same with `REJECTED_REQUESTS_KEPT=0`',
    measure: (settings) => measureRejectedRequests({ ...settings, connections: 200 }, { perSecond: 2_000 }),
    ratio: (subject, baseline) => subject.p50Ms / baseline.p50Ms,
    target: { at: 1.05, is: 'most' },
  }),
  { name: 'overload', title: 'Overload', measure: measureOverload },
  { name: 'embedded', title: 'Sales on the embedded database', measure: measureEmbedded },
  { name: 'slow-clients', title: 'Sales with slow clients', measure: measureSlowClients },
  { name: 'partners-many', title: 'A program with 10,000 partners', measure: measureManyPartners },
  { name: 'growth', title: 'Reads with few and many commissions', measure: measureGrowth },
  { name: 'sizes', title: 'Sizes', measure: measureSizes },
  { name: 'starts', title: 'Start time', measure: measureStartTimes },
  { name: 'budget', title: 'Throughput of one machine', measure: measureBudget },
]

function comparison({
  name,
  title,
  subject,
  baseline,
  measure,
  ratio,
  target,
}: Omit<Part, 'measure'> & {
  /** A function if it depends on the settings. */
  subject: string | ((settings: Settings) => string)
  baseline: string
  measure: (settings: Settings) => Promise<Comparison>
  ratio: (subject: Measurement, baseline: Measurement) => number
  target: Target
}): Part {
  return {
    name,
    title,
    measure: async (settings) => {
      const names = { baseline, subject: typeof subject === 'string' ? subject : subject(settings) }
      return comparisonTable(names, await measure(settings), ratio, target)
    },
  }
}
