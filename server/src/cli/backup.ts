import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { newSecretConsequences, SecretError } from '../core/config/app-secret.rule.ts'
import { limits } from '../core/config/limits.ts'
import { migratedText } from '../core/database/schema-version.rule.ts'
import type { CreatedBackup } from '../operations/backup/create-backup.flow.ts'
import type { RestoredBackup } from '../operations/backup/restore-backup.flow.ts'
import { acceptNewSecret, addCommand, differenceText, FAILED, type Terminal } from './terminal.ts'

interface BackupOptions {
  to: string
  keep?: number
  passphraseFile?: string
}

export function addBackup(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'backup', 'Back up the database to a folder or S3 while the service runs.')
    .requiredOption('--to <location>', 'Where to store the backup: a folder or s3://bucket/prefix')
    .option('--keep <number>', 'Number of backups to keep; older ones are deleted', parseKeep)
    .option(
      '--passphrase-file <file>',
      'File with the passphrase that encrypts the backup (or set BACKUP_PASSPHRASE)',
    )
    .addHelpText(
      'after',
      `\nWithout a passphrase, the backup isn't encrypted and doesn't contain APP_SECRET.`,
    )
    .action(async ({ to, keep, passphraseFile }: BackupOptions) => {
      const {
        createBackup,
        openServerUnmigrated,
        openStore,
        pruneBackups,
        readConfig,
        readPassphrase,
        readStoredSecret,
        secretPath,
        systemClock,
        systemIds,
      } = await loadBackups()
      let secretFile: string | undefined
      const config = readConfig(environment, ({ dataDir }) => {
        secretFile = resolve(secretPath(dataDir))
        return requireKeptSecret(readStoredSecret(dataDir), secretFile)
      })
      const passphrase = await readPassphrase(environment, passphraseFile)
      const store = await openStore(to, environment)
      const backup = await createBackup({
        config,
        store,
        passphrase,
        secretFile,
        clock: systemClock,
        ids: systemIds,
        openServer: () => openServerUnmigrated(config),
      })
      const removed = await pruneBackups(store, keep, systemClock.now())
      print({ ...backup, removed }, backupText(backup, removed))
    })
}

/** A backup depends on the service's secret, so this command must not create a new one. */
function requireKeptSecret(secret: string | undefined, file: string): string {
  if (secret !== undefined) return secret
  throw new SecretError(
    'missing_secret',
    `APP_SECRET is not set, and there is no file ${file}. Run this command with the service’s settings.`,
  )
}

interface RestoreOptions {
  from: string
  backup?: string
  passphraseFile?: string
  secretFile?: string
  acceptNewSecret?: boolean
}

export function addRestore(program: Command, { environment, print, fail }: Terminal) {
  addCommand(
    program,
    'restore',
    'Restore a backup into an empty database, then migrate and verify the database. Exits 1 if the verification fails.',
  )
    .requiredOption('--from <location>', 'Where backups are stored: a folder or s3://bucket/prefix')
    .option('--backup <name>', 'Name of the backup; the newest by default')
    .option('--passphrase-file <file>', 'File with the backup’s passphrase (or set BACKUP_PASSPHRASE)')
    .option('--secret-file <file>', 'New file for the backup’s APP_SECRET')
    .addOption(acceptNewSecret())
    .action(async (options: RestoreOptions) => {
      const {
        createTemporarySecret,
        moneyDifferenceText,
        openServerUnmigrated,
        openStore,
        readConfig,
        readPassphrase,
        restoreBackup,
        systemClock,
      } = await loadBackups()
      const appSecret = environment.APP_SECRET?.trim() || undefined
      // Restoring signs nothing, so the secret isn't needed yet.
      const config = readConfig({ ...environment, APP_SECRET: appSecret ?? createTemporarySecret() })
      const restored = await restoreBackup({
        config,
        store: await openStore(options.from, environment),
        name: options.backup,
        passphrase: await readPassphrase(environment, options.passphraseFile),
        appSecret,
        secretFile: options.secretFile,
        acceptsNewSecret: options.acceptNewSecret ?? false,
        clock: systemClock,
        openServer: () => openServerUnmigrated(config),
      })
      if (restored.differences.length + restored.moneyDifferences.length > 0) fail(FAILED)
      const differences = [
        ...restored.differences.map(differenceText),
        ...restored.moneyDifferences.map(moneyDifferenceText),
      ]
      print(restored, restoreText(restored, differences))
    })
}

async function loadBackups() {
  const [config, secret, deps, opened, money, create, restore, store, prune, passphrase] = await Promise.all([
    import('../core/config/config.ts'),
    import('../core/config/secret-file.ts'),
    import('../core/deps.ts'),
    import('../open-deps.ts'),
    import('../reports/performance/verify-money.flow.ts'),
    import('../operations/backup/create-backup.flow.ts'),
    import('../operations/backup/restore-backup.flow.ts'),
    import('../operations/backup/open-store.adapter.ts'),
    import('../operations/backup/prune-backups.flow.ts'),
    import('../operations/backup/passphrase.flow.ts'),
  ])
  return {
    ...config,
    ...secret,
    ...deps,
    ...opened,
    ...money,
    ...create,
    ...restore,
    ...store,
    ...prune,
    ...passphrase,
  }
}

function parseKeep(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= limits.backupsKept) return number
  throw new InvalidArgumentError(`Must be an integer between 1 and ${limits.backupsKept}.`)
}

function backupText(backup: CreatedBackup, removed: string[]): string {
  return [
    `Backed up to ${backup.location}: ${backup.name} (${backup.engine}, ${backup.bytes} bytes, ${backup.isEncrypted ? 'encrypted' : 'not encrypted'}).`,
    backup.hasAppSecret
      ? 'The backup contains APP_SECRET. Store the passphrase elsewhere: the backup is useless without it.'
      : `WARNING: THE BACKUP DOES NOT CONTAIN APP_SECRET, because it is not encrypted. Store APP_SECRET elsewhere. Without it, ${newSecretConsequences({ isPreviousKnown: false })}.`,
    ...(removed.length === 0 ? [] : [`Deleted ${removed.join(', ')}.`]),
  ].join('\n')
}

function restoreText(restored: RestoredBackup, differences: string[]): string {
  const { name, madeAt, engine, migrated, mailsWithdrawn, deliveriesWithdrawn, programs } = restored
  return [
    `Restored ${name} (${engine}) with everything acknowledged by ${madeAt}.`,
    migratedText(migrated),
    secretText(restored),
    ...(mailsWithdrawn + deliveriesWithdrawn === 0
      ? []
      : [
          `Canceled pending messages (mails: ${mailsWithdrawn}, webhook deliveries: ${deliveriesWithdrawn}), because they may have been sent since the backup.`,
        ]),
    ...(differences.length === 0
      ? [
          `Verified ${programs === 1 ? '1 program' : `${programs} programs`}: statistics match their events, and amounts add up.`,
        ]
      : [`The database is restored, but the verification failed:`, ...differences]),
  ].join('\n')
}

function secretText({ secret, secretFile }: RestoredBackup): string {
  switch (secret) {
    case 'same':
      return 'APP_SECRET is unchanged.'
    case 'written':
      return `Wrote the APP_SECRET from the backup to ${secretFile}.`
    case 'new':
      return `WARNING: THE INSTALLATION NOW DEPENDS ON A NEW APP_SECRET. From now on, ${newSecretConsequences({ isPreviousKnown: false })}.`
  }
}
