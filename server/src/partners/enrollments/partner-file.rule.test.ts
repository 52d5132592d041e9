import { describe, expect, it } from 'vitest'
import { readCsvFile } from '../../core/http/read-csv.http.ts'
import { csvLine } from '../../core/text/csv.rule.ts'
import { PARTNER_COLUMNS, readPartnerRows } from './partner-file.rule.ts'

async function read(text: string) {
  const file = await readCsvFile(text, PARTNER_COLUMNS, { rows: 3, columns: 6 })
  if (file.kind === 'fault') return file
  const steps = readPartnerRows(file.rows, { maxTextLength: 20 })
  for (;;) {
    const step = steps.next()
    if (step.done) return { rows: step.value, ignoredColumns: file.ignoredColumns }
  }
}

const ADA = { line: 2, name: 'Ada', email: 'ada@x.test', code: undefined, group: undefined, fault: undefined }

describe('a list of partners', () => {
  it.each([
    ['commas', 'name,email\nAda,ada@x.test'],
    ['a byte order mark and CRLF', '\uFEFFname,email\r\nAda,ada@x.test\r\n'],
    ['semicolons', 'name;email\nAda;ada@x.test\n'],
    ['tabs', 'name\temail\nAda\tada@x.test\n'],
    ['another column order and case', 'E-Mail,NAME\n ADA@X.test , Ada \n'],
    ['no-break spaces and invisible characters', 'name,email\n\u00A0Ada,ada@\u200Bx.test\u00A0\n'],
    ['quotes', '"name","email"\n"Ada","ada@x.test"\n'],
    ['empty lines', 'name,email\nAda,ada@x.test\n\n,\n  ,  \n'],
    ['empty cells', 'name,email,code,group\nAda,ada@x.test,,\n'],
    ['a short row', 'name,email,code,group\nAda,ada@x.test\n'],
  ])('%s', async (_title, text) => {
    expect(await read(text)).toEqual({ rows: [ADA], ignoredColumns: [] })
  })

  it('lists ignored columns', async () => {
    expect(await read('website,name,email,Phone,\nx,Ada,ada@x.test,1,')).toMatchObject({
      rows: [ADA],
      ignoredColumns: ['website', 'Phone'],
    })
  })

  it('removes the apostrophe of exported formulas', async () => {
    const text = `name,email\n${csvLine(['=1+1', 'ada@x.test'])}`
    expect(text).toContain("'=1+1")
    expect(await read(text)).toMatchObject({ rows: [{ name: '=1+1' }] })
  })

  it.each([
    ['name', ',ada@x.test'],
    ['name', `${'x'.repeat(21)},ada@x.test`],
    ['name', 'A\0da,ada@x.test'],
    ['email', 'Ada,'],
    ['email', 'Ada,ada'],
    ['email', 'Ada,ada@x.test ada@y.test'],
    ['email', 'Ada,a<b>@x.test'],
    ['code', 'Ada,ada@x.test,two words'],
    ['code', 'Ada,ada@x.test,=cmd'],
    ['code', 'Ada,ada@x.test,anna.'],
    ['code', 'Ada,ada@x.test,null'],
    ['code', `Ada,ada@x.test,${'c'.repeat(65)}`],
    ['group', `Ada,ada@x.test,c,${'g'.repeat(21)}`],
  ])('returns a row with an invalid %s together with its fault', async (field, line) => {
    expect(await read(`name,email,code,group\n${line}`)).toMatchObject({ rows: [{ fault: { field } }] })
  })

  it.each([
    ['an empty file', '', 1, /empty/],
    ['only a header row', 'name,email\n', 1, /no rows/],
    ['no email column', 'name,code\nAda,ada', 1, /“email”/],
    ['no header row', 'Ada,ada@x.test', 1, /“name”/],
    ['two columns with the same name', 'name,email,e-mail\nAda,a@x.test,b@x.test', 1, /occurs twice/],
    ['unclosed quotes', 'name,email\n"Ada,ada@x.test', 2, /quotes/],
    ['too many rows', 'name,email\na,a@x.test\nb,b@x.test\nc,c@x.test\nd,d@x.test', 5, /more than 3 rows/],
    ['too many columns', 'name,email,a,b,c,d,e\nx', 1, /more than 6 columns/],
    ['Latin-1', 'name,email\nJos\uFFFD,jose@x.test', 2, /UTF-8/],
  ])('rejects %s', async (_title, text, line, message) => {
    expect(await read(text)).toMatchObject({ kind: 'fault', line, message: expect.stringMatching(message) })
  })
})
