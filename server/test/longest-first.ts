import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest of each project, the longest first, as a run of the whole suite tells at its end. */
const LONGEST = [
  'dashboard/test/every-page.browser.test.ts',
  'dashboard/test/money.browser.test.ts',
  'dashboard/test/settings.browser.test.ts',
  'dashboard/test/overview.browser.test.ts',
  'dashboard/test/portal.browser.test.ts',
  'dashboard/test/signing-in.browser.test.ts',
  'dashboard/test/partners.browser.test.ts',
  'sdk/test/package.slow.test.ts',
  'server/test/backup/backup.slow.test.ts',
  'server/test/platform/workers-replaced.slow.postgres.test.ts',
  'server/test/platform/workers.slow.postgres.test.ts',
  'server/test/setup/command-line.slow.embedded.test.ts',
  'server/test/platform/database-faults.slow.postgres.test.ts',
  'server/test/platform/loop-delay.slow.embedded.test.ts',
  'server/test/doctor/doctor.slow.test.ts',
  'server/test/platform/migrations.test.ts',
  'server/test/platform/two-processes.slow.postgres.test.ts',
  'server/test/accountant/accountant.test.ts',
  'server/test/person/erase-person.test.ts',
  'server/test/person/person-commands.slow.test.ts',
  'server/test/retention/retention-kill-nine.slow.test.ts',
  'server/test/mail/sending.test.ts',
  'sdk/test/client.test.ts',
  'server/test/webhooks/webhooks-kill-nine.slow.test.ts',
  'server/test/retention/archive-races.slow.postgres.test.ts',
  'server/test/platform/embedded-faults.slow.embedded.test.ts',
  'server/test/backup/hold.slow.test.ts',
  'server/test/processor/processor-two-reporters.test.ts',
  'server/test/claims/ask.test.ts',
  'server/test/tracking/kill-nine.slow.test.ts',
  'server/test/sign-in/who-gets-in.test.ts',
  'server/test/setup/bundle-fresh.slow.embedded.test.ts',
  'server/test/setup/package.slow.embedded.test.ts',
  'server/test/statistics/link-stats-property.test.ts',
]

/**
 * A long file that begins last leaves the other workers without work. vitest knows how long files take only where it
 * ran them before; elsewhere it goes by their size, which says little of a file that starts processes.
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
