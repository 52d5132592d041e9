import { once } from 'node:events'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { Deps } from '../core/deps.ts'
import { StartError } from '../core/errors/start-error.ts'
import { retentionLimits } from '../operations/retention/limits.ts'
import type { ArchiveLocation, RetentionRun } from '../operations/retention/retention.ts'
import { addCommand, FAILED, parseProgramId, type Terminal } from './terminal.ts'
import { withDeps } from './work.ts'

/** Adds `affiliate retention run`, `status`, `verify` and `read` (docs/retention.md). */
export function addRetentionCommands(program: Command, terminal: Terminal): void {
  const retention = program.command('retention').description('Archive old clicks and inspect the archives.')
  addRun(retention, terminal)
  addStatus(retention, terminal)
  addVerify(retention, terminal)
  addRead(retention, terminal)
}

function addRun(retention: Command, { environment, print, fail }: Terminal) {
  addCommand(
    retention,
    'run',
    'Archive and delete clicks that are due. The service also does this on its own.',
  )
    .option('--dry-run', 'Show what would be archived and deleted, without changing anything')
    .action(({ dryRun = false }: { dryRun?: boolean }) =>
      withDeps(environment, 'there', async (deps) => {
        const { openArchiveLocation, planRetention, runRetention } = await loadRetention()
        if (dryRun) {
          const months = await planRetention(deps)
          return print({ months }, planText(months))
        }
        const run = await runRetention({
          deps,
          openLocation: (mayWrite) => openArchiveLocation(deps.config, environment, mayWrite),
        })
        if (run === undefined)
          throw new StartError(
            `Another process is archiving clicks, or was killed less than ${retentionLimits.retentionLeaseMs / 1000} seconds ago. Try again in a minute.`,
          )
        if (run.faults.length > 0) fail(FAILED)
        print(run, runText(run))
      }),
    )
}

function addStatus(retention: Command, { environment, print }: Terminal) {
  addCommand(
    retention,
    'status',
    'Show how long clicks are kept, which are due, and what was removed.',
  ).action(() =>
    withDeps(environment, 'there', async (deps) => {
      const { reportRetention } = await loadRetention()
      const report = await reportRetention(deps)
      print(report, statusText(report))
    }),
  )
}

function addVerify(retention: Command, { environment, print, fail }: Terminal) {
  addCommand(
    retention,
    'verify',
    'Verify every archive: manifests, checksums and rows. Exits 1 if one is missing or was changed.',
  )
    .option('--program <id>', 'Only this program; all programs by default', parseProgramId)
    .action((options: { program?: number }) =>
      withDeps(environment, 'there', async (deps) => {
        const { verifyArchives } = await loadRetention()
        const { archives, faults } = await verifyArchives(
          deps,
          await findArchiveLocation(deps, environment),
          options.program,
        )
        if (faults.length > 0) fail(FAILED)
        const lines = faults.map(({ name, place, fault }) => `${name} in ${place}: ${fault}`)
        print(
          { archives, faults },
          lines.length > 0
            ? lines.join('\n')
            : `${archives === 1 ? '1 archive is' : `${archives} archives are`} intact.`,
        )
      }),
    )
}

interface ReadOptions {
  program: number
  month: string
  part?: number
}

function addRead(retention: Command, { environment }: Terminal) {
  retention
    .command('read')
    .description('Write an archive’s rows to stdout as CSV, decrypted and verified.')
    .requiredOption('--program <id>', 'Program', parseProgramId)
    .requiredOption('--month <yyyy-mm>', 'Month', parseMonth)
    .option('--part <number>', 'Archive part number (for months with late clicks)', parsePart)
    .action(({ program, month, part = 1 }: ReadOptions) =>
      withDeps(environment, 'there', async (deps) => {
        const { archiveName, openArchive, openArchiveLocation, readArchiveCsv } = await loadRetention()
        const location = await openArchiveLocation(deps.config, environment)
        if (location.kind === 'none')
          throw new StartError('ARCHIVE_TO is set to none, so there are no archives.')
        const name = archiveName(program, month, part)
        const archive = await openArchive(location, name)
        if (archive === undefined) throw new StartError(`${location.store.location} has no archive ${name}.`)
        for await (const bytes of readArchiveCsv(archive)) {
          if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
        }
      }),
    )
}

