import { expect, test } from 'vitest'
import { listenerSecret } from './listener-secret.rule.ts'

const LISTENER = { programId: 12, actorId: 'key:7' }

test('a secret is always the same for one listener, and differs between listeners', () => {
  const secret = listenerSecret(LISTENER, 'one')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(listenerSecret({ ...LISTENER }, 'one')).toBe(secret)
  const others = [
    listenerSecret({ ...LISTENER, programId: 1 }, 'one'),
    listenerSecret({ ...LISTENER, actorId: 'key:71' }, 'one'),
    listenerSecret({ ...LISTENER, actorId: '7' }, 'one'),
    listenerSecret(LISTENER, 'another'),
  ]
  expect(new Set([secret, ...others]).size).toBe(5)
})
