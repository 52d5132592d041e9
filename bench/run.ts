// `npm run bench [sales] [clicks] [reads]`: prints the tables of README.md. It takes some minutes and a quiet machine.
import { cpus } from 'node:os'
import pg from 'pg'
import { measureClicks } from './clicks.ts'
import { measureReads } from './reads.ts'
import { type Comparison, type Measured, median, ratios } from './rounds.ts'
import { measureSales } from './sales.ts'
import { readSettings, type Settings } from './settings.ts'

interface Measurement {
  name: string
  subject: string
  floor: string
  measure: (settings: Settings) => Promise<Comparison>
  /** What is compared, and which side of the target is good. */
  ratio: (subject: Measured, floor: Measured) => number
  target: { at: number; is: 'least' | 'most' }
}

const MEASUREMENTS: Measurement[] = [
  {
    name: 'sales',
    subject: '`POST /api/v1/track/sale`',
    floor: '`pgbench`, the same write',
    measure: measureSales,
    ratio: (subject, floor) => subject.ratePerSecond / floor.ratePerSecond,
    target: { at: 0.4, is: 'least' },
  },
  {
    name: 'clicks',
    subject: '`POST /api/v1/track/click`',
    floor: 'a route that does nothing',
    measure: measureClicks,
    ratio: (subject, floor) => subject.ratePerSecond / floor.ratePerSecond,
    target: { at: 0.4, is: 'least' },
  },
  {
    name: 'reads',
    subject: 'performance, 90 days, at 1 million clicks',
    floor: 'the same at 10 thousand clicks',
    measure: measureReads,
    ratio: (subject, floor) => subject.p50Ms / floor.p50Ms,
    target: { at: 1.2, is: 'most' },
  },
]

// An interrupted run ends its servers with it; its database, affiliate_bench_…, stays to be dropped by hand.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const settings = readSettings(process.env)
const wanted = process.argv.slice(2)
const chosen = MEASUREMENTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length === 0) throw new Error(`choose among ${MEASUREMENTS.map(({ name }) => name).join(', ')}`)

print(await describeMachine(settings))
print('')
print('| what | per second | p50 ms | p99 ms | ratio (least … most) | target |')
print('|---|---|---|---|---|---|')
for (const measurement of chosen) {
  const comparison = await measurement.measure(settings)
  print(row(measurement.floor, comparison.floor, '', ''))
  const { median: middle, least, most } = ratios(comparison, measurement.ratio)
  const { at, is } = measurement.target
  const isMet = is === 'least' ? middle >= at : middle <= at
  const found = `${middle.toFixed(2)} (${least.toFixed(2)} … ${most.toFixed(2)})`
  print(
    row(
      measurement.subject,
      comparison.subject,
      found,
      `${is === 'least' ? '≥' : '≤'} ${at}: ${isMet ? 'met' : '**missed**'}`,
    ),
  )
}

function row(what: string, measured: Measured[], ratio: string, target: string): string {
  const of = (key: keyof Measured) => median(measured.map((one) => one[key]))
  const cells = [
    what,
    Math.round(of('ratePerSecond')),
    of('p50Ms').toFixed(2),
    of('p99Ms').toFixed(2),
    ratio,
    target,
  ]
  return `| ${cells.join(' | ')} |`
}

async function describeMachine({ databaseUrl, connections, seconds, rounds }: Settings): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits`,
  )
  await client.end()
  const { version, fsync, commits } = rows[0]
  return [
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node},`,
    `PostgreSQL ${version} (fsync ${fsync}, synchronous_commit ${commits});`,
    `${connections} connections (clicks: 256 browsers), ${rounds} rounds of ${seconds} s, floor and subject in turns.`,
  ].join(' ')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
