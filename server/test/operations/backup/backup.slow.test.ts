import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Database } from '../../../src/core/database/database.ts'
import { openEmbeddedIn } from '../../../src/core/database/embedded-database.ts'
import { findInstallation } from '../../../src/core/database/installation.sql.ts'
import { encryptManifest } from '../../../src/operations/backup/encryption.flow.ts'
import { parseManifest } from '../../../src/operations/backup/manifest.rule.ts'
import { startCommand } from '../../command.ts'
import { OWNER } from '../../installed-shop.ts'
import { newFolder } from '../../new-folder.ts'
import { startFakeS3 } from './fake-s3.ts'
import {
  APP_SECRET,
  buyContinuously,
  inspectServer,
  openEmptyLocation,
  openShop,
  run,
  serve,
  testBackup,
} from './shop.ts'

const isEmbedded = inject('database').kind === 'embedded'
const PASSPHRASE = 'eight horses and a battery'
const ENCRYPTED = { BACKUP_PASSPHRASE: PASSPHRASE }
const WAITING = 'test:waiting'
const VERIFIED = { differences: [], moneyDifferences: [], programs: 1 }

testBackup(
  'a backup under load contains every event acknowledged before it while the service keeps responding; the restored copy verifies and serves',
  async () => {
    const shop = await openShop()
    const to = newFolder()
    await inspect(shop.environment, insertPendingEmail)
    const service = await serve(shop.environment)
    const visits = buyContinuously(service, shop)
    await expect.poll(() => visits.ledger.sales.size, { timeout: 60_000 }).toBeGreaterThan(20)
    const before = { clicks: [...visits.ledger.clicks], sales: [...visits.ledger.sales] }
    const backup = await run(['backup', '--to', to, '--json'], { ...shop.environment, ...ENCRYPTED })
    expect([backup.code, backup.stderr]).toEqual([0, ''])
    expect(backup.json()).toMatchObject({
      engine: isEmbedded ? 'embedded' : 'postgres',
      isEncrypted: true,
      hasAppSecret: true,
      location: to,
      removed: [],
    })
    await visits.stop()
    expect(visits.ledger.rejected).toEqual([])
    expect(visits.ledger.sales.size).toBeGreaterThan(before.sales.length)
    await service.stop()
    // Recorded by the service.
    await inspect(shop.environment, async ({ kysely }) => {
      expect((await findInstallation(kysely))?.backedUpAt?.toISOString()).toBe(backup.json().madeAt)
    })

    const otherProgram = await openEmptyLocation()
    const restored = await run(['restore', '--from', to, '--json'], { ...otherProgram, ...ENCRYPTED })
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.json()).toMatchObject({
      ...VERIFIED,
      name: backup.json().name,
      secret: 'written',
      secretFile: join(otherProgram.DATA_DIR, 'secret'),
      deliveriesWithdrawn: 0,
    })
    expect(readFileSync(join(otherProgram.DATA_DIR, 'secret'), 'utf8')).toBe(`${APP_SECRET}\n`)
    expect(statSync(join(otherProgram.DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
    await inspect(otherProgram, async (database) => {
      // The email may have been sent since the backup.
      const mails = await database.kysely.selectFrom('mails').select(['cause', 'state', 'secret']).execute()
      expect(mails).toContainEqual({ cause: WAITING, state: 'withdrawn', secret: null })
      // The partner also gets an email about sales if a quarter of an hour ends in the meantime.
      const withdrawn = mails.filter(({ state }) => state !== 'sent')
      expect(withdrawn).toEqual(withdrawn.map((mail) => ({ ...mail, state: 'withdrawn', secret: null })))
      expect(restored.json().mailsWithdrawn).toBe(withdrawn.length)
      expect(await listTransactionIds(database)).toEqual(expect.arrayContaining(before.sales))
      const uuids = before.clicks.map((id) => id.slice(id.indexOf('-') + 1))
      expect(await listClickIds(database)).toEqual(expect.arrayContaining(uuids))
    })
    const again = await serve(otherProgram)
    expect((await again.post('/api/auth/sign-in/email', OWNER)).status).toBe(200)
    const click = await again.post('/api/v1/track/click', {
      affiliate_url: `https://shop.example/?aff=${shop.code}`,
    })
    expect(click).toMatchObject({ status: 200, body: { success: true } })
    await again.stop()
    expect((await run(['stats', 'verify'], otherProgram)).code).toBe(0)
  },
  600_000,
)

testBackup(
  'a backup of a stopped service without a passphrase omits APP_SECRET and warns about it; --keep removes the oldest backup',
  async () => {
    const shop = await openShop()
    const to = join(newFolder(), 'new/folder')
    const names: string[] = []
    for (let n = 0; n < 3; n++) {
      const { code, stdout, stderr } = await run(['backup', '--to', to, '--keep', '2'], shop.environment)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/WARNING: THE BACKUP DOES NOT CONTAIN APP_SECRET.*need new secrets/)
      names.push(/affiliate-\d{8}T\w+-\w+/.exec(stdout)?.[0] ?? '')
    }
    await inspect(shop.environment, async ({ kysely }) => {
      expect((await findInstallation(kysely))?.backedUpAt).toBeInstanceOf(Date)
    })
    const sorted = [...names].sort()
    expect(readdirSync(to).sort()).toEqual(sorted.slice(1))
    for (const file of listFiles(join(to, sorted[1] ?? ''))) {
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(readFileSync(file).includes(APP_SECRET)).toBe(false)
    }
    if (isEmbedded) expect(readdirSync(join(shop.environment.DATA_DIR ?? '', 'backup'))).toEqual([])

    const target = await openEmptyLocation()
    const without = await run(['restore', '--from', to, '--json'], target)
    expect([without.code, without.json().error]).toMatchObject([1, { code: 'missing_secret' }])
    const guarded = await run(['restore', '--from', to, '--json'], { ...target, ...ENCRYPTED, APP_SECRET })
    expect(guarded.json().error).toMatchObject({
      code: 'wrong_passphrase',
      message: expect.stringContaining('is not encrypted'),
    })

    const secret = join(target.DATA_DIR, 'secret')
    const restoreArgs = ['restore', '--from', to, '--accept-new-secret', '--json']
    writeFileSync(secret, 'an incomplete secret')
    const unusable = await run(restoreArgs, target)
    expect([unusable.code, unusable.json().error.message]).toEqual([
      1,
      expect.stringContaining(`The secret file ${secret} is incomplete`),
    ])
    rmSync(secret)
    const lost = await run(restoreArgs, target)
    expect([lost.code, lost.json()]).toMatchObject([0, { ...VERIFIED, secret: 'new' }])
    expect(existsSync(secret)).toBe(false)
    // The next command would create a secret, which the database would then depend on.
    expect((await run(['stats', 'verify'], target)).code).toBe(0)
    expect(readFileSync(secret, 'utf8')).toMatch(/^[\w-]{43}\n$/)
    rmSync(secret)
    for (const command of [['stats', 'verify'], ['migrate'], ['backup', '--to', to]]) {
      const rejected = await run(command, target)
      expect([command, rejected.code, rejected.stdout]).toEqual([command, 1, ''])
      expect(rejected.stderr).toContain(`APP_SECRET is not set, and there is no file ${secret}`)
    }
    const doctor = await run(['doctor', '--json'], target)
    expect(doctor.code).toBe(1)
    const findings: { check: string }[] = doctor.json().findings
    expect(findings.filter(({ check }) => check === 'secret')).toMatchObject([
      { severity: 'failed', found: expect.stringContaining(`there is no file ${secret}.`) },
    ])
    expect(existsSync(secret)).toBe(false)
  },
  600_000,
)

testBackup(
  'corrupt and unexpected files are rejected by name before anything is written',
  async () => {
    const shop = await openShop()
    const place = newFolder()
    const created = await run(['backup', '--to', place, '--json'], { ...shop.environment, ...ENCRYPTED })
    const folder = join(place, created.json().name)
    const target = await openEmptyLocation()
    const rejection = async (environment: Record<string, string> = ENCRYPTED, args: string[] = []) => {
      const response = await run(['restore', '--from', place, '--json', ...args], {
        ...target,
        ...environment,
      })
      expect([response.code, response.stdout]).toEqual([1, ''])
      return response.json().error
    }
    const corrupted = async (file: string, corrupt: (path: string, bytes: Buffer) => void) => {
      const path = join(folder, file)
      const bytes = readFileSync(path)
      corrupt(path, bytes)
      const error = await rejection()
      writeFileSync(path, bytes)
      return error.code
    }
    const flipped = (bytes: Buffer, at: number) =>
      Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))

    expect(await rejection({ BACKUP_PASSPHRASE: 'nine horses and a battery' })).toMatchObject({
      code: 'wrong_passphrase',
    })
    expect(await rejection({})).toMatchObject({ code: 'no_passphrase' })
    expect(await rejection({ BACKUP_PASSPHRASE: 'short' })).toMatchObject({ code: 'no_passphrase' })
    expect(await corrupted('data.00000', (path, { length }) => truncateSync(path, length - 1))).toBe(
      'truncated',
    )
    expect(await corrupted('data.00000', (path, bytes) => writeFileSync(path, flipped(bytes, 70_000)))).toBe(
      'altered',
    )
    expect(
      await corrupted('data.00000', (path, bytes) => writeFileSync(path, Buffer.concat([bytes, bytes]))),
    ).toBe('altered')
    expect(await corrupted('data.00000', (path) => renameSync(path, `${path}.gone`))).toBe('missing_file')
    expect(await corrupted('manifest.json', (path, { length }) => truncateSync(path, length >> 1))).toBe(
      'altered',
    )
    expect(
      await corrupted('manifest.json', (path, bytes) =>
        writeFileSync(path, String(bytes).replace(/"madeAt": "2/, '"madeAt": "3')),
      ),
    ).toBe('altered')
    expect(await rejection(ENCRYPTED, ['--backup', 'affiliate-20200101T000000Z-000000'])).toMatchObject({
      code: 'no_backup',
    })
    expect(await rejection({ ...ENCRYPTED, APP_SECRET: 'y'.repeat(40) })).toMatchObject({
      code: 'another_secret',
    })
    expect(await rejection({ ...ENCRYPTED, NODE_ENV: 'production' })).toMatchObject({
      code: 'missing_secret',
    })
    await expectEmpty(target)

    const restored = await run(['restore', '--from', place, '--json'], {
      ...target,
      ...ENCRYPTED,
      APP_SECRET,
    })
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.json()).toMatchObject({ ...VERIFIED, secret: 'same' })
    expect(await rejection({ ...ENCRYPTED, APP_SECRET })).toMatchObject({ code: 'target_not_empty' })
  },
  600_000,
)

