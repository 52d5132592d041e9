import { hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import {
  BROWSER,
  createTestProgram,
  send,
  signInMember,
  someIp,
  type TestProgramOptions,
  type TestService,
} from '../../harness.ts'

const script = readFileSync(new URL('../../../join-page/join-page.js', import.meta.url), 'utf8')

interface Challenge {
  salt: string
  nonce: string
  keyPrefix: string
}

interface Solution {
  counter: number
  derivedKey: string
}

/** Solves the proof of work as the page's script does in a worker. */
export const solveAsPage: (challenge: Challenge) => Solution = new Function(
  'addEventListener',
  `${script}; return solve`,
)(() => {})

/** Solves the proof of work with native hashing, for tests that submit many applications. */
function solve({ salt, nonce, keyPrefix }: Challenge): Solution {
  const head = Buffer.from(salt + nonce, 'hex')
  const block = Buffer.concat([head, Buffer.alloc(4)])
  for (let counter = 0; ; counter++) {
    block.writeUInt32BE(counter, head.length)
    const derivedKey = hash('sha256', block)
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
}

const unescaped = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Returns the form field with the proof of work. */
export function solveChallenge(html: string): string {
  const challenge = parseChallenge(html)
  return JSON.stringify({ challenge, solution: solve(challenge.parameters) })
}

export function parseChallenge(html: string): { parameters: Challenge } {
  return JSON.parse(unescaped(/data-challenge="([^"]*)"/.exec(html)?.[1] ?? 'null'))
}

export const newApplicant = () => `${randomUUID()}@applicants.test`

/** A program with a join page, and helpers to apply and to decide. */
export async function openOnboarding(
  service: TestService,
  { mode = 'approval', ...settings }: { mode?: string; [setting: string]: unknown } = {},
  options: TestProgramOptions = {},
) {
  const { app } = service
  const program = await createTestProgram(service, options)
  const bearer = await signInMember(service, program)
  const slug = `acme-${randomUUID()}`
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown, as = bearer) =>
    send(app, method, `/api/programs/${program.id}${path}`, {
      bearer: as,
      ...(body === undefined ? {} : { body }),
    })
  const save = (changes: object) =>
    call('PUT', '/join-page', { mode, content: '', terms: null, questions: [], ...settings, ...changes })
  expect((await call('PATCH', '/branding', { slug })).status).toBe(200)
  expect((await save({})).status).toBe(200)
  const path = `/join/${slug}`
  const open = (query = '') => send(app, 'GET', `${path}${query}`, { ip: someIp() })
  const post = (form: Record<string, string>, to = path, ip = someIp()) =>
    app.inject({
      method: 'POST',
      url: to,
      headers: { 'user-agent': BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress: ip,
      payload: new URLSearchParams(form).toString(),
    })
  /** Opens the page, solves the challenge and submits the form. */
  const apply = async (form: Record<string, string>, invitation?: string) => {
    const page = await open(invitation === undefined ? '' : `?invitation=${invitation}`)
    const version = /name="terms-version" value="(\d*)"/.exec(page.text)?.[1] ?? ''
    return post({
      name: 'Ada',
      'terms-version': version,
      challenge: solveChallenge(page.text),
      ...(invitation === undefined ? {} : { invitation }),
      ...form,
    })
  }
  const applications = async (query = '') => (await call('GET', `/applications${query}`)).body.data
  const details = async (id: number) => (await call('GET', `/applications/${id}`)).body.data
  const partners = async () => (await call('GET', '/partners?limit=200')).body.data
  return {
    service,
    program,
    bearer,
    slug,
    path,
    call,
    save,
    open,
    post,
    apply,
    applications,
    details,
    partners,
  }
}

export type Onboarding = Awaited<ReturnType<typeof openOnboarding>>
