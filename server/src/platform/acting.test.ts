import { expect, test } from 'vitest'
import { actAs, actAsCommand, endActing, readActing, withRequest } from './acting.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const now = () => at

test('a request acts in nobody’s name before it is known who asks, and again once its answer leaves', () => {
  withRequest({ action: 'partner.add', requestId: 'r-1', now }, () => {
    expect(readActing()).toBeUndefined()
    actAs('user-1')
    expect(readActing()).toEqual({
      at,
      user_id: 'user-1',
      key_id: null,
      action: 'partner.add',
      request_id: 'r-1',
    })
    endActing()
    expect(readActing()).toBeUndefined()
  })
})

test('what a request woke and outlives it acts in nobody’s name', async () => {
  let release = () => {}
  const answered = new Promise<void>((resolve) => {
    release = resolve
  })
  let woken: Promise<unknown> = Promise.resolve()
  withRequest({ action: 'partner.add', requestId: 'r-1', now }, () => {
    actAs('user-1')
    woken = answered.then(() => readActing())
    endActing()
  })
  release()
  expect(await woken).toBeUndefined()
})

test('two requests at once do not act in each other’s name', async () => {
  const one = (userId: string, requestId: string) =>
    new Promise((resolve) => {
      withRequest({ action: 'link.create', requestId, now }, () => {
        actAs(userId)
        setImmediate(() => resolve(readActing()))
      })
    })
  expect(await Promise.all([one('user-1', 'r-1'), one('user-2', 'r-2')])).toMatchObject([
    { user_id: 'user-1', request_id: 'r-1' },
    { user_id: 'user-2', request_id: 'r-2' },
  ])
})

test('a command acts without a person and without a request', async () => {
  const acting = await actAsCommand('command.init', now, async () => readActing())
  expect(acting).toEqual({ at, user_id: null, key_id: null, action: 'command.init', request_id: null })
  expect(readActing()).toBeUndefined()
})
