import { DatabaseUnavailable } from './database-unavailable.ts'

/** What was read of many programs, and why it could not be read of the others: their worker is away. */
export interface Reached<Row> {
  rows: Row[]
  missing: ReadonlyMap<number, unknown>
}

/**
 * Does something for one program after another. One for which it fails, such as for a statement that takes too long, keeps
 * nobody behind it waiting: the others are done, and the first failure is thrown at the end. So it is for programs whose
 * worker is away. Where the database itself is away, it ends at once.
 * @throws {ProgramsFailed}
 */
export async function eachProgram<Program extends number | { id: number }>(
  programs: readonly Program[] | Reached<Program>,
  work: (program: Program) => Promise<unknown>,
): Promise<void> {
  const { rows, missing } = asReached(programs)
  const failed = new Map(missing)
  for (const program of rows) {
    try {
      await work(program)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      failed.set(idOf(program), error)
    }
  }
  if (failed.size > 0) throw new ProgramsFailed(failed)
}

/**
 * Does a batch for each program that has something to do, round by round, until a round finds nothing; what another process
 * holds locked, it does. A program for which it fails is left out of the later rounds, and the first failure is thrown once
 * the others are done.
 * @throws {ProgramsFailed}
 * @param work does a batch of a program, and says how many rows that were
 * @returns how many rows
 */
export async function inRounds<Program extends number | { id: number }>(
  listPrograms: () => Promise<readonly Program[] | Reached<Program>>,
  work: (program: Program) => Promise<number>,
): Promise<number> {
  const failed = new Map<number, unknown>()
  let rows = 0
  for (;;) {
    const earlier = rows
    const listed = asReached(await listPrograms())
    for (const [id, error] of listed.missing) failed.set(id, error)
    const open = listed.rows.filter((program) => !failed.has(idOf(program)))
    for (const program of open) {
      try {
        rows += await work(program)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        failed.set(idOf(program), error)
      }
    }
    if (rows > earlier) continue
    if (failed.size > 0) throw new ProgramsFailed(failed)
    return rows
  }
}

function asReached<Program>(programs: readonly Program[] | Reached<Program>): {
  rows: readonly Program[]
  missing: ReadonlyMap<number, unknown>
} {
  return 'missing' in programs ? programs : { rows: programs, missing: new Map() }
}

/** For which programs work failed, and why the first one did: the log says both. */
export class ProgramsFailed extends Error {
  override name = 'ProgramsFailed'
  /** Of the first failure. */
  readonly code: string | undefined
  readonly programs: number[]

  constructor(failed: ReadonlyMap<number, unknown>) {
    const programs = [...failed.keys()]
    const [first] = failed.values()
    const named = programs.slice(0, PROGRAMS_NAMED).join(', ')
    const more = programs.length > PROGRAMS_NAMED ? ` and ${programs.length - PROGRAMS_NAMED} more` : ''
    const words = first instanceof Error ? first.message : `a ${typeof first} was thrown`
    super(`${programs.length === 1 ? 'program' : 'programs'} ${named}${more}: ${words}`, { cause: first })
    this.programs = programs
    this.code = codeOf(first)
    if (first instanceof Error && first.stack !== undefined) this.stack = first.stack
  }
}

const PROGRAMS_NAMED = 20

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function idOf(program: number | { id: number }): number {
  return typeof program === 'number' ? program : program.id
}
