import { DatabaseUnavailable } from './database-unavailable.ts'

/**
 * Does something for one program after another. One for which it fails, such as for a statement that takes too long, keeps
 * nobody behind it waiting: the others are done, and the first failure is thrown at the end. Where the database is away, it
 * ends at once.
 */
export async function eachProgram<Program>(
  programs: readonly Program[],
  work: (program: Program) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const program of programs) {
    try {
      await work(program)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Does a batch for each program that has something to do, round by round, until a round finds nothing; what another process
 * holds locked, it does. A program for which it fails is left out of the later rounds, and the first failure is thrown once
 * the others are done.
 * @param work does a batch of a program, and says how many rows that were
 * @returns how many rows
 */
export async function inRounds<Program extends number | { id: number }>(
  listPrograms: () => Promise<readonly Program[]>,
  work: (program: Program) => Promise<number>,
): Promise<number> {
  const failed = new Map<number, unknown>()
  let rows = 0
  for (;;) {
    const earlier = rows
    const open = (await listPrograms()).filter((program) => !failed.has(idOf(program)))
    for (const program of open) {
      try {
        rows += await work(program)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        failed.set(idOf(program), error)
      }
    }
    if (rows > earlier) continue
    if (failed.size > 0) throw [...failed.values()][0]
    return rows
  }
}

function idOf(program: number | { id: number }): number {
  return typeof program === 'number' ? program : program.id
}
