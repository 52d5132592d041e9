import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createClickPartitions } from '../../../src/tracking/clicks/create-click-partitions.job.ts'
import { type ClickRequest, createClickRecorder } from '../../../src/tracking/clicks/record-click.flow.ts'
import {
  createTestPartner,
  createTestProgram,
  startTestService,
  TEST_TIME,
  testOnServer,
} from '../../harness.ts'
import { readSentClickFields } from './stored-clicks.ts'
import { visitorClick } from './visitors.ts'

const { database, clock, deps } = await startTestService({ ownDatabase: true })
const { kysely } = database
await createClickPartitions(deps)

beforeEach(() => clock.set(TEST_TIME))

async function openProgram() {
  const program = await createTestProgram({ database, clock })
  const others = await Promise.all(
    Array.from({ length: 9 }, () => createTestPartner({ database, clock }, program)),
  )
  return { program, codes: [program.code, ...others.map(({ code }) => code)] }
}

function createClick(code: string, details: Partial<ClickRequest['details']>): ClickRequest {
  const request = visitorClick(1, { codes: [code], at: clock.now(), ids: deps.ids })
  return { ...request, details: { ...request.details, ...details } }
}

const readDimensions = (programId: number) =>
  kysely
    .selectFrom('click_dimensions')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('month')
    .execute()

test('the stored click dimensions contain every click as it was sent, with repeated values stored once per month', async () => {
  const { program, codes } = await openProgram()
  const record = createClickRecorder(deps)
  const sent = new Map<string | undefined, ClickRequest['details']>()
  const days = 24 * 3_600_000
  for (const age of [0, 1, 20 * days]) {
    const requests = Array.from({ length: 40 }, (_, number) =>
      visitorClick(number, { codes, at: new Date(clock.now().getTime() - number - age), ids: deps.ids }),
    )
    await record(requests)
    for (const { details } of requests) sent.set(details.session_id, details)
  }
  const clicks = await readSentClickFields(kysely, program.id)
  expect(clicks).toHaveLength(120)
  for (const { additional_data: _, is_test: __, consent: ___, ...click } of clicks) {
    const { additional_data: ____, ...details } = sent.get(click.session_id ?? '') ?? {}
    expect(click).toEqual(details)
  }
  const dimensions = await readDimensions(program.id)
  const months = [...new Set(dimensions.map(({ month }) => String(month)))]
  expect(months).toHaveLength(2)
  expect(dimensions.length).toBeLessThan(2 * 3 * 40)
  const [one, other] = months.map((name) =>
    dimensions.filter(({ month }) => String(month) === name).map(({ id }) => id),
  )
  expect(one?.toSorted()).toEqual(other?.toSorted())
})

test('a dimension gets a different ID if its ID already has different content', async () => {
  const { program } = await openProgram()
  const record = createClickRecorder(deps)
  const click = createClick(program.code, { page_title: 'First' })
  await record([click])
  // Simulates rows that have different content with the same hash.
  await sql`update click_dimensions set rest = rest + 1, page_title = 'Other', user_agent = 'Other', referrer_url = 'Other'
    where program_id = ${program.id}`.execute(kysely)
  const [outcome] = await record([{ ...click, received_at: new Date(clock.now().getTime() + 1) }])
  expect(outcome).toMatchObject({ kind: 'counted' })
  const [before, after] = await readSentClickFields(kysely, program.id)
  expect([before?.page_title, before?.user_agent]).toEqual(['Other', 'Other'])
  const { page_title, user_agent, referrer_url } = click.details
  expect(after).toMatchObject({ page_title, user_agent, referrer_url })
  expect(await readDimensions(program.id)).toHaveLength(6)
})

test('only a batch’s conflicting content gets a new ID, and keeps it', async () => {
  const { program, codes } = await openProgram()
  const record = createClickRecorder(deps)
  const batch = (after: number) =>
    Array.from({ length: 40 }, (_, number) =>
      visitorClick(number, { codes, at: new Date(clock.now().getTime() + after + number), ids: deps.ids }),
    )
  await record(batch(0))
  const before = await readDimensions(program.id)
  const takenRow = before.find(({ page_url }) => page_url !== null)
  await sql`update click_dimensions set rest = rest + 1, page_url = 'Other'
    where program_id = ${program.id} and id = ${takenRow?.id}`.execute(kysely)
  for (const after of [100, 200]) {
    const outcomes = await record(batch(after))
    expect(outcomes.every(({ kind }) => kind === 'counted')).toBe(true)
    expect(await readDimensions(program.id)).toHaveLength(before.length + 1)
  }
  const later = (await readSentClickFields(kysely, program.id)).slice(40)
  expect(later).toHaveLength(80)
  expect(later.map(({ page_url }) => page_url)).not.toContain('Other')
})

testOnServer(
  'all clicks are saved when many processes save the same new dimensions concurrently',
  async () => {
    const { program, codes } = await openProgram()
    const at = clock.now().getTime()
    const recorders = Array.from({ length: 4 }, () => createClickRecorder(deps))
    const rounds = await Promise.all(
      recorders.map((record, place) =>
        record(
          Array.from({ length: 50 }, (_, number) =>
            visitorClick(number, { codes, at: new Date(at + 50 * place + number), ids: deps.ids }),
          ),
        ),
      ),
    )
    expect(rounds.flat().every(({ kind }) => kind === 'counted')).toBe(true)
    const clicks = await readSentClickFields(kysely, program.id)
    expect(clicks).toHaveLength(200)
    for (const { page_url, referrer_url, user_agent } of clicks) {
      expect([page_url, referrer_url, user_agent]).not.toContain(null)
    }
  },
)
