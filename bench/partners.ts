import { addDimensions, type Installation, install, settle, signIn } from './installation.ts'
import { load, type Server } from './processes.ts'
import { CONDITIONS, conclusion, conditionCells, number, spread, table, toFigure } from './report.ts'
import { type Comparison, type Measurement, measureAlternately } from './rounds.ts'
import type { Settings } from './settings.ts'

const FEW_CLICKS = 10_000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'

/** Partners with clicks, spread over the days before now. */
export interface PartnerActivity {
  partners: number
  days: number
  clicks: number
}

/** Returns the largest of the sizes. */
export function largestSize({ sizes }: Settings): number {
  return Math.max(...sizes)
}

/**
 * Compares `GET /api/programs/:programId/partner-report`, sorted by clicks, with few and many clicks for the same
 * partners and days.
 */
export async function measurePartnerReport(
  settings: Settings,
  activity: Omit<PartnerActivity, 'clicks'>,
): Promise<Comparison> {
  return withActivity(settings, { ...activity, clicks: FEW_CLICKS }, (few) =>
    withActivity(settings, { ...activity, clicks: largestSize(settings) }, (many) =>
      measureAlternately(settings.rounds, few, many),
    ),
  )
}

/** @param use receives a function that reads the report, and the installation */
async function withActivity<Result>(
  settings: Settings,
  activity: PartnerActivity,
  use: (read: () => ReturnType<typeof load>, from: RunningService) => Promise<Result>,
): Promise<Result> {
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  try {
    await addPartners(installation, activity)
    server = await installation.start()
    const running = { installation, server }
    return await use(await createReader(settings, { ...running, days: activity.days }), running)
  } finally {
    await server?.stop()
    await installation.drop()
  }
}

interface RunningService {
  installation: Installation
  server: Server
}

const MAX_MS = { order: 140, search: 100 }

/**
 * Measures slow reads for a program with ten thousand partners at the largest size, on one connection: partner
 * lists that count all partners, the breakdown for the overview's top ten, and event searches.
 */
export async function measureManyPartners(settings: Settings): Promise<string> {
  const activity = { partners: 10_000, days: 365, clicks: largestSize(settings) }
  return withActivity(settings, activity, async (_, running) => {
    const reads = partnerReads(running.installation.programId, await searchTargets(running))
    const headers = { authorization: `Bearer ${await signIn(running.server)}` }
    const seconds = Math.min(settings.seconds, 3)
    const found: Measurement[][] = reads.map(() => [])
    // The first round isn't counted: it warms up caches, compilers and connections.
    for (let round = 0; round <= settings.rounds; round++) {
      for (const [index, { path }] of reads.entries()) {
        const url = `${running.server.url}${path}`
        const measured = await load({ url, method: 'GET', headers, connections: 1, seconds })
        if (round > 0) found[index]?.push(measured)
      }
    }
    return table(
      [`GET, at ${number(activity.clicks)} clicks`, 'p50 ms', ...CONDITIONS, 'target'],
      reads.map(({ name, most }, index) => {
        const measured = found[index] ?? []
        const figure = toFigure(measured.map(({ p50Ms }) => p50Ms))
        return [
          name,
          spread(figure, 1),
          ...conditionCells(measured),
          conclusion(figure.median, { at: most, is: 'most' }),
        ]
      }),
    )
  })
}

function partnerReads(programId: number, { orderId, clickId }: { orderId: string; clickId: string }) {
  const report = (sort: string, days: number) => ({
    name: `10,000 partners by ${sort}, ${days} days`,
    path: `/api/programs/${programId}/partner-report?sort=${sort}&limit=50&${lastDays(days)}`,
    most: MAX_MS.order,
  })
  const search = (name: string, text: string) => ({
    name: `event search: ${name}`,
    path: `/api/tracking/events/${programId}?search=${encodeURIComponent(text)}`,
    most: MAX_MS.search,
  })
  return [
    report('clicks', 30),
    report('clicks', 365),
    report('revenue', 365),
    {
      name: 'top ten partners, 365 days',
      path: `/api/tracking/breakdown/${programId}?by=partner&limit=10&${lastDays(365)}`,
      most: MAX_MS.order,
    },
    search('order ID', orderId),
    search('order ID prefix', 'sale-'),
    search('customer key', 'buyer-0'),
    search('click ID', clickId),
    search('partner name prefix', 'partner 1'),
    search('no match', 'nobody'),
  ]
}

