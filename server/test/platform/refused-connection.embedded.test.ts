import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { runCommand } from '../command.ts'
import { newFolder } from '../new-folder.ts'
import { whenDone } from '../when-done.ts'

/** Answers whoever connects as PgBouncer does, with an error of its own. */
async function startPooler(code: string, message: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenDone(async () => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}/affiliate`
}

test.each([
  [
    '08P01',
    'unsupported startup parameter: statement_timeout',
    'it, or a pooler in front of it, refused the connection (08P01: unsupported startup parameter: statement_timeout). Set up the pooler as docs/operations.md says, under "Behind a pooler".',
  ],
  [
    '28P01',
    'password authentication failed for user "timeout"',
    'it refused the password (28P01). Check that PostgreSQL runs and that DATABASE_URL is right.',
  ],
])(
  'a connection that is refused with %s is told of by that, whatever words it has',
  async (code, message, words) => {
    const place = await startPooler(code, message)
    const refused = await runCommand(['stats', 'verify'], {
      DATA_DIR: newFolder(),
      DATABASE_URL: `postgres://affiliate:secret@${place}`,
    })
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database ${place} cannot be used: ${words}\n`,
    })
  },
)
