import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** A fake S3 that verifies every signature and checksum. */
export interface FakeS3 {
  /** The environment variables for a command that uses it. */
  environment: Record<string, string>
  /** The objects by key, without the bucket. */
  objects: Map<string, Buffer>
  /** `METHOD key` of every request. */
  calls: string[]
  /** Called before each response. A returned status replaces the response (`gone` cuts the connection). */
  before: (call: string) => Promise<number | 'gone' | undefined>
  /** Whether the key may list objects. */
  mayList: boolean
}

const ACCESS_KEY = 'AKIATESTTESTTEST'
const SECRET_KEY = 'a/secret+key-of-the-storage'
const REGION = 'eu-test-1'

/** @param bucket the existing one */
export async function startFakeS3(bucket = 'backups'): Promise<FakeS3> {
  const fake: FakeS3 = {
    environment: {},
    objects: new Map(),
    calls: [],
    before: async () => undefined,
    mayList: true,
  }
  const server = createServer((request, response) => {
    void respond(fake, bucket, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  fake.environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: SECRET_KEY,
  }
  return fake
}

async function respond(fake: FakeS3, bucket: string, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const url = new URL(request.url ?? '/', 'http://storage.test')
  const [, requested = '', ...path] = decodeURIComponent(url.pathname).split('/')
  const key = path.join('/')
  const reject = (status: number, code: string) =>
    response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)

  const call = `${request.method} ${key}`
  fake.calls.push(call)
  const instead = await fake.before(call)
  if (instead === 'gone') return request.socket.destroy()
  if (instead !== undefined) return reject(instead, 'SlowDown')
  const fault = findError(request, url, body)
  if (fault !== undefined) return reject(403, fault)
  if (requested !== bucket) return reject(404, 'NoSuchBucket')

  if (request.method === 'PUT') {
    fake.objects.set(key, body)
    return response.end()
  }
  if (request.method === 'DELETE') {
    fake.objects.delete(key)
    return response.writeHead(204).end()
  }
  if (key !== '') {
    const object = fake.objects.get(key)
    return object === undefined ? reject(404, 'NoSuchKey') : response.end(object)
  }
  return fake.mayList ? response.end(listPage(fake, url.searchParams)) : reject(403, 'AccessDenied')
}

/** Returns two keys per page, to force paging. */
const PAGE_KEYS = 2

function listPage({ objects }: FakeS3, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const contents = keys.slice(from, from + PAGE_KEYS).map((key) => `<Contents><Key>${key}</Key></Contents>`)
  const next =
    from + PAGE_KEYS < keys.length ? `<NextContinuationToken>${from + PAGE_KEYS}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** Returns the reason an AWS Signature Version 4 is invalid, or undefined. */
function findError(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const [, key, date = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (key !== ACCESS_KEY) return 'InvalidAccessKeyId'
  const header = (name: string) => String(request.headers[name] ?? '').trim()
  const payload = header('x-amz-content-sha256')
  if (body.length > 0 && payload !== createHash('sha256').update(body).digest('hex')) {
    return 'XAmzContentSHA256Mismatch'
  }
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return 'AccessDenied'
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signed.map((name) => `${name}:${header(name)}`),
    '',
    names,
    payload,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${header('x-amz-date')}\n${scope}\n${hash}`
  const hmac = (with_: string | Buffer, of: string) => createHmac('sha256', with_).update(of).digest()
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET_KEY}`)
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  return createHmac('sha256', signingKey).update(text).digest('hex') === signature
    ? undefined
    : 'SignatureDoesNotMatch'
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
