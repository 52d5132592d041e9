import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { backupLimits } from '../../../src/operations/backup/limits.ts'
import { openStore } from '../../../src/operations/backup/open-store.adapter.ts'
import { ARCHIVE_NAMES } from '../../../src/operations/retention/archive-name.rule.ts'
import { listClickArchives } from '../../../src/operations/retention/click-archives.sql.ts'
import { createArchivedClickSearch } from '../../../src/operations/retention/find-archived-click.flow.ts'
import { retentionLimits } from '../../../src/operations/retention/limits.ts'
import { openArchive } from '../../../src/operations/retention/read-click-archive.flow.ts'
import { parseClickId } from '../../../src/tracking/clicks/click-id.rule.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { startFakeS3 } from '../backup/fake-s3.ts'
import { makePartitions, newArchiveLocation, run } from './old-clicks.ts'

const PASSPHRASE = 'a passphrase of the archives'
const [plain, encrypted] = [newArchiveLocation(), newArchiveLocation(PASSPHRASE)]

const service = await startTestService({
  ownDatabase: true,
  now: '2025-01-15T12:00:00Z',
  config: { archiveTo: plain.folder, clickRetentionMonths: 2 },
})
const { clock, database } = service
const config = { clickRetentionMonths: 2 }
/** The first service closes the database. */
const sharedDatabase = { database, isKept: true } as const
const withPassphrase = await startTestService({
  ...sharedDatabase,
  config: { ...config, archiveTo: encrypted.folder },
  environment: { BACKUP_PASSPHRASE: PASSPHRASE },
})
const withoutPassphrase = await startTestService({
  ...sharedDatabase,
  config: { ...config, archiveTo: encrypted.folder },
})
const withoutArchive = await startTestService({ ...sharedDatabase, config: { ...config, archiveTo: 'none' } })

interface Archived {
  shop: Shop
  bearer: string
  /** Customers whose click is in the first and in the last block. */
  customers: { id: number; clickId: string; page: string }[]
}

/** More than a page of clicks with long texts, so that the archive has several blocks. */
async function visitOften(shop: Shop): Promise<Archived> {
  const customers: Archived['customers'] = []
  clock.set('2025-01-15T12:00:00Z')
  for (let visit = 0; visit < 520; visit++) {
    clock.set(new Date(Date.parse('2025-01-15T12:00:00Z') + visit * 1_000))
    const page = `https://shop.test/"${visit}",\n${'x'.repeat(1_900)}`
    const { body } = await shop.click({
      page_url: page,
      page_title: `${'y'.repeat(900)}${visit}`,
      additional_data: { note: 'z'.repeat(900) },
    })
    if (visit % 519 === 0) {
      await shop.customer(`customer-${visit}`, body.click_id)
      const { id } = (await shop.rows('customers')).at(-1) ?? {}
      customers.push({ id: Number(id), clickId: body.click_id, page })
    }
  }
  return { shop, bearer: await signInMember(service, shop.program), customers }
}

/** A click that arrives after its month was archived, and gets an archive of its own. */
async function visitLate(shop: Shop): Promise<Archived['customers'][number]> {
  clock.set('2025-01-20T12:00:00Z')
  const page = 'https://shop.test/late'
  const { body } = await shop.click({ page_url: page })
  await shop.customer('late', body.click_id)
  const { id } = (await shop.rows('customers')).at(-1) ?? {}
  return { id: Number(id), clickId: body.click_id, page }
}

let kept: Archived
let late: Archived['customers'][number]
let secret: Archived
let deleted: Archived

beforeAll(async () => {
  await makePartitions(service)
  kept = await visitOften(await openShop(service))
  clock.set('2025-07-10T12:00:00Z')
  await run(service, plain)
  late = await visitLate(kept.shop)
  clock.set('2025-07-10T12:00:00Z')
  await run(service, plain)
  secret = await visitOften(await openShop(service))
  clock.set('2025-07-10T12:00:00Z')
  await run(withPassphrase, encrypted)
  const shop = await openShop(service)
  clock.set('2025-02-15T12:00:00Z')
  await shop.customer('deleted')
  const [customer] = await shop.rows('customers')
  deleted = {
    shop,
    bearer: await signInMember(service, shop.program),
    customers: [{ id: Number(customer?.id), clickId: '', page: '' }],
  }
  clock.set('2025-07-10T12:00:00Z')
  await run(withoutArchive, { kind: 'none' })
}, 300_000)

async function read({ app }: Pick<typeof service, 'app'>, { shop, bearer }: Archived, customerId: number) {
  const url = `/api/programs/${shop.program.id}/customers/${customerId}/archived-click`
  const { status, body } = await send(app, 'GET', url, { bearer })
  return status === 200 ? body.data : status
}

const readArchiveName = ({ shop }: Archived) => `clicks-${shop.program.id}-2025-01`

