import { expect, it } from 'vitest'
import { serializePerUser } from './serialize-per-user.http.ts'

it('runs one request per user at a time, rejects a third and does not block other users', async () => {
  const run = serializePerUser()
  const started: string[] = []
  const ends: (() => void)[] = []
  const makeWork = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name)
      ends.push(() => resolve(name))
    })
  const [first, second] = [run('sam', makeWork('first')), run('sam', makeWork('second'))]
  await expect(run('sam', makeWork('third'))).rejects.toMatchObject({ code: 'rate_limited' })
  const otherUsersRun = run('kim', makeWork('other'))
  await new Promise(setImmediate)
  expect(started).toEqual(['first', 'other'])
  ends[0]?.()
  expect(await first).toBe('first')
  await new Promise(setImmediate)
  expect(started).toEqual(['first', 'other', 'second'])
  for (const end of ends) end()
  expect(await Promise.all([second, otherUsersRun])).toEqual(['second', 'other'])
  const secondResult = run('sam', async () => 'again')
  expect(await secondResult).toBe('again')
})

it('continues after a request fails', async () => {
  const run = serializePerUser()
  const failed = run('sam', () => Promise.reject(new Error('failed')))
  const next = run('sam', async () => 'next')
  await expect(failed).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
