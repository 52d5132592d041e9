import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { clearSessionQueries, createQueryClient } from './query-client.ts'

const failure = (status: number, details = {}) => new ApiError(status, 'code', 'Something failed.', details)

test('refetches a query’s first fetch if a write happened in the meantime', async () => {
  const client = createQueryClient(() => {})
  let resolveRead = () => {}
  const gate = new Promise<void>((resolve) => {
    resolveRead = resolve
  })
  let notes: string[] = []
  let reads = 0
  const queryFn = async () => {
    const snapshot = [...notes]
    if (reads++ === 0) await gate
    return snapshot
  }
  const list = new QueryObserver(client, { queryKey: ['notes'], queryFn })
  const end = list.subscribe(() => {})
  notes = ['Calls on Mondays.']
  const renewed = client.invalidateQueries({ queryKey: ['notes'] })
  resolveRead()
  await renewed
  expect(list.getCurrentResult().data).toEqual(['Calls on Mondays.'])
  end()
})

test.each([
  ['an ended session', failure(401), 1],
  ['a wrong second-factor code', failure(401, { reason: 'invalid_code' }), 0],
  ['no access', failure(403), 0],
  ['an error in the page', new TypeError('x is undefined'), 0],
])('redirects to sign-in only after an ended session: %s', async (_, error, times) => {
  let signedOut = 0
  const client = createQueryClient(() => signedOut++)
  const fails = () => Promise.reject(error)
  await client.fetchQuery({ queryKey: ['account'], queryFn: fails, retry: false }).catch(() => undefined)
  const write = client.getMutationCache().build(client, { mutationFn: fails })
  await write.execute(undefined).catch(() => undefined)
  expect(signedOut).toBe(2 * times)
})

test('a mutation rejected for its own credential doesn’t end the session', async () => {
  let signedOut = 0
  const client = createQueryClient(() => signedOut++)
  const mutationFn = () => Promise.reject(failure(401))
  const write = client.getMutationCache().build(client, { mutationFn, meta: { hasOwnCredential: true } })
  await write.execute(undefined).catch(() => undefined)
  expect(signedOut).toBe(0)
})

test('signing out keeps only public data', () => {
  const client = createQueryClient(() => {})
  client.setQueryData(['account'], 'Sam')
  client
    .getQueryCache()
    .build(client, { queryKey: ['options'], meta: { isPublic: true } })
    .setData('open')
  clearSessionQueries(client)
  expect(client.getQueryData(['account'])).toBeUndefined()
  expect(client.getQueryData(['options'])).toBe('open')
})
