import { expect, test } from 'vitest'
import { createTestProgram, send, signInMember, startTestService } from '../../harness.ts'

test('a program that doesn’t send email can’t ask for payout details', async () => {
  const service = await startTestService()
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const path = `/api/programs/${program.id}/payout-details/request`
  const body = { partnerIds: [program.partnerId] }
  const response = await send(service.app, 'POST', path, { bearer, body })
  expect([response.status, response.body.error.details]).toEqual([409, { reason: 'no_mail' }])
})
