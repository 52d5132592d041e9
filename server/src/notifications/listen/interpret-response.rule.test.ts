import { describe, expect, test } from 'vitest'
import { interpretResponse, type SentRequest } from './interpret-response.rule.ts'
import type { ServiceResponse } from './listen.ts'

const ASKED: SentRequest = {
  url: 'https://track.example.com',
  programId: 12,
  isListenerCall: false,
  command: { purpose: 'listen to', urlOption: '--url' },
}

const response = (status: number, error?: object, retryAfterSeconds?: number): ServiceResponse => ({
  kind: 'answered',
  status,
  body: error === undefined ? undefined : { data: null, error },
  retryAfterSeconds,
})

test('treats a 2xx response as done', () => {
  const response: ServiceResponse = { kind: 'answered', status: 201, body: 7, retryAfterSeconds: undefined }
  expect(interpretResponse(response, ASKED)).toEqual({ kind: 'done', body: 7 })
})

describe('retries temporary failures', () => {
  test.each<[string, ServiceResponse, string]>([
    [
      'no response',
      { kind: 'silent', reason: 'connection refused' },
      'https://track.example.com cannot be reached: connection refused',
    ],
    [
      '429',
      response(429, { code: 'rate_limited', message: 'Too many.' }),
      'https://track.example.com returned 429: Too many.',
    ],
    [
      '503',
      response(503, { code: 'service_unavailable', message: 'Later.' }),
      'https://track.example.com returned 503: Later.',
    ],
    ['502 from a proxy', response(502), 'https://track.example.com returned 502'],
    [
      'a request in progress',
      response(409, { code: 'idempotency_key_in_use', message: 'x' }),
      'https://track.example.com returned 409: x',
    ],
  ])('%s', (_name, response, reason) => {
    expect(interpretResponse(response, ASKED)).toEqual({
      kind: 'again',
      reason,
      retryAfterSeconds: undefined,
    })
    expect(interpretResponse(response, { ...ASKED, isListenerCall: true }).kind).toBe('again')
  })

  test('waits at least as long as the service requests', () => {
    const conclusion = interpretResponse(response(429, { code: 'rate_limited' }, 9), ASKED)
    expect(conclusion).toMatchObject({ kind: 'again', retryAfterSeconds: 9 })
  })
})

describe('explains errors that the user has to fix', () => {
  test.each<[string, ServiceResponse, string]>([
    [
      'wrong key',
      response(401, { code: 'unauthorized', message: 'x' }),
      'The key is unknown, revoked or expired.',
    ],
    [
      'no permission',
      response(403, { code: 'forbidden', message: 'x', details: { permission: 'program:update' } }),
      'The key can’t listen to program 12: it lacks the permission program:update, or it belongs to another program.',
    ],
    [
      'another program’s key',
      response(403, { code: 'forbidden', message: 'x', details: {} }),
      'The key can’t listen to program 12: it belongs to another program.',
    ],
    [
      'an unknown program',
      response(404, { code: 'not_found', message: 'There is no such program.' }),
      'This key has no access to program 12, or it does not exist.',
    ],
    [
      'an old service',
      response(404, { code: 'not_found', message: 'Nothing exists at this URL.' }),
      'The service at https://track.example.com is too old for this command. Upgrade it.',
    ],
    [
      'too many listeners',
      response(409, { code: 'conflict', message: '5 listen already.' }),
      'https://track.example.com returned 409: 5 listen already.',
    ],
    [
      'another server',
      response(404),
      'https://track.example.com is not an affiliate service (it returned 404).',
    ],
    [
      'a redirect',
      response(301),
      'https://track.example.com redirects elsewhere (301). Set --url to the service’s own URL.',
    ],
    [
      'a hostile message',
      response(400, { code: 'x', message: '\u001b[2Jgone\n' }),
      'https://track.example.com returned 400: ?[2Jgone?',
    ],
  ])('%s', (_name, response, message) => {
    expect(interpretResponse(response, ASKED)).toEqual({ kind: 'rejected', message })
  })
})

test('reports an unknown listener as ended, but not for an old service', () => {
  const LISTENER_REQUEST = { ...ASKED, isListenerCall: true }
  expect(
    interpretResponse(
      response(404, { code: 'not_found', message: 'You have no listener.' }),
      LISTENER_REQUEST,
    ),
  ).toEqual({
    kind: 'ended',
  })
  const notFound = response(404, { code: 'not_found', message: 'Nothing exists at this URL.' })
  expect(interpretResponse(notFound, LISTENER_REQUEST).kind).toBe('rejected')
})
