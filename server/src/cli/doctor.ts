import type { Command } from 'commander'
import { unknownSchema } from '../core/database/schema-version.rule.ts'
import type { Finding } from '../operations/doctor/doctor.ts'
import type { DoctorContext } from '../operations/doctor/run-doctor.flow.ts'
import type { MigrationLocks } from '../operations/doctor/statement-lock.rule.ts'
import { addCommand, FAILED, type Terminal } from './terminal.ts'

export function addDoctor(program: Command, { environment, print, fail }: Terminal) {
  addCommand(
    program,
    'doctor',
    'Check settings, database, disk, jobs, webhooks and the public address. Exits 1 if a check fails.',
  ).action(async () => {
    const { runDoctor } = await import('../operations/doctor/run-doctor.flow.ts')
    const findings = await runDoctor(await openDoctorContext(environment))
    if (findings.some(({ severity }) => severity === 'failed')) fail(FAILED)
    print({ findings }, findings.map(findingText).join('\n'))
  })
}

export function addUpgrade(program: Command, { environment, print, fail }: Terminal) {
  addCommand(program, 'upgrade', 'Show which tables the pending migrations would lock, and for how long.')
    .requiredOption('--check', 'Only check, without changing anything')
    .action(async () => {
      const { estimateMigrationLocks, readSettings, readReport } = await import(
        '../operations/doctor/run-doctor.flow.ts'
      )
      const context = await openDoctorContext(environment)
      const source = await readReport(context, readSettings(context).config)
      if (source.kind === 'none') {
        if (source.finding.severity === 'failed') fail(FAILED)
        return print({ finding: source.finding }, findingText(source.finding))
      }
      const { unknown } = source.report.migrations
      if (unknown.length > 0) fail(FAILED)
      const migrations = estimateMigrationLocks(source.report)
      print({ migrations, unknown }, upgradeText(migrations, unknown))
    })
}

async function openDoctorContext(environment: NodeJS.ProcessEnv): Promise<DoctorContext> {
  const [{ readStoredSecret }, { systemClock, systemIds }, { openServerUnmigrated }] = await Promise.all([
    import('../core/config/secret-file.ts'),
    import('../core/deps.ts'),
    import('../open-deps.ts'),
  ])
  return {
    environment,
    storedSecret: readStoredSecret,
    clock: systemClock,
    ids: systemIds,
    openServer: openServerUnmigrated,
  }
}

const MARKS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ', unknown: 'unknown' }

function findingText({ check, severity, found, remedy }: Finding): string {
  const line = `${MARKS[severity]}  ${check}: ${found}`
  return remedy === undefined ? line : `${line}\n           → ${remedy}`
}

const KEPT = {
  nothing: 'changed rows are locked',
  writes: 'writes are blocked',
  everything: 'reads and writes are blocked',
}

const WORST_CASE_NOTE = ', if the condition matches every row'

function upgradeText(migrations: MigrationLocks[], unknown: string[]): string {
  if (unknown.length > 0) {
    const { message, remedy } = unknownSchema(unknown)
    return `${message} ${remedy}`
  }
  if (migrations.length === 0) return 'The schema is up to date: no locks.'
  const total = migrations.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    ...migrations.flatMap(({ name, locks, seconds }) => [
      `${name}: ${locks.length === 0 ? 'locks no existing table' : `about ${time(seconds)}`}`,
      ...locks.map(
        (lock) =>
          `  ${lock.table}: ${KEPT[lock.keeps]}, up to ${time(lock.seconds)}${lock.changesAllRows ? WORST_CASE_NOTE : ''}`,
      ),
    ]),
    `Total: about ${time(total)}, estimated from table sizes; longer on slow disks. The service is down while migrations run. Back up first.`,
  ].join('\n')
}

function time(seconds: number): string {
  if (seconds < 1) return 'a second'
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
