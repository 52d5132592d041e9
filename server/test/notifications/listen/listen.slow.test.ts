import { sql } from 'kysely'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { verifyWebhook } from '../../../../sdk/src/index.ts'
import { buildApp } from '../../../src/app.ts'
import { runCommandLine } from '../../../src/cli/cli.ts'
import { listen } from '../../../src/notifications/listen/listen.flow.ts'
import { publish } from '../../../src/notifications/outbox/outbox.sql.ts'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { startCommand } from '../../command.ts'
import { createTestProgram, send, signInMember, startTestService } from '../../harness.ts'
import { responses, startReceiver } from '../webhooks/webhook-receiver.ts'

const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { app, clock, database, deps } = service
const { kysely } = database
const program = await createTestProgram(service)
const owner = await signInMember(service, program)

async function makeKey(permissions: string[]): Promise<{ id: number; key: string }> {
  const path = `/api/workspaces/${program.workspaceId}/management-keys`
  const created = await send(app, 'POST', path, { bearer: owner, body: { name: 'Laptop', permissions } })
  return created.body.data
}

/** Another of the service's processes, reachable over the network. */
async function serve(port = 0) {
  const builtApp = await buildApp(deps)
  await builtApp.listen({ host: '127.0.0.1', port })
  const address = builtApp.server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, close: () => builtApp.close() }
}

async function recordEvent(n: number) {
  await publish(kysely, program.id, { type: 'sale.created', data: { sale_id: n }, at: clock.now() })
  const errors: unknown[] = []
  await createDeliverer(deps, (error) => errors.push(error)).deliverDue()
  expect(errors).toEqual([])
}

const listeners = async () => {
  const { rows } = await sql`select 1 from webhook_endpoints where kind = 'listener'`.execute(kysely)
  return rows.length
}

afterEach(() => vi.restoreAllMocks())

it('affiliate listen forwards signed events even if the local server fails and the service restarts', async () => {
  const { key } = await makeKey(['program:update'])
  const first = await serve()
  const local = await startReceiver()
  const { child, output, ended } = startCommand(
    [
      ...['listen', '--url', first.url, '--program', String(program.id), '--forward-to', local.url],
      ...['--test', '--json'],
    ],
    { AFFILIATE_KEY: key },
  )
  const lines = () => output.stdout.split('\n').slice(0, -1)
  const until = (isEnough: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => isEnough() && resolve()
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      void ended.then((code) => reject(new Error(`it ended with ${code}: ${output.stdout}${output.stderr}`)))
      look()
    })
  await until(() => lines().length === 2)
  const { listener, secret, ...ready } = JSON.parse(lines()[0] ?? '')
  expect(ready).toMatchObject({ forwardTo: local.url, eventTypes: expect.arrayContaining(['sale.created']) })
  const verify = (n: number) => {
    const message = local.received[n]
    if (message === undefined) throw new Error(`message ${n} does not exist`)
    return verifyWebhook({ body: message.body, headers: message.headers, secret })
  }
  expect(verify(0)).toMatchObject({ type: 'webhook.test', data: { webhookId: listener } })

  // Matches a webhook by id, body and every header except the signature and its time.
  const remote = await startReceiver()
  const body = { url: remote.url, eventTypes: ['sale.created'] }
  const hook = await send(app, 'POST', `/api/programs/${program.id}/webhooks`, { bearer: owner, body })
  await recordEvent(1)
  await until(() => lines().length === 3)
  await remote.until((all) => all.length === 1)
  const deliveries = (await send(app, 'GET', `/api/programs/${program.id}/webhooks`, { bearer: owner })).body
    .data
  expect(deliveries).toMatchObject([{ id: hook.body.data.id }])
  const [localEvent, remoteEvent] = [local.received[1], remote.received[0]]
  const common = (message: typeof localEvent) => ({
    ...message?.headers,
    host: '',
    'webhook-timestamp': '',
    'webhook-signature': '',
  })
  expect([localEvent?.body, common(localEvent)]).toEqual([remoteEvent?.body, common(remoteEvent)])
  expect(verify(1)).toMatchObject({ type: 'sale.created', data: { saleId: 1 } })
  await send(app, 'DELETE', `/api/programs/${program.id}/webhooks/${hook.body.data.id}`, { bearer: owner })
  expect(JSON.parse(lines()[2] ?? '')).toEqual({
    at: expect.any(String),
    type: 'sale.created',
    messageId: localEvent?.headers['webhook-id'],
    status: 204,
    error: null,
    durationMs: expect.any(Number),
  })

  // The local server's failures are reported, and the next event is forwarded.
  local.respondWith(responses.status(500))
  await recordEvent(2)
  await until(() => lines().length === 4)
  local.respondWith(responses.status(302, { location: first.url }))
  await recordEvent(3)
  await until(() => lines().length === 5)
  await local.close()
  await recordEvent(4)
  await until(() => lines().length === 6)
  const failures = lines().slice(3)
  expect(failures.map((line) => JSON.parse(line))).toMatchObject([
    { status: 500, error: 'returned 500' },
    { status: 302, error: 'returned 302; redirects are not followed' },
    { status: null, error: 'connection refused' },
  ])

  // The service stops, which ends the polling request; an event happens; then the service starts again.
  const restarted = await startReceiver({ port: local.port })
  await first.close()
  await until(() => output.stderr.includes('Retrying'))
  await recordEvent(5)
  const second = await serve(first.port)
  onTestFinished(second.close)
  await until(() => lines().length === 7)
  await recordEvent(6)
  await until(() => lines().length === 8)
  expect(restarted.received.map(({ event }) => event.data.sale_id)).toEqual([5, 6])
  expect(output.stderr).toContain('Connected again.')

  // Forwarded events are acknowledged with the next request.
  child.kill('SIGINT')
  expect(await ended, output.stderr).toBe(0)
  expect(await listeners()).toBe(0)
  expect(output.stdout + output.stderr).not.toContain(key)
  expect(lines()).toHaveLength(8)
}, 120_000)

