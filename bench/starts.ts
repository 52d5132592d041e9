import { type Figure, loadCells, number, spread, table } from './report.ts'
import type { Settings } from './settings.ts'
import { measureStarts } from './start.ts'

/** Measures how long the service takes to become ready, and its idle memory. */
export async function measureStartTimes(settings: Settings): Promise<string> {
  const rows = (await measureStarts(settings)).map(
    ({ database, readyMs, processorMs, idleMb, target, loads }) => [
      database,
      `${spread(readyMs)}, target ${number(target.readyMs)}${missedMark(readyMs, target.readyMs)}`,
      spread(processorMs),
      `${spread(idleMb)}, target ${number(target.idleMb)}${missedMark(idleMb, target.idleMb)}`,
      ...loadCells(loads),
    ],
  )
  return table(['database', 'ready ms', 'CPU time ms', 'idle MB', 'load average', 'other CPU %'], rows)
}

function missedMark(figure: Figure, most: number): string {
  return figure.median <= most ? '' : ' **missed**'
}
