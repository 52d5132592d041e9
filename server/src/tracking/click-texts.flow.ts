import { LRUCache } from 'lru-cache'
import { limits } from '../platform/config.ts'
import type { Run } from '../platform/database.ts'
import { CLICK_TEXTS, type ClickText } from '../platform/words.ts'
import type { ClickColumns, ClickToSave } from './click.sql.ts'
import { NOT_NOW, numberClickTexts } from './click-texts.sql.ts'

/** Writes the texts of clicks as the numbers they have in their program and month. */
export interface ClickTexts {
  /**
   * Adds to the columns of each click its texts: the number of each, or the text itself. A text gets its number when it
   * comes for the second time: who sends other texts with every click makes nothing grow but their own clicks.
   */
  addTo(clicks: readonly { click: ClickToSave; columns: ClickColumns }[]): Promise<void>
  /** Looks every number up again. */
  forget(): void
}

/** A text that came before and may get a number now. */
interface Candidate {
  columns: ClickColumns
  programId: number
  field: ClickText
  text: string
}

/**
 * Numbers hold for a month, and clicks come in the order of time: what is known is of the newest month.
 * @param breaks how often connections were lost: another database may answer since, which has not all that the one before
 * had (a standby that took over), and gives a number to another text
 */
export function createClickTexts(run: Run, breaks: () => number = () => 0): ClickTexts {
  const seen = new LRUCache<string, true>({ max: limits.clickTextsSeen })
  const known = new LRUCache<string, number>({ max: limits.clickTextsKept })
  let newest = 0
  let knownSince = breaks()

  function addOne(click: ClickToSave, columns: ClickColumns): Candidate[] {
    const candidates: Candidate[] = []
    const programId = click.link.program_id
    const isOfNewest = monthOf(click.received_at) === newest
    for (const field of CLICK_TEXTS) {
      const text = click.details[field]
      if (text === undefined) continue
      columns[field] = text
      if (!isOfNewest || text.length > limits.clickTextChars) continue
      const name = nameOf(programId, field, text)
      const number = known.get(name)
      if (number !== undefined) useNumber(columns, field, number)
      else if (seen.get(name) === undefined) seen.set(name, true)
      else candidates.push({ columns, programId, field, text })
    }
    return candidates
  }

  async function number(programId: number, month: number, candidates: readonly Candidate[]) {
    const texts = new Map(
      candidates.map(({ field, text }) => [nameOf(programId, field, text), { field, text }]),
    )
    const place = { programId, month: firstDayOf(month), most: limits.clickTextsPerMonth }
    const numbered = await numberClickTexts(run, place, [...texts.values()])
    const numbers = new Map(numbered.map(({ field, text, id }) => [nameOf(programId, field, text), id]))
    for (const name of texts.keys()) {
      const id = numbers.get(name) ?? NONE
      if (id !== NOT_NOW && month === newest) known.set(name, id)
    }
    for (const { columns, field, text } of candidates) {
      useNumber(columns, field, numbers.get(nameOf(programId, field, text)) ?? NONE)
    }
  }

  return {
    async addTo(clicks) {
      const month = clicks.reduce((latest, { click }) => Math.max(latest, monthOf(click.received_at)), newest)
      const now = breaks()
      if (month !== newest || now !== knownSince) known.clear()
      newest = month
      knownSince = now
      const candidates = clicks.flatMap(({ click, columns }) => addOne(click, columns))
      for (const [programId, ofProgram] of byProgram(candidates)) await number(programId, month, ofProgram)
    },
    forget: () => known.clear(),
  }
}

/** Of what is beyond the numbers of a month, or has the hash of another text: it is not asked for again. */
const NONE = -1

function useNumber(columns: ClickColumns, field: ClickText, number: number) {
  if (number === NONE || number === NOT_NOW) return
  columns[field] = undefined
  columns[NUMBER_COLUMNS[field]] = number
}

// safe because every field has its column
const NUMBER_COLUMNS = Object.fromEntries(CLICK_TEXTS.map((field) => [field, `${field}_id`])) as {
  [Field in ClickText]: `${Field}_id`
}

function byProgram(candidates: readonly Candidate[]): Map<number, Candidate[]> {
  const programs = new Map<number, Candidate[]>()
  for (const candidate of candidates) {
    const ofProgram = programs.get(candidate.programId)
    if (ofProgram === undefined) programs.set(candidate.programId, [candidate])
    else ofProgram.push(candidate)
  }
  return programs
}

function nameOf(programId: number, field: ClickText, text: string): string {
  return `${programId} ${field} ${text}`
}

/** Months since year 0, in UTC. */
function monthOf(instant: Date): number {
  return instant.getUTCFullYear() * 12 + instant.getUTCMonth()
}

function firstDayOf(month: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10)
}