it('pauses between retries when every listener ends or a response is lost, and starts no listener twice', async () => {
  const other = await startReceiver()
  const ended = { error: { code: 'not_found', message: 'It has ended.' } }
  const started = { data: { id: 1, secret: 'whsec_AAAA', eventTypes: [] } }
  const unauthorizedError = { error: { code: 'unauthorized', message: 'Who are you?' } }
  type Step = 'lost' | readonly [status: number, body: object]
  const round: Step[] = [
    [201, started],
    [404, ended],
  ]
  const script: Step[] = [...round, 'lost', ...round, ...round, [201, started], [401, unauthorizedError]]
  other.respondWith((response, message, request) => {
    const next = script.shift() ?? 'lost'
    if (next === 'lost') return responses.hangUp(response, message, request)
    response.writeHead(next[0], { 'content-type': 'application/json' }).end(JSON.stringify(next[1]))
  })
  const url = `http://127.0.0.1:${other.port}`
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'].values()
  const pauses: string[] = []
  const result = listen({
    to: { url, programId: 1, forwardTo: url, eventTypes: undefined, sendTest: false },
    key: 'x',
    resume: undefined,
    output: { ready: () => {}, forwarded: () => {}, notice: () => {} },
    now: clock.now,
    chance: () => {
      pauses.push(`after ${other.received.length} calls`)
      return 0
    },
    newId: () => ids.next().value ?? 'none left',
    stop: AbortSignal.timeout(60_000),
  })
  await expect(result).rejects.toThrow('The key is unknown')
  const starts = other.received.filter(({ path }) => path.endsWith('/webhook-listeners'))
  expect(starts.map(({ headers }) => headers['idempotency-key'])).toEqual(['a', 'b', 'b', 'c', 'd'])
  expect(pauses).toEqual(['after 3 calls', 'after 5 calls', 'after 7 calls'])
})

