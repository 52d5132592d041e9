import { sql, type Updateable } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '../src/core/database/schema.ts'
import { verifyStatistics } from '../src/statistics/verify-statistics.flow.ts'
import type { CommissionPolicy } from '../src/workspace/programs/commission-policy.ts'
import {
  type CalledService,
  createTestProgram,
  send,
  type TestProgram,
  type TestProgramOptions,
  type TestService,
} from './harness.ts'

export const CLICK = '/api/v1/track/click'
export const LEAD = '/api/v1/track/lead'
export const SALE = '/api/v1/track/sale'

/** The tables that tracking requests may write to. */
export const TRACKING_TABLES = [
  'click_events',
  'customers',
  'lead_events',
  'sale_events',
  'commissions',
  'platform_fees',
  'daily_stats',
] as const

type ProgramTable = Extract<
  keyof Schema,
  | (typeof TRACKING_TABLES)[number]
  | 'commission_policies'
  | 'refund_events'
  | 'commission_changes'
  | 'outbox_events'
  | 'click_dimensions'
>

/** A program as used by its merchant: the shop's pages (click, lead) and its server (signup, sale). */
export async function openShop(service: CalledService, options: TestProgramOptions = {}) {
  const program = await createTestProgram(service, options)
  return createShop(service, program)
}

export type Shop = ReturnType<typeof createShop>

function createShop({ app, database, clock }: CalledService, program: TestProgram) {
  const { kysely } = database
  const post = (url: string, body: unknown, bearer?: string) =>
    send(app, 'POST', url, bearer === undefined ? { body } : { body, bearer })
  const shop = {
    program,
    url: `https://shop.test/?aff=${program.code}`,
    click: (body: Record<string, unknown> = {}) => post(CLICK, { affiliate_url: shop.url, ...body }),
    async clickId(code = program.code): Promise<string> {
      const response = await post(CLICK, { affiliate_url: `https://shop.test/?aff=${code}` })
      expect(response.body).toMatchObject({ success: true })
      return response.body.click_id
    },
    browserLead: (body: unknown) => post(LEAD, body),
    serverLead: (body: unknown) => post(LEAD, body, program.liveKey),
    /** Creates a customer whose signup the server has confirmed. */
    async customer(customer_key: string, click_id?: string): Promise<{ click_id: string; lead_id: number }> {
      const id = click_id ?? (await shop.clickId())
      const response = await shop.serverLead({ click_id: id, customer_key })
      expect(response.status).toBe(200)
      return { click_id: id, lead_id: response.body.lead_id }
    },
    sale: (body: unknown) => post(SALE, body, program.liveKey),
    testSale: (body: unknown) => post(SALE, body, program.testKey),
    rows: async <Table extends ProgramTable>(table: Table) => {
      const result = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where program_id = ${program.id}
        order by ${sql.ref(table === 'daily_stats' ? 'day' : 'id')}`.execute(kysely)
      return result.rows
    },
    /** Returns the non-zero daily statistics, summed over shards. */
    async stats() {
      const result = await sql<Record<string, string | number | Date>>`
        select day::text as day, currency, sum(clicks)::int as clicks, sum(leads)::int as leads,
          sum(conversions)::int as conversions, sum(sales)::int as sales,
          sum(revenue_cents)::text as revenue_cents, sum(commission_cents)::text as commission_cents
        from daily_stats where program_id = ${program.id} group by day, currency order by day, currency`.execute(
        kysely,
      )
      return result.rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== 0 && value !== '0')),
      )
    },
    counts: () => countRows(database, program.id),
    change: (values: Updateable<Schema['programs']>) =>
      kysely.updateTable('programs').set(values).where('id', '=', program.id).execute(),
    /** Sets a product's commission policy, or the program's default. */
    async policy(terms: Partial<CommissionPolicy>) {
      const product_id = terms.product_id ?? null
      if (product_id === null) {
        await kysely
          .updateTable('commission_policies')
          .set({ superseded_at: clock.now() })
          .where('program_id', '=', program.id)
          .where('product_id', 'is', null)
          .execute()
      }
      const { id } = await kysely
        .insertInto('commission_policies')
        .values({
          type: 'percent',
          ...(terms.type === 'flat' ? {} : { rate_bps: 2000 }),
          ...terms,
          program_id: program.id,
          product_id,
          version: 2,
          created_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    /** Expects the statistics to match the events. Ignores partners, because test partners aren't counted. */
    async verify() {
      const { differences } = await verifyStatistics(database, program.id)
      expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
    },
  }
  return shop
}

/** Counts each event table's rows, for one program or all. */
export async function countRows({ kysely }: TestService['database'], programId?: number) {
  const counts = {} as Record<(typeof TRACKING_TABLES)[number], number> // safe because the loop fills in every table
  for (const table of TRACKING_TABLES) {
    const where = programId === undefined ? sql`true` : sql`program_id = ${programId}`
    const result = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(kysely)
    counts[table] = result.rows[0]?.n ?? -1
  }
  return counts
}

const NAMES: Record<number, string> = {
  400: 'ValidationError',
  401: 'UnauthorizedError',
  409: 'ConflictError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
  422: 'UnprocessableEntityError',
}

/** Returns the exact error response in the platform format (D3). */
export function platformError(status: number, code: string, details: unknown = {}) {
  const error = { status, name: NAMES[status], message: expect.stringMatching(/./), details, code }
  return { data: null, error }
}

/** Returns the 400 `invalid_request` response for a field. */
export const invalid = (field: string) => platformError(400, 'invalid_request', { field })
