import { expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

const newDatabase = () => ({})

it('one after another in a line, in their order, also after one that failed', async () => {
  const database = newDatabase()
  const log: string[] = []
  const step = (name: string, fails = false) =>
    inTurn(database, 'preview', async () => {
      log.push(`${name} begins`)
      await Promise.resolve()
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const all = [step('a'), step('b', true), step('c')]
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

it('another line, and another database, waits for none of it', async () => {
  const database = newDatabase()
  let end = () => {}
  const long = inTurn(database, 'breakdown', () => new Promise<void>((resolve) => (end = resolve)))
  expect(await inTurn(database, 'preview', async () => 1)).toBe(1)
  expect(await inTurn(newDatabase(), 'breakdown', async () => 2)).toBe(2)
  end()
  await long
})
