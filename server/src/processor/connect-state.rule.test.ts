import { describe, expect, it } from 'vitest'
import { formatConnectState, readConnectState } from './connect-state.rule.ts'

const APP_SECRET = 'an installation secret of at least 32 characters'
const NOW = new Date('2026-03-10T12:00:00.000Z')
const state = {
  programId: 7,
  userId: 'user-1',
  processor: 'stripe',
  expiresAt: new Date(NOW.getTime() + 1000),
}
const text = formatConnectState(state, Buffer.alloc(16, 1), APP_SECRET)

describe('the state of an OAuth round trip', () => {
  it('says who asked, for which program, at which processor', () => {
    expect(readConnectState(text, APP_SECRET, NOW)).toEqual(state)
  })

  it('is another one each time', () => {
    expect(formatConnectState(state, Buffer.alloc(16, 2), APP_SECRET)).not.toBe(text)
  })

  it('expires', () => {
    expect(readConnectState(text, APP_SECRET, new Date(state.expiresAt.getTime() - 1))).toEqual(state)
    expect(readConnectState(text, APP_SECRET, state.expiresAt)).toBeUndefined()
  })

  it('is nothing when it was changed, cut, or signed under another APP_SECRET', () => {
    const [body = '', signature = ''] = text.split('.')
    const forged = Buffer.from(
      JSON.stringify([8, 'user-1', 'stripe', state.expiresAt.getTime(), '']),
    ).toString('base64url')
    for (const wrong of [
      '',
      '.',
      body,
      `${body}.`,
      `${forged}.${signature}`,
      `${text}.x`,
      `${body}.${signature.slice(2)}`,
    ]) {
      expect(readConnectState(wrong, APP_SECRET, NOW)).toBeUndefined()
    }
    expect(readConnectState(text, `${APP_SECRET}.`, NOW)).toBeUndefined()
  })
})
