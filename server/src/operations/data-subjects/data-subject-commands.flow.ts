import Type from 'typebox'
import { commandActor, contextWithActor } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { eraseDataSubject } from './erase-data-subject.flow.ts'
import {
  countDataSubject,
  type DataSubjectExport,
  type DataSubjectSummary,
  exportDataSubject,
} from './export-data-subject.flow.ts'

const DataSubjectInput = Type.Object({
  programId: Type.Integer(),
  query: Type.Union([
    Type.Object({ customerKey: Type.String() }, { additionalProperties: false }),
    Type.Object({ email: Type.String() }, { additionalProperties: false }),
  ]),
})

/**
 * The command that exports a customer's data.
 * @throws {StartError} if the program does not exist or no customer matches
 */
export const EXPORT_DATA_SUBJECT: ServiceCommand<typeof DataSubjectInput, DataSubjectExport> = {
  name: 'data_subject_export',
  input: DataSubjectInput,
  async run(deps, { programId, query }) {
    await rejectMissing(deps, programId)
    const outcome = await exportDataSubject(await useProgramTime(deps, programId), programId, query, {
      most: Number.MAX_SAFE_INTEGER,
    })
    if (outcome.kind !== 'exported') throw unknownSubjectError(programId)
    return outcome.person
  },
}

export const COUNT_DATA_SUBJECT_ROWS: ServiceCommand<typeof DataSubjectInput, DataSubjectSummary> = {
  name: 'data_subject_count',
  input: DataSubjectInput,
  async run(deps, { programId, query }) {
    await rejectMissing(deps, programId)
    const counts = await countDataSubject(deps, programId, query)
    if (counts === undefined) throw unknownSubjectError(programId)
    return counts
  },
}

export const ERASE_DATA_SUBJECT: ServiceCommand<
  typeof DataSubjectInput,
  DataSubjectSummary & { pseudonyms: string[] }
> = {
  name: 'data_subject_erase',
  input: DataSubjectInput,
  async run(deps, { programId, query }) {
    const ctx = contextWithActor(deps, commandActor('command.data_subject_erase', deps.clock))
    const erasure = await eraseDataSubject(await useProgramTime(ctx, programId), programId, query)
    if (erasure.kind === 'unknown') throw unknownSubjectError(programId)
    const { pseudonyms, customerKeys, counts } = erasure
    return { pseudonyms, customerKeys, counts }
  },
}

async function rejectMissing({ database }: Deps, programId: number) {
  if ((await findProgram(database.kysely, programId)) === undefined) {
    throw new StartError(`There is no program ${programId}.`)
  }
}

async function useProgramTime(deps: Deps, programId: number): Promise<Deps> {
  const program = await findProgram(deps.database.kysely, programId)
  return program === undefined ? deps : atProgramTime(deps, program)
}

function unknownSubjectError(programId: number): StartError {
  return new StartError(`No customer matches in program ${programId}. Nothing was done.`)
}
