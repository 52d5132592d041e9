import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files of each project that take longest, the longest first. */
const LONGEST = [
  'dashboard/test/every-page.browser.test.ts',
  'dashboard/test/money.browser.test.ts',
  'dashboard/test/settings.browser.test.ts',
  'dashboard/test/overview.browser.test.ts',
  'dashboard/test/portal.browser.test.ts',
  'dashboard/test/signing-in.browser.test.ts',
  'dashboard/test/partners.browser.test.ts',
  'server/test/accountant/many-histories.slow.test.ts',
  'server/test/backup/backup.slow.test.ts',
  'server/test/setup/command-line.slow.embedded.test.ts',
  'server/test/calls/ledger.slow.test.ts',
  'server/test/platform/loop-delay.slow.embedded.test.ts',
  'server/test/retention/archive-clicks.slow.test.ts',
  'server/test/doctor/doctor.slow.test.ts',
  'server/test/audit/every-change.slow.test.ts',
  'server/test/reporting/verify-money.slow.test.ts',
  'server/test/platform/workers-replaced.slow.postgres.test.ts',
  'server/test/platform/workers.slow.postgres.test.ts',
  'server/test/platform/two-processes.slow.postgres.test.ts',
  'server/test/platform/database-faults.slow.postgres.test.ts',
  'sdk/test/package.slow.test.ts',
  'server/test/backup/hold.slow.test.ts',
  'server/test/accountant/accountant.test.ts',
  'server/test/partner-access/sign-in.test.ts',
  'server/test/payouts/payouts.test.ts',
  'server/test/claims/claims.test.ts',
  'server/test/partners/import-partners.test.ts',
  'server/test/joining/applications.test.ts',
  'server/test/invoices/invoices.test.ts',
  'server/test/person/erase-person.test.ts',
  'server/test/accounts/manage-members.test.ts',
  'sdk/test/resources.test.ts',
]

/**
 * Starts long files first: one that starts last leaves the other workers idle. vitest knows durations only where it has
 * run the files before; elsewhere it goes by their size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      return rank === -1 ? LONGEST.length : rank
    }
    // Files of one project stay together: a worker keeps what it has loaded.
    return sorted.sort(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rankOf(a) - rankOf(b),
    )
  }
}
