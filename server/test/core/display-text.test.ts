import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestPartner, createTestProgram, send, signInMember, startTestService } from '../harness.ts'
import { openOnboarding } from '../partners/onboarding/join-helpers.ts'
import { signInAs } from '../partners/portal-access/partner.ts'

const service = await startTestService()
const { app } = service
const program = await createTestProgram(service)
const bearer = await signInMember(service, program, { role: 'owner' })
const partner = await createTestPartner(service, program)
const programUrl = `/api/programs/${program.id}`

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  $ref?: string
  'x-text'?: string
}

describe('every API field', () => {
  it('with a name, title or label requires one line of visible characters', async () => {
    const { body: document } = await send(app, 'GET', '/openapi.json')
    const violations: string[] = []
    const walk = (schema: Schema, path: string[]): void => {
      const names = schema.$ref?.split('/').slice(1) ?? []
      if (names.length > 0)
        walk(
          names.reduce((part, key) => part[key], document),
          path,
        )
      const isNamed = /^(?:name|title|label)$|(?:Name|Title|Label|_title)$/.test(path.at(-1) ?? '')
      if (isNamed && schema.type === 'string' && schema['x-text'] !== 'name') violations.push(path.join('.'))
      for (const [name, one] of Object.entries(schema.properties ?? {})) walk(one, [...path, name])
      for (const one of [schema.items, ...(schema.anyOf ?? [])]) if (one !== undefined) walk(one, path)
    }
    type Operation = { operationId?: string; requestBody?: { content: Record<string, { schema?: Schema }> } }
    for (const methods of Object.values<Record<string, Operation>>(document.paths)) {
      for (const { operationId = '', requestBody } of Object.values(methods)) {
        for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema ?? {}, [operationId])
      }
    }
    expect([...new Set(violations)]).toEqual([
      // A web page's title is optional metadata and must not cause a click to be rejected (D2).
      'trackClick.page_title',
      // One rule validates all payout details.
      'setOwnPayoutDetails.legalName',
    ])
  })
})

const HIDDEN = ['Acme\nPaid', '\u202eemcA', 'Ac\u200bme', '\u001b[2JAcme', 'Acme\u00ad']

it.each([
  ['a program', 'POST', '/api/programs', 'name', {}],
  [
    'an account',
    'POST',
    '/api/auth/sign-up/email',
    'name',
    { email: `${randomUUID()}@accounts.test`, password: 'correct horse battery' },
  ],
  ['a workspace', 'POST', '/api/auth/organization/create', 'name', { slug: 'acme' }],
] as const)('rejects hidden characters in the name of %s', async (_, method, url, field, body) => {
  for (const name of HIDDEN) {
    const { status, body: response } = await send(app, method, url, {
      bearer,
      body: { ...body, [field]: name },
    })
    expect([name, status, response.error?.details]).toEqual([name, 400, { field }])
  }
})

it.each([
  ['a program', 'POST', '/api/programs', {}],
  ['a renamed program', 'PATCH', programUrl, {}],
  ['a partner', 'POST', `${programUrl}/partners`, { email: 'pat@partners.test' }],
  [
    'an account',
    'POST',
    '/api/auth/sign-up/email',
    { email: `${randomUUID()}@accounts.test`, password: 'correct horse battery' },
  ],
  ['a workspace', 'POST', '/api/auth/organization/create', { slug: 'acme' }],
] as const)(
  'rejects a web address in the name of %s, because mail clients turn it into a link',
  async (_, method, url, body) => {
    const name = 'You won: https://evil.test/login'
    const { status, body: response } = await send(app, method, url, { bearer, body: { ...body, name } })
    expect([status, response.error]).toMatchObject([
      400,
      { message: 'name must not contain "://".', details: { field: 'name' } },
    ])
  },
)

it('rejects hidden characters in tags, passkeys and payout details', async () => {
  const { call } = await signInAs(service, partner.partnerId)
  const details = {
    method: 'other',
    payeeKind: 'person',
    legalName: 'Ann',
    address: 'Street 1',
    city: 'Berlin',
    country: 'DE',
    instructions: 'cash',
  }
  for (const name of HIDDEN) {
    const tags = await send(app, 'PUT', `${programUrl}/partners/${partner.partnerId}/tags`, {
      bearer,
      body: { tags: [name] },
    })
    expect([name, tags.status]).toEqual([name, name === 'Acme\nPaid' ? 200 : 400])
    for (const field of ['legalName', 'city']) {
      const response = await call('POST', `/programs/${program.id}/payout-details`, {
        ...details,
        [field]: name,
      })
      // Removes invisible characters pasted into payout details.
      const isRemoved = /[\u00ad\u200b]/.test(name)
      const expected = isRemoved ? [name, 200, undefined] : [name, 400, { field }]
      expect([name, response.status, response.body.error?.details]).toEqual(expected)
    }
  }
})

it('rejecting an import or application names the field that can’t be displayed', async () => {
  const file = `name,email\n"Ac\u202eme",a@partners.test\nhttp://x.test,c@partners.test\nBob,b@partners.test`
  const { body } = await send(app, 'POST', `${programUrl}/partners/import/preview`, {
    bearer,
    body: { file },
  })
  expect(body.data.rows).toMatchObject([
    { outcome: 'invalid', field: 'name' },
    { outcome: 'invalid', field: 'name' },
    { outcome: 'added' },
  ])
  const onboarding = await openOnboarding(service, {
    questions: [{ kind: 'long_text', text: 'Why?', required: true, choices: [] }],
  })
  const [question] = (await onboarding.call('GET', '/join-page')).body.data.questions
  const responses = { email: `${randomUUID()}@applicants.test`, [`answer-${question.id}`]: 'One\r\ntwo' }
  expect((await onboarding.apply({ ...responses, name: 'A\u202ed\u202c' })).statusCode).toBe(400)
  expect((await onboarding.apply({ ...responses, name: 'https://evil.test' })).statusCode).toBe(400)
  expect((await onboarding.apply({ ...responses, [`answer-${question.id}`]: 'a\u202eb' })).statusCode).toBe(
    400,
  )
  expect((await onboarding.apply({ ...responses, name: 'Ada' })).statusCode).toBe(303)
})

it('accepts several lines in a note, but no characters that override the text direction', async () => {
  const url = `${programUrl}/partners/${partner.partnerId}/notes`
  const response = await send(app, 'POST', url, { bearer, body: { text: 'One\r\n\ttwo שלום\u200f!' } })
  expect([response.status, response.body.data?.text]).toEqual([201, 'One\r\n\ttwo שלום\u200f!'])
  for (const text of ['a\u202eb', 'a\u001b[2J']) {
    const rejected = await send(app, 'POST', url, { bearer, body: { text } })
    expect([rejected.status, rejected.body.error.details]).toEqual([400, { field: 'text' }])
  }
})
