import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { runIn } from '../../src/platform/database.ts'
import { CLICK_TEXTS } from '../../src/platform/words.ts'
import { listEvents } from '../../src/reporting/list-events.sql.ts'
import { NOT_NOW, numberClickTexts } from '../../src/tracking/click-texts.sql.ts'
import { createClickPartitions } from '../../src/tracking/create-click-partitions.job.ts'
import { type ClickRequest, createClickRecorder } from '../../src/tracking/record-click.flow.ts'
import {
  atOnce,
  createTestPartner,
  createTestProgram,
  isCluster,
  nameWithout,
  startTestService,
  TEST_TIME,
  testOnServer,
} from '../harness.ts'
import { visitorClick } from './visitors.ts'

const { database, clock, deps } = await startTestService({ ownDatabase: true })
const { kysely, run } = database
await createClickPartitions(deps)

const MARCH = '2026-03-01'

beforeEach(() => clock.set(TEST_TIME))

async function openProgram() {
  const program = await createTestProgram({ database, clock })
  const others = await Promise.all(
    Array.from({ length: 9 }, () => createTestPartner({ database, clock }, program)),
  )
  return { program, codes: [program.code, ...others.map(({ code }) => code)] }
}

function clickWith(code: string, details: Partial<ClickRequest['details']>): ClickRequest {
  const request = visitorClick(1, { codes: [code], at: clock.now(), ids: deps.ids })
  return { ...request, details: { ...request.details, ...details } }
}

const textsOf = (programId: number) =>
  kysely
    .selectFrom('click_texts')
    .select(['month', 'field', 'id', 'text'])
    .where('program_id', '=', programId)

const numbersOf = async (programId: number) =>
  (await kysely.selectFrom('click_events').selectAll().where('program_id', '=', programId).execute()).map(
    (click) => CLICK_TEXTS.filter((field) => click[`${field}_id`] !== null),
  )

async function shownOf(programId: number) {
  const page = { programId, types: ['click'] as const, isTest: false, from: new Date(0), to: clock.now() }
  return listEvents(kysely, { ...page, after: undefined, limit: 500 })
}

const size = nameWithout(
  'a click takes at most 300 bytes on disk, indexes and texts included',
  'each of the many parts of its tables has pages that are empty',
)
test.skipIf(isCluster)(size, async () => {
  const { codes } = await openProgram()
  const record = createClickRecorder(deps)
  const clicks = 30_000
  const batch = 200
  for (let first = 0; first < clicks; first += batch) {
    const at = (number: number) => new Date(clock.now().getTime() + number * 97)
    const requests = Array.from({ length: batch }, (_, index) =>
      visitorClick(first + index, { codes, at: at(first + index), ids: deps.ids }),
    )
    const outcomes = await record(requests)
    expect(outcomes.every(({ kind }) => kind === 'counted')).toBe(true)
  }
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relname ~ '^click_(events|texts)'`.execute(kysely)
  const bytesPerClick = Number(rows[0]?.bytes) / clicks
  expect(bytesPerClick).toBeGreaterThan(150)
  expect(bytesPerClick).toBeLessThanOrEqual(300)
})

test('every click is shown with what it told, whether its texts are its own or numbers', async () => {
  const { program, codes } = await openProgram()
  const record = createClickRecorder(deps)
  const told = new Map<string, ClickRequest['details']>()
  for (const round of [0, 1, 2]) {
    const requests = Array.from({ length: 40 }, (_, number) =>
      visitorClick(number, {
        codes,
        at: new Date(clock.now().getTime() - number - 1000 * round),
        ids: deps.ids,
      }),
    )
    await record(requests)
    for (const { details } of requests) told.set(details.session_id ?? '', details)
  }
  const numbered = (await numbersOf(program.id)).map((fields) => fields.length)
  expect(new Set([0, CLICK_TEXTS.length])).toEqual(new Set([Math.min(...numbered), Math.max(...numbered)]))
  const shown = await shownOf(program.id)
  expect(shown).toHaveLength(120)
  for (const click of shown) {
    if (click.type !== 'click') throw new Error('not a click')
    const { additional_data: _, ...details } = told.get(click.session_id ?? '') ?? {}
    expect(click).toMatchObject(details)
  }
})

test('texts that never come again make nothing grow but their clicks', async () => {
  const { program } = await openProgram()
  const record = createClickRecorder(deps)
  for (let round = 0; round < 5; round++) {
    await record(
      Array.from({ length: 100 }, (_, index) => {
        const unique = `${round}-${index}`
        return clickWith(program.code, {
          ...Object.fromEntries(CLICK_TEXTS.map((field) => [field, `${field} ${unique}`])),
        })
      }),
    )
  }
  expect(await textsOf(program.id).execute()).toEqual([])
  expect(await shownOf(program.id)).toHaveLength(500)
})

test('a long text stays in its clicks, however often it comes', async () => {
  const { program } = await openProgram()
  const record = createClickRecorder(deps)
  const page_url = `https://shop.example/${'x'.repeat(600)}`
  for (let click = 0; click < 4; click++) await record([clickWith(program.code, { page_url })])
  expect(await textsOf(program.id).where('field', '=', 'page_url').execute()).toEqual([])
  expect(await shownOf(program.id)).toMatchObject([{ page_url }, { page_url }, { page_url }, { page_url }])
})