testBackup(
  'a backup from a newer version or another engine, or in another format, is rejected',
  async () => {
    const shop = await openShop()
    const place = newFolder()
    const created = await run(['backup', '--to', place, '--json'], shop.environment)
    const { name } = created.json()
    const path = join(place, name, 'manifest.json')
    const { seal: _, ...manifest } = parseManifest(readFileSync(path, 'utf8'), name)
    const target = { ...(await openEmptyLocation()), APP_SECRET }
    const other = isEmbedded
      ? ({ engine: 'postgres', archive: 'pg_dump' } as const)
      : ({ engine: 'embedded', archive: 'tar.gz' } as const)
    for (const [change, code] of [
      [{ version: '99.0.0' }, 'newer_version'],
      [{ migration: '9999' }, 'newer_version'],
      [{ serverVersion: 990_000 }, 'newer_version'],
      [other, 'another_engine'],
      [{ format: 2 }, 'unknown_format'],
    ] as const) {
      writeFileSync(path, await encryptManifest({ ...manifest, ...change }, undefined))
      const response = await run(['restore', '--from', place, '--json'], target)
      expect([change, response.code, response.json().error.code]).toEqual([change, 1, code])
    }
    await expectEmpty(target)
  },
  600_000,
)

testBackup(
  'a backup to S3 is signed and can be restored; a backup killed before its manifest is ignored, and the next one works',
  async () => {
    const shop = await openShop()
    const storage = await startFakeS3()
    const environment = { ...shop.environment, ...storage.environment, ...ENCRYPTED }
    const place = ['s3://backups/my-shop']
    const isManifest = (call: string) => call.startsWith('PUT ') && call.endsWith('/manifest.json')

    // One busy response and one lost connection are retried.
    const faults = [503, 'gone'] as const
    let tries = 0
    storage.before = async (call) => (call.startsWith('PUT ') ? faults[tries++] : undefined)
    const first = await run(['backup', '--to', ...place, '--json'], environment)
    expect([first.code, first.stderr]).toEqual([0, ''])
    expect([...storage.objects.keys()].every((key) => key.startsWith(`my-shop/${first.json().name}/`))).toBe(
      true,
    )

    const killed = await killOnRequest(storage, isManifest, () =>
      startCommand(['backup', '--to', ...place], environment),
    )
    expect(killed).toBe('SIGKILL')
    const unfinished = [...storage.objects.keys()].filter((key) => !key.includes(first.json().name))
    expect(unfinished).not.toEqual([])

    const target = { ...(await openEmptyLocation()), ...storage.environment, ...ENCRYPTED, APP_SECRET }
    const restored = await run(['restore', '--from', ...place, '--json'], target)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.json()).toMatchObject({ ...VERIFIED, name: first.json().name })

    const next = await run(['backup', '--to', ...place, '--keep', '1', '--json'], environment)
    expect([next.code, next.stderr]).toEqual([0, ''])
    expect(next.json().removed).toEqual([first.json().name])

    const calls = storage.calls.length
    for (const [change, message] of [
      [
        { AWS_SECRET_ACCESS_KEY: 'another' },
        /403 SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY or AWS_REGION is wrong/,
      ],
      [{ AWS_ACCESS_KEY_ID: 'AKIANOBODY' }, /403 InvalidAccessKeyId/],
      [{ AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }, /s3:\/\/backups\/my-shop cannot be reached/],
      [{ AWS_SECRET_ACCESS_KEY: '' }, /requires AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
    ] as const) {
      const response = await run(['backup', '--to', ...place, '--json'], { ...environment, ...change })
      expect([response.code, response.json().error]).toEqual([
        1,
        { code: 'location_failed', message: expect.stringMatching(message) },
      ])
    }
    const nowhere = await run(['backup', '--to', 's3://nowhere/x', '--json'], environment)
    expect(nowhere.json().error.message).toMatch(/404 NoSuchBucket/)
    storage.mayList = false
    const unlisted = await run(['backup', '--to', ...place, '--json'], environment)
    expect(unlisted.json().error.message).toMatch(/403 AccessDenied/)
    // Each command fails before anything is copied.
    const refusals = storage.calls.slice(calls)
    expect([refusals.length, new Set(refusals)]).toEqual([4, new Set(['GET '])])
  },
  600_000,
)

