import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiFailure } from './client.ts'
import { createQueryClient, forgetReads } from './query-client.ts'

const failure = (status: number, details = {}) => new ApiFailure(status, 'code', 'The words.', details)

test('a list that is read for the first time includes what is written during the read', async () => {
  const client = createQueryClient(() => {})
  let letGo = () => {}
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let notes: string[] = []
  let reads = 0
  const queryFn = async () => {
    const asTheyWere = [...notes]
    if (reads++ === 0) await waiting
    return asTheyWere
  }
  const list = new QueryObserver(client, { queryKey: ['notes'], queryFn })
  const end = list.subscribe(() => {})
  notes = ['Calls on Mondays.']
  const renewed = client.invalidateQueries({ queryKey: ['notes'] })
  letGo()
  await renewed
  expect(list.getCurrentResult().data).toEqual(['Calls on Mondays.'])
  end()
})

test.each([
  ['an ended session', failure(401), 1],
  ['a wrong code of a second factor', failure(401, { reason: 'invalid_code' }), 0],
  ['no access', failure(403), 0],
  ['a failure of the page', new TypeError('x is undefined'), 0],
])('leads to the sign-in only after an ended session: %s', async (_, error, times) => {
  let signedOut = 0
  const client = createQueryClient(() => signedOut++)
  const fails = () => Promise.reject(error)
  await client.fetchQuery({ queryKey: ['account'], queryFn: fails, retry: false }).catch(() => undefined)
  const write = client.getMutationCache().build(client, { mutationFn: fails })
  await write.execute(undefined).catch(() => undefined)
  expect(signedOut).toBe(2 * times)
})

test('a write with a credential of its own says nothing of the session', async () => {
  let signedOut = 0
  const client = createQueryClient(() => signedOut++)
  const mutationFn = () => Promise.reject(failure(401))
  const write = client.getMutationCache().build(client, { mutationFn, meta: { hasOwnCredential: true } })
  await write.execute(undefined).catch(() => undefined)
  expect(signedOut).toBe(0)
})

test('who signs out leaves only what everybody may read', () => {
  const client = createQueryClient(() => {})
  client.setQueryData(['account'], 'Sam')
  client
    .getQueryCache()
    .build(client, { queryKey: ['options'], meta: { isPublic: true } })
    .setData('open')
  forgetReads(client)
  expect(client.getQueryData(['account'])).toBeUndefined()
  expect(client.getQueryData(['options'])).toBe('open')
})
