import { expect, test } from 'vitest'
import { WORK } from './work.ts'

test('work is listed by its name on the control socket', async () => {
  const names = await Promise.all(Object.values(WORK).map(async (load) => (await load()).name))
  expect(names).toEqual(Object.keys(WORK))
})