describe('explains errors that the user has to fix', () => {
  const describeFailure = async (options: {
    url: string
    key: string
    programId?: number
    resume?: number
  }) => {
    const { url, key, programId = program.id, resume } = options
    const to = { url, programId, forwardTo: url, eventTypes: undefined, sendTest: false }
    const reported = listen({
      to,
      key,
      resume,
      output: { ready: () => {}, forwarded: () => {}, notice: () => {} },
      now: clock.now,
      chance: () => 0.5,
      newId: () => 'an-id',
      stop: AbortSignal.timeout(20_000),
    })
    return reported.then(
      () => 'the listener ended without an error',
      (error: unknown) => `${error instanceof Error ? `${error.name}: ${error.message}` : error}`,
    )
  }

  it('for key, permission, program and listener', async () => {
    const served = await serve()
    onTestFinished(served.close)
    const { url } = served
    const { key } = await makeKey(['program:update'])
    const other = await createTestProgram(service)
    expect(await describeFailure({ url, key: 'aff_mgmt_nobody' })).toBe(
      'StartError: The key is unknown, revoked or expired.',
    )
    expect(await describeFailure({ url, key: (await makeKey(['tracking:read'])).key })).toBe(
      `StartError: The key can’t listen to program ${program.id}: it lacks the permission program:update, or it belongs to another program.`,
    )
    expect(await describeFailure({ url, key, programId: other.id })).toBe(
      `StartError: The key can’t listen to program ${other.id}: it lacks the permission program:update, or it belongs to another program.`,
    )
    expect(await describeFailure({ url, key, programId: 999_999_999 })).toBe(
      'StartError: This key has no access to program 999999999, or it does not exist.',
    )
    expect(await describeFailure({ url, key, resume: 999_999_999 })).toBe(
      'StartError: Listener 999999999 has ended or belongs to another key. Start without --resume.',
    )
    expect(await listeners()).toBe(0)
  })

  it('for an older service, another server, an unreachable one and an endless response', async () => {
    const served = await serve()
    onTestFinished(served.close)
    expect(await describeFailure({ url: `${served.url}/nowhere`, key: 'x' })).toBe(
      `StartError: The service at ${served.url}/nowhere is too old for this command. Upgrade it.`,
    )
    const other = await startReceiver()
    other.respondWith(responses.status(200))
    expect(await describeFailure({ url: `http://127.0.0.1:${other.port}`, key: 'x' })).toBe(
      `StartError: Unexpected response from http://127.0.0.1:${other.port}. It is not an affiliate service, or it is a newer version.`,
    )
    other.respondWith((response) => {
      const writeNextChunk = () =>
        void response.write('x'.repeat(64 * 1024), (error) => error == null && writeNextChunk())
      writeNextChunk()
    })
    expect(await describeFailure({ url: `http://127.0.0.1:${other.port}`, key: 'x' })).toBe(
      `StartError: http://127.0.0.1:${other.port} cannot be reached: response too large.`,
    )
    const stoppedReceiver = await startReceiver()
    await stoppedReceiver.close()
    expect(await describeFailure({ url: `http://127.0.0.1:${stoppedReceiver.port}`, key: 'x' })).toBe(
      `StartError: http://127.0.0.1:${stoppedReceiver.port} cannot be reached: connection refused.`,
    )
  })

  it.each([
    [{ AFFILIATE_KEY: 'aff_live_12_secret' }, [], 1, 'This is a program API key'],
    [{ AFFILIATE_KEY: 'aff_mgmt_a\nb' }, [], 1, 'The management key contains invalid characters'],
    [{}, [], 1, 'No management key: set AFFILIATE_KEY'],
    [{}, ['--url', 'ftp://x'], 2, 'a URL that starts with http:// or https://'],
    [{}, ['--url', 'https://user:pass@x'], 2, 'without credentials'],
    [{}, ['--url', 'https://user:secret@x'], 2, "'https://…@x' is invalid"],
    [{}, ['--forward-to', 'https://user:secret/secret@x/'], 2, "'https://…@x/' is invalid"],
    [{}, ['--forward-to', 'localhost:3000'], 2, 'a URL that starts with http:// or https://'],
    [
      {},
      ['--events', 'sale.created,sale.recorded'],
      2,
      'Must be a comma-separated list of event types: lead.settled, sale.created',
    ],
    [{}, ['--program', 'x'], 2, 'a program ID'],
    [{}, ['--resume', '0'], 2, 'the listener ID'],
  ])(
    'rejects environment %j with arguments %j and exits with code %i',
    async (environment, args, code, explanation) => {
      const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
      const all = [
        'listen',
        '--url',
        'http://127.0.0.1:1',
        '--program',
        '1',
        '--forward-to',
        'http://127.0.0.1:1',
        ...args,
      ]
      expect(await runCommandLine(all, environment)).toBe(code)
      const text = stderr.mock.calls.map(([one]) => String(one)).join('')
      expect(text).toContain(explanation)
      expect(text).not.toContain('secret')
    },
  )
})
