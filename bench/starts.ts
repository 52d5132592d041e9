import { type Figure, number, spread, table } from './report.ts'
import type { Settings } from './settings.ts'
import { measureStarts } from './start.ts'

/** How long a start takes until the service is ready, and how much memory it holds when nobody calls. */
export async function measureStartTimes(settings: Settings): Promise<string> {
  const rows = (await measureStarts(settings)).map(({ database, readyMs, processorMs, idleMb, target }) => [
    database,
    `${spread(readyMs)}, target ${number(target.readyMs)}${missed(readyMs, target.readyMs)}`,
    spread(processorMs),
    `${spread(idleMb)}, target ${number(target.idleMb)}${missed(idleMb, target.idleMb)}`,
  ])
  return table(['database', 'ready ms', 'CPU time ms', 'idle MB'], rows)
}

function missed(figure: Figure, most: number): string {
  return figure.median <= most ? '' : ' **missed**'
}