testBackup(
  'a killed restore leaves nothing that can serve, and the next one restores everything',
  async () => {
    const shop = await openShop()
    const service = await serve(shop.environment)
    const visits = buyContinuously(service, shop)
    await expect.poll(() => visits.ledger.sales.size, { timeout: 60_000 }).toBeGreaterThan(5)
    await visits.stop()
    await service.stop()
    const storage = await startFakeS3()
    const created = await run(['backup', '--to', 's3://backups'], {
      ...shop.environment,
      ...storage.environment,
    })
    expect(created.code, created.stderr).toBe(0)

    const target = { ...(await openEmptyLocation()), APP_SECRET }
    const reachable = { ...target, ...storage.environment }
    let reads = 0
    // Read once to verify and once to restore.
    const isSecondRead = (call: string) => /^GET .*\/data\.00000$/.test(call) && ++reads === 2
    const killed = await killOnRequest(storage, isSecondRead, () =>
      startCommand(['restore', '--from', 's3://backups'], reachable),
    )
    expect(killed).toBe('SIGKILL')
    if (isEmbedded) expect(existsSync(join(target.DATA_DIR, 'database.restoring'))).toBe(true)
    const left = namesIn(target.DATA_DIR)
    for (const environment of [target, withoutSecret(target)]) {
      const rejected = await run(['migrate'], environment)
      expect([rejected.code, rejected.stderr]).toMatchObject([
        1,
        expect.stringContaining('was interrupted. Run `affiliate restore` again'),
      ])
    }
    // A new secret would prevent restoring the backup.
    expect(namesIn(target.DATA_DIR)).toEqual(left)

    const restored = await run(['restore', '--from', 's3://backups', '--json'], reachable)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.json()).toMatchObject(VERIFIED)
    await inspect(target, async (database) => {
      expect((await listTransactionIds(database)).sort()).toEqual([...visits.ledger.sales].sort())
    })
  },
  600_000,
)

