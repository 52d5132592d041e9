import { existsSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import type { Deps } from '../core/deps.ts'
import type { ServiceCommand } from '../core/processes/control-socket.ts'
import type { DatabaseExpectation } from '../open-deps.ts'

/**
 * The work that a running service can do for a command, by its name on the control socket. The code is only loaded if
 * this process does the work itself.
 */
export const WORK = {
  data_subject_count: async () => (await loadDataSubjectWork()).COUNT_DATA_SUBJECT_ROWS,
  data_subject_erase: async () => (await loadDataSubjectWork()).ERASE_DATA_SUBJECT,
  data_subject_export: async () => (await loadDataSubjectWork()).EXPORT_DATA_SUBJECT,
  explain: async () => (await import('../reports/explain/explain-command.flow.ts')).EXPLAIN,
  list_click_archives: async () =>
    (await import('../operations/retention/list-click-archives.flow.ts')).LIST_CLICK_ARCHIVES,
  reconcile: async () =>
    (await import('../tracking/reconciliation/reconcile-command.flow.ts')).RECONCILE_MONTH,
  simulate: async () => (await import('../operations/sandbox/simulate-command.flow.ts')).SIMULATE_YEAR,
  verify: async () => (await import('../reports/performance/reconcile.flow.ts')).RECONCILE,
}

const loadDataSubjectWork = () => import('../operations/data-subjects/data-subject-commands.flow.ts')

type Work = typeof WORK
type WorkName = keyof Work
type NamedWork<Name extends WorkName> = Awaited<ReturnType<Work[Name]>>
type WorkInput<Name extends WorkName> = Static<NamedWork<Name>['input']>
type WorkResult<Name extends WorkName> =
  NamedWork<Name> extends ServiceCommand<TSchema, infer Result> ? Result : never

/** Does the work in this process, or in the running service, because only one process can open the embedded database. */
export async function doWork<Name extends WorkName>(
  environment: NodeJS.ProcessEnv,
  name: Name,
  input: WorkInput<Name>,
): Promise<WorkResult<Name>> {
  const { readConfig } = await import('../core/config/config.ts')
  const { databaseUrl, dataDir } = readConfig(environment)
  // Locking would create a missing folder.
  if (databaseUrl === undefined && existsSync(dataDir)) {
    const { tryLockDataDir } = await import('../core/database/data-dir-lock.ts')
    const unlock = tryLockDataDir(dataDir)
    if (unlock === undefined) {
      const { callByName } = await import('../core/processes/control-socket.ts')
      return callByName<WorkResult<Name>>(dataDir, name, input)
    }
    unlock()
  }
  const { openDeps } = await import('../open-deps.ts')
  const { admin, close } = await openDeps(environment, { wanted: 'there' })
  // safe because the input has the type of this command
  const work = (await WORK[name]()) as unknown as ServiceCommand<NamedWork<Name>['input'], WorkResult<Name>>
  return work.run(admin, input).finally(close)
}

export async function withDeps(
  environment: NodeJS.ProcessEnv,
  expectation: DatabaseExpectation,
  runTask: (deps: Deps) => Promise<void>,
) {
  const { openDeps } = await import('../open-deps.ts')
  const { admin, close } = await openDeps(environment, { wanted: expectation })
  try {
    await runTask(admin)
  } finally {
    await close()
  }
}
