import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readServiceUrl, startCommand } from '../command.ts'
import { readDatabaseUrl } from '../data-location.ts'
import { createTestProgram, send, signInMember, startTestService } from '../harness.ts'
import { newFolder } from '../new-folder.ts'
import { startTcpProxy } from '../tcp-proxy.ts'

test('a request whose process was killed between commit and response runs once, and a retry gets the response', async () => {
  const source = inject('database')
  if (source.kind === 'embedded') throw new Error('this test needs PostgreSQL')
  const service = await startTestService({ ownDatabase: true, now: new Date().toISOString() })
  const program = await createTestProgram(service)
  const owner = await signInMember(service, program)
  const created = await send(service.app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
    bearer: owner,
    body: { name: 'Books', permissions: ['partner:manage'] },
  })
  const { key } = created.body.data

  const proxy = await startTcpProxy(Number(new URL(source.url).port || 5432))
  onTestFinished(proxy.close)
  const throughProxy = new URL(await readDatabaseUrl(source.url, service.database))
  throughProxy.host = `127.0.0.1:${proxy.port}`
  const dataDir = newFolder()
  const killed = startCommand(['serve', '--json'], {
    APP_SECRET: service.deps.config.appSecret,
    DATABASE_URL: throughProxy.toString(),
    DATA_DIR: dataDir,
    PORT: '0',
  })
  const address = await readServiceUrl(killed)

  const path = `/api/programs/${program.id}/partners`
  const body = { name: 'Pia', email: `${randomUUID()}@partners.test`, approved: true }
  const headers = { 'idempotency-key': 'partner-1' }
  const isCommitted = proxy.loseCommitResponse('update "idempotent_responses"')
  const unanswered = fetch(`${address}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  }).then(
    ({ status }) => status,
    () => 'no response',
  )
  await isCommitted
  killed.child.kill('SIGKILL')
  expect([await killed.ended, await unanswered]).toEqual(['SIGKILL', 'no response'])

  const partners = () =>
    service.database.kysely.selectFrom('partners').select('id').where('email', '=', body.email).execute()
  const [partner, ...others] = await partners()
  expect([partner?.id, others]).toEqual([expect.any(Number), []])
  const retry = await send(service.app, 'POST', path, { bearer: key, body, headers })
  expect([retry.status, retry.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(retry.body.data).toMatchObject({ id: partner?.id, name: 'Pia', email: body.email })
  const secondRetry = await send(service.app, 'POST', path, { bearer: key, body, headers })
  expect([secondRetry.status, secondRetry.text]).toEqual([retry.status, retry.text])
  expect(await partners()).toEqual([partner])
}, 120_000)