/** Returns a folder's contents, except a killed process's lock. */
function namesIn(folder: string) {
  const names = readdirSync(folder)
  return names.filter((name) => !name.startsWith('lock')).sort()
}

function withoutSecret({ APP_SECRET: _, ...environment }: Record<string, string>) {
  return environment
}

/** Starts a command and kills it when the storage receives a matching request. */
async function killOnRequest(
  storage: Awaited<ReturnType<typeof startFakeS3>>,
  isIt: (call: string) => boolean,
  start: () => ReturnType<typeof startCommand>,
) {
  const requestReceived = new Promise<void>((resolve) => {
    storage.before = (call) => {
      if (!isIt(call)) return Promise.resolve(undefined)
      resolve()
      return new Promise(() => {})
    }
  })
  const command = start()
  await Promise.race([requestReceived, command.ended])
  command.child.kill('SIGKILL')
  const ended = await command.ended
  storage.before = async () => undefined
  return ended
}

async function inspect(environment: Record<string, string>, look: (database: Database) => Promise<void>) {
  if (!isEmbedded) return inspectServer(environment, look)
  const database = await openEmbeddedIn(environment.DATA_DIR ?? '')
  await look(database).finally(() => database.close())
}

async function listTransactionIds({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select transaction_id as id from sale_events`.execute(kysely)
  return rows.map(({ id }) => id)
}

async function listClickIds({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select click_uuid::text as id from click_events`.execute(kysely)
  return rows.map(({ id }) => id)
}

async function expectEmpty(target: Record<string, string>) {
  if (isEmbedded) {
    expect(readdirSync(target.DATA_DIR ?? '').filter((name) => name.startsWith('database'))).toEqual([])
    return
  }
  await inspectServer(target, async ({ kysely }) => {
    const { rows } = await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(
      kysely,
    )
    expect(rows).toEqual([])
  })
}

function listFiles(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name))
}

/** Inserts an email that is waiting for its next attempt. */
async function insertPendingEmail({ kysely }: Database): Promise<void> {
  const created_at = new Date()
  const [next_attempt_at, expires_at] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)]
  const name = { cause: WAITING, recipient: 'sam@members.test', message_id: '<m@acme.test>' }
  const rest = { data: '{}', secret: 'sealed', next_attempt_at, created_at, expires_at }
  await kysely
    .insertInto('mails')
    .values({ kind: 'invitation', ...name, ...rest })
    .execute()
}
