import { expect } from 'vitest'
import { updateProgram } from '../../../src/workspace/programs/update-program.flow.ts'
import { createTestProgram, startTestService, testOnServer } from '../../harness.ts'

testOnServer('a redirect domain goes to one of ten programs that request it at once', async () => {
  const service = await startTestService()
  const { deps, database } = service
  const ids: number[] = []
  for (let index = 0; index < 10; index++) ids.push((await createTestProgram(service)).id)
  const outcomes = await Promise.all(
    ids.map((id) => updateProgram(deps, id, { redirect_domain: 'race.shop.example' })),
  )
  const winners = ids.filter((_, index) => !('rejected' in (outcomes[index] ?? {})))
  expect(winners).toHaveLength(1)
  expect(outcomes.filter((one) => 'rejected' in one)).toEqual(
    Array(9).fill({ rejected: 'redirect_domain_taken' }),
  )
  const rows = await database.kysely
    .selectFrom('programs as p')
    .innerJoin('redirect_domains as d', 'd.program_id', 'p.id')
    .select(['p.id', 'p.redirect_domain', 'd.domain'])
    .where('p.id', 'in', ids)
    .execute()
  expect(rows).toEqual([
    { id: winners[0], redirect_domain: 'race.shop.example', domain: 'race.shop.example' },
  ])
})
