import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailLimits } from '../../../src/notifications/mail/limits.ts'
import { type StartedCommand, startCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'
import { installShop, OWNER, postJson } from '../../installed-shop.ts'
import { startMailServer } from './mail-server.ts'

/** Two more than are sent concurrently: these two are committed but not yet being sent when the process is killed. */
const INVITED = Array.from({ length: mailLimits.maxConcurrentMails + 2 }, (_, n) => `guest-${n}@invited.test`)

test('delivers every email under its Message-ID after a kill -9 between commit and sending, or during sending', async () => {
  const place = await openDataLocation()
  const server = await startMailServer()
  const environment = { ...place.environment, ...server.environment, PORT: '0', LOG_LEVEL: 'debug' }
  await installShop(place.environment)
  let workspaceId = ''
  await place.look(async ({ kysely }) => {
    workspaceId = (await kysely.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()).id
  })

  // First run: invitations are committed, and the mail server receives emails but never confirms them.
  server.behave({ at: 'silent_at_data' })
  const firstService = startCommand(['serve', '--json'], environment)
  const address = await addressIn(firstService)
  const { body: signedIn } = await postJson(`${address}/api/auth/sign-in/email`, OWNER)
  const secrets = new Map<string, string>()
  for (const email of INVITED) {
    const response = await postJson(
      `${address}/api/workspaces/${workspaceId}/members`,
      { email, role: 'viewer' },
      signedIn.token,
    )
    expect(response.status).toBe(201)
    secrets.set(email, response.body.data.secret)
  }
  await server.until((all) => all.length === mailLimits.maxConcurrentMails)
  firstService.child.kill('SIGKILL')
  expect(await firstService.ended).toBe('SIGKILL')
  const messageIds = new Map(server.received.map(({ to, headers }) => [to[0], headers['message-id']]))
  expect(messageIds.size).toBe(mailLimits.maxConcurrentMails)

  // Two minutes later, the dead process's leases have expired.
  await place.look(({ kysely }) => sql`update mails set claimed_until = now()`.execute(kysely))

  server.received.length = 0
  server.behave({ at: 'accept' })
  const second = startCommand(['serve', '--json'], environment)
  await addressIn(second)
  await server.until((all) => all.length === INVITED.length)
  for (const { to, headers, text } of server.received) {
    expect(text).toContain(secrets.get(to[0] ?? ''))
    const before = messageIds.get(to[0] ?? '')
    if (before !== undefined) expect(headers['message-id']).toBe(before)
  }
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual([...INVITED].sort())
  second.child.kill('SIGTERM')
  expect(await second.ended, second.output.stderr).toBe(0)
  await place.look(async ({ kysely }) => {
    const { rows } =
      await sql`select state, secret, count(*)::integer as count from mails group by state, secret`.execute(
        kysely,
      )
    expect(rows).toEqual([{ state: 'sent', secret: null, count: INVITED.length }])
  })
  // Logs contain no secrets or addresses.
  const log = [firstService, second].map(({ output }) => output.stdout + output.stderr).join('\n')
  for (const [email, secret] of secrets) {
    expect(log).not.toContain(secret)
    expect(log).not.toContain(email)
  }
}, 600_000)

/** Returns the URL once the service logs it. */
async function addressIn({ output }: StartedCommand): Promise<string> {
  const findAddress = () => /"address":"(http:[^"]+)"/.exec(output.stdout)?.[1]
  await expect.poll(findAddress, { timeout: 120_000, interval: 50 }).toBeDefined()
  return findAddress() ?? ''
}
