import { type Installation, install, settle, signIn } from './installation.ts'
import { load, type Server } from './processes.ts'
import { type Comparison, inTurns } from './rounds.ts'
import type { Settings } from './settings.ts'

const FEW_CLICKS = 10_000

/** Who brings clicks, over how many days before now. */
export interface Crowd {
  partners: number
  days: number
  clicks: number
}

/** `GET /api/programs/:programId/partner-report`, ordered by clicks, at few and at many clicks of the same partners and days. */
export async function measurePartnerReport(settings: Settings, crowd: Crowd): Promise<Comparison> {
  return withCrowd(settings, { ...crowd, clicks: FEW_CLICKS }, (few) =>
    withCrowd(settings, crowd, (many) => inTurns(settings.rounds, few, many)),
  )
}

async function withCrowd<Result>(
  settings: Settings,
  crowd: Crowd,
  use: (read: () => ReturnType<typeof load>) => Promise<Result>,
): Promise<Result> {
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  try {
    await addCrowd(installation, crowd)
    server = await installation.start()
    return await use(await readerOf(settings, { installation, server, days: crowd.days }))
  } finally {
    await server?.stop()
    await installation.drop()
  }
}

/** Partners with a link each, whose clicks are spread evenly over the days; each hundredth click bought for 49 dollars. */
async function addCrowd(installation: Installation, { partners, days, clicks }: Crowd) {
  const { sql, programId } = installation
  await sql.query(
    `with partner as (
      insert into partners (workspace_id, name, email, created_at)
      select p.workspace_id, 'Partner ' || n, 'partner-' || n || '@bench.test', p.created_at
      from programs p, generate_series(1, $2::int) n where p.id = $1
      returning workspace_id, id, created_at
    ), relation as (
      insert into partner_programs (program_id, partner_id, workspace_id, status, created_at)
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
    `insert into click_events (program_id, received_at, click_uuid, is_test, link_id, partner_id, affiliate_url, page_url, user_agent)
    select $1, at, click_uuid, false, link_id, partner_id, 'https://shop.example/?aff=bench', 'https://shop.example/',
      'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'
    from clicks_made order by at`,
    [programId],
  )
  await sql.query(
    `with buyer as (
      insert into customers (program_id, customer_key, status, partner_id, link_id, click_uuid, clicked_at,
        signup_at, first_sale_at, first_purchase_at, sale_count, created_at)
      select $1, 'buyer-' || n, 'conversion', partner_id, link_id, click_uuid, at, at, at, at, 1, at
      from clicks_made where (n / $2::int) % 100 = 0
      returning id, partner_id, click_uuid, clicked_at
    )
    insert into sale_events (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
      customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at, has_commission)
    select $1, false, 'sale-' || id, 4900, 'USD', 'payment', false, id, partner_id, 'customer_key', click_uuid, clicked_at,
      clicked_at, clicked_at, false
    from buyer`,
    [programId, partners],
  )
  await settle(installation)
}

async function readerOf(
  { connections, seconds }: Settings,
  { installation, server, days }: { installation: Installation; server: Server; days: number },
) {
  const authorization = `Bearer ${await signIn(server)}`
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const path = `/api/programs/${installation.programId}/partner-report`
  const url = `${server.url}${path}?sort=clicks&limit=50&dateFrom=${day(days - 1)}&dateTo=${day(0)}`
  return () => load({ url, method: 'GET', headers: { authorization }, connections, seconds })
}
