import { expect, it } from 'vitest'
import { serializePerUser } from './serialize-per-user.http.ts'

it('runs one request per user at a time, rejects a third and does not block other users', async () => {
  const run = serializePerUser()
  const started: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name)
      ends.push(() => resolve(name))
    })
  const [first, second] = [run('sam', work('first')), run('sam', work('second'))]
  await expect(run('sam', work('third'))).rejects.toMatchObject({ code: 'rate_limited' })
  const other = run('kim', work('other'))
  await new Promise(setImmediate)
  expect(started).toEqual(['first', 'other'])
  ends[0]?.()
  expect(await first).toBe('first')
  await new Promise(setImmediate)
  expect(started).toEqual(['first', 'other', 'second'])
  for (const end of ends) end()
  expect(await Promise.all([second, other])).toEqual(['second', 'other'])
  const again = run('sam', async () => 'again')
  expect(await again).toBe('again')
})

it('continues after a request fails', async () => {
  const run = serializePerUser()
  const failed = run('sam', () => Promise.reject(new Error('failed')))
  const next = run('sam', async () => 'next')
  await expect(failed).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
