import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type CalledService, createTestProgram, send, signInMember, type TestService } from '../../harness.ts'
import { CLICK, LEAD, SALE } from '../../merchant.ts'

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>

/** A sandbox and an ordinary program in the same workspace, created through the API. */
export async function openSandbox(service: CalledService & Pick<TestService, 'database' | 'clock'>) {
  const { app } = service
  const real = await createTestProgram(service)
  const bearer = await signInMember(service, real)
  const response = await send(app, 'POST', '/api/programs', {
    bearer,
    body: { name: 'Rehearsal', workspaceId: real.workspaceId, sandbox: true },
  })
  expect(response.status).toBe(201)
  const id: number = response.body.data.id
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) =>
    send(app, method, `/api/programs/${id}${path}`, { bearer, ...(body === undefined ? {} : { body }) })
  const key: string = (await call('POST', '/api-keys', { mode: 'test' })).body.data.key
  const partner = await call('POST', '/partners', { name: 'Ada', email: `${randomUUID()}@partners.test` })
  const partnerId: number = partner.body.data.id
  await call('POST', `/partners/${partnerId}/approve`)
  const link = await call('POST', '/links', { partnerId })
  const code: string = link.body.data.code
  const track = (url: string, body: unknown, using: string | undefined = key) =>
    send(app, 'POST', url, { body, ...(using === undefined ? {} : { bearer: using }) })
  return {
    id,
    real,
    bearer,
    key,
    partnerId,
    code,
    call,
    get: async (path: string) => (await call('GET', path)).body.data,
    async now(): Promise<string> {
      return (await call('GET', '')).body.data.clock.now
    },
    advance: (advance: string, headers: Record<string, string> = {}) =>
      send(app, 'POST', `/api/programs/${id}/clock`, { bearer, body: { advance }, headers }),
    click: (body: Record<string, unknown> = {}) =>
      send(app, 'POST', CLICK, { body: { affiliate_url: `https://shop.test/?aff=${code}`, ...body } }),
    lead: (body: unknown) => track(LEAD, body),
    sale: (body: Record<string, unknown>) => track(SALE, body),
    refund: (body: Record<string, unknown>) => track('/api/v1/track/refund', body),
  }
}
