import { type Figure, number, spread, table } from './report.ts'
import type { Settings } from './settings.ts'

/** What `start.ts` measures of one database. */
interface StartMeasurement {
  database: string
  readyMs: Figure
  processorMs: Figure
  idleMb: Figure
  target: { readyMs: number; idleMb: number }
}

type MeasureStarts = (settings: Settings) => Promise<StartMeasurement[]>

/** How long a start takes until the service is ready, and how much memory it holds when nobody calls. */
export async function measureStartTimes(settings: Settings): Promise<string> {
  // safe because this is what start.ts exports
  const { measureStarts } = (await import(START)) as { measureStarts: MeasureStarts }
  const rows = (await measureStarts(settings)).map(({ database, readyMs, processorMs, idleMb, target }) => [
    database,
    `${spread(readyMs)}, target ${number(target.readyMs)}${missed(readyMs, target.readyMs)}`,
    spread(processorMs),
    `${spread(idleMb)}, target ${number(target.idleMb)}${missed(idleMb, target.idleMb)}`,
  ])
  return table(['database', 'ready after ms', 'processor time ms', 'idle MB'], rows)
}

const START = new URL('start.ts', import.meta.url).href

function missed(figure: Figure, most: number): string {
  return figure.median <= most ? '' : ' **missed**'
}