test('a month has so many numbers and no more; what comes then stays in its clicks', async () => {
  const { program } = await openProgram()
  const number = (most: number, ...texts: string[]) =>
    numberClickTexts(
      run,
      { programId: program.id, month: MARCH, most },
      texts.map((text) => ({ field: 'page_url', text })),
    )
  expect(await number(3, 'a', 'b')).toHaveLength(2)
  const numbered = await number(3, 'b', 'c', 'd', 'e')
  expect(numbered.map(({ text }) => text).sort()).toEqual(['b', 'c'])
  expect(await number(3, 'f')).toEqual([])
  const kept = await textsOf(program.id).orderBy('id').execute()
  expect(kept.map(({ id, text }) => [id, text])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])
})

test('processes that meet texts at once agree on their numbers, and nobody is ended by a deadlock', async () => {
  const { program } = await openProgram()
  const place = { programId: program.id, month: MARCH, most: 1000 }
  // Each process meets other texts of every field, in an order of its own, and some that nobody else meets.
  const met = (round: number, process: number) =>
    CLICK_TEXTS.flatMap((field) =>
      Array.from({ length: 12 }, (_, index) => ({
        field,
        text: `${(index * (2 * process + 1) + process * 5) % 31} of round ${round}`,
      })),
    )
  const found = []
  for (let round = 0; round < 6; round++) {
    found.push(...(await atOnce(8, (process) => numberClickTexts(run, place, met(round, process)))))
  }
  const kept = await textsOf(program.id).execute()
  const textOf = new Map(kept.map(({ field, id, text }) => [`${field} ${id}`, text]))
  expect(new Set(kept.map(({ field, text }) => `${field} ${text}`)).size).toBe(kept.length)
  expect(kept.length).toBeGreaterThan(0)
  // Each answer has all texts: their numbers, or for each that it was not its turn.
  for (const answer of found) {
    expect(answer).toHaveLength(12 * CLICK_TEXTS.length)
    for (const { field, id, text } of answer)
      if (id !== NOT_NOW) expect(textOf.get(`${field} ${id}`)).toBe(text)
    expect(new Set(answer.map(({ id }) => id === NOT_NOW)).size).toBe(1)
  }
  for (let process = 0; process < 8; process++) {
    const later = await numberClickTexts(run, place, met(0, process))
    expect(later.every(({ id }) => id > NOT_NOW)).toBe(true)
  }
})

