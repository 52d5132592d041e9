import { describe, expect, test } from 'vitest'
import { statement } from './statement.ts'

describe('statement', () => {
  test('turns a repeated name into one parameter, numbered by first appearance', () => {
    const find = statement('find', { b: 'text', a: 'bigint' }, 'select :a, :b where x = :a')
    expect(find({ a: 1, b: 'two' })).toEqual({
      name: 'find',
      text: 'select $1::bigint, $2::text where x = $1::bigint',
      values: [1, 'two'],
    })
  })

  test('passes null for an omitted optional parameter', () => {
    const find = statement('find', { a: 'text?', b: 'integer?' }, 'select :a, :b')
    expect(find({}).values).toEqual([null, null])
    expect(find({ a: null, b: 0 }).values).toEqual([null, 0])
  })

  test('passes rows as one JSON text, with bigints as strings', () => {
    const save = statement(
      'save',
      { rows: 'rows' },
      'select * from jsonb_to_recordset(:rows) as r (n numeric)',
    )
    expect(save({ rows: [{ n: 9_007_199_254_740_993n, at: new Date(0) }] })).toMatchObject({
      text: 'select * from jsonb_to_recordset($1::jsonb) as r (n numeric)',
      values: ['[{"n":"9007199254740993","at":"1970-01-01T00:00:00.000Z"}]'],
    })
    expect(save({ rows: [] }).values).toEqual(['[]'])
  })

  test("doesn't mistake casts, time formats or slices for parameters", () => {
    const text = "select a::text, to_char(t, 'HH24:MI:SS'), b[1:2]"
    expect(statement('show', {}, text)({}).text).toBe(text)
  })

  test('throws for an undeclared or unused parameter when defined', () => {
    expect(() => statement('find', {}, 'select :a')).toThrow('statement find: :a is not declared')
    expect(() => statement('find', { a: 'text' }, 'select 1')).toThrow('a is declared and not used')
  })
})
