import { hideLogin } from '../../core/config/hide-login.rule.ts'
import { BackupError } from './backup.ts'

/** Where in S3-compatible storage backups are. */
export interface S3Place {
  /** For people: `s3://bucket/prefix`. */
  words: string
  /** Of the bucket, with a slash at its end. */
  bucketUrl: string
  /** Empty, or with a slash at its end. */
  prefix: string
  region: string
}

/** What the tools of S3 read from the environment. */
export interface S3Settings {
  region: string | undefined
  /** Of a storage that is not Amazon's; its buckets are the first part of the path. */
  endpoint: string | undefined
}

/** @throws {BackupError} what is wrong with the address */
export function readS3Place(address: string, { region, endpoint }: S3Settings): S3Place {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? []
  if (bucket === undefined || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new BackupError(
      'place_failed',
      `${hideLogin(address)} is no address of a bucket: it takes s3://bucket/prefix.`,
    )
  }
  const prefix = path.replace(/\/+$/, '')
  if (
    !/^[\w.!*'()/-]{0,512}$/.test(prefix) ||
    prefix.split('/').some((part) => part === '.' || part === '..')
  ) {
    throw new BackupError(
      'place_failed',
      `The prefix of ${hideLogin(address)} takes letters, digits and -_.!*'()/ alone.`,
    )
  }
  const place = {
    words: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
  if (endpoint === undefined) {
    const at = region ?? 'us-east-1'
    // A dot in the name of a bucket is none that its certificate covers.
    const bucketUrl = bucket.includes('.')
      ? `https://s3.${at}.amazonaws.com/${bucket}/`
      : `https://${bucket}.s3.${at}.amazonaws.com/`
    return { ...place, region: at, bucketUrl }
  }
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new BackupError(
      'place_failed',
      'AWS_ENDPOINT_URL takes an address that starts with https:// or http://.',
    )
  }
  const { username, password, search, hash } = new URL(endpoint)
  if (username !== '' || password !== '') {
    throw new BackupError(
      'place_failed',
      'AWS_ENDPOINT_URL takes an address without a name and password in it: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  if (search !== '' || hash !== '') {
    throw new BackupError('place_failed', 'AWS_ENDPOINT_URL takes an address without ? and #.')
  }
  return { ...place, region: region ?? 'auto', bucketUrl: `${endpoint.replace(/\/+$/, '')}/${bucket}/` }
}
