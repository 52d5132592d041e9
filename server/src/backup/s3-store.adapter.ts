import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { limits } from '../platform/config.ts'
import { callFailure } from '../platform/connection-fault.rule.ts'
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
import type { S3Place } from './s3-place.rule.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

/**
 * Backups under a prefix of a bucket. Each object is signed together with its SHA-256, so that the service there refuses
 * what was changed on the way. There is no renaming: the manifest, which makes a backup of the objects, comes last.
 */
export async function s3Store(
  place: S3Place,
  credentials: S3Credentials,
  { names = BACKUP_NAMES, mayWrite = alwaysMayWrite }: StoreOptions = {},
): Promise<BackupStore> {
  const { AwsClient } = await import('aws4fetch')
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region: place.region,
    retries: 0,
  })
  const bucket = new Bucket(client, place, mayWrite)
  const keysOf = async () => groupKeys(await bucket.listKeys(names.prefix), names)
  const filesOf = async (name: string) => groupKeys(await bucket.listKeys(`${name}/`), names).get(name)
  const isWhole = (files: Set<string>) => files.has(MANIFEST_FILE)
  return {
    place: place.words,
    async list() {
      return [...(await keysOf())].flatMap(([name, files]) => (isWhole(files) ? [name] : [])).sort()
    },
    async listUnfinished() {
      return [...(await keysOf())].flatMap(([name, files]) => (isWhole(files) ? [] : [name]))
    },
    async begin(name): Promise<BackupDraft> {
      await bucket.requireThere()
      const written: string[] = []
      const write = async (file: string, bytes: Uint8Array) => {
        written.push(file)
        await bucket.put(`${name}/${file}`, bytes)
      }
      return {
        write,
        finish: (manifest) => write(MANIFEST_FILE, Buffer.from(manifest)),
        async discard() {
          // The manifest first: without it the rest is none.
          for (const file of written.reverse()) await bucket.delete(`${name}/${file}`)
        },
      }
    },
    read: (name, file, mostBytes) => bucket.get(`${name}/${file}`, mostBytes),
    remove: async (name) => removeFiles(bucket, name, await filesOf(name)),
    removeUnfinished: async (name) => removeFiles(bucket, name, await filesOf(name)),
  }
}

async function removeFiles(bucket: Bucket, name: string, files: Set<string> = new Set()): Promise<void> {
  if (files.has(MANIFEST_FILE)) await bucket.delete(`${name}/${MANIFEST_FILE}`)
  for (const file of files) {
    if (file !== MANIFEST_FILE) await bucket.delete(`${name}/${file}`)
  }
}

/** `<name>/<file>` → the files of each name. */
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

/** The four calls that a store needs. Keys are those below the prefix. */
class Bucket {
  readonly #client: AwsClient
  readonly #place: S3Place
  readonly #mayWrite: () => Promise<void>

  constructor(client: AwsClient, place: S3Place, mayWrite: () => Promise<void>) {
    this.#client = client
    this.#place = place
    this.#mayWrite = mayWrite
  }

  /** Lists one object: a wrong address, bucket or key is told of before there is anything to store. */
  async requireThere(): Promise<void> {
    const { prefix, bucketUrl } = this.#place
    const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix })
    const response = await this.#call(`${bucketUrl}?${query}`, { method: 'GET' })
    await this.#require(response, 'list what is there')
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const response = await this.#call(this.#urlOf(key), {
      method: 'PUT',
      // safe because nobody shares these bytes
      body: bytes as Uint8Array<ArrayBuffer>,
      headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
    })
    await this.#require(response, `store ${key}`)
  }

  async get(key: string, mostBytes: number): Promise<Buffer | undefined> {
    const response = await this.#call(this.#urlOf(key), { method: 'GET' })
    if (response.status === 404 && (await errorCodeOf(response)) !== 'NoSuchBucket') return undefined
    await this.#require(response, `read ${key}`, false)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > mostBytes) {
        throw new BackupError(
          'altered',
          `${this.#place.words}/${key} is longer than the backup says: it was altered.`,
        )
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  async delete(key: string): Promise<void> {
    await this.#require(await this.#call(this.#urlOf(key), { method: 'DELETE' }), `remove ${key}`)
  }

  /** Every key below the prefix that begins so, a page at a time. */
  async listKeys(begin: string): Promise<string[]> {
    const { prefix, bucketUrl } = this.#place
    const keys: string[] = []
    let token: string | undefined
    for (let page = 0; page < limits.backupS3Pages; page++) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${begin}` })
      if (token !== undefined) query.set('continuation-token', token)
      const response = await this.#call(`${bucketUrl}?${query}`, { method: 'GET' })
      const text = await this.#require(response, 'list what is there')
      keys.push(...readTags(text, 'Key').map((key) => key.slice(prefix.length)))
      token = readTags(text, 'NextContinuationToken')[0]
      if (token === undefined) return keys
    }
    throw new BackupError(
      'place_failed',
      `${this.#place.words} holds too many objects to be listed: use another prefix.`,
    )
  }

  #urlOf(key: string): string {
    const { bucketUrl, prefix } = this.#place
    return `${bucketUrl}${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`
  }

  /** What the network breaks, or the storage is too busy for, is tried again: after a long wait somebody else may be at it. */
  async #call(url: string, init: RequestInit & { method: string }): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      if (init.method !== 'GET') await this.#mayWrite()
      const signal = AbortSignal.timeout(limits.backupS3TimeoutMs)
      try {
        const response = await this.#client.fetch(url, { ...init, redirect: 'error', signal })
        if (!isBusy(response) || attempt >= limits.backupS3Retries) return response
        await response.body?.cancel()
        await pause(limits.backupS3RetryMs * 2 ** attempt)
      } catch (cause) {
        if (attempt < limits.backupS3Retries) {
          await pause(limits.backupS3RetryMs * 2 ** attempt)
          continue
        }
        const reason = callFailure(cause, limits.backupS3TimeoutMs)
        throw new BackupError('place_failed', `${this.#place.words} cannot be reached: ${reason}.`, { cause })
      }
    }
  }

  /** The body of a good answer, unless it is to be read by somebody else. */
  async #require(response: Response, doing: string, readsBody = true): Promise<string> {
    if (response.ok) return readsBody ? await response.text() : ''
    const code = (await errorCodeOf(response)) ?? 'no reason'
    throw new BackupError(
      'place_failed',
      `${this.#place.words} refused to ${doing}: ${response.status} ${code}. ${ADVICE[code] ?? 'Check the bucket and what the key may do.'}`,
    )
  }
}

const isBusy = ({ status }: Response) => status >= 500 || status === 429

const ADVICE: Record<string, string> = {
  NoSuchBucket: 'There is no such bucket: make it, or correct its name.',
  InvalidAccessKeyId: 'The storage does not know AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is another than the storage knows, or AWS_REGION is.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong.',
  AuthorizationHeaderMalformed: 'AWS_REGION is another than that of the bucket.',
}

async function errorCodeOf(response: Response): Promise<string | undefined> {
  const text = await response.text().catch(() => '')
  return readTags(text.slice(0, limits.backupS3ErrorChars), 'Code')[0]
}

/** What stands in the elements of a name. Our keys hold nothing that XML would write in another way. */
function readTags(xml: string, tag: string): string[] {
  const found = xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))
  return [...found].map(([, text = '']) => decodeXml(text))
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
