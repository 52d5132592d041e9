import { createHmac, randomBytes } from 'node:crypto'
import { FIRST_ID, fillProgram, type ProgramSize } from './growth-data.ts'
import { type ApiDocument, listReads, type Read, skipReason } from './growth-reads.ts'
import { type Installation, install, signIn } from './installation.ts'
import { backendUs, processorUs } from './memory.ts'
import type { Server } from './processes.ts'
import { conclusion, number, table } from './report.ts'
import type { Settings } from './settings.ts'

const SMALL: ProgramSize = { commissions: 10_000, partners: 50 }
const COMMISSIONS_PER_PARTNER = 100
const MOST = 1.2

/**
 * Rounds are repeated up to this many times if a read misses the target, because other work may have slowed it down.
 */
const REPEATS = 4

const WARM_UP_CALLS = 8
/** A round makes enough calls to use about this much CPU time. */
const ROUND_US = 60_000
const ROUND_CALLS = { least: 2, most: 10 }

/** Measures the CPU time of every read in the API document, for a small and a large program. */
export async function measureGrowth(settings: Settings): Promise<string> {
  const large = {
    commissions: settings.commissions,
    partners: Math.ceil(settings.commissions / COMMISSIONS_PER_PARTNER),
  }
  return withProgram(settings, SMALL, (few) =>
    withProgram(settings, large, (many) => compareReads(settings, few, many)),
  )
}

async function withProgram<Result>(
  { databaseUrl }: Settings,
  size: ProgramSize,
  use: (program: Program) => Promise<Result>,
): Promise<Result> {
  const installation = await install(databaseUrl)
  try {
    await fillProgram(installation, size)
    const program = await openProgram(installation)
    try {
      return await use(program)
    } finally {
      await program.server.stop()
    }
  } finally {
    await installation.drop()
  }
}

/** A filled program with its service and the clients that may read it. */
export interface Program {
  installation: Installation
  server: Server
  team: Caller
  /** Has a link to one timeline. */
  guest: Caller
  /** Many, because each one's requests are limited. */
  partners: Caller[]
  calls: number
}

interface Caller {
  headers: Record<string, string>
  ids: Record<string, string>
}

export async function openProgram(installation: Installation): Promise<Program> {
  const server = await installation.start()
  const ids = await readIds(installation, READ_PARTNER)
  const team = { headers: { authorization: `Bearer ${await signIn(server)}` }, ids }
  const guest = { headers: await shareTimeline(server, team), ids }
  const partners: Caller[] = []
  for (const index of CALLING_PARTNERS) partners.push(await partnerCaller(installation, index))
  return { installation, server, team, guest, partners, calls: 0 }
}

/** The smallest program's partners that are approved and paid in US dollars. */
const CALLING_PARTNERS = Array.from({ length: SMALL.partners }, (_, index) => index).filter(
  (index) => index % 10 !== 3 && index % 10 !== 9,
)
const READ_PARTNER = 7

/** Creates a share link and returns the headers that open it. */
async function shareTimeline({ url }: Server, { headers, ids }: Caller): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/programs/${ids.programId}/share-links`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ transactionId: 'order-1234' }),
  })
  if (!response.ok) throw new Error(`creating a share link returned ${response.status}`)
  const { data } = (await response.json()) as { data: { url: string } } // safe because it returns the link
  return { authorization: `Bearer ${new URL(data.url).hash.slice(1)}` }
}

async function partnerCaller(installation: Installation, index: number): Promise<Caller> {
  const { sql, environment } = installation
  const token = randomBytes(32).toString('base64url')
  const hash = createHmac('sha256', environment.APP_SECRET ?? '')
    .update(`partner_session:${token}`)
    .digest()
  await sql.query(
    `with account as (
      insert into partner_accounts (email, created_at) values ($2, now())
      on conflict (email) do update set created_at = now() returning id
    )
    insert into partner_sessions (account_id, token_hash, device, created_at, seen_at, expires_at)
    select id, $1, 'bench', now(), now(), now() + interval '1 day' from account`,
    [hash, `partner-${index}@bench.test`],
  )
  return {
    headers: { cookie: `affiliate_partner_session=${token}` },
    ids: await readIds(installation, index),
  }
}

/** Returns values for path parameters and queries that exist in this program. */
async function readIds({ sql, programId }: Installation, index: number): Promise<Record<string, string>> {
  const { rows } = await sql.query(
    `select (select workspace_id from programs where id = $1) as "workspaceId", 'bench' as slug, 'sale' as type,
      ($2::bigint)::text as "partnerId", ($3::bigint + 1)::text as "groupId", ($3::bigint + 2 * $4::bigint)::text as "commissionId", ($3::bigint + 2 * $4::bigint)::text as "saleId",
      ($3::bigint + $4::bigint)::text as "customerId", ($3::bigint + 2 * $4::bigint)::text as "eventId", ($3::bigint + $4::bigint)::text as "applicationId",
      ($3::bigint)::text as "webhookId", ($3::bigint)::text as "batchId", ($3::bigint)::text as "reconciliationId", ($3::bigint + 5)::text as "invoiceId",
      (select min(id)::text from payouts where program_id = $1 and partner_id = $2 and status = 'paid') as "payoutId",
      (select min(id)::text from claims where program_id = $1) as "claimId",
      (select min(id)::text from processor_payments where program_id = $1 and state = 'unattributed') as "paymentId",
      (select id::text from commissions where program_id = $1 and hold_reason = 'possible_duplicate'
        order by created_at desc limit 1) as "duplicateId",
      to_char(now() - interval '4 months', 'YYYY-MM') as month,
      (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from commissions
        where program_id = $1 order by created_at desc limit 1 offset 999) as recent`,
    [programId, FIRST_ID + index, FIRST_ID, index],
  )
  return { programId: String(programId), ...rows[0] }
}

interface Cost {
  status: number
  bytes: number
  serviceUs: number
  databaseUs: number
}

const NOTE = `CPU time per call, for the service's process and for its database connections (\`/proc/<pid>/schedstat\`),
without parallel workers; the lowest of all rounds, with up to ${REPEATS} times as many rounds if a read misses the
target. The bytes show where the responses differ: an export of a whole
invoice or batch is larger in a larger program.`

/** Formats a table of all reads, starting with the one that grows most. */
export async function compareReads(
  { rounds, reads: pattern }: Settings,
  few: Program,
  many: Program,
): Promise<string> {
  const document = (await (await fetch(`${few.server.url}/openapi.json`)).json()) as ApiDocument // safe because it is one
  const rows: { ratio: number; cells: string[] }[] = []
  for (const read of listReads(document)) {
    const route = `${read.path}${read.query === '' ? '' : `?${read.query}`}`
    if (!pattern.test(route)) continue
    const name = `\`${route}\``
    const reason = skipReason(read)
    if (reason !== undefined) {
      rows.push({ ratio: 0, cells: [name, '', '', '', '', '', `not called: ${reason}`] })
      continue
    }
    const costs = await measureCosts(rounds, read, { few, many })
    const failed = [...costs.few, ...costs.many].find(({ status }) => status !== 200)
    if (failed !== undefined) {
      rows.push({
        ratio: Number.POSITIVE_INFINITY,
        cells: [name, '', '', '', '', '', `**failed**: ${failed.status}`],
      })
      continue
    }
    const [small, large] = [findLeastCost(costs.few), findLeastCost(costs.many)]
    const ratio = computeGrowth(costs)
    const bytes = `${number(small.bytes)}, ${number(large.bytes)}`
    const met = conclusion(ratio, { at: MOST, is: 'most' })
    rows.push({
      ratio,
      cells: [name, bytes, ...formatCost(small), ...formatCost(large), `${number(ratio, 2)}, ${met}`],
    })
  }
  rows.sort((a, b) => b.ratio - a.ratio)
  const head = ['GET', 'bytes', 'small µs', 'of it database', 'large µs', 'of it database', 'ratio, target']
  const reads = table(
    head,
    rows.map(({ cells }) => cells),
  )
  return `${reads}\n\n${NOTE}`
}

