import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AwsV4Signer } from 'aws4fetch'
import { describeRequestFailure } from '../../core/http/connection-fault.rule.ts'
import { callHttp, type HttpResponse, ResponseTooLongError } from '../../core/http/http-client.ts'
import {
  alwaysMayWrite,
  type BackupDraft,
  BackupError,
  type BackupStore,
  MANIFEST_FILE,
  type StoreNames,
  type StoreOptions,
} from './backup.ts'
import { BACKUP_NAMES } from './backup-name.rule.ts'
import { backupLimits } from './limits.ts'
import type { S3Location } from './s3-location.rule.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

/**
 * Stores backups under a prefix of a bucket. Each upload is signed with its SHA-256, so the storage service rejects
 * data corrupted in transit. S3 has no rename, so the manifest is uploaded last and completes a backup.
 */
export async function s3Store(
  location: S3Location,
  credentials: S3Credentials,
  { names = BACKUP_NAMES, mayWrite = alwaysMayWrite }: StoreOptions = {},
): Promise<BackupStore> {
  const { AwsV4Signer } = await import('aws4fetch')
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const keys = {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region: location.region,
    cache: new Map<string, ArrayBuffer>(),
  }
  const bucket = new Bucket((call) => new AwsV4Signer({ ...keys, ...call }), location, mayWrite)
  const listBackupKeys = async () => groupKeys(await bucket.listKeys(names.prefix), names)
  const listBackupFiles = async (name: string) =>
    groupKeys(await bucket.listKeys(`${name}/`), names).get(name)
  const isWhole = (files: Set<string>) => files.has(MANIFEST_FILE)
  return {
    location: location.url,
    async list() {
      return [...(await listBackupKeys())].flatMap(([name, files]) => (isWhole(files) ? [name] : [])).sort()
    },
    async listUnfinished() {
      return [...(await listBackupKeys())].flatMap(([name, files]) => (isWhole(files) ? [] : [name]))
    },
    async begin(name): Promise<BackupDraft> {
      await bucket.checkAccess()
      const written: string[] = []
      const write = async (file: string, bytes: Uint8Array) => {
        written.push(file)
        await bucket.put(`${name}/${file}`, bytes)
      }
      return {
        write,
        finish: (manifest) => write(MANIFEST_FILE, Buffer.from(manifest)),
        async discard() {
          // Deletes the manifest first, because without it, the other files aren't a backup.
          for (const file of written.reverse()) await bucket.delete(`${name}/${file}`)
        },
      }
    },
    read: (name, file, maxBytes, signal) => bucket.get(`${name}/${file}`, maxBytes, signal),
    remove: async (name) => removeFiles(bucket, name, await listBackupFiles(name)),
    removeUnfinished: async (name) => removeFiles(bucket, name, await listBackupFiles(name)),
  }
}

async function removeFiles(bucket: Bucket, name: string, files: Set<string> = new Set()): Promise<void> {
  if (files.has(MANIFEST_FILE)) await bucket.delete(`${name}/${MANIFEST_FILE}`)
  for (const file of files) {
    if (file !== MANIFEST_FILE) await bucket.delete(`${name}/${file}`)
  }
}

/** Groups keys such as `<name>/<file>` into files by name. */
function groupKeys(keys: string[], { isName }: StoreNames): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const key of keys) {
    const [name = '', file, ...rest] = key.split('/')
    if (!isName(name) || file === undefined || rest.length > 0) continue
    const files = groups.get(name) ?? new Set()
    groups.set(name, files.add(file))
  }
  return groups
}

interface StorageRequest {
  url: string
  method: 'GET' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: Uint8Array
  /** Maximum size of a successful response. */
  maxBytes: number
  /** Aborts the request and its retries. */
  signal?: AbortSignal | undefined
}

interface StorageResponse extends HttpResponse {
  isCut: boolean
}

type Sign = (call: Pick<StorageRequest, 'url' | 'method' | 'headers'>) => AwsV4Signer

/** The four kinds of requests to the storage service. Keys are relative to the prefix. */
class Bucket {
  readonly #sign: Sign
  readonly #location: S3Location
  readonly #mayWrite: () => Promise<void>

  constructor(sign: Sign, location: S3Location, mayWrite: () => Promise<void>) {
    this.#sign = sign
    this.#location = location
    this.#mayWrite = mayWrite
  }

