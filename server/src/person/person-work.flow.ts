import type { Deps } from '../platform/deps.ts'
import type { LocalWork } from '../platform/local-questions.ts'
import { StartError } from '../platform/start-error.ts'
import { actingAs, commandActor } from '../platform/transaction.ts'
import { atProgramTime } from '../programs/program-clock.flow.ts'
import { findProgram } from '../programs/programs.sql.ts'
import { erasePerson } from './erase-person.flow.ts'
import { type CountedPerson, countPerson, type ExportedPerson, exportPerson } from './export-person.flow.ts'
import type { AskedPerson } from './person.ts'

/** Of which program, and who. */
export interface PersonInput {
  programId: number
  asked: AskedPerson
}

/** What the commands about a person do. @throws {StartError} there is no such program, or it knows nobody of this name */
export const EXPORT_PERSON: LocalWork<PersonInput, ExportedPerson> = {
  name: 'person_export',
  readInput,
  async work(deps, { programId, asked }) {
    await refuseMissing(deps, programId)
    const found = await exportPerson(await timed(deps, programId), programId, asked, {
      most: Number.MAX_SAFE_INTEGER,
    })
    if (found.kind !== 'exported') throw nobody(programId)
    return found.person
  },
}

export const COUNT_PERSON: LocalWork<PersonInput, CountedPerson> = {
  name: 'person_count',
  readInput,
  async work(deps, { programId, asked }) {
    await refuseMissing(deps, programId)
    const counted = await countPerson(deps, programId, asked)
    if (counted === undefined) throw nobody(programId)
    return counted
  },
}

export const ERASE_PERSON: LocalWork<PersonInput, CountedPerson & { pseudonyms: string[] }> = {
  name: 'person_erase',
  readInput,
  async work(deps, { programId, asked }) {
    const ctx = actingAs(deps, commandActor('command.person_erase', deps.clock))
    const erasure = await erasePerson(await timed(ctx, programId), programId, asked)
    if (erasure.kind === 'nobody') throw nobody(programId)
    const { pseudonyms, customerKeys, counts } = erasure
    return { pseudonyms, customerKeys, counts }
  },
}

function readInput(said: unknown): PersonInput {
  const { programId, asked } = { programId: undefined, asked: undefined, ...(said ?? {}) }
  const { customerKey, email } = { customerKey: undefined, email: undefined, ...(asked ?? {}) }
  if (Number.isSafeInteger(programId)) {
    if (typeof customerKey === 'string' && email === undefined)
      return { programId: Number(programId), asked: { customerKey } }
    if (typeof email === 'string' && customerKey === undefined)
      return { programId: Number(programId), asked: { email } }
  }
  throw new StartError('Who is meant is not said in words that this version knows.')
}

async function refuseMissing({ database }: Deps, programId: number) {
  if ((await findProgram(database.kysely, programId)) === undefined) {
    throw new StartError(`There is no program ${programId}.`)
  }
}

async function timed(deps: Deps, programId: number): Promise<Deps> {
  const program = await findProgram(deps.database.kysely, programId)
  return program === undefined ? deps : atProgramTime(deps, program)
}

function nobody(programId: number): StartError {
  return new StartError(`The program ${programId} knows nobody of this name: nothing was done.`)
}
