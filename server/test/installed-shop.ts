import { hashPassword } from 'better-auth/crypto'
import { expect } from 'vitest'
import { serve } from '../src/main.ts'
import { passwordHashing } from '../src/workspace/sign-in/auth.adapter.ts'
import { runCommand } from './command.ts'

/** Every installed shop's owner. */
export const OWNER = { email: 'owner@acme.test', password: 'correct horse battery' }

export interface InstalledShop {
  programId: number
  liveKey: string
  /** Its approved partner's link code. */
  code: string
}

/** The shop during setup. */
export interface OpenShop extends InstalledShop {
  session: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the parts of the response that they read
  post(path: string, body: unknown, bearer?: string): Promise<{ status: number; body: any }>
}

/**
 * Creates a program with an approved partner in a data folder or database that no process serves. Uses `affiliate init`
 * and requests to a service in this process, which is closed afterwards. @param more sets up more data
 */
export async function installShop(
  environment: Record<string, string>,
  more: (shop: OpenShop) => Promise<void> = async () => {},
): Promise<InstalledShop> {
  const account = ['--email', OWNER.email, '--password', OWNER.password]
  // Services in other processes compare the password too, so it has the library's hash, not the harness's cheap one.
  const { hash } = passwordHashing
  passwordHashing.hash = hashPassword
  const init = await runCommand(
    ['init', ...account, '--workspace', 'Acme', '--program', 'Main', '--json'],
    environment,
  ).finally(() => {
    passwordHashing.hash = hash
  })
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

/**
 * Posts JSON to a service, like a browser or a merchant's server.
 * @throws if there is no response
 */
export async function postJson(url: string, body: unknown, bearer?: string): ReturnType<OpenShop['post']> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // Clicks by bots are not counted.
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
