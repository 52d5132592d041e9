import type { Command } from 'commander'
import { migratedText } from '../core/database/schema-version.rule.ts'
import { type NewSecretOptions, newSecretText, readNewSecret } from './new-secret.ts'
import { acceptNewSecret, addCommand, type Terminal } from './terminal.ts'

export function addMigrate(program: Command, { environment, print }: Terminal) {
  addCommand(
    program,
    'migrate',
    'Migrate the database to the latest schema. The service also does this when it starts.',
  )
    .option('--citus', 'Distribute tables across the Citus cluster (safe to re-run)')
    .addOption(acceptNewSecret())
    .option(
      '--previous-secret-file <file>',
      'With --accept-new-secret: file with the previous APP_SECRET, to re-encrypt stored values',
    )
    .action(async ({ citus = false, ...options }: NewSecretOptions & { citus?: boolean }) => {
      const newSecret = await readNewSecret(options)
      const { openDeps } = await import('../open-deps.ts')
      const opened = await openDeps(environment, { newSecret })
      const { admin, migrated, replacedSecret, close } = opened
      const secretText = newSecretText(opened, newSecret)
      const lines = [migratedText(migrated), ...(secretText === undefined ? [] : [secretText])]
      const done = { migrated, ...(replacedSecret === undefined ? {} : { replacedSecret }) }
      try {
        if (!citus) return print(done, lines.join('\n'))
        const { distribute } = await import('../core/database/distribute.ts')
        const { tables, leftOut: restoredLater } = await distribute(admin.database)
        print(
          { ...done, distributed: tables, leftOut: restoredLater },
          [...lines, ...distributedText(tables, restoredLater)].join('\n'),
        )
      } finally {
        await close()
      }
    })
}

function distributedText(tables: string[], restoredLater: string[]): string[] {
  const summary =
    tables.length === 0
      ? 'All tables are already distributed.'
      : `Distributed ${tables.length} tables: ${tables.join(', ')}.`
  if (restoredLater.length === 0) return [summary]
  return [
    summary,
    `Skipped ${restoredLater.length} foreign keys that a cluster does not support: ${restoredLater.join(', ')}. ` +
      '`affiliate stats verify` checks them instead.',
  ]
}