/** Returns the round with the least CPU time, because other work on the machine can only increase it. */
function findLeastCost(costs: Cost[]): Cost {
  const [least] = costs.toSorted((a, b) => totalUs(a) - totalUs(b))
  if (least === undefined) throw new Error('a read needs at least one round')
  return least
}

function computeGrowth({ few, many }: { few: Cost[]; many: Cost[] }): number {
  return totalUs(findLeastCost(many)) / totalUs(findLeastCost(few))
}

function totalUs({ serviceUs, databaseUs }: Cost): number {
  return serviceUs + databaseUs
}

function formatCost(cost: Cost): string[] {
  return [number(totalUs(cost)), number(cost.databaseUs)]
}

/**
 * Measures the programs in turn, after a warm-up of caches, compilers and connections that isn't counted. While the
 * target is missed, measures up to `REPEATS` times as many rounds.
 */
async function measureCosts(rounds: number, read: Read, programs: { few: Program; many: Program }) {
  const costs = { few: [] as Cost[], many: [] as Cost[] }
  const calls = { few: 0, many: 0 }
  for (const side of ['few', 'many'] as const) {
    const warmUp = await measureCost(programs[side], read, WARM_UP_CALLS)
    const wanted = Math.round(ROUND_US / (warmUp.serviceUs + warmUp.databaseUs))
    calls[side] = Math.min(ROUND_CALLS.most, Math.max(ROUND_CALLS.least, wanted))
  }
  for (let round = 0; round < rounds * REPEATS; round++) {
    if (round >= rounds && computeGrowth(costs) <= MOST) break
    for (const side of ['few', 'many'] as const)
      costs[side].push(await measureCost(programs[side], read, calls[side]))
  }
  return costs
}

/**
 * Returns the CPU time per call of the service and its database backends. Measures again if a connection was closed
 * in the meantime, because that connection's CPU time is lost.
 */
async function measureCost(program: Program, read: Read, calls: number): Promise<Cost> {
  const { server, installation } = program
  const [databaseBefore, serviceBefore] = [await backendUs(installation.sql), processorUs(server.pid)]
  let response = { status: 0, bytes: 0 }
  for (let n = 0; n < calls; n++) response = await call(program, read)
  const serviceUs = (processorUs(server.pid) - serviceBefore) / calls
  const databaseAfter = await backendUs(installation.sql)
  let databaseUs = 0
  for (const [pid, us] of databaseAfter) databaseUs += (us - (databaseBefore.get(pid) ?? 0)) / calls
  const isComplete = [...databaseBefore.keys()].every((pid) => databaseAfter.has(pid))
  return isComplete ? { ...response, serviceUs, databaseUs } : measureCost(program, read, calls)
}

async function call(program: Program, { path, query }: Read): Promise<{ status: number; bytes: number }> {
  const caller = chooseCaller(program, path)
  const url = `${path}${query === '' ? '' : `?${query}`}`.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      caller.ids[path.endsWith('/duplicate') && name === 'commissionId' ? 'duplicateId' : name] ?? '0',
    ),
  )
  const response = await fetch(`${program.server.url}${url}`, { headers: caller.headers })
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

function chooseCaller(program: Program, path: string): Caller {
  if (path === '/api/shared-timeline') return program.guest
  const partner = program.partners[program.calls++ % program.partners.length]
  return path.startsWith('/api/partner/') && partner !== undefined ? partner : program.team
}
