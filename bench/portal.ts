import { createHmac, randomBytes } from 'node:crypto'
import { type Installation, install } from './installation.ts'
import { watchMachine } from './machine.ts'
import { addPartners } from './partners.ts'
import { percentiles } from './percentiles.ts'
import type { Server } from './processes.ts'
import { type Comparison, type Measurement, measureAlternately } from './rounds.ts'
import type { Settings } from './settings.ts'

/** Clicks per partner. The number is the same with few and many partners, so that the two are comparable. */
export const CLICKS_EACH = 1_000
const FEW_PARTNERS = 10
const DAYS = 30
/** Requests per turn, sequential: a partner is limited to 300 requests a minute. */
const CALLS = 50

/** Compares `GET …/overview` for one of ten partners with one of many, each with as many clicks. */
export async function measurePortal(settings: Settings): Promise<Comparison> {
  const many = partnerCount(settings)
  return withPartners(settings, FEW_PARTNERS, (fewPartners) =>
    withPartners(settings, many, (manyPartners) =>
      measureAlternately(settings.rounds, fewPartners, manyPartners),
    ),
  )
}

/** Returns the number of partners that results in the largest number of clicks. */
export function partnerCount({ sizes }: Settings): number {
  return Math.max(FEW_PARTNERS, Math.round((sizes.at(-1) ?? 1_000_000) / CLICKS_EACH))
}

async function withPartners<Result>(
  settings: Settings,
  partners: number,
  use: (read: () => Promise<Measurement>) => Promise<Result>,
): Promise<Result> {
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  try {
    await addPartners(installation, { partners, days: DAYS, clicks: partners * CLICKS_EACH })
    server = await installation.start()
    const url = `${server.url}/api/partner/programs/${installation.programId}/overview?period=30d`
    const turn = { url, installation }
    return await use(() => readSequentially(turn))
  } finally {
    await server?.stop()
    await installation.drop()
  }
}

/** Uses a different partner each turn, so that no rate limit is reached. */
async function readSequentially({
  url,
  installation,
}: {
  url: string
  installation: Installation
}): Promise<Measurement> {
  const cookie = await signInPartner(installation)
  const latencies: number[] = []
  const { result: seconds, load } = await watchMachine(async () => {
    const from = performance.now()
    for (let call = 0; call < CALLS; call++) {
      const before = performance.now()
      const response = await fetch(url, { headers: { cookie } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`the overview returned ${response.status}`)
      latencies.push((performance.now() - before) * 1000)
    }
    return (performance.now() - from) / 1000
  })
  return { ratePerSecond: CALLS / seconds, ...percentiles(latencies), connections: 1, machine: load }
}

/** Inserts a session, as a sign-in link would. */
async function signInPartner({ sql, environment }: Installation): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHmac('sha256', environment.APP_SECRET ?? '')
    .update(`partner_session:${token}`)
    .digest()
  await sql.query(
    `with somebody as (
      select email from partners p where email like 'partner-%@bench.test'
        and not exists (select 1 from partner_accounts a where a.email = p.email)
      order by id limit 1
    ), account as (
      insert into partner_accounts (email, created_at) select email, now() from somebody returning id
    )
    insert into partner_sessions (account_id, token_hash, device, created_at, seen_at, expires_at)
    select id, $1, 'bench', now(), now(), now() + interval '1 hour' from account`,
    [hash],
  )
  return `affiliate_partner_session=${token}`
}
