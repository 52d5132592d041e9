import { expect, test } from 'vitest'
import { createDemo, demoStart } from '../../../src/operations/setup/create-demo.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { createClickPartitions } from '../../../src/tracking/clicks/create-click-partitions.job.ts'
import { accountCreator } from '../../../src/workspace/sign-in/create-account.adapter.ts'
import { startTestService } from '../../harness.ts'

const { deps, database, clock } = await startTestService({ ownDatabase: true })

test('a second demo has its own account, program and codes', async () => {
  await createClickPartitions(deps, demoStart(clock.now()))
  const demo = await createDemo(deps, accountCreator(deps))
  const second = await createDemo(deps, accountCreator(deps))
  expect(second.user.email).not.toBe(demo.user.email)
  expect(second.slug).toBe(`demo-${second.program.id}`)
  expect(second.partners.map(({ code }) => code)).toEqual(
    ['maya', 'techweekly', 'saigon'].map((code) => `${code}-${second.program.id}`),
  )
  expect((await verifyStatistics(database)).differences).toEqual([])
})
