import { expect } from 'vitest'
import { listClickArchives } from '../../src/retention/click-archives.sql.ts'
import { runRetention } from '../../src/retention/run-retention.flow.ts'
import { createClickPartition } from '../../src/tracking/click-partitions.sql.ts'
import { describeOnServer, startTestService, TestClock, testOnServer } from '../harness.ts'
import { openShop } from '../merchant.ts'
import { clicksThere, makePartitions, meddle, newPlace, readLedger, rebuild } from './old-clicks.ts'

describeOnServer('clicks of a month that is being archived and dropped', () => {
  testOnServer('are each in the database or in one archive, and counted once', async () => {
    const service = await startTestService({
      ownDatabase: true,
      now: '2025-02-10T12:00:00Z',
      config: { clickRetentionMonths: 2 },
    })
    await makePartitions(service)
    const shop = await openShop(service)
    const deps = { ...service.deps, clock: new TestClock('2025-07-10T12:00:00Z') }
    const place = newPlace()
    const sent: string[] = []
    let isOver = false
    const visitors = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status, body } = await shop.click()
        if (status === 200) sent.push(body.click_id)
      }
    })
    // Each step of an archive lets clicks in behind it.
    const untilMore = async () => {
      const until = sent.length + 5
      while (sent.length < until) await new Promise(setImmediate)
    }
    const store = meddle(place.store, { finish: untilMore, read: untilMore })
    const openPlace = async () => ({ ...place, store })
    for (let round = 0; round < 4; round++) {
      // Another process that comes at the same time leaves it to the first.
      const both = await Promise.all([runRetention({ deps, openPlace }), runRetention({ deps, openPlace })])
      expect(both.filter((run) => run === undefined).length).toBeLessThanOrEqual(1)
      await shop.verify()
    }
    isOver = true
    await Promise.all(visitors)
    await runRetention({ deps, openPlace: async () => place })

    expect(await clicksThere(service, shop)).toBe(0)
    const program = shop.program.id
    const parts = await listClickArchives(service.database.kysely, { programId: program })
    expect(parts.length).toBeGreaterThan(1)
    const archived: string[] = []
    for (const { part } of parts) {
      for (const { click_id } of await readLedger(place, { program, month: '2025-02', part }))
        archived.push(click_id)
    }
    expect(archived.sort()).toEqual(sent.sort())
    await shop.verify()
    await rebuild(service, shop)
    expect(await shop.stats()).toEqual([{ day: '2025-02-10', currency: 'XXX', clicks: sent.length }])
  })

  testOnServer(
    'go with their partition at the next try, when somebody uses it for longer than is waited',
    async () => {
      const service = await startTestService({
        ownDatabase: true,
        now: '2025-02-10T12:00:00Z',
        config: { clickRetentionMonths: 2 },
      })
      await createClickPartition(service.database, service.clock.now())
      const shop = await openShop(service)
      await shop.clickId()
      const deps = { ...service.deps, clock: new TestClock('2025-07-10T12:00:00Z') }
      const openPlace = async () => ({ kind: 'none' }) as const
      const held = await service.database.kysely.transaction().execute(async (reader) => {
        await reader
          .selectFrom('click_events')
          .select('id')
          .where('program_id', '=', shop.program.id)
          .execute()
        return runRetention({ deps, openPlace })
      })
      expect(held?.busy).toContain('2025-02')
      expect(await clicksThere(service, shop)).toBe(1)
      const done = await runRetention({ deps, openPlace })
      expect(done?.dropped).toContainEqual({ month: '2025-02', programs: [shop.program.id], partition: true })
      await shop.verify()
    },
  )
})
