// `npm run bench [part …]`: runs all benchmarks or the named ones, and updates their sections of README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { calibrate } from './calibrate.ts'
import { describeMachine, watchMachine } from './machine.ts'
import type { Part } from './part.ts'
import { PARTS } from './parts.ts'
import { fileToUpdate, findSection, formatMachineSection, loadText, replaceSection } from './report.ts'
import { readSettings } from './settings.ts'

// An interrupted run stops its servers, but its database, affiliate_bench_…, must be dropped manually.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const settings = readSettings(process.env)
const machine = await describeMachine(settings.databaseUrl)
for (const part of choose(process.argv.slice(2))) {
  const startedAt = performance.now()
  const { result, load } = await watchMachine(async () => ({
    calibration: await calibrate(settings),
    figures: await part.measure(settings),
  }))
  const minutes = (performance.now() - startedAt) / 60_000
  const { rounds, seconds } = settings
  const created = `Measured with \`npm run bench -- ${part.name}\`, ${minutes.toFixed(1)} minutes, ${rounds} rounds of ${seconds} s, ${machine.details}.`
  const conditions = [result.calibration, loadText(load, machine.cores), created].join('\n')
  const results = `${result.figures}\n\n${conditions}`
  process.stdout.write(`## ${part.title}\n\n### ${machine.type}\n\n${results}\n\n`)
  const file = fileToUpdate(settings.readme, load, machine.cores)
  // Writes each part immediately, so that a later failure doesn't lose it.
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8')
    const section = formatMachineSection(findSection(text, part.name), {
      title: part.title,
      machine: machine.type,
      results,
    })
    writeFileSync(file, replaceSection(text, part.name, section))
  } else if (settings.readme !== undefined) {
    process.stderr.write(`${part.name}: not written to ${settings.readme}, because the machine was busy.\n`)
  }
}

function choose(wanted: string[]): readonly Part[] {
  const names = PARTS.map(({ name }) => name)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no part ${unknown}; choose among ${names.join(', ')}`)
  return wanted.length === 0 ? PARTS : PARTS.filter(({ name }) => wanted.includes(name))
}
