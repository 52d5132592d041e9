import { DatabaseUnavailable } from './database-unavailable.ts'

/** Rows of the programs that could be read, and why others could not: their worker is unavailable. */
export interface Reached<Row> {
  rows: Row[]
  missing: ReadonlyMap<number, unknown>
}

/**
 * Runs work for one program after another. If it fails for one (a statement timeout, an unavailable worker), the others
 * still run and the first failure is thrown at the end. If the whole database is unavailable, it stops immediately.
 * @throws {ProgramsFailed}
 */
export async function eachProgram<Program extends number | { id: number }>(
  programs: readonly Program[] | Reached<Program>,
  work: (program: Program) => Promise<unknown>,
): Promise<void> {
  const { rows, missing } = toReached(programs)
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
 * Runs batches for each program that has work, round by round, until a round finds none. Rows locked by another process
 * are skipped. A program that failed is skipped in later rounds, and the first failure is thrown at the end.
 * @throws {ProgramsFailed}
 * @param work processes one batch of a program and returns the number of processed rows
 * @returns the total number of rows
 */
export async function inRounds<Program extends number | { id: number }>(
  listPrograms: () => Promise<readonly Program[] | Reached<Program>>,
  work: (program: Program) => Promise<number>,
): Promise<number> {
  const failed = new Map<number, unknown>()
  let rows = 0
  for (;;) {
    const earlier = rows
    const listed = toReached(await listPrograms())
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

function toReached<Program>(programs: readonly Program[] | Reached<Program>): {
  rows: readonly Program[]
  missing: ReadonlyMap<number, unknown>
} {
  return 'missing' in programs ? programs : { rows: programs, missing: new Map() }
}

/** Thrown after all programs were tried, with the failed programs and the first failure. */
export class ProgramsFailed extends Error {
  override name = 'ProgramsFailed'
  /** Code of the first failure. */
  readonly code: string | undefined
  readonly programs: number[]

  constructor(failed: ReadonlyMap<number, unknown>) {
    const programs = [...failed.keys()]
    const [first] = failed.values()
    const named = programs.slice(0, PROGRAMS_NAMED).join(', ')
    const more = programs.length > PROGRAMS_NAMED ? ` and ${programs.length - PROGRAMS_NAMED} more` : ''
    const message = first instanceof Error ? first.message : `a value of type ${typeof first} was thrown`
    super(`${programs.length === 1 ? 'program' : 'programs'} ${named}${more}: ${message}`, { cause: first })
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
