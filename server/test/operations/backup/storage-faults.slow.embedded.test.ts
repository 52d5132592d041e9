import type { Socket } from 'node:net'
import { describe, expect, it, test } from 'vitest'
import { createSecretFile } from '../../../src/core/config/secret-file.ts'
import type { BackupStore } from '../../../src/operations/backup/backup.ts'
import { readS3Location } from '../../../src/operations/backup/s3-location.rule.ts'
import { s3Store } from '../../../src/operations/backup/s3-store.adapter.ts'
import { runCommand } from '../../command.ts'
import { newFolder } from '../../new-folder.ts'
import { startRawServer } from '../../raw-server.ts'
import { startFakeS3 } from './fake-s3.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' }

const abortConnection = (socket: Socket) =>
  void socket.once('data', () =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc', () => socket.resetAndDestroy()),
  )

async function openStore(environment: Record<string, string>) {
  const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region } = environment
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment
  const location = readS3Location('s3://backups/shop', { region, endpoint })
  return s3Store(location, { accessKeyId, secretAccessKey, sessionToken: undefined })
}

describe('a truncated storage response is reported clearly', () => {
  it('when listing, starting, reading and deleting', async () => {
    const requests: ((store: BackupStore) => Promise<unknown>)[] = [
      (store) => store.list(),
      (store) => store.begin('a'),
      (store) => store.read('a', 'data.00000', 1_000),
      (store) => store.remove('a'),
    ]
    const AWS_ENDPOINT_URL = `http://127.0.0.1:${await startRawServer(abortConnection)}`
    const store = await openStore({ ...KEYS, AWS_ENDPOINT_URL })
    // Each operation is retried for several seconds.
    const results = await Promise.allSettled(requests.map((request) => request(store)))
    const reason = expect.objectContaining({
      name: 'BackupError',
      code: 'location_failed',
      message: 's3://backups/shop cannot be reached: the response ended early.',
    })
    expect(results).toEqual(requests.map(() => ({ status: 'rejected', reason })))
  })

  test.each([
    ['backup', '--to', 's3://backups/shop'],
    ['restore', '--from', 's3://backups/shop'],
  ])('by %s, without a stack trace', async (...args) => {
    const DATA_DIR = newFolder()
    createSecretFile(DATA_DIR)
    const AWS_ENDPOINT_URL = `http://127.0.0.1:${await startRawServer(abortConnection)}`
    expect(await runCommand(args, { DATA_DIR, AWS_ENDPOINT_URL, ...KEYS })).toEqual({
      code: 1,
      stdout: '',
      stderr: 's3://backups/shop cannot be reached: the response ended early.\n',
    })
  })
})

test('a file that is larger than expected is rejected, and the reason for a storage error is shown', async () => {
  const storage = await startFakeS3()
  const store = await openStore(storage.environment)
  storage.objects.set('shop/a/short', Buffer.from('1234'))
  storage.objects.set('shop/a/long', Buffer.alloc(100_000))
  expect(await store.read('a', 'short', 4)).toEqual(Buffer.from('1234'))
  expect(await store.read('a', 'none', 1)).toBeUndefined()
  for (const [file, most] of [
    ['short', 3],
    ['long', 99_999],
  ] as const) {
    await expect(store.read('a', file, most)).rejects.toMatchObject({ code: 'altered' })
  }
  storage.before = async () => 403
  await expect(store.read('a', 'short', 4)).rejects.toThrow(
    'rejected the request to read a/short: 403 SlowDown.',
  )
})

test.each([
  [['backup', '--to', 's3://bkt/p'], { AWS_ENDPOINT_URL: 'http://u:hunter2/hunter2@127.0.0.1:1' }],
  [['backup', '--to', 's3://bkt/p'], { AWS_ENDPOINT_URL_S3: 'https://hunter2hunter2@127.0.0.1:1' }],
  [['backup', '--to', 's3://bkt/p'], { AWS_ENDPOINT_URL: 'http://127.0.0.1:1/?key=hunter2' }],
  [['backup', '--to', 's3://u:hunter2@bkt/p'], {}],
  [['restore', '--from', 'https://u:hunter2@bkt/p'], {}],
])('a URL with a password is rejected without printing it: %j %j', async (args, settings) => {
  const DATA_DIR = newFolder()
  createSecretFile(DATA_DIR)
  const rejected = await runCommand(args, { DATA_DIR, ...KEYS, ...settings })
  expect([rejected.code, rejected.stdout]).toEqual([1, ''])
  expect(rejected.stderr).toMatch(/must not contain|must start with|is not a valid/)
  expect(rejected.stderr).not.toMatch(/hunter2|cannot be reached/)
})
