import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openDeps } from '../../src/open-deps.ts'
import { addCleanup } from '../cleanup.ts'
import { runCommand } from '../command.ts'
import { newFolder } from '../new-folder.ts'
import { startRawServer } from '../raw-server.ts'

/** Returns a PostgreSQL protocol error message. */
function encodeError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Starts a server that rejects connections with an error, like PgBouncer. */
async function startPooler(code: string, message: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(encodeError(code, message)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  addCleanup(async () => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}/affiliate`
}

test.each([
  [
    '08P01',
    'unsupported startup parameter: statement_timeout',
    'it, or a pooler in front of it, rejected the connection (08P01: unsupported startup parameter: statement_timeout). Configure the pooler as described in docs/operations.md, "Behind a pooler".',
  ],
  [
    '28P01',
    'password authentication failed for user "timeout"',
    'wrong password (28P01). Check that PostgreSQL is running and that DATABASE_URL is correct.',
  ],
])('reports a rejected connection %s with the server’s error', async (code, message, explanation) => {
  const pooler = await startPooler(code, message)
  const result = await runCommand(['stats', 'verify'], {
    DATA_DIR: newFolder(),
    DATABASE_URL: `postgres://affiliate:secret@${pooler}`,
  })
  expect(result).toEqual({
    code: 1,
    stdout: '',
    stderr: `The database ${pooler} cannot be used: ${explanation}\n`,
  })
})

test('reports a server without TLS immediately if DATABASE_URL requires it', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write('N'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  addCleanup(async () => void server.close())
  let requestCount = 0
  server.on('connection', () => requestCount++)
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}/affiliate`
  const rejected = await runCommand(['stats', 'verify'], {
    DATA_DIR: newFolder(),
    DATABASE_URL: `postgres://affiliate:secret@${place}?sslmode=no-verify`,
  })
  expect([rejected.code, rejected.stdout]).toEqual([1, ''])
  expect(rejected.stderr).toMatch(`The database ${place} cannot be used: it does not use TLS`)
  expect(rejected.stderr).not.toContain('secret')
  // Not retried like a server that is still starting.
  expect(requestCount).toBeLessThan(3)
})

test('reports a missing socket or certificate with its path', async () => {
  const folder = newFolder()
  for (const [url, path] of [
    [`postgresql:///affiliate?host=${folder}`, `${folder}/.s.PGSQL.5432`],
    [
      `postgres://affiliate:secret@127.0.0.1:1/affiliate?sslmode=verify-full&sslrootcert=${folder}/ca.crt`,
      `${folder}/ca.crt`,
    ],
  ] as const) {
    const rejected = await runCommand(['stats', 'verify'], { DATA_DIR: newFolder(), DATABASE_URL: url })
    expect([rejected.code, rejected.stdout]).toEqual([1, ''])
    expect(rejected.stderr).toContain('cannot be used: a file or socket in DATABASE_URL cannot be opened')
    expect(rejected.stderr).toContain(path)
    expect(rejected.stderr).not.toMatch(/secret|\n {4}at /)
  }
})

const respondingWith = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text))

test.each<[string, (socket: Socket) => void]>([
  ['an HTTP server', respondingWith('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['an SSH server', (socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n')],
  ['a server that only speaks TLS', respondingWith('\x15\x03\x01\0\x02\x02\x46')],
])('reports %s as not PostgreSQL, without retrying', async (_what, meet) => {
  let requested = 0
  const port = await startRawServer((socket) => {
    requested++
    meet(socket)
  })
  for (const query of ['', '?sslmode=no-verify']) {
    const place = `127.0.0.1:${port}/affiliate`
    const rejected = await runCommand(['migrate'], {
      DATA_DIR: newFolder(),
      DATABASE_URL: `postgres://affiliate:secret@${place}${query}`,
    })
    expect(rejected).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database ${place} cannot be used: the server is not PostgreSQL. Check that PostgreSQL is running and that DATABASE_URL is correct.\n`,
    })
  }
  expect(requested).toBe(2)
})

const HANG_UPS: [string, (socket: Socket) => void][] = [
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
]

test.each(HANG_UPS)('retries a proxy that %s connections until its database is up', async (_how, hangUp) => {
  let requested = 0
  const port = await startRawServer((socket) => {
    if (++requested <= 3) hangUp(socket)
    else socket.once('data', () => socket.end(encodeError('3D000', 'no such database')))
  })
  const rejected = await runCommand(['migrate'], {
    DATA_DIR: newFolder(),
    DATABASE_URL: `postgres://affiliate:secret@127.0.0.1:${port}/affiliate`,
  })
  expect(rejected.stderr).toContain('it has no database with that name (3D000)')
  expect(requested).toBe(4)
})

test('distinguishes a server that closes connections from a silent one', async () => {
  const output = async (meet: (socket: Socket) => void) => {
    const DATABASE_URL = `postgres://affiliate:secret@127.0.0.1:${await startRawServer(meet)}/affiliate`
    return openDeps({ DATA_DIR: newFolder(), DATABASE_URL }).catch((error: Error) => error.message)
  }
  // Runs concurrently, because each is retried like a server that is still starting.
  const [closed, reset, silent] = await Promise.all([
    ...HANG_UPS.map(([, hangUp]) => output(hangUp)),
    output(() => {}),
  ])
  expect(closed).toContain('cannot be used: the connection keeps closing. Check')
  expect(reset).toContain('cannot be used: connection closed (ECONNRESET). Check')
  expect(silent).toContain('cannot be used: connection timed out. Check')
}, 60_000)