/** Returns an order and a recorded click to search for. */
async function searchTargets({ installation, server }: RunningService) {
  const { sql, programId, linkCode } = installation
  const { rows } = await sql.query(
    'select transaction_id as "orderId" from sale_events where program_id = $1 order by id limit 1 offset 100',
    [programId],
  )
  const response = await fetch(`${server.url}/api/v1/track/click`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ affiliate_url: `https://shop.example/?aff=${linkCode}`, user_agent: BROWSER }),
  })
  // safe because a counted click returns its ID
  const { click_id: clickId } = (await response.json()) as { click_id: string }
  return { orderId: String(rows[0].orderId), clickId }
}

/**
 * Creates partners with one link each and clicks spread evenly over the days. Every hundredth click leads to a sale of
 * $49.
 */
export async function addPartners(installation: Installation, { partners, days, clicks }: PartnerActivity) {
  const { sql, programId } = installation
  await sql.query(
    `with partner as (
      insert into partners (workspace_id, name, email, created_at)
      select p.workspace_id, 'Partner ' || n, 'partner-' || n || '@bench.test', p.created_at
      from programs p, generate_series(1, $2::int) n where p.id = $1
      returning workspace_id, id, created_at
    ), relation as (
      insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at)
      select $1, id, workspace_id, 'approved', created_at from partner
      returning partner_id, created_at
    )
    insert into links (program_id, partner_id, code, created_at)
    select $1, partner_id, 'of-' || partner_id, created_at from relation`,
    [programId, partners],
  )
  await sql.query(
    `create temporary table clicks_made as
    select l.id as link_id, l.partner_id, gen_random_uuid() as click_uuid, n,
      date_trunc('milliseconds', now() - n * ($3::int * interval '1 day' / $2::int)) as at
    from generate_series(0, $2::int - 1) n
    join (select row_number() over (order by id) - 1 as place, id, partner_id from links
      where program_id = $1 and code like 'of-%') l on l.place = n % $4::int`,
    [programId, clicks, days, partners],
  )
  await sql.query(
    `insert into click_events (program_id, received_at, click_uuid, is_test, link_id, partner_id, page_id, device_id)
    select $1, at, click_uuid, false, link_id, partner_id, 1, 2 from clicks_made order by at`,
    [programId],
  )
  await addDimensions(installation)
  await sql.query(
    `with buyer as (
      insert into customers (program_id, customer_key, status, partner_id, link_id, click_uuid, clicked_at,
        signup_at, first_sale_at, first_purchase_at, sale_count, created_at)
      select $1, 'buyer-' || n, 'conversion', partner_id, link_id, click_uuid, at, at, at, at, 1, at
      from clicks_made where (n / $2::int) % 100 = 0
      returning id, partner_id, click_uuid, clicked_at
    )
    insert into sale_events (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
      customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at, decision_code)
    select $1, false, 'sale-' || id, 4900, 'USD', 'payment', false, id, partner_id, 'customer_key', click_uuid, clicked_at,
      clicked_at, clicked_at, 'no_policy'
    from buyer`,
    [programId, partners],
  )
  await settle(installation)
}

async function createReader(
  { connections, seconds }: Settings,
  { installation, server, days }: { installation: Installation; server: Server; days: number },
) {
  const authorization = `Bearer ${await signIn(server)}`
  const path = `/api/programs/${installation.programId}/partner-report`
  const url = `${server.url}${path}?sort=clicks&limit=50&${lastDays(days)}`
  return () => load({ url, method: 'GET', headers: { authorization }, connections, seconds })
}

/** Returns the query parameters for the last `days` days, including today. */
function lastDays(days: number): string {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return `dateFrom=${day(days - 1)}&dateTo=${day(0)}`
}