/** Returns the archive location. If there is none, every archive is reported as stored elsewhere. */
async function findArchiveLocation(
  { config }: Deps,
  environment: NodeJS.ProcessEnv,
): Promise<ArchiveLocation | undefined> {
  const { openArchiveLocation } = await loadRetention()
  return config.archiveTo === undefined ? undefined : openArchiveLocation(config, environment)
}

async function loadRetention() {
  const [name, location, plan, read, report, run, verify] = await Promise.all([
    import('../operations/retention/archive-name.rule.ts'),
    import('../operations/retention/open-archive-location.flow.ts'),
    import('../operations/retention/plan-retention.flow.ts'),
    import('../operations/retention/read-click-archive.flow.ts'),
    import('../operations/retention/report-retention.flow.ts'),
    import('../operations/retention/run-retention.flow.ts'),
    import('../operations/retention/verify-archives.flow.ts'),
  ])
  return { ...name, ...location, ...plan, ...read, ...report, ...run, ...verify }
}

type RetentionState = Awaited<ReturnType<typeof loadRetention>>

function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Must be a month such as 2025-01.')
}

function parsePart(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be a part number, starting at 1.')
}

function planText(months: Awaited<ReturnType<RetentionState['planRetention']>>): string {
  if (months.length === 0) return 'Nothing is due.'
  return months
    .map(({ month, dropsPartition, programs }) => {
      const counts = programs.map(
        ({ programId, clicks, testClicks }) =>
          `program ${programId} (${clicks} clicks${testClicks === 0 ? '' : ` and ${testClicks} test clicks`})`,
      )
      const clicks = counts.length === 0 ? 'no clicks' : counts.join(', ')
      return `${month}: ${clicks}${dropsPartition ? '; drops the whole partition' : ''}`
    })
    .join('\n')
}

function runText({ archived, dropped, busy, faults }: RetentionRun): string {
  const lines = [
    ...archived.map(
      ({ archive, clicks, testClicks }) => `Archived ${clicks + testClicks} clicks as ${archive}.`,
    ),
    ...dropped.map(({ month, programs, partition }) =>
      partition ? `Dropped the partition for ${month}.` : `Deleted ${month} of ${programs.join(', ')}.`,
    ),
    ...busy.map((month) => `The partition for ${month} is in use. The next run will drop it.`),
    ...faults,
  ]
  return lines.length === 0 ? 'Nothing is due.' : lines.join('\n')
}

function statusText(report: Awaited<ReturnType<RetentionState['reportRetention']>>): string {
  const { months, archiveTo, programs } = report
  const retentionText = (count: number | null) =>
    count === null ? 'forever' : `${count} ${count === 1 ? 'month' : 'months'}`
  return [
    `Clicks are kept ${retentionText(months)}. Archives: ${archiveTo ?? 'none (ARCHIVE_TO is not set)'}.`,
    ...programs.map(({ programId, ownMonths, before, waiting, gone }) => {
      const own = ownMonths === null ? '' : ` (program setting: ${retentionText(ownMonths)})`
      const deletionText =
        before === null ? 'keeps clicks forever' : `clicks before ${before.slice(0, 10)} are due`
      const parts = [
        waiting.length === 0 ? undefined : `waiting: ${waiting.join(', ')}`,
        gone.length === 0 ? undefined : `gone: ${gone.map(({ month }) => month).join(', ')}`,
      ].filter((part) => part !== undefined)
      return `program ${programId}: ${deletionText}${own}${parts.map((part) => `; ${part}`).join('')}`
    }),
  ].join('\n')
}
