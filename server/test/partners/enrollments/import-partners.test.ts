import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrollmentLimits } from '../../../src/partners/enrollments/limits.ts'
import { verifyProgramStats } from '../../../src/statistics/verify-stats.sql.ts'
import {
  concurrently,
  createTestApplication,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestService,
  testOnServer,
} from '../../harness.ts'

let service: TestService
let program: TestProgram
let bearer: string

beforeAll(async () => {
  const mail = { from: { name: '', address: 'partners@acme.test' }, server: undefined }
  service = await startTestService({ now: '2026-03-10T23:30:00.000Z', config: { mail } })
})

beforeEach(async () => {
  program = await createTestProgram(service, { timeZone: 'Europe/Berlin' })
  bearer = await signInMember(service, program)
})

interface SendOptions {
  who?: string
  headers?: Record<string, string>
}

const email = (name: string) => `${name}.${program.id}@partners.test`
const url = (path: string) => `/api/programs/${program.id}${path}`
const call = (path: string, body: unknown, { who = bearer, headers = {} }: SendOptions = {}) =>
  send(service.app, 'POST', url(path), { bearer: who, body, headers })
const preview = (file: string, options?: SendOptions) => call('/partners/import/preview', { file }, options)
const run = async (file: string, fields: object = { approved: true }, sent?: SendOptions) => {
  const { body } = await preview(file)
  return call('/partners/import', { file, digest: body.data.digest, ...fields }, sent)
}
const outcomes = (body: { data: { rows: { outcome: string }[] } }) =>
  body.data.rows.map(({ outcome }) => outcome)

async function countRows() {
  const { rows } = await sql<Record<string, string>>`
    select (select count(*) from partners where workspace_id = ${program.workspaceId}) as partners,
      (select count(*) from program_enrollments where program_id = ${program.id}) as members,
      (select count(*) from links where program_id = ${program.id}) as links,
      (select count(*) from link_codes where program_id = ${program.id}) as codes,
      (select coalesce(sum(partners), 0) from daily_stats where program_id = ${program.id}) as counted,
      (select count(*) from program_audit_log where program_id = ${program.id}) as audited,
      (select count(*) from mails where workspace_id = ${program.workspaceId}) as mails`.execute(
    service.database.kysely,
  )
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, n]) => [name, Number(n)]))
}

/** The test program has one partner, who is not counted. */
const EMPTY = { partners: 1, members: 1, links: 1, codes: 1, counted: 0, audited: 0, mails: 0 }

