import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { costOfNewSecret, SecretError } from '../core/config/app-secret.rule.ts'
import { readConfig } from '../core/config/config.ts'
import { limits } from '../core/config/limits.ts'
import { keptSecret, secretPath, standInSecret } from '../core/config/secret-file.ts'
import { migratedWords } from '../core/database/schema-version.rule.ts'
import { systemClock, systemIds } from '../core/deps.ts'
import { openServerAsItIs } from '../open-deps.ts'
import type { MadeBackup } from '../operations/backup/make-backup.flow.ts'
import type { RestoredBackup } from '../operations/backup/restore-backup.flow.ts'
import { moneyDifferenceWords } from '../reports/performance/verify-money.flow.ts'
import { acceptNewSecret, addCommand, differenceWords, FAILED, type Terminal } from './terminal.ts'

interface BackupOptions {
  to: string
  keep?: number
  passphraseFile?: string
}

export function addBackup(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'backup', 'Back up the database while the service runs, to a folder or to S3.')
    .requiredOption('--to <place>', 'a folder, or s3://bucket/prefix')
    .option('--keep <number>', 'remove the oldest so that this many stay', parseKeep)
    .option('--passphrase-file <file>', 'encrypt it with the passphrase of this file (or BACKUP_PASSPHRASE)')
    .addHelpText('after', `\nWithout a passphrase the backup is not encrypted, and APP_SECRET is not inside.`)
    .action(async ({ to, keep, passphraseFile }: BackupOptions) => {
      let secretFile: string | undefined
      const config = readConfig(environment, ({ dataDir }) => {
        secretFile = resolve(secretPath(dataDir))
        return requireKeptSecret(dataDir, secretFile)
      })
      const { makeBackup, openStore, pruneBackups, readPassphrase } = await loadBackups()
      const passphrase = await readPassphrase(environment, passphraseFile)
      const store = await openStore(to, environment)
      const made = await makeBackup({
        config,
        store,
        passphrase,
        secretFile,
        clock: systemClock,
        ids: systemIds,
        openServer: () => openServerAsItIs(config),
      })
      const removed = await pruneBackups(store, keep, systemClock.now())
      print({ ...made, removed }, backupWords(made, removed))
    })
}

/** A backup belongs to the secret of the service, so none is made here. */
function requireKeptSecret(dataDir: string, file: string): string {
  const secret = keptSecret(dataDir)
  if (secret !== undefined) return secret
  throw new SecretError(
    'missing_secret',
    `The secret of the service is missing: APP_SECRET is not set, and there is no file ${file}. Give this command the settings of the service.`,
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
    'Restore a backup into an empty database, migrate it and verify it. Exit code 1 when something does not add up.',
  )
    .requiredOption('--from <place>', 'the folder, or s3://bucket/prefix, that backups were made to')
    .option('--backup <name>', 'which one; without it, the newest')
    .option('--passphrase-file <file>', 'the file with its passphrase (or BACKUP_PASSPHRASE)')
    .option('--secret-file <file>', 'write the APP_SECRET of the backup to this new file')
    .addOption(acceptNewSecret())
    .action(async (options: RestoreOptions) => {
      const appSecret = environment.APP_SECRET?.trim() || undefined
      // A restore signs nothing: the secret of the backup need not be known yet.
      const config = readConfig({ ...environment, APP_SECRET: appSecret ?? standInSecret() })
      const { openStore, readPassphrase, restoreBackup } = await loadBackups()
      const restored = await restoreBackup({
        config,
        store: await openStore(options.from, environment),
        name: options.backup,
        passphrase: await readPassphrase(environment, options.passphraseFile),
        appSecret,
        secretFile: options.secretFile,
        acceptsNewSecret: options.acceptNewSecret ?? false,
        clock: systemClock,
        openServer: () => openServerAsItIs(config),
      })
      if (restored.differences.length + restored.moneyDifferences.length > 0) fail(FAILED)
      print(restored, restoreWords(restored))
    })
}

/** Loaded when it is needed: a service that starts does without. */
async function loadBackups() {
  const [make, restore, store, prune, passphrase] = await Promise.all([
    import('../operations/backup/make-backup.flow.ts'),
    import('../operations/backup/restore-backup.flow.ts'),
    import('../operations/backup/open-store.adapter.ts'),
    import('../operations/backup/prune-backups.flow.ts'),
    import('../operations/backup/passphrase.flow.ts'),
  ])
  return { ...make, ...restore, ...store, ...prune, ...passphrase }
}

function parseKeep(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= limits.backupsKept) return number
  throw new InvalidArgumentError(`It takes a whole number from 1 to ${limits.backupsKept}.`)
}

function backupWords(made: MadeBackup, removed: string[]): string {
  return [
    `Backed up to ${made.place}: ${made.name} (${made.engine}, ${made.bytes} bytes, ${made.isEncrypted ? 'encrypted' : 'not encrypted'}).`,
    made.hasAppSecret
      ? 'APP_SECRET is inside. Keep the passphrase elsewhere: without it the backup is worth nothing.'
      : `WARNING: APP_SECRET IS NOT INSIDE, because the backup is not encrypted. Keep it elsewhere. Without it, ${costOfNewSecret({ isPreviousKnown: false })}.`,
    ...(removed.length === 0 ? [] : [`Removed ${removed.join(', ')}.`]),
  ].join('\n')
}

function restoreWords(restored: RestoredBackup): string {
  const {
    name,
    madeAt,
    engine,
    migrated,
    mailsWithdrawn,
    deliveriesWithdrawn,
    programs,
    differences,
    moneyDifferences,
  } = restored
  const wrong = [...differences.map(differenceWords), ...moneyDifferences.map(moneyDifferenceWords)]
  return [
    `Restored ${name} (${engine}): all that was acknowledged by ${madeAt} is there.`,
    migratedWords(migrated),
    secretWords(restored),
    ...(mailsWithdrawn + deliveriesWithdrawn === 0
      ? []
      : [
          `Withdrew what waited to be sent (mails: ${mailsWithdrawn}, webhook deliveries: ${deliveriesWithdrawn}): it may have been sent since.`,
        ]),
    ...(wrong.length === 0
      ? [
          `Verified ${programs === 1 ? '1 program' : `${programs} programs`}: the statistics equal their events, and the money adds up.`,
        ]
      : [`The database is restored, and this does not add up:`, ...wrong]),
  ].join('\n')
}

function secretWords({ secret, secretFile }: RestoredBackup): string {
  switch (secret) {
    case 'same':
      return 'APP_SECRET is the one that it was made with.'
    case 'written':
      return `APP_SECRET was inside and is now in ${secretFile}.`
    case 'new':
      return `WARNING: THE INSTALLATION NOW DEPENDS ON A NEW APP_SECRET. From now on, ${costOfNewSecret({ isPreviousKnown: false })}.`
  }
}
