import { expect, test } from 'vitest'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { eachProgram } from './each-program.ts'

test('a program for which it fails keeps no other one waiting, and the first failure is told', async () => {
  const done: number[] = []
  const failure = new Error('canceling statement due to statement timeout')
  const working = eachProgram([1, 2, 3, 4], async (program) => {
    if (program === 2) throw failure
    if (program === 4) throw new Error('another')
    done.push(program)
  })
  await expect(working).rejects.toBe(failure)
  expect(done).toEqual([1, 3])
  await eachProgram([5], async (program) => done.push(program))
  expect(done).toEqual([1, 3, 5])
})

test('where the database is away nothing more is tried', async () => {
  const tried: number[] = []
  const away = new DatabaseUnavailable(new Error('gone'))
  const working = eachProgram([1, 2], async (program) => {
    tried.push(program)
    throw away
  })
  await expect(working).rejects.toBe(away)
  expect(tried).toEqual([1])
})
