import { CompiledQuery } from 'kysely'
import { expect, inject, test } from 'vitest'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import {
  isCluster,
  send,
  signInMember,
  startTestService,
  type TestService,
  titleUnlessCluster,
} from '../harness.ts'
import { openShop } from '../merchant.ts'
import { fill } from '../portal/partner-portal/filled-program.ts'
import { countRowReads, recordStatements } from '../statement-reads.ts'

/** A team's lists, searches and totals read as many rows with many partners as with few. */

const FEW = 60
const MANY = 1_000
/** A search with more than 500 matches looks up 501. Reading all partners, or one row for each, would add 940. */
const MORE_ROWS = 600

const READS = [
  'partners?limit=20',
  'partners?limit=10&search=partner',
  'partners?limit=10&search=p17%40',
  'partners?limit=10&search=nothing',
  'partners?limit=10&search=%40',
  'partner-report?limit=10&period=7d&sort=name',
  'partner-report?limit=10&period=7d&sort=name&direction=asc',
  'partner-report?limit=10&period=7d&search=p17%40',
  'applications?limit=10',
  'applications?limit=10&search=p17%40',
  'applications?limit=10&search=others',
  'applications/selection?search=p17%40',
  'customers?limit=10',
  'customers?limit=10&search=key-17-3',
  'customers/sums',
  'customers/sums?status=lead',
  'commissions?limit=10',
  'commissions?limit=10&search=order-17-3',
  'commissions/sums',
  'commissions/sums?status=pending',
  'sales?limit=10',
  'links?limit=10',
  'balances?limit=10',
  'balances?limit=10&due=true',
  'payouts?limit=10',
  'claims?limit=10',
  'search?query=p17',
]

const name = titleUnlessCluster(
  'lists, searches and totals of a team read the same number of rows with many partners as with few (PostgreSQL)',
  'on a cluster, each worker would have to report its own reads',
)

test.skipIf(inject('database').kind !== 'postgres' || isCluster)(
  name,
  async () => {
    const service = await startTestService({ ownDatabase: true })
    const { program } = await openShop(service)
    const { id: programId, partnerId, linkId } = program
    const created_at = new Date('2025-06-01T00:00:00Z')
    await service.database.kysely
      .updateTable('programs')
      .set({ created_at })
      .where('id', '=', programId)
      .execute()
    const bearer = await signInMember(service, program)
    const read = async (first: number, last: number) => {
      await fill(service, { programId, partnerId, linkId }, { first, last })
      await rebuildStatistics(service.database, programId)
      await service.database.kysely.executeQuery(CompiledQuery.raw('vacuum analyze'))
      return readAll(service, bearer, `/api/programs/${programId}`)
    }
    const few = await read(0, FEW)
    const many = await read(FEW + 1, MANY)
    const overLimit = READS.filter((url) => (many.get(url) ?? 0) > (few.get(url) ?? 0) + MORE_ROWS)
    expect(overLimit.map((url) => `${url}: ${few.get(url)} → ${many.get(url)}`)).toEqual([])
    expect(Math.min(...few.values())).toBeGreaterThan(0)
    const { body } = await send(
      service.app,
      'GET',
      `/api/programs/${programId}/partners?limit=10&search=OTHERS`,
      { bearer },
    )
    expect(body.data).toHaveLength(10)
    expect(body.data.every(({ name }: { name: string }) => name.startsWith('Partner '))).toBe(true)
  },
  180_000,
)

/** Returns the rows read by each request's statements. */
async function readAll(service: TestService, bearer: string, program: string): Promise<Map<string, number>> {
  const rows = new Map<string, number>()
  for (const url of READS) {
    const statements = await recordStatements(async () => {
      const response = await send(service.app, 'GET', `${program}/${url}`, { bearer })
      expect(response.status, `${url}: ${response.text}`).toBe(200)
    })
    let read = 0
    for (const { text, values } of statements) read += await countRowReads(service, text, values)
    rows.set(url, read)
  }
  return rows
}
