import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { eachProgram, eachProgramInRounds, ProgramsFailedError } from './each-program.ts'

test('eachProgram continues after a program fails and throws its error at the end', async () => {
  const done: number[] = []
  const failure = new Error('canceling statement due to statement timeout')
  const result = eachProgram([1, 2, 3, 4], async (program) => {
    if (program === 2) throw failure
    if (program === 4) throw new Error('another')
    done.push(program)
  })
  await expect(result).rejects.toThrow('programs 2, 4: canceling statement due to statement timeout')
  await expect(result).rejects.toMatchObject({ programs: [2, 4], cause: failure, stack: failure.stack })
  expect(done).toEqual([1, 3])
  await eachProgram([5], async (program) => done.push(program))
  expect(done).toEqual([1, 3, 5])
})

test("reports programs that couldn't be listed after the others are done", async () => {
  const done: number[] = []
  const unreachable = new Error('a worker is unreachable')
  const result = { rows: [1, 3], missing: new Map([[2, unreachable]]) }
  const work = async (program: number) => done.push(program)
  await expect(eachProgram(result, work)).rejects.toMatchObject({ programs: [2], cause: unreachable })
  await expect(
    eachProgramInRounds(
      async () => result,
      async () => 0,
    ),
  ).rejects.toMatchObject({ programs: [2] })
  expect(done).toEqual([1, 3])
})

test('eachProgram stops at once if the database is unreachable', async () => {
  const startedPrograms: number[] = []
  const away = new DatabaseUnavailableError(new Error('gone'))
  const working = eachProgram([1, 2], async (program) => {
    startedPrograms.push(program)
    throw away
  })
  await expect(working).rejects.toBe(away)
  expect(startedPrograms).toEqual([1])
})

test('eachProgramInRounds continues without a program that failed and throws its error at the end', async () => {
  const remaining = new Map([
    [1, 2],
    [2, 9],
    [3, 3],
  ])
  const failure = new Error('canceling statement due to statement timeout')
  const tried: number[] = []
  const list = async () => [...remaining].filter(([, rows]) => rows > 0).map(([id]) => ({ id }))
  const working = eachProgramInRounds(list, async ({ id }) => {
    tried.push(id)
    if (id === 2) throw failure
    remaining.set(id, (remaining.get(id) ?? 0) - 1)
    return 1
  })
  await expect(working).rejects.toThrow('program 2: canceling statement')
  expect(tried).toEqual([1, 2, 3, 1, 3, 3])
  remaining.set(2, 0).set(1, 2)
  tried.length = 0
  expect(
    await eachProgramInRounds(list, async ({ id }) =>
      Number(remaining.set(id, (remaining.get(id) ?? 0) - 1) && 1),
    ),
  ).toBe(2)
})

test('eachProgramInRounds stops at once if the database is unreachable', async () => {
  const away = new DatabaseUnavailableError(new Error('gone'))
  const tried: number[] = []
  const working = eachProgramInRounds(
    async () => [1, 2],
    async (program) => {
      tried.push(program)
      throw away
    },
  )
  await expect(working).rejects.toBe(away)
  expect(tried).toEqual([1])
})

test('the error lists the first failed programs and has the code of the first failure', () => {
  const failure = Object.assign(new Error('no'), { code: '57014' })
  const failed = new ProgramsFailedError(new Map(Array.from({ length: 22 }, (_, at) => [at + 1, failure])))
  expect(failed.code).toBe('57014')
  expect(failed.message).toMatch(/^programs 1, .*, 20 and 2 more: no$/)
})
