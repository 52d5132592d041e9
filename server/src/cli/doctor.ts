import type { Command } from 'commander'
import { keptSecret } from '../core/config/secret-file.ts'
import { unknownSchema } from '../core/database/schema-version.rule.ts'
import { systemClock, systemIds } from '../core/deps.ts'
import { openServerAsItIs } from '../open-deps.ts'
import type { Finding } from '../operations/doctor/doctor.ts'
import type { MigrationLocks } from '../operations/doctor/statement-lock.rule.ts'
import { addCommand, FAILED, type Terminal } from './terminal.ts'

export function addDoctor(program: Command, { environment, print, fail }: Terminal) {
  addCommand(
    program,
    'doctor',
    'Look at settings, database, disk, jobs, webhooks and the public address. Exit code 1 when something is broken.',
  ).action(async () => {
    const { runDoctor } = await import('../operations/doctor/run-doctor.flow.ts')
    const findings = await runDoctor(contextOf(environment))
    if (findings.some(({ severity }) => severity === 'failed')) fail(FAILED)
    print({ findings }, findings.map(findingWords).join('\n'))
  })
}

export function addUpgrade(program: Command, { environment, print, fail }: Terminal) {
  addCommand(program, 'upgrade', 'Say what the migrations of this version would lock, and for how long.')
    .requiredOption('--check', 'change nothing: look and say')
    .action(async () => {
      const { locksOf, readSettings, reportOf } = await import('../operations/doctor/run-doctor.flow.ts')
      const context = contextOf(environment)
      const asked = await reportOf(context, readSettings(context).config)
      if (asked.kind === 'none') {
        if (asked.finding.severity === 'failed') fail(FAILED)
        return print({ finding: asked.finding }, findingWords(asked.finding))
      }
      const { unknown } = asked.report.migrations
      if (unknown.length > 0) fail(FAILED)
      const migrations = locksOf(asked.report)
      print({ migrations, unknown }, upgradeWords(migrations, unknown))
    })
}

function contextOf(environment: NodeJS.ProcessEnv) {
  return {
    environment,
    keptSecret,
    clock: systemClock,
    ids: systemIds,
    openServer: openServerAsItIs,
  }
}

const MARKS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ', unknown: 'unknown' }

function findingWords({ check, severity, found, todo }: Finding): string {
  const line = `${MARKS[severity]}  ${check}: ${found}`
  return todo === undefined ? line : `${line}\n           → ${todo}`
}

const KEPT = {
  nothing: 'rows that it changes wait',
  writes: 'writes wait, reads go on',
  everything: 'reads and writes wait',
}

const OF_ALL_ROWS = ', if a change of some rows finds all of them'

function upgradeWords(migrations: MigrationLocks[], unknown: string[]): string {
  if (unknown.length > 0) {
    const { words, todo } = unknownSchema(unknown)
    return `${words} ${todo}`
  }
  if (migrations.length === 0) return 'The schema is up to date: nothing would be locked.'
  const total = migrations.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    ...migrations.flatMap(({ name, locks, seconds }) => [
      `${name}: ${locks.length === 0 ? 'locks no table that is there' : `about ${time(seconds)}`}`,
      ...locks.map(
        (lock) =>
          `  ${lock.table}: ${KEPT[lock.keeps]}, up to ${time(lock.seconds)}${lock.isOfAllRows ? OF_ALL_ROWS : ''}`,
      ),
    ]),
    `All of it: about ${time(total)}, by the sizes of the tables; a slow disk takes longer. The service is stopped meanwhile in any case. Back up first.`,
  ].join('\n')
}

function time(seconds: number): string {
  if (seconds < 1) return 'a second'
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
