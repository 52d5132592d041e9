import { DatabaseUnavailableError } from './database-unavailable.ts'

/** Rows of the programs that could be read, and the error of each program whose worker is unavailable. */
export interface ReachedPrograms<Row> {
  rows: Row[]
  missing: ReadonlyMap<number, unknown>
}

/**
 * Runs work for one program after another. If it fails for one (a statement timeout, an unavailable worker), the others
 * still run and the first failure is thrown at the end. If the whole database is unavailable, it stops immediately.
 * @throws {ProgramsFailedError}
 */
export async function eachProgram<Program extends number | { id: number }>(
  programs: readonly Program[] | ReachedPrograms<Program>,
  work: (program: Program) => Promise<unknown>,
): Promise<void> {
  const { rows, missing } = toReachedPrograms(programs)
  const failures = new Map(missing)
  for (const program of rows) {
    try {
      await work(program)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error
      failures.set(getId(program), error)
    }
  }
  if (failures.size > 0) throw new ProgramsFailedError(failures)
}

/**
 * Runs batches for each program that has work, round by round, until a round finds none. Rows locked by another process
 * are skipped. A program that failed is skipped in later rounds, and the first failure is thrown at the end.
 * @throws {ProgramsFailedError}
 * @param work processes one batch of a program and returns the number of processed rows
 * @returns the total number of rows
 */
export async function eachProgramInRounds<Program extends number | { id: number }>(
  listPrograms: () => Promise<readonly Program[] | ReachedPrograms<Program>>,
  work: (program: Program) => Promise<number>,
): Promise<number> {
  const failures = new Map<number, unknown>()
  let rows = 0
  for (;;) {
    const earlier = rows
    const listedPrograms = toReachedPrograms(await listPrograms())
    for (const [id, error] of listedPrograms.missing) failures.set(id, error)
    const remaining = listedPrograms.rows.filter((program) => !failures.has(getId(program)))
    for (const program of remaining) {
      try {
        rows += await work(program)
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error
        failures.set(getId(program), error)
      }
    }
    if (rows > earlier) continue
    if (failures.size > 0) throw new ProgramsFailedError(failures)
    return rows
  }
}

function toReachedPrograms<Program>(programs: readonly Program[] | ReachedPrograms<Program>): {
  rows: readonly Program[]
  missing: ReadonlyMap<number, unknown>
} {
  return 'missing' in programs ? programs : { rows: programs, missing: new Map() }
}

/** Thrown after all programs were tried, with the failed programs and the first failure. */
export class ProgramsFailedError extends Error {
  override name = 'ProgramsFailedError'
  /** Code of the first failure. */
  readonly code: string | undefined
  readonly programs: number[]

  constructor(failures: ReadonlyMap<number, unknown>) {
    const programs = [...failures.keys()]
    const [firstError] = failures.values()
    const programNames = programs.slice(0, MAX_PROGRAMS_NAMED).join(', ')
    const remainder =
      programs.length > MAX_PROGRAMS_NAMED ? ` and ${programs.length - MAX_PROGRAMS_NAMED} more` : ''
    const message =
      firstError instanceof Error ? firstError.message : `a value of type ${typeof firstError} was thrown`
    super(`${programs.length === 1 ? 'program' : 'programs'} ${programNames}${remainder}: ${message}`, {
      cause: firstError,
    })
    this.programs = programs
    this.code = getErrorCode(firstError)
    if (firstError instanceof Error && firstError.stack !== undefined) this.stack = firstError.stack
  }
}

const MAX_PROGRAMS_NAMED = 20

function getErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function getId(program: number | { id: number }): number {
  return typeof program === 'number' ? program : program.id
}
