import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { fingerprintSecret } from '../../../src/core/config/app-secret.rule.ts'
import { findInstallation } from '../../../src/core/database/installation.sql.ts'
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../../../src/core/privacy/secret-box.rule.ts'
import {
  debtorLocation,
  detailsContext,
} from '../../../src/earnings/payout-details/encrypted-details.rule.ts'
import { claimSecret, type GivenSecret } from '../../../src/operations/setup/claim-secret.flow.ts'
import { addCleanup } from '../../cleanup.ts'
import { runCommand, startCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'
import { createTestProgram, PASSWORD, send, signUp, someIp, startTestService } from '../../harness.ts'
import { newFolder } from '../../new-folder.ts'
import { computeTotp, enableTwoFactor, withCookies } from '../../workspace/sign-in/second-factor.ts'
import { openEmptyLocation, openShop, run, serve } from '../backup/shop.ts'

const OTHER = 'another-secret-of-at-least-thirty-two-chars'
const REJECTED = 'APP_SECRET is not the secret this database depends on.'

test('commands and the service reject a different APP_SECRET without changing anything, and the doctor reports it', async () => {
  const { environment, programId } = await openShop()
  const another = { ...environment, APP_SECRET: OTHER }
  const to = join(newFolder(), 'backups')
  for (const command of [
    ['serve'],
    ['migrate'],
    ['demo'],
    ['stats', 'verify'],
    ['explain', '--program', String(programId), '--transaction', 'order-1'],
    ['data-subject', 'erase', '--program', String(programId), '--customer-key', 'ada', '--yes'],
    ['backup', '--to', to],
  ]) {
    const rejected = await run([...command, '--json'], { ...another, PORT: '0' })
    expect([command, rejected.code, rejected.stdout]).toEqual([command, 1, ''])
    expect(rejected.json().error).toEqual({
      code: 'another_secret',
      message: expect.stringContaining(`${REJECTED} Set APP_SECRET to the previous value.`),
    })
  }
  const doctor = await run(['doctor', '--json'], another)
  const findings: { check: string }[] = JSON.parse(doctor.stdout).findings
  expect(findings.filter(({ check }) => check === 'secret')).toContainEqual(
    expect.objectContaining({ severity: 'failed', found: expect.stringContaining(REJECTED) }),
  )
  expect((await run(['stats', 'verify'], environment)).code).toBe(0)
}, 300_000)

test('a new secret is accepted once: the output lists what is lost, and the previous secret is rejected from then on', async () => {
  const { environment } = await openShop()
  const another = { ...environment, APP_SECRET: OTHER }
  const started = startCommand(['serve', '--json', '--accept-new-secret'], { ...another, PORT: '0' })
  await expect.poll(() => started.output.stdout, { timeout: 60_000 }).toContain('"address"')
  expect(started.output.stdout).toMatch(/The installation now uses a new APP_SECRET\. .*paid again/)
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect((await run(['stats', 'verify'], another)).code).toBe(0)
  expect((await run(['stats', 'verify', '--json'], environment)).json().error.code).toBe('another_secret')
  // Nothing is lost if the secret doesn't change.
  expect((await runCommand(['migrate', '--accept-new-secret'], another)).stdout).not.toContain(
    'new APP_SECRET',
  )
}, 300_000)

if (inject('database').kind === 'postgres')
  test('a service with the previous secret stops when the secret is replaced', async () => {
    const { environment } = await openShop()
    const service = startCommand(['serve', '--json'], { ...environment, PORT: '0' })
    await expect.poll(() => service.output.stdout, { timeout: 60_000 }).toContain('"address"')
    const another = { ...environment, APP_SECRET: OTHER }
    expect((await run(['migrate', '--accept-new-secret'], another)).code).toBe(0)
    expect(await service.ended).toBe(0)
    expect(service.output.stdout + service.output.stderr).toContain('the installation’s secret was replaced')
  }, 300_000)

test('a lost secret file is reported, and a new one is created only if accepted', async () => {
  const place = await openDataLocation()
  expect((await run(['migrate'], place.environment)).code).toBe(0)
  const file = join(place.environment.DATA_DIR ?? '', 'secret')
  const first = readFileSync(file, 'utf8')
  rmSync(file)
  const missed = await run(['migrate', '--json'], place.environment)
  expect(missed.json().error).toEqual({
    code: 'missing_secret',
    message: expect.stringContaining(`APP_SECRET is not set, and there is no file ${file}.`),
  })
  expect(existsSync(file)).toBe(false)
  expect((await run(['migrate', '--accept-new-secret'], place.environment)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).not.toBe(first)
  expect((await run(['stats', 'verify'], place.environment)).code).toBe(0)
})

test('only one process succeeds if several start with different secrets on an empty database', async () => {
  const service = await startTestService({ ownDatabase: true })
  const claims = ['a', 'b', 'c', 'd'].map((letter) => claimSecret(service.deps, given(letter.repeat(40))))
  const outcomes = await Promise.allSettled(claims)
  const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []))
  expect(won).toHaveLength(1)
  const row = await findInstallation(service.database.kysely)
  expect(row?.secretFingerprint).toBe(fingerprintSecret(won[0] ?? ''))
  for (const one of outcomes)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'another_secret' })
})

