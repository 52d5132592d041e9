import { expect, it } from 'vitest'
import { createDeliverer } from '../src/jobs/deliver-webhooks.ts'
import { tell } from '../src/store/outbox.ts'
import { createTestProgram, send, signInMember, startTestService } from './harness.ts'
import { openShop } from './merchant.ts'
import { startReceiver } from './webhook-receiver.ts'

const service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { app, clock, database, deps } = service

it('at once', async () => {
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const receiver = await startReceiver()
  let now = 0, most = 0
  receiver.answerWith((response) => { now++; most = Math.max(most, now); setTimeout(() => { now--; response.writeHead(204).end() }, 300) })
  await send(app, 'POST', `/api/programs/${shop.program.id}/webhooks`, { bearer, body: { url: receiver.url, eventTypes: ['sale.created'] } })
  for (let i = 0; i < 60; i++) await tell(database.kysely, shop.program.id, 'sale.created', { i }, clock.now())
  await Promise.all([1, 2, 3].map(() => createDeliverer(deps, console.log).deliverDue()))
  console.log('MOST', most, receiver.received.length, new Set(receiver.ids()).size)
})

it('roles', async () => {
  const p = await createTestProgram(service)
  const other = await createTestProgram(service)
  const who: Record<string, string> = {}
  for (const role of ['viewer', 'member', 'admin'] as const) who[role] = await signInMember(service, p, { role })
  who.suspended = await signInMember(service, p, { status: 'suspended' })
  who.other = await signInMember(service, other)
  who.key = p.liveKey
  who.none = ''
  const api = (await send(app, 'GET', '/openapi.json')).body
  for (const [path, methods] of Object.entries<any>(api.paths)) {
    if (!path.startsWith('/api/programs/{programId}')) continue
    for (const [method, op] of Object.entries<any>(methods)) {
      const url = path.replace('{programId}', String(p.id)).replace(/\{[a-zA-Z]+\}/g, '999')
      const out: string[] = []
      for (const [name, bearer] of Object.entries(who)) {
        const a = await send(app, method.toUpperCase() as 'GET', url, { ...(bearer ? { bearer } : {}), ...(method === 'get' || method === 'delete' ? {} : { body: op.operationId === 'importPayouts' ? 'x' : { zz: 1 } }) })
        out.push(`${name}=${a.status}`)
      }
      console.log(method, path.replace('/api/programs/{programId}', ''), out.join(' '))
    }
  }
}, 120_000)
