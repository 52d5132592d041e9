import { expect, test } from 'vitest'
import { applyToProgram } from '../../../src/partners/onboarding/apply-to-program.flow.ts'
import { findProgram } from '../../../src/workspace/programs/programs.sql.ts'
import { concurrently, createTestApplication, startTestService } from '../../harness.ts'
import { newApplicant, openOnboarding } from './join-helpers.ts'

for (const mode of ['open', 'approval'] as const) {
  test(`creates one application, or one partner in an open program, for 50 concurrent requests with one email (${mode})`, async () => {
    const service = await startTestService()
    const { deps, clock, database } = service
    const onboarding = await openOnboarding(service, { mode })
    const program = await findProgram(database.kysely, onboarding.program.id)
    if (program === undefined) throw new Error('the test program is missing')
    const email = newApplicant()
    const form = { name: 'Ada', email, website: null, answers: [] }
    const outcomes = await concurrently(50, () => {
      const input = { form, mode, termsVersion: null, language: 'en' as const, token: undefined }
      return applyToProgram(deps, program, input, clock.now())
    })
    expect(new Set(outcomes)).toEqual(new Set(['taken']))
    const [application, ...more] = await onboarding.applications()
    expect(more).toEqual([])
    const { steps } = await onboarding.details(application.id)
    expect(steps.map(({ step }: { step: number }) => step)).toEqual(
      steps.map((_: unknown, n: number) => n + 1),
    )
    const partnersWithEmail = (await onboarding.partners()).filter(
      (one: { email: string }) => one.email === email,
    )
    expect(partnersWithEmail.map(({ links }: { links: unknown[] }) => links.length)).toEqual(
      mode === 'open' ? [1] : [],
    )
  })
}

test('approves a partner once, with one link, when the application and the partner are approved concurrently', async () => {
  const service = await startTestService()
  const onboarding = await openOnboarding(service)
  const emails = Array.from({ length: 10 }, newApplicant)
  for (const email of emails) {
    const response = await onboarding.call('POST', '/partners', { name: 'Ada', email })
    expect((await onboarding.apply({ email })).statusCode).toBe(303)
    const [application] = await onboarding.applications(`?search=${email}`)
    const responses = await Promise.all([
      onboarding.call('POST', `/partners/${response.body.data.id}/approve`),
      onboarding.call('POST', `/applications/${application.id}/approve`, { version: 1 }),
    ])
    expect(responses.map(({ status }) => status).sort()[0]).toBe(200)
    const { status, steps } = await onboarding.details(application.id)
    expect(status).toBe('approved')
    expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual(['applied', 'approved'])
  }
})

test('approves each application once when two batches and single approvals run concurrently', async () => {
  const service = await startTestService()
  const onboarding = await openOnboarding(service)
  const ids: number[] = []
  for (let n = 0; n < 20; n++) ids.push(await createTestApplication(service, onboarding.program))
  const batch = (order: number[]) =>
    onboarding.call('POST', '/applications/approve', {
      applications: order.map((id) => ({ id, version: 1 })),
    })
  const [first, second, ...single] = await Promise.all([
    batch(ids),
    batch(ids.toReversed()),
    ...ids.map((id) => onboarding.call('POST', `/applications/${id}/approve`, { version: 1 })),
  ])
  const bulk = [first, second].map(({ status, body }) => {
    expect([status, body.data.decided + body.data.unchanged, body.data.skipped]).toEqual([200, 20, []])
    return body.data.decided
  })
  const won = single.filter(({ status }) => status === 200).length
  expect(bulk.reduce((sum, decided) => sum + decided, won)).toBe(20)
  expect(single.every(({ status }) => status === 200 || status === 409)).toBe(true)
  for (const id of ids) {
    const { status, steps } = await onboarding.details(id)
    expect([status, steps.length]).toEqual(['approved', 2])
  }
  const partners = (await onboarding.partners()).filter(({ name }: { name: string }) => name === 'Ada')
  expect(partners.map(({ links }: { links: unknown[] }) => links.length)).toEqual(Array(20).fill(1))
})