testOnServer(
  'a text that comes while another process numbers stays in its click, and is numbered next time',
  async () => {
    const { program } = await openProgram()
    const record = createClickRecorder(deps)
    const visit = () => record([clickWith(program.code, { page_title: 'Ours' })])
    await visit()
    const place = { programId: program.id, month: MARCH, most: 1000 }
    await kysely.transaction().execute(async (transaction) => {
      await numberClickTexts(runIn(transaction), place, [{ field: 'page_title', text: 'Theirs' }])
      // Nobody waits for it.
      await visit()
    })
    await visit()
    const titles = await textsOf(program.id).where('field', '=', 'page_title').orderBy('id').execute()
    expect(titles.map(({ id, text }) => [id, text])).toEqual([
      [1, 'Theirs'],
      [2, 'Ours'],
    ])
    expect((await numbersOf(program.id)).filter((fields) => fields.includes('page_title'))).toHaveLength(1)
  },
)

test('processes that record at once show every click as it was told', async () => {
  const { program, codes } = await openProgram()
  const recorders = Array.from({ length: 4 }, () => createClickRecorder(deps))
  const told = new Map<string, ClickRequest['details']>()
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      recorders.map((record, process) => {
        const requests = Array.from({ length: 40 }, (_, number) =>
          visitorClick(number + 5 * process, { codes, at: clock.now(), ids: deps.ids }),
        )
        for (const { details } of requests) told.set(details.session_id ?? '', details)
        return record(requests)
      }),
    )
  }
  const shown = await shownOf(program.id)
  expect(shown).toHaveLength(480)
  for (const click of shown) {
    if (click.type !== 'click') throw new Error('not a click')
    const { additional_data: _, ...details } = told.get(click.session_id ?? '') ?? {}
    expect(click).toMatchObject(details)
  }
})

test('each month numbers its own texts, and a click that comes late keeps its own', async () => {
  const { program } = await openProgram()
  const record = createClickRecorder(deps)
  const user_agent = 'A browser of two months'
  const click = (at: string) => ({ ...clickWith(program.code, { user_agent }), received_at: new Date(at) })
  for (const at of ['2026-03-31T23:59:58Z', '2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z'])
    await record([click(at)])
  await record([click('2026-03-31T23:59:59.999Z'), click('2026-04-01T00:00:01Z')])
  clock.set('2026-04-02T00:00:00Z')
  const shown = await shownOf(program.id)
  expect(shown).toHaveLength(5)
  for (const one of shown) expect(one).toMatchObject({ user_agent })
  const kept = await textsOf(program.id).where('field', '=', 'user_agent').orderBy('month').execute()
  expect(kept).toEqual([
    { month: '2026-03-01', field: 'user_agent', id: 1, text: user_agent },
    { month: '2026-04-01', field: 'user_agent', id: 1, text: user_agent },
  ])
})

test('what was numbered before the connection broke is numbered anew: another database may answer', async () => {
  const { program, codes } = await openProgram()
  let breaks = 0
  const totals = () => ({ ...database.totals(), breaks })
  const record = createClickRecorder({ ...deps, database: { ...database, totals } })
  const visit = (pageUrl: string) => record([clickWith(codes[0] ?? '', { page_url: pageUrl })])
  for (let n = 0; n < 3; n++) await visit('https://shop.test/old')
  // The one that took over had not heard of these numbers, and gives them to others.
  await kysely
    .updateTable('click_texts')
    .set({ text: 'https://shop.test/of-another' })
    .where('program_id', '=', program.id)
    .where('text', '=', 'https://shop.test/old')
    .execute()
  breaks++
  await visit('https://shop.test/old')
  const shown = (await shownOf(program.id)).map((event) => JSON.stringify(event))
  expect(shown.filter((event) => event.includes('https://shop.test/of-another'))).toHaveLength(2)
  expect(shown.filter((event) => event.includes('https://shop.test/old'))).toHaveLength(2)
})
