import { type Command, InvalidArgumentError, Option } from 'commander'
import { StartError } from '../core/errors/start-error.ts'
import { isCalendarDay } from '../core/time/calendar-day.rule.ts'
import type { ArchivedMonths } from '../operations/retention/click-archives.sql.ts'
import { rebuildSummary } from '../statistics/rebuild-summary.rule.ts'
import { addCommand, differenceText, FAILED, parseProgramId, type Terminal } from './terminal.ts'
import { doWork, withDeps } from './work.ts'

export function addStats(program: Command, terminal: Terminal) {
  const stats = program.command('stats').description('Verify or rebuild the daily statistics.')
  addVerify(stats, terminal)
  addRebuild(stats, terminal)
}

function addVerify(stats: Command, { environment, print, fail }: Terminal) {
  addCommand(
    stats,
    'verify',
    'Compare the daily statistics with events, and amounts with the rows they are computed from. Exits 1 if they differ.',
  )
    .addOption(programOption())
    .action(async (options: { program?: number }) => {
      const input = options.program === undefined ? {} : { programId: options.program }
      const { programs, differences, moneyDifferences } = await doWork(environment, 'verify', input)
      const { moneyDifferenceText } = await import('../reports/performance/verify-money.flow.ts')
      const lines = [...differences.map(differenceText), ...moneyDifferences.map(moneyDifferenceText)]
      if (lines.length > 0) fail(FAILED)
      print(
        { programs: programs.length, differences, moneyDifferences },
        lines.length === 0 ? reconciledText(programs) : lines.join('\n'),
      )
    })
}

function addRebuild(stats: Command, { environment, print }: Terminal) {
  addCommand(stats, 'rebuild', 'Recalculate the daily statistics from events.')
    .addOption(programOption())
    .addOption(
      new Option('--day <date>', 'Only this day in the program’s time zone, e.g. 2026-03-31').argParser(
        parseDay,
      ),
    )
    .action((options: { program?: number; day?: string }, command: Command) => {
      const { program, day } = options
      if (program === undefined && day !== undefined) command.error('error: --day requires --program.')
      return withDeps(environment, 'there', async (deps) => {
        const [{ commandActor, contextWithActor }, { rebuildStatistics }, { listArchivedMonths }] =
          await Promise.all([
            import('../core/database/transaction.ts'),
            import('../statistics/rebuild-statistics.flow.ts'),
            import('../operations/retention/click-archives.sql.ts'),
          ])
        const { database } = contextWithActor(deps, commandActor('command.stats_rebuild', deps.clock))
        const rebuilt = await rebuildStatistics(database, program, day)
        const ids = rebuilt.map(({ program_id }) => program_id)
        requireProgram(program, ids)
        const months = await listArchivedMonths(database.kysely, program)
        const archived = months.filter(({ first, last }) => day === undefined || isBetween(first, day, last))
        const lines = [rebuildSummary(rebuilt, day), ...archived.map(archivedText)]
        print(
          { programs: ids.length, ...(day === undefined ? {} : { day }), rebuilt, archived },
          lines.join('\n'),
        )
      })
    })
}

function isBetween(first: string, day: string, last: string): boolean {
  const month = day.slice(0, 'yyyy-mm'.length)
  return first <= month && month <= last
}

function parseDay(text: string): string {
  if (isCalendarDay(text)) return text
  throw new InvalidArgumentError('Must be a date such as 2026-03-31.')
}

function programOption(): Option {
  return new Option('--program <id>', 'Only this program; all programs by default').argParser(parseProgramId)
}

function requireProgram(programId: number | undefined, found: number[]) {
  if (programId !== undefined && found.length === 0) throw new StartError(`There is no program ${programId}.`)
}

function archivedText({ program_id, first, last }: ArchivedMonths): string {
  const months = first === last ? first : `${first} to ${last}`
  return `program ${program_id}: clicks from ${months} are archived and were counted from their stored totals.`
}

function reconciledText(programs: number[]): string {
  if (programs.length === 0) return 'There are no programs to compare.'
  const count = programs.length === 1 ? '1 program' : `${programs.length} programs`
  return `The statistics of ${count} match their events, and amounts add up.`
}
