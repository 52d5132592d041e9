import { expect, it } from 'vitest'
import { formatWebhookSecret, signWebhook } from './webhook-signature.rule.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }

it('matches the signature of the published example', () => {
  // The example in the Standard Webhooks libraries.
  expect(signWebhook(MESSAGE, new Date(1614265330_999), [SECRET])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with every secret, separated by spaces', () => {
  const other = formatWebhookSecret(Buffer.alloc(32, 7))
  const signatures = signWebhook(MESSAGE, new Date(0), [SECRET, other])['webhook-signature'].split(' ')
  const each = [SECRET, other].map(
    (secret) => signWebhook(MESSAGE, new Date(0), [secret])['webhook-signature'],
  )
  expect(signatures).toEqual(each)
  expect(new Set(signatures).size).toBe(2)
})

it('a secret consists of whsec_ and 32 encoded bytes', () => {
  expect(formatWebhookSecret(Buffer.alloc(32))).toBe(`whsec_${'A'.repeat(43)}=`)
  expect(() => formatWebhookSecret(Buffer.alloc(31))).toThrow('32 bytes')
})
