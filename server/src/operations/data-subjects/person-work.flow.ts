import Type from 'typebox'
import { asActor, commandActor } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { eraseDataSubject } from './erase-data-subject.flow.ts'
import {
  type CountedPerson,
  countPerson,
  type ExportedPerson,
  exportDataSubject,
} from './export-data-subject.flow.ts'

/** Exactly one of the two names. */
const PersonInput = Type.Object({
  programId: Type.Integer(),
  asked: Type.Union([
    Type.Object({ customerKey: Type.String() }, { additionalProperties: false }),
    Type.Object({ email: Type.String() }, { additionalProperties: false }),
  ]),
})

/** What the commands about a person do. @throws {StartError} there is no such program, or it knows nobody of this name */
export const EXPORT_DATA_SUBJECT: ServiceCommand<typeof PersonInput, ExportedPerson> = {
  name: 'person_export',
  input: PersonInput,
  async run(deps, { programId, asked }) {
    await refuseMissing(deps, programId)
    const found = await exportDataSubject(await timed(deps, programId), programId, asked, {
      most: Number.MAX_SAFE_INTEGER,
    })
    if (found.kind !== 'exported') throw nobody(programId)
    return found.person
  },
}

export const COUNT_PERSON: ServiceCommand<typeof PersonInput, CountedPerson> = {
  name: 'person_count',
  input: PersonInput,
  async run(deps, { programId, asked }) {
    await refuseMissing(deps, programId)
    const counted = await countPerson(deps, programId, asked)
    if (counted === undefined) throw nobody(programId)
    return counted
  },
}

export const ERASE_DATA_SUBJECT: ServiceCommand<
  typeof PersonInput,
  CountedPerson & { pseudonyms: string[] }
> = {
  name: 'data_subject_erase',
  input: PersonInput,
  async run(deps, { programId, asked }) {
    const ctx = asActor(deps, commandActor('command.data_subject_erase', deps.clock))
    const erasure = await eraseDataSubject(await timed(ctx, programId), programId, asked)
    if (erasure.kind === 'nobody') throw nobody(programId)
    const { pseudonyms, customerKeys, counts } = erasure
    return { pseudonyms, customerKeys, counts }
  },
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
