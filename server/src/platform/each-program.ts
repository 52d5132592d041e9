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