describe('an import preview', () => {
  it('returns every row’s outcome and writes nothing', async () => {
    const takenCode = program.code
    await call('/partner-groups', { name: 'Gold' })
    const countsBefore = await countRows()
    const file = [
      'Name;E-Mail;Code;Group;Website',
      `Ada;${email('ada').toUpperCase()};ada-${program.id};gold;https://ada.test`,
      `Ada again;${email('ada')};;;`,
      `Pat;${takenCode}@partners.test;;;`,
      ';;;;',
      `Bob;${email('bob')};${takenCode};;`,
      `Cem;${email('cem')};;Silver;`,
      'Dee;dee;;;',
    ].join('\r\n')
    const { status, body } = await preview(`\uFEFF${file}`)
    expect(status).toBe(200)
    expect(body.data.rows).toMatchObject([
      {
        line: 2,
        name: 'Ada',
        email: email('ada'),
        group: 'gold',
        outcome: 'added',
        reason: null,
        field: null,
      },
      { line: 3, outcome: 'duplicate_in_file', field: 'email', reason: 'Line 2 has the same email.' },
      {
        line: 4,
        outcome: 'already_partner',
        field: 'email',
        reason: 'Already a partner of this program (approved).',
      },
      { line: 6, outcome: 'code_taken', field: 'code', reason: expect.stringContaining('ignoring case') },
      { line: 7, outcome: 'unknown_group', field: 'group' },
      { line: 8, outcome: 'invalid', field: 'email', reason: 'Not a valid email address.' },
    ])
    expect(body.data).toMatchObject({
      sums: {
        added: 1,
        already_partner: 1,
        duplicate_in_file: 1,
        invalid: 1,
        code_taken: 1,
        unknown_group: 1,
      },
      ignoredColumns: ['Website'],
    })
    expect(await countRows()).toEqual(countsBefore)
  })

  it.each([
    ['name,mail\nAda,ada@x.test', 1, 'column “email” is missing'],
    ['name,email\n"Ada,ada@x.test', 2, 'quotes'],
    ['name,email\n', 1, 'no row'],
    ['', 0, ''],
  ])('rejects %j with its line', async (file, line, explanation) => {
    const { status, body } = await preview(file)
    expect([status, body.error.code, body.error.details.field]).toEqual([400, 'invalid_request', 'file'])
    if (line > 0)
      expect(body.error).toMatchObject({ details: { line }, message: expect.stringContaining(explanation) })
  })

  it('rejects a file that is not UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ file: 'name,email\nJosX,jose@x.test' }))
    body[body.indexOf('X')] = 0xe9
    const response = await service.app.inject({
      method: 'POST',
      url: url('/partners/import/preview'),
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      payload: body,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toMatchObject({
      details: { line: 2 },
      message: expect.stringContaining('UTF-8'),
    })
  })

  it('limits rows and bytes', async () => {
    const rows = (count: number) =>
      `name,email\n${Array.from({ length: count }, (_, n) => `N,n${n}@x.test`).join('\n')}`
    const largestPreview = await preview(rows(enrollmentLimits.partnerFileRows))
    expect(largestPreview.body.data.sums.added).toBe(enrollmentLimits.partnerFileRows)
    const more = await preview(rows(enrollmentLimits.partnerFileRows + 1))
    expect([more.status, more.body.error.details.line]).toEqual([400, enrollmentLimits.partnerFileRows + 2])
    const longPreview = await preview('x'.repeat(enrollmentLimits.maxPartnerFileLength + 1))
    expect([longPreview.status, longPreview.body.error.details.field]).toEqual([400, 'file'])
    expect((await preview('x'.repeat(enrollmentLimits.partnerFileBytes))).status).toBe(413)
  })

  it('requires partner:manage, and commission:manage if the file has groups', async () => {
    const member = await signInMember(service, program, { role: 'member' })
    const viewer = await signInMember(service, program, { role: 'viewer' })
    const fileWithoutGroups = `name,email\nAda,${email('ada')}`
    expect((await preview(fileWithoutGroups, { who: viewer })).status).toBe(403)
    expect((await preview(fileWithoutGroups, { who: member })).status).toBe(200)
    const fileWithGroups = `name,email,group\nAda,${email('ada')},Gold`
    const rejection = await preview(fileWithGroups, { who: member })
    expect([rejection.status, rejection.body.error.details.permission]).toEqual([403, 'commission:manage'])
    const { body } = await preview(fileWithGroups)
    const response = await call(
      '/partners/import',
      { file: fileWithGroups, digest: body.data.digest },
      { who: member },
    )
    expect(response.status).toBe(403)
    expect((await preview(fileWithGroups)).status).toBe(200)
  })
})

describe('an import', () => {
  it('adds the previewed partners, each with a link, counted on the local day', async () => {
    const group = await call('/partner-groups', { name: 'Gold' })
    const before = await countRows()
    const file = `name,email,code,group\n=1+1,${email('ada')},ada-${program.id},GOLD\nBob,${email('bob')},,\nx,no,,`
    const { status, body } = await run(file)
    expect(status).toBe(201)
    expect(body.data).toEqual({
      sums: {
        added: 2,
        already_partner: 0,
        duplicate_in_file: 0,
        invalid: 1,
        code_taken: 0,
        unknown_group: 0,
      },
      mailed: 0,
      notMailed: [],
      notMailedReason: 'not_requested',
    })
    const countsAfter = await countRows()
    expect(countsAfter).toMatchObject({ partners: 3, members: 3, links: 3, codes: 3, counted: 2, mails: 0 })
    // Each partner's enrollment and link; the partners belong to the workspace.
    expect(countsAfter.audited).toBe((before.audited ?? 0) + 4)
    const list = await send(service.app, 'GET', url('/partners?search=ada'), { bearer })
    expect(list.body.data[0]).toMatchObject({
      name: '=1+1',
      status: 'approved',
      group: { id: group.body.data.id, name: 'Gold' },
      links: [{ code: `ada-${program.id}`, status: 'active' }],
    })
    const { rows: days } = await sql<{ day: string; partners: number }>`
      select day::text, sum(partners)::int as partners from daily_stats
      where program_id = ${program.id} group by day`.execute(service.database.kysely)
    // 23:30 UTC on the 10th is the 11th in Berlin.
    expect(days).toEqual([{ day: '2026-03-11', partners: 2 }])
    await excludeOtherPartner()
    expect(
      await verifyProgramStats(service.database.kysely, { id: program.id, time_zone: 'Europe/Berlin' }),
    ).toEqual([])
    const moves = await service.database.kysely
      .selectFrom('partner_group_changes')
      .select(['seq', 'group_id'])
      .where('program_id', '=', program.id)
      .execute()
    expect(moves).toEqual([{ seq: 1, group_id: group.body.data.id }])
  })

  it('makes link codes from names if the codes are free', async () => {
    const [zoe, bob, max] = ['Zoë', 'Bob', 'Max'].map((name) => `${name} P${program.id}`)
    const taken = await call('/links', { partnerId: program.partnerId, code: `max-p${program.id}` })
    expect(taken.status, taken.text).toBe(201)
    const file = `name,email,code
${zoe},${email('z1')},
${zoe},${email('z2')},
${bob},${email('b1')},
X,${email('x')},Bob-P${program.id}
${max},${email('m')},`
    expect((await run(file)).status).toBe(201)
    const { rows } = await sql<{ email: string; code: string }>`
      select p.email, l.code from links l join partners p on p.id = l.partner_id
      where l.program_id = ${program.id} and l.partner_id <> ${program.partnerId}
      order by p.email`.execute(service.database.kysely)
    const random = expect.stringMatching(/^[0-9a-z]{10}$/)
    // Bob, Max, X, and two named Zoë.
    expect(rows.map(({ code }) => code)).toEqual([
      random,
      random,
      `Bob-P${program.id}`,
      `zoe-p${program.id}`,
      random,
    ])
  })

  it('adds partners as pending by default', async () => {
    await run(`name,email\nAda,${email('ada')}`, {})
    const list = await send(service.app, 'GET', url('/partners?search=ada'), { bearer })
    expect(list.body.data[0]).toMatchObject({ status: 'pending', decidedAt: null })
  })

  it('runs once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'list-1' }
    const file = `name,email\nAda,${email('ada')}`
    const { body } = await preview(file)
    const sent = { file, digest: body.data.digest, approved: true }
    const first = await call('/partners/import', sent, { headers })
    const second = await call('/partners/import', sent, { headers })
    expect([second.status, second.text]).toEqual([201, first.text])
    expect(await countRows()).toMatchObject({ partners: 2, counted: 1 })
    // Without a key, the second request fails because the partners exist.
    expect((await call('/partners/import', sent)).status).toBe(409)
  })

  it.each([
    ['a partner was added', (file: string) => call('/partners', { name: 'Ada', email: file }), 'email'],
    [
      'a code was taken',
      (file: string) => call('/links', { partnerId: program.partnerId, code: file }),
      'code',
    ],
  ])('writes nothing if %s since the preview', async (_title, change, by) => {
    const code = `ada-${randomUUID()}`
    const file = `name,email,code\nBob,${email('bob')},\nAda,${email('ada')},${code}`
    const { body } = await preview(file)
    await change(by === 'email' ? email('ada') : code)
    const before = await countRows()
    const { status, body: rejected } = await call('/partners/import', { file, digest: body.data.digest })
    expect([status, rejected.error.code]).toEqual([409, 'conflict'])
    expect(rejected.error.message).toContain('has changed since the preview')
    expect(await countRows()).toEqual(before)
    expect(outcomes((await preview(file)).body)).toContain('added')
  })

  it('needs this file’s digest and at least one partner to add', async () => {
    const file = `name,email\nAda,${email('ada')}`
    const { body } = await preview(file)
    const other = await call('/partners/import', {
      file: `${file}\nBob,${email('b')}`,
      digest: body.data.digest,
    })
    expect(other.status).toBe(409)
    const unknown = `name,email\nAda,no`
    const outcome = await run(unknown)
    expect([outcome.status, outcome.body.error.message]).toEqual([
      409,
      expect.stringContaining('no new partners'),
    ])
    expect((await call('/partners/import', { file })).body.error.details.field).toBe('digest')
    expect(await countRows()).toEqual(EMPTY)
  })

  testOnServer('runs once for concurrent requests with one file', async () => {
    const file = `name,email\n${Array.from({ length: 30 }, (_, n) => `N${n},${email(`n${n}`)}`).join('\n')}`
    const { body } = await preview(file)
    const responses = await concurrently(6, () =>
      call('/partners/import', { file, digest: body.data.digest, approved: true }),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await countRows()).toMatchObject({ partners: 31, members: 31, links: 31, codes: 31, counted: 30 })
  })

  testOnServer('counts partners once if others add them concurrently', async () => {
    const people = Array.from({ length: 12 }, (_, n) => email(`n${n}`))
    const file = `name,email\n${people.map((one) => `N,${one}`).join('\n')}`
    const reversedFile = `name,email\n${people
      .toReversed()
      .map((one) => `N,${one}`)
      .join('\n')}`
    const digests = [await preview(file), await preview(reversedFile)].map(({ body }) => body.data.digest)
    await Promise.all([
      ...people.map((one) => call('/partners', { name: 'N', email: one, approved: true })),
      call('/partners/import', { file, digest: digests[0], approved: true }),
      call('/partners/import', { file: reversedFile, digest: digests[1], approved: true }),
    ])
    expect(await countRows()).toMatchObject({ partners: 13, members: 13, links: 13, codes: 13, counted: 12 })
  })

  it('closes an applicant’s application and sends only the import’s email', async () => {
    const id = await createTestApplication(service, program, email('ada'))
    const { body } = await run(`name,email\nAda,${email('ada')}\nBob,${email('bob')}`, {
      approved: true,
      mail: true,
    })
    expect(body.data).toMatchObject({ mailed: 1, notMailed: [], notMailedReason: null })
    const application = await send(service.app, 'GET', url(`/applications/${id}`), { bearer })
    expect(application.body.data.status).toBe('approved')
    const mails = await service.database.kysely
      .selectFrom('mails')
      .select(['recipient', 'kind'])
      .where('program_id', '=', program.id)
      .orderBy('recipient')
      .execute()
    expect(mails).toEqual([
      { recipient: email('ada'), kind: 'application_approved' },
      { recipient: email('bob'), kind: 'application_approved' },
    ])
  })

  it('emails up to the workspace’s daily limit and lists the other partners', async () => {
    const list = (from: number, count: number) =>
      `name,email\n${Array.from({ length: count }, (_, n) => `N,${email(`n${from + n}`)}`).join('\n')}`
    const most = enrollmentLimits.welcomeMailsEach
    const first = await run(list(0, most - 1), { approved: true, mail: true })
    expect(first.body.data).toMatchObject({ mailed: most - 1, notMailed: [], notMailedReason: null })
    const second = await run(list(most, 3), { approved: true, mail: true })
    expect(second.body.data).toMatchObject({
      mailed: 1,
      notMailed: [
        { line: 3, email: email(`n${most + 1}`) },
        { line: 4, email: email(`n${most + 2}`) },
      ],
      notMailedReason: 'limit',
    })
    expect(await countRows()).toMatchObject({ mails: most })
    const wrong = await run(`name,email\nZ,${email('z')}`, { mail: true })
    expect([wrong.status, wrong.body.error.details.field]).toEqual([400, 'mail'])
  })

  testOnServer('counts emails across a workspace’s programs, even for concurrent imports', async () => {
    const { kysely } = service.database
    const most = enrollmentLimits.welcomeMailsEach
    // Each import has different people, because imports of the same people would wait for each other anyway.
    const file = (of: number) =>
      `name,email\n${Array.from({ length: most - 100 }, (_, n) => `N,${email(`n${n}.${of}`)}`).join('\n')}`
    const programs = [program.id, ...(await Promise.all([0, 1].map(() => anotherProgram(program))))]
    const digests = await Promise.all(
      programs.map(async (id) => {
        const sent = { bearer, body: { file: file(id) } }
        const previewed = await send(service.app, 'POST', `/api/programs/${id}/partners/import/preview`, sent)
        return previewed.body.data.digest
      }),
    )
    const imported = await concurrently(programs.length, (index) => {
      const id = programs[index] ?? 0
      const body = { file: file(id), digest: digests[index], approved: true, mail: true }
      return send(service.app, 'POST', `/api/programs/${id}/partners/import`, { bearer, body })
    })
    expect(imported.map(({ status }) => status)).toEqual([201, 201, 201])
    const mailedCounts = imported.map(({ body }) => body.data.mailed).sort((a, b) => b - a)
    expect(mailedCounts).toEqual([most - 100, 100, 0])
    const { mails } = await kysely
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll<number>().as('mails'))
      .where('workspace_id', '=', program.workspaceId)
      .executeTakeFirstOrThrow()
    expect(Number(mails)).toBe(most)
  })

  it('adds the maximum number of partners', async () => {
    const count = enrollmentLimits.partnerFileRows
    const file = `name,email,code\n${Array.from({ length: count }, (_, n) => `N,${email(`n${n}`)},c${n}-${program.id}`).join('\n')}`
    const { status, body } = await run(file)
    expect([status, body.data.sums.added]).toEqual([201, count])
    expect(await countRows()).toMatchObject({ partners: count + 1, links: count + 1, counted: count })
  }, 60_000)
})

/** Creates another program in the same workspace. @returns its id */
async function anotherProgram({ workspaceId }: TestProgram): Promise<number> {
  const { kysely } = service.database
  const other = await createTestProgram(service)
  await kysely.deleteFrom('link_codes').where('program_id', '=', other.id).execute()
  await kysely.deleteFrom('links').where('program_id', '=', other.id).execute()
  await kysely.deleteFrom('program_enrollments').where('program_id', '=', other.id).execute()
  const of = { workspace_id: workspaceId }
  await kysely.updateTable('programs').set(of).where('id', '=', other.id).execute()
  await kysely.updateTable('workspace_programs').set(of).where('program_id', '=', other.id).execute()
  return other.id
}

/** The test program's initial partner isn't counted. */
async function excludeOtherPartner() {
  const { kysely } = service.database
  await kysely.deleteFrom('link_codes').where('code', '=', program.code).execute()
  await kysely
    .deleteFrom('links')
    .where('id', '=', program.linkId)
    .where('program_id', '=', program.id)
    .execute()
  await kysely
    .deleteFrom('program_enrollments')
    .where('program_id', '=', program.id)
    .where('partner_id', '=', program.partnerId)
    .execute()
}