if (inject('database').kind === 'postgres')
  test('only one service serves if several start with different secrets on an empty database', async () => {
    const place = await openEmptyLocation()
    const services = ['a', 'b'].map((letter) =>
      serve({ ...place, DATA_DIR: newFolder(), APP_SECRET: letter.repeat(40) }),
    )
    const outcomes = await Promise.allSettled(services)
    const served = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(served).toHaveLength(1)
    for (const one of outcomes) if (one.status === 'rejected') expect(String(one.reason)).toContain(REJECTED)
    await served[0]?.stop()
  })

test('values encrypted with a known previous secret are encrypted with the new one', async () => {
  const service = await startTestService({ ownDatabase: true })
  const { deps, database } = service
  const { kysely } = database
  const previous = deps.config.appSecret
  await claimSecret(deps, given(previous))
  const { email, token } = await signUp(service)
  const factor = await enableTwoFactor(service, token)
  const program = await createTestProgram(service)
  const at = service.clock.now()
  const seal = (text: string, where = '') => encryptSecret(text, previous, deps.ids.bytes(NONCE_BYTES), where)
  const place = { programId: program.id, partnerId: program.partnerId, version: 1 }
  await kysely
    .insertInto('payout_details')
    .values({
      program_id: program.id,
      partner_id: program.partnerId,
      version: 1,
      method: 'paypal',
      sealed: seal('details', detailsContext(place)),
      created_at: at,
      usable_at: at,
    })
    .execute()
  await kysely
    .insertInto('payout_settings')
    .values({
      program_id: program.id,
      debtor: seal('debtor', debtorLocation(program.id)),
      updated_at: at,
    })
    .execute()
  await kysely
    .insertInto('webhook_endpoints')
    .values({
      program_id: program.id,
      url: 'https://shop.example/hook',
      event_types: ['sale.created'],
      secret: seal('whsec_one'),
      created_at: at,
    })
    .execute()
  await kysely
    .insertInto('processor_accounts')
    .values({
      program_id: program.id,
      processor: 'stripe',
      account_id: 'acct_one',
      connected_by: 'oauth',
      api_key: seal('rk_live_one'),
      is_live: true,
      connected_at: at,
    })
    .execute()

  const wrong = { ...given(OTHER), accepted: { previous: 'w'.repeat(40) } }
  await expect(claimSecret(deps, wrong)).rejects.toThrow('--previous-secret-file')
  const { replaced } = await claimSecret(deps, { ...given(OTHER), accepted: { previous } })
  // Two encrypted values for the second factor, and one of every other kind.
  expect(replaced).toEqual({ reencrypted: 6 })

  const sealed = await kysely.selectFrom('payout_details').select('sealed').executeTakeFirstOrThrow()
  expect(decryptSecret(sealed.sealed ?? '', OTHER, detailsContext(place))).toBe('details')
  const webhook = await kysely.selectFrom('webhook_endpoints').select('secret').executeTakeFirstOrThrow()
  expect(decryptSecret(webhook.secret, OTHER)).toBe('whsec_one')
  const account = await kysely.selectFrom('processor_accounts').select('api_key').executeTakeFirstOrThrow()
  expect(decryptSecret(account.api_key ?? '', OTHER)).toBe('rk_live_one')
  const app = await buildApp({ ...deps, config: { ...deps.config, appSecret: OTHER } })
  addCleanup(() => app.close())
  const signIn = await send(app, 'POST', '/api/auth/sign-in/email', {
    ip: someIp(),
    body: { email, password: PASSWORD },
  })
  expect(signIn.body).toMatchObject({ twoFactorRedirect: true })
  const verified = await send(app, 'POST', '/api/auth/two-factor/verify-totp', {
    ip: someIp(),
    headers: withCookies({ deps }, signIn.headers),
    body: { code: computeTotp(factor.secret) },
  })
  expect(verified.status).toBe(200)
})

test('one of several concurrent secret replacements wins, and its secret decrypts the stored values', async () => {
  const service = await startTestService({ ownDatabase: true })
  const { deps, database } = service
  const previous = deps.config.appSecret
  await claimSecret(deps, given(previous))
  const program = await createTestProgram(service)
  const sealed = encryptSecret('whsec_one', previous, deps.ids.bytes(NONCE_BYTES))
  const webhook = { program_id: program.id, url: 'https://shop.example/hook', event_types: ['sale.created'] }
  await database.kysely
    .insertInto('webhook_endpoints')
    .values({ ...webhook, secret: sealed, created_at: deps.clock.now() })
    .execute()
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c'].map((letter) =>
      claimSecret(deps, { ...given(letter.repeat(40)), accepted: { previous } }),
    ),
  )
  const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []))
  expect(won).toHaveLength(1)
  const { secret } = await database.kysely
    .selectFrom('webhook_endpoints')
    .select('secret')
    .executeTakeFirstOrThrow()
  expect(decryptSecret(secret, won[0] ?? '')).toBe('whsec_one')
})

test('the previous secret’s file must exist', async () => {
  const { environment } = await openDataLocation()
  const file = join(newFolder(), 'previous')
  const args = ['migrate', '--accept-new-secret', '--previous-secret-file', file]
  expect((await runCommand(args, environment)).stderr).toBe(`${file} does not exist.\n`)
  writeFileSync(file, 'p'.repeat(40))
  // A database without a secret has nothing to replace.
  expect((await runCommand(args, environment)).code).toBe(0)
})

function given(secret: string): GivenSecret {
  return { secret, isFromFile: false, accepted: undefined }
}
