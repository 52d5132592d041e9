import { resolve } from 'node:path'
import { redactCredentials } from '../../core/config/redact-credentials.rule.ts'
import { BackupError, type BackupStore, type StoreOptions } from './backup.ts'
import { folderStore } from './folder-store.adapter.ts'
import { readS3Location } from './s3-location.rule.ts'
import { s3Store } from './s3-store.adapter.ts'

/**
 * Opens a store of backups.
 * @param location a folder, or `s3://bucket/prefix` with the AWS environment variables
 * @throws {BackupError} if the location is invalid or credentials are missing
 */
export async function openStore(
  location: string,
  environment: NodeJS.ProcessEnv,
  options: StoreOptions = {},
): Promise<BackupStore> {
  if (!/^[a-z0-9+]+:\/\//i.test(location)) return folderStore(resolve(location), options)
  if (!location.startsWith('s3://')) {
    throw new BackupError(
      'location_failed',
      `${redactCredentials(location)} is not a valid location for backups. Use a folder or s3://bucket/prefix.`,
    )
  }
  const set = (name: string) => environment[name]?.trim() || undefined
  const s3Location = readS3Location(location, {
    region: set('AWS_REGION') ?? set('AWS_DEFAULT_REGION'),
    endpoint: set('AWS_ENDPOINT_URL_S3') ?? set('AWS_ENDPOINT_URL'),
  })
  const [accessKeyId, secretAccessKey] = [set('AWS_ACCESS_KEY_ID'), set('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new BackupError(
      'location_failed',
      `${s3Location.url} requires AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  }
  return s3Store(
    s3Location,
    { accessKeyId, secretAccessKey, sessionToken: set('AWS_SESSION_TOKEN') },
    options,
  )
}