describe('an archived click', () => {
  test('is read from its block, in the first as in the last one', async () => {
    const archive = await openArchive(plain, readArchiveName(kept))
    expect(archive?.manifest.blocks.length).toBe(2)
    for (const { id, clickId, page } of kept.customers) {
      expect(await read(service, kept, id)).toMatchObject({
        status: 'found',
        archive: readArchiveName(kept),
        click: { clickId, timestamp: expect.stringMatching(/^2025-01-15T12:/), pageUrl: page },
      })
    }
  })

  test('keeps its link in the timeline of its customer', async () => {
    const { shop, bearer, customers } = kept
    const url = `/api/programs/${shop.program.id}/explain?customerKey=customer-0`
    const { status, body } = await send(service.app, 'GET', url, { bearer })
    expect(status).toBe(200)
    const click = body.data.timeline.find(({ type }: { type: string }) => type === 'click')
    expect(click).toMatchObject({ clickId: customers[0]?.clickId, linkCode: shop.program.code })
  })

  test('is read from an encrypted archive with the passphrase only', async () => {
    for (const { id, page } of secret.customers) {
      expect(await read(withPassphrase, secret, id)).toMatchObject({
        status: 'found',
        click: { pageUrl: page },
      })
      expect(await read(withoutPassphrase, secret, id)).toEqual({
        status: 'unavailable',
        archive: readArchiveName(secret),
        click: null,
      })
    }
  })

  test('is unavailable while its archive is missing, altered or elsewhere', async () => {
    const [customer] = kept.customers
    const unavailable = { status: 'unavailable', archive: readArchiveName(kept), click: null }
    const shown = () => read(service, kept, customer?.id ?? 0)
    const folder = join(plain.folder, readArchiveName(kept))
    renameSync(folder, `${folder}-moved`)
    expect(await shown()).toEqual(unavailable)
    renameSync(`${folder}-moved`, folder)
    const data = await plain.store.read(readArchiveName(kept), 'data.00000', backupLimits.backupFileBytes)
    const file = join(folder, 'data.00000')
    writeFileSync(file, Buffer.concat([data ?? Buffer.alloc(0), Buffer.from('x')]))
    expect(await shown()).toEqual(unavailable)
    rmSync(file)
    expect(await shown()).toEqual(unavailable)
    writeFileSync(file, data ?? '')
    expect(await shown()).toMatchObject({ status: 'found' })
    expect(await read(withoutArchive, kept, customer?.id ?? 0)).toEqual(unavailable)
    expect(await read(withPassphrase, kept, customer?.id ?? 0)).toEqual(unavailable)
  })

  test('is found in a later archive of its month while the first one is missing', async () => {
    const found = { status: 'found', archive: `${readArchiveName(kept)}-2`, click: { pageUrl: late.page } }
    expect(await read(service, kept, late.id)).toMatchObject(found)
    const folder = join(plain.folder, readArchiveName(kept))
    renameSync(folder, `${folder}-moved`)
    onTestFinished(() => renameSync(`${folder}-moved`, folder))
    expect(await read(service, kept, late.id)).toMatchObject(found)
    expect(await read(service, kept, kept.customers[0]?.id ?? 0)).toEqual({
      status: 'unavailable',
      archive: readArchiveName(kept),
      click: null,
    })
  })

  test('is found while the rest of its month is being deleted', async () => {
    const [customer] = kept.customers
    const setDropped = (at: string | null) =>
      sql`update click_archives set dropped_at = ${at} where program_id = ${kept.shop.program.id}`.execute(
        database.kysely,
      )
    await setDropped(null)
    onTestFinished(async () => void (await setDropped('2025-07-10T12:00:00Z')))
    expect(await read(service, kept, customer?.id ?? 0)).toMatchObject({
      status: 'found',
      click: { pageUrl: customer?.page },
    })
  })

  test('can be read as soon as the read before it has timed out', async () => {
    const s3 = await startFakeS3()
    const name = readArchiveName(kept)
    for (const file of readdirSync(join(plain.folder, name))) {
      s3.objects.set(`${name}/${file}`, readFileSync(join(plain.folder, name, file)))
    }
    const s3Store = await openStore('s3://backups', s3.environment, { names: ARCHIVE_NAMES })
    const store = { ...s3Store, location: plain.folder }
    const find = createArchivedClickSearch(service.deps, async () => ({ ...plain, store }))
    const [customer] = kept.customers
    const uuid = parseClickId(customer?.clickId ?? '')?.uuid ?? ''
    const search = () =>
      find(kept.shop.program.id, { uuid, at: new Date('2025-01-15T12:00:00Z') }, new AbortController().signal)
    const { archivedClickMs } = retentionLimits
    const restoreLimit = () => Object.assign(retentionLimits, { archivedClickMs })
    onTestFinished(() => void restoreLimit())
    Object.assign(retentionLimits, { archivedClickMs: 300 })
    s3.before = () => new Promise(() => {})
    const unavailable = { kind: 'unavailable', archive: name, reason: expect.stringContaining('300 ms') }
    expect(await Promise.all([search(), search()])).toEqual([unavailable, unavailable])
    restoreLimit()
    s3.before = async () => undefined
    expect(await search()).toMatchObject({ kind: 'found', click: { page_url: customer?.page } })
  })

  test('has no archive if it was deleted without one', async () => {
    const [customer] = deleted.customers
    expect((await listClickArchives(database.kysely, { programId: deleted.shop.program.id })).length).toBe(1)
    expect(await read(withoutArchive, deleted, customer?.id ?? 0)).toEqual({
      status: 'not_archived',
      archive: null,
      click: null,
    })
  })

  test('is not shown after its customer was erased, nor to another program', async () => {
    const [first, last] = kept.customers
    expect(await read(service, deleted, first?.id ?? 0)).toBe(404)
    const erased = await send(
      service.app,
      'POST',
      `/api/programs/${kept.shop.program.id}/data-subject/erase`,
      {
        bearer: kept.bearer,
        body: { customerKey: 'customer-519' },
      },
    )
    expect(erased.status).toBe(200)
    expect(await read(service, kept, last?.id ?? 0)).toMatchObject({ status: 'not_archived' })
    expect(await read(service, kept, first?.id ?? 0)).toMatchObject({ status: 'found' })
  })
})
