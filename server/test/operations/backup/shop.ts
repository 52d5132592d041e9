import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readServiceUrl, runCommand, startCommand } from '../../command.ts'
import { type DataLocation, openDataLocation } from '../../data-location.ts'
import { createDatabase, dropDatabase, openServerDatabase } from '../../global-setup.ts'
import { isCluster, titleUnlessCluster } from '../../harness.ts'
import { type InstalledShop, installShop, type OpenShop, postJson } from '../../installed-shop.ts'
import { newFolder } from '../../new-folder.ts'

export const APP_SECRET = 'the-secret-of-the-shop-that-is-backed-up-0123'

/** Disables rate limits. */
const UNLIMITED = {
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_IP_PER_MINUTE: '1000000',
}

/** The reason for skipping clusters; cluster.citus.test.ts tests the error message. */
export const BACKED_UP_BY_NODE = 'each node is backed up by the tools of PostgreSQL'

/** Defines a test that backs up the database. */
export function testBackup(name: string, work: () => Promise<void>, timeoutMs?: number) {
  test.skipIf(isCluster)(titleUnlessCluster(name, BACKED_UP_BY_NODE), work, timeoutMs)
}

/** Creates an empty folder or database. */
export async function openEmptyLocation(): Promise<DataLocation['environment'] & { DATA_DIR: string }> {
  const DATA_DIR = newFolder()
  const source = inject('database')
  if (source.kind === 'embedded') return { DATA_DIR }
  const name = `${source.template}_${randomUUID().slice(0, 8)}`
  await createDatabase(source, name)
  onTestFinished(() => dropDatabase(source, name))
  const address = new URL(source.url)
  address.pathname = `/${name}`
  return { DATA_DIR, DATABASE_URL: address.toString() }
}

/** Connects to the server, which another process may be using. */
export async function inspectServer<Result>(
  { DATABASE_URL = '' }: Record<string, string>,
  look: (database: Awaited<ReturnType<typeof openServerDatabase>>) => Promise<Result>,
): Promise<Result> {
  const database = await openServerDatabase(DATABASE_URL, new URL(DATABASE_URL).pathname.slice(1))
  return look(database).finally(() => database.close())
}

/** Runs a command in this process. */
export async function run(args: string[], environment: Record<string, string>) {
  const ran = await runCommand(args, environment)
  return { ...ran, json: () => JSON.parse(ran.code === 0 ? ran.stdout : ran.stderr || ran.stdout) }
}

export interface Shop extends InstalledShop {
  environment: Record<string, string>
}

/** The data folder of the worker's first shop, because creating one takes two starts. */
let kept: { shop: Omit<Shop, 'environment'>; archive: Buffer } | undefined

/** Creates a shop without a running service. */
export async function openShop(): Promise<Shop> {
  if (inject('database').kind !== 'embedded') return makeShop()
  if (kept === undefined) {
    const { environment, ...shop } = await makeShop()
    kept = { shop, archive: tar(['-c', '-C', environment.DATA_DIR ?? '', '.']) }
  }
  const DATA_DIR = newFolder()
  tar(['-x', '-C', DATA_DIR], kept.archive)
  return { ...kept.shop, environment: { DATA_DIR, APP_SECRET } }
}

function tar(args: string[], input?: Buffer): Buffer {
  return execFileSync('tar', args, { ...(input && { input }), maxBuffer: 1024 ** 3 })
}

async function makeShop(): Promise<Shop> {
  const environment = { ...(await openDataLocation()).environment, APP_SECRET }
  return { environment, ...(await installShop(environment)) }
}

export interface Service {
  pid: number | undefined
  post: OpenShop['post']
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Starts the service in its own process. */
export async function serve(environment: Record<string, string>): Promise<Service> {
  const service = startCommand(['serve', '--json'], { ...UNLIMITED, ...environment, PORT: '0' })
  const { child, ended } = service
  const address = await readServiceUrl(service)
  return {
    pid: child.pid,
    post: (path, body, bearer) => postJson(address + path, body, bearer),
    async stop() {
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The acknowledged events and the other responses. */
export interface Ledger {
  clicks: Set<string>
  sales: Set<string>
  rejected: string[]
}

/** Sends concurrent clicks and sales until stopped. */
export function buyContinuously(service: Service, shop: Shop) {
  const ledger: Ledger = { clicks: new Set(), sales: new Set(), rejected: [] }
  let isOver = false
  const visit = async () => {
    const click = await service.post('/api/v1/track/click', {
      affiliate_url: `https://shop.example/?aff=${shop.code}`,
    })
    if (click.status !== 200) return void ledger.rejected.push(`click ${click.status}`)
    ledger.clicks.add(click.body.click_id)
    const sale = {
      transaction_id: randomUUID(),
      customer_key: randomUUID(),
      click_id: click.body.click_id,
      amount_cents: 4900,
    }
    const lead = { click_id: sale.click_id, customer_key: sale.customer_key }
    const settled = await service.post('/api/v1/track/lead', lead, shop.liveKey)
    if (settled.status !== 200) return void ledger.rejected.push(`lead ${settled.status}`)
    const bought = await service.post('/api/v1/track/sale', sale, shop.liveKey)
    if (bought.status !== 200) return void ledger.rejected.push(`sale ${bought.status}`)
    ledger.sales.add(sale.transaction_id)
  }
  const visitors = Array.from({ length: 4 }, async () => {
    while (!isOver) await visit()
  })
  return {
    ledger,
    async stop() {
      isOver = true
      await Promise.all(visitors)
    },
  }
}
