import { CompiledQuery } from 'kysely'
import { expect, inject, test } from 'vitest'
import { resolved } from '../../core/openapi-document.ts'
import { isCluster, send, startTestService, type TestService, titleUnlessCluster } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { countPages, recordStatements } from '../../statement-reads.ts'
import { fill, type Own, rowId } from './filled-program.ts'

/**
 * Portal requests read only the partner's rows, however many other partners and programs exist. The routes come from
 * the API document, so new ones are covered. The tests count table and index pages per statement, because an index
 * that leads through other partners' rows would read more pages.
 */

const FEW = 60
const MANY = 1_000
/** Deeper indexes may read a page or two more; twenty times as many partners would read twenty times as much. */
const TALLER = 3
/** For statements that read almost nothing. Other partners fill hundreds of pages. */
const MORE_PAGES = 20

const name = titleUnlessCluster(
  'portal requests read the same number of pages with many partners as with few (PostgreSQL)',
  'on a cluster, each worker would have to report its own reads',
)

test.skipIf(inject('database').kind !== 'postgres' || isCluster)(
  name,
  async () => {
    const service = await startTestService({ ownDatabase: true })
    const shop = await openShop(service)
    const { id, partnerId, linkId } = shop.program
    const age = { created_at: new Date('2025-06-01T00:00:00Z') }
    await service.database.kysely.updateTable('programs').set(age).where('id', '=', id).execute()
    const at = new Date('2025-06-01T00:00:00Z')
    const terms = { program_id: id, version: 1, content: 'Be honest.', created_at: at }
    await service.database.kysely.insertInto('join_terms').values(terms).execute()
    await service.database.kysely
      .insertInto('join_pages')
      .values({
        program_id: id,
        mode: 'open',
        content: '',
        questions: '[]',
        terms_version: 1,
        updated_at: at,
      })
      .execute()
    const ids = { programId: id, partnerId, linkId }
    await fill(service, ids, { first: 0, last: FEW })
    const partner = await signInAs(service, partnerId)
    const questions = await listQuestions(service, ids)
    const few = await readAll(service, partner.cookie, questions)
    const closedWithFew = await readClosing(service, 1)
    await fill(service, ids, { first: FEW + 1, last: MANY })
    const readsWithMany = await readAll(service, partner.cookie, questions)
    const closedWithMany = await readClosing(service, 2)
    const overLimit = [...readsWithMany, ...closedWithMany].flatMap(([url, pages]) => {
      const before = few.get(url) ?? closedWithFew.get(url)
      return before !== undefined && pages <= TALLER * before + MORE_PAGES
        ? []
        : [`${url}: ${before} → ${pages}`]
    })
    expect(overLimit).toEqual([])
    expect(few.size).toBeGreaterThan(60)
  },
  120_000,
)

interface Question {
  method: 'GET' | 'POST'
  url: string
  body?: object
}

/** Returns every portal read route with every period, and inquiries about an order and a day. */
async function listQuestions({ app }: TestService, { programId }: Own): Promise<Question[]> {
  const { body: published } = await send(app, 'GET', '/openapi.json')
  const { paths } = resolved(published, published)
  const ids: Record<string, string> = {
    programId: String(programId),
    commissionId: String(rowId(0, 1)),
    payoutId: String(rowId(0, 2)),
    month: '2026-02',
  }
  const requested = Object.entries<{
    get?: { security?: object[]; parameters?: { name: string; in: string }[] }
  }>(paths)
    .filter(([, { get }]) => get?.security?.some((one) => 'partnerSession' in one))
    .flatMap(([path, { get }]): Question[] => {
      const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? expect.fail(path))
      const acceptsParameter = (name: string) =>
        get?.parameters?.some((one) => one.in === 'query' && one.name === name)
      const month = acceptsParameter('month') ? ['?month=2026-02'] : []
      if (acceptsParameter('period') !== true) return [{ method: 'GET', url: `${url}${month}` }]
      const queries = ['7d', '30d', '90d', 'all'].map((period) => `?period=${period}`)
      const dayRange = '?dateFrom=2026-01-03T05:00:00Z&dateTo=2026-02-20T07:30:00Z'
      return [...queries, dayRange].map((query) => ({ method: 'GET', url: `${url}${query}` }))
    })
  const url = `/api/partner/programs/${programId}/inquiries`
  return [
    ...requested,
    { method: 'POST', url, body: { day: '2026-02-10' } },
    { method: 'POST', url, body: { transactionId: 'order-0-1' } },
    { method: 'POST', url, body: { transactionId: `order-${FEW}-1` } },
  ]
}

/** Returns the pages read by each statement in each request. */
async function readAll(
  service: TestService,
  cookie: string,
  questions: readonly Question[],
): Promise<Map<string, number>> {
  const { app, database } = service
  // Vacuumed and analyzed, like a database in use.
  await database.kysely.executeQuery(CompiledQuery.raw('vacuum analyze'))
  const read = new Map<string, number>()
  for (const { method, url, body } of questions) {
    const statements = await recordStatements(async () => {
      const response = await send(app, method, url, {
        headers: { cookie },
        ...(body === undefined ? {} : { body }),
      })
      expect(response.status, `${url}: ${response.text}`).toBe(200)
    })
    for (const { text, values } of statements) {
      const key = `${method} ${url} ${body === undefined ? '' : JSON.stringify(body)}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`
      read.set(key, (read.get(key) ?? 0) + (await countPages(service, text, values)))
    }
  }
  return read
}

/** Does the same for an account closure, which leaves only other partners' rows. */
async function readClosing(service: TestService, number: number): Promise<Map<string, number>> {
  const { call, email } = await signInAs(service, 1_000_000 + number)
  const statements = await recordStatements(async () => {
    const response = await call('POST', '/account/close', { email, leavesBalance: true })
    expect(response.status, response.text).toBe(200)
  })
  const read = new Map<string, number>()
  for (const { text, values } of statements) {
    const key = `closing: ${text.replace(/\s+/g, ' ').slice(0, 300)}`
    read.set(key, (read.get(key) ?? 0) + (await countPages(service, text, values)))
  }
  return read
}
