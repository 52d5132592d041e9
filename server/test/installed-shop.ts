import { expect } from 'vitest'
import { serve } from '../src/main.ts'
import { runCommand } from './command.ts'

/** Who owns every installed shop. */
export const OWNER = { email: 'owner@acme.test', password: 'correct horse battery' }

export interface InstalledShop {
  programId: number
  liveKey: string
  /** Of its approved partner. */
  code: string
}

/** The shop while it is made. */
export interface OpenShop extends InstalledShop {
  session: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent; the test asserts on it
  post(path: string, body: unknown, bearer?: string): Promise<{ status: number; body: any }>
}

/**
 * A program with an approved partner in a data folder or database that nobody serves, made as an owner makes them:
 * `affiliate init`, and calls of a service in this process that has ended afterwards.
 * @param more what else there is to be made
 */
export async function installShop(
  environment: Record<string, string>,
  more: (shop: OpenShop) => Promise<void> = async () => {},
): Promise<InstalledShop> {
  const account = ['--email', OWNER.email, '--password', OWNER.password]
  const init = await runCommand(
    ['init', ...account, '--workspace', 'Acme', '--program', 'Main', '--json'],
    environment,
  )
  expect(init.code, init.stderr).toBe(0)
  const { program, keys } = JSON.parse(init.stdout)
  const service = await serve({ LOG_LEVEL: 'fatal', ...environment, PORT: '0' })
  try {
    const post = (path: string, body: unknown, bearer?: string) =>
      postJson(service.address + path, body, bearer)
    const { body: signedIn } = await post('/api/auth/sign-in/email', OWNER)
    const session: string = signedIn.token
    const partner = { name: 'Pat', email: 'pat@partners.test', code: 'pat', approved: true }
    const added = await post(`/api/programs/${program.id}/partners`, partner, session)
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    const shop = { programId: program.id, liveKey: keys.live, code: partner.code }
    await more({ ...shop, session, post })
    return shop
  } finally {
    await service.stop()
  }
}

/** Posts to a service as a browser or a merchant's server does. @throws when there is no answer */
export async function postJson(url: string, body: unknown, bearer?: string): ReturnType<OpenShop['post']> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // A bot's click is not counted.
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
