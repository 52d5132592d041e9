import { expect, test } from 'vitest'
import { exampleOf } from './example-value.rule.ts'
import type { JsonSchema } from './openapi-parts.ts'

const SCHEMAS: Record<string, JsonSchema> = {
  Currency: { type: 'string', enum: ['USD', 'EUR'] },
  Endless: {
    type: 'object',
    required: ['next'],
    properties: { next: { $ref: '#/components/schemas/Endless' } },
  },
}

test.each<[string, JsonSchema, unknown]>([
  ['its own example comes first', { type: 'string', examples: ['a', 'b'], default: 'c' }, 'a'],
  ['a constant', { const: false }, false],
  ['a default', { type: 'integer', default: 50 }, 50],
  ['the first value of an enum', { enum: ['x', 'y'] }, 'x'],
  ['a number with a minimum', { type: 'integer', minimum: 7 }, 7],
  ['a number is not zero', { type: 'integer', minimum: 0 }, 1],
  ['an instant', { type: 'string', format: 'date-time' }, '2026-03-10T12:00:00.000Z'],
  ['a nullable value', { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, true],
  ['a reference', { $ref: '#/components/schemas/Currency' }, 'USD'],
  ['an unknown reference', { $ref: '#/components/schemas/Nothing' }, null],
  ['a list', { type: 'array', items: { type: 'boolean' } }, [true]],
  [
    'the required properties of an object',
    { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: { const: 2 } } },
    { a: 1 },
  ],
  [
    'all properties of an object that requires none',
    { type: 'object', properties: { a: { const: 1 } } },
    { a: 1 },
  ],
  [
    'a string by its name',
    { type: 'object', properties: { email: { type: 'string' } } },
    { email: 'ada@example.com' },
  ],
])('an example: %s', (_name, schema, example) => {
  expect(exampleOf(schema, SCHEMAS)).toEqual(example)
})

test('a recursive schema ends', () => {
  expect(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Endless' }, SCHEMAS)).length).toBeLessThan(
    200,
  )
})
