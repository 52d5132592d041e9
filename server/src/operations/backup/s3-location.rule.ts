import { redactCredentials } from '../../core/config/redact-credentials.rule.ts'
import { BackupError } from './backup.ts'

/** The location of backups in S3-compatible storage. */
export interface S3Location {
  /** Name for messages: `s3://bucket/prefix`. */
  url: string
  /** URL of the bucket, with a trailing slash. */
  bucketUrl: string
  /** Either empty, or with a trailing slash. */
  prefix: string
  region: string
}

/** The standard AWS environment variables. */
export interface S3Settings {
  region: string | undefined
  /** Endpoint of an S3-compatible storage service other than Amazon S3. Uses path-style bucket URLs. */
  endpoint: string | undefined
}

/**
 * Parses a location's address.
 * @throws {BackupError} if it is invalid
 */
export function readS3Location(address: string, { region, endpoint }: S3Settings): S3Location {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? []
  if (bucket === undefined || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new BackupError(
      'location_failed',
      `${redactCredentials(address)} is not a valid bucket address. Use s3://bucket/prefix.`,
    )
  }
  const prefix = path.replace(/\/+$/, '')
  if (
    !/^[\w.!*'()/-]{0,512}$/.test(prefix) ||
    prefix.split('/').some((part) => part === '.' || part === '..')
  ) {
    throw new BackupError(
      'location_failed',
      `The prefix of ${redactCredentials(address)} may only contain letters, digits and -_.!*'()/.`,
    )
  }
  const location = {
    url: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
  if (endpoint === undefined) {
    const at = region ?? 'us-east-1'
    // Certificates don't cover bucket names that contain a dot.
    const bucketUrl = bucket.includes('.')
      ? `https://s3.${at}.amazonaws.com/${bucket}/`
      : `https://${bucket}.s3.${at}.amazonaws.com/`
    return { ...location, region: at, bucketUrl }
  }
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new BackupError('location_failed', 'AWS_ENDPOINT_URL must start with https:// or http://.')
  }
  const { username, password, search, hash } = new URL(endpoint)
  if (username !== '' || password !== '') {
    throw new BackupError(
      'location_failed',
      'AWS_ENDPOINT_URL must not contain credentials. Use AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  if (search !== '' || hash !== '') {
    throw new BackupError('location_failed', 'AWS_ENDPOINT_URL must not contain a query or fragment.')
  }
  return { ...location, region: region ?? 'auto', bucketUrl: `${endpoint.replace(/\/+$/, '')}/${bucket}/` }
}
