import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each project's slowest test files, slowest first. */
const LONGEST = [
  'dashboard/test/money.browser.test.ts',
  'dashboard/test/settings.browser.test.ts',
  'dashboard/test/overview.browser.test.ts',
  'dashboard/test/portal.browser.test.ts',
  'dashboard/test/new-user.browser.test.ts',
  'dashboard/test/sign-in.browser.test.ts',
  'dashboard/test/partners.browser.test.ts',
  'dashboard/test/every-page.slow.browser.test.ts',
  'server/test/accountant/many-histories.slow.test.ts',
  'server/test/operations/backup/backup.slow.test.ts',
  'server/test/operations/setup/command-line.slow.embedded.test.ts',
  'server/test/tracking/requests/request-counters.slow.test.ts',
  'server/test/core/loop-delay.slow.embedded.test.ts',
  'server/test/operations/retention/archive-clicks.slow.test.ts',
  'server/test/operations/doctor/doctor.slow.test.ts',
  'server/test/workspace/audit/every-change.slow.test.ts',
  'server/test/reports/performance/verify-money.slow.test.ts',
  'server/test/core/workers-replaced.slow.postgres.test.ts',
  'server/test/core/workers.slow.postgres.test.ts',
  'server/test/core/two-processes.slow.postgres.test.ts',
  'server/test/core/database-faults.slow.postgres.test.ts',
  'sdk/test/package.slow.test.ts',
  'server/test/operations/backup/hold.slow.test.ts',
  'server/test/tracking/processors/adapters-property.slow.test.ts',
  'server/test/tracking/processors/payment-tax.slow.test.ts',
  'server/test/tracking/processors/adapters.test.ts',
  'server/test/tracking/reconciliation/site-lists.test.ts',
  'server/test/accountant/accountant.test.ts',
  'server/test/operations/data-subjects/erase-data-subject.test.ts',
  'server/test/tracking/reconciliation/reconciliation.test.ts',
  'server/test/partners/portal-access/sign-in.test.ts',
  'server/test/operations/backup/archive.test.ts',
  'server/test/core/hostile-input.test.ts',
  'server/test/earnings/payouts/payouts.test.ts',
  'server/test/tracking/processors/processor-shared-payments.test.ts',
  'server/test/partners/onboarding/applications.test.ts',
  'server/test/notifications/mail/partner-news.test.ts',
  'server/test/core/migrations.test.ts',
  'server/test/operations/sandbox/simulate.test.ts',
]

/**
 * Starts slow files first, so that none runs alone at the end. Without recorded durations, vitest sorts by file size
 * only.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const toRank = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      return rank === -1 ? LONGEST.length : rank
    }
    // Keeps a project's files together, because a worker keeps the modules it has loaded.
    return sorted.sort(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || toRank(a) - toRank(b),
    )
  }
}