  /** Lists one object, so that a wrong address, bucket or key fails early. */
  async checkAccess(): Promise<void> {
    const { prefix, bucketUrl } = this.#location
    const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix })
    const maxBytes = backupLimits.backupS3PageBytes
    const response = await this.#call({ url: `${bucketUrl}?${query}`, method: 'GET', maxBytes })
    this.#require(response, 'list objects')
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const response = await this.#call({
      url: this.#objectUrl(key),
      method: 'PUT',
      body: bytes,
      headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
      maxBytes: backupLimits.maxBackupS3ErrorLength,
    })
    this.#require(response, `store ${key}`)
  }

  async get(key: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    const response = await this.#call({ url: this.#objectUrl(key), method: 'GET', maxBytes, signal })
    if (response.status === 404 && readErrorCode(response) !== 'NoSuchBucket') return undefined
    this.#require(response, `read ${key}`)
    if (!response.isCut) return response.body
    throw new BackupError(
      'altered',
      `${this.#location.url}/${key} is larger than its manifest says: it was altered.`,
    )
  }

  async delete(key: string): Promise<void> {
    const maxBytes = backupLimits.maxBackupS3ErrorLength
    this.#require(
      await this.#call({ url: this.#objectUrl(key), method: 'DELETE', maxBytes }),
      `delete ${key}`,
    )
  }

  /** Lists all keys that start with a prefix, page by page. */
  async listKeys(begin: string): Promise<string[]> {
    const { prefix, bucketUrl } = this.#location
    const keys: string[] = []
    let token: string | undefined
    for (let page = 0; page < backupLimits.backupS3Pages; page++) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${begin}` })
      if (token !== undefined) query.set('continuation-token', token)
      const maxBytes = backupLimits.backupS3PageBytes
      const response = await this.#call({ url: `${bucketUrl}?${query}`, method: 'GET', maxBytes })
      this.#require(response, 'list objects')
      if (response.isCut) throw this.#tooMany()
      const text = response.body.toString('utf8')
      keys.push(...readTags(text, 'Key').map((key) => key.slice(prefix.length)))
      token = readTags(text, 'NextContinuationToken')[0]
      if (token === undefined) return keys
    }
    throw this.#tooMany()
  }

  #tooMany(): BackupError {
    return new BackupError(
      'location_failed',
      `${this.#location.url} contains too many objects. Use another prefix.`,
    )
  }

  #objectUrl(key: string): string {
    const { bucketUrl, prefix } = this.#location
    return `${bucketUrl}${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`
  }

  /**
   * Sends a request. Retries on network errors and when the storage service is overloaded. After a long wait, another
   * process may have taken over.
   */
  async #call(call: StorageRequest): Promise<StorageResponse> {
    for (let attempt = 1; ; attempt++) {
      if (call.method !== 'GET') await this.#mayWrite()
      try {
        const response = await this.#callOnce(call)
        if (!isBusy(response) || attempt >= backupLimits.backupS3Retries) return response
      } catch (cause) {
        call.signal?.throwIfAborted()
        if (attempt >= backupLimits.backupS3Retries) {
          const reason = describeRequestFailure(cause, backupLimits.backupS3TimeoutMs)
          throw new BackupError('location_failed', `${this.#location.url} cannot be reached: ${reason}.`, {
            cause,
          })
        }
      }
      await pause(backupLimits.backupS3RetryMs * 2 ** attempt, undefined, { signal: call.signal })
    }
  }

  async #callOnce({
    url,
    method,
    headers = {},
    body,
    maxBytes,
    signal,
  }: StorageRequest): Promise<StorageResponse> {
    const signed = await this.#sign({ url, method, headers }).sign()
    try {
      const response = await callHttp(
        {
          url: signed.url.href,
          method,
          headers: Object.fromEntries(signed.headers),
          ...(body === undefined ? {} : { body }),
          reads: 'whole',
          // Always leaves room for an error message.
          maxBytes: Math.max(maxBytes, backupLimits.maxBackupS3ErrorLength),
          silence: { connectMs: backupLimits.backupS3ConnectMs, silenceMs: backupLimits.backupS3SilenceMs },
        },
        { timeoutMs: backupLimits.backupS3TimeoutMs, ...(signal === undefined ? {} : { signal }) },
      )
      return { ...response, isCut: response.body.length > maxBytes }
    } catch (error) {
      if (error instanceof ResponseTooLongError) return { ...error.answer, isCut: true }
      throw error
    }
  }

  /**
   * Requires a success.
   * @throws {BackupError} if the storage service rejected the request
   */
  #require(response: StorageResponse, action: string): void {
    if (response.status >= 200 && response.status < 300) return
    const code = readErrorCode(response) ?? 'unknown error'
    throw new BackupError(
      'location_failed',
      `${this.#location.url} rejected the request to ${action}: ${response.status} ${code}. ${ADVICE[code] ?? 'Check the bucket and the key’s permissions.'}`,
    )
  }
}

const isBusy = ({ status }: HttpResponse) => status >= 500 || status === 429

const ADVICE: Record<string, string> = {
  NoSuchBucket: 'The bucket does not exist. Create it or correct its name.',
  InvalidAccessKeyId: 'The storage service does not know this AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY or AWS_REGION is wrong.',
  RequestTimeTooSkewed: 'This machine’s clock is wrong.',
  AuthorizationHeaderMalformed: "AWS_REGION is not the bucket's region.",
}

function readErrorCode({ body }: HttpResponse): string | undefined {
  return readTags(body.toString('utf8').slice(0, backupLimits.maxBackupS3ErrorLength), 'Code')[0]
}

/** Returns the text of all elements with a given tag name. The service's keys contain nothing that XML escapes. */
function readTags(xml: string, tag: string): string[] {
  const matches = xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))
  return [...matches].map(([, text = '']) => decodeXml(text))
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

function decodeXml(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity)
}
