// `npm run bench [part …]`: runs all benchmarks or the named ones, and updates their sections of README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import pg from 'pg'
import type { Part } from './part.ts'
import { PARTS } from './parts.ts'
import { putSection } from './report.ts'
import { readSettings, type Settings } from './settings.ts'

// An interrupted run stops its servers, but its database, affiliate_bench_…, must be dropped manually.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const settings = readSettings(process.env)
for (const part of choose(process.argv.slice(2))) {
  const startedAt = performance.now()
  const figures = await part.measure(settings)
  const minutes = (performance.now() - startedAt) / 60_000
  const created = `\`npm run bench -- ${part.name}\`, ${minutes.toFixed(1)} minutes on ${await describeMachine(settings)}`
  const section = `## ${part.title}\n\n${figures}\n\nMeasured with ${created}`
  process.stdout.write(`${section}\n\n`)
  // Writes each part immediately, so that a later failure doesn't lose it.
  if (settings.readme !== undefined) {
    writeFileSync(settings.readme, putSection(readFileSync(settings.readme, 'utf8'), part.name, section))
  }
}

function choose(wanted: string[]): readonly Part[] {
  const names = PARTS.map(({ name }) => name)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no part ${unknown}; choose among ${names.join(', ')}`)
  return wanted.length === 0 ? PARTS : PARTS.filter(({ name }) => wanted.includes(name))
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
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB,`,
    `Node ${process.versions.node}, PostgreSQL ${String(version).split(' ', 1)[0]} (fsync ${fsync},`,
    `synchronous_commit ${commits}); ${connections} connections, ${rounds} rounds of ${seconds} s.`,
  ].join(' ')
}
