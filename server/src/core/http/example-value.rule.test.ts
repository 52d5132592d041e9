import { expect, test } from 'vitest'
import { createExample } from './example-value.rule.ts'
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
  ['examples, before the default', { type: 'string', examples: ['a', 'b'], default: 'c' }, 'a'],
  ['a constant', { const: false }, false],
  ['a default', { type: 'integer', default: 50 }, 50],
  ['the first value of an enum', { enum: ['x', 'y'] }, 'x'],
  ['a number with a minimum', { type: 'integer', minimum: 7 }, 7],
  ['a minimum of zero, which is not used', { type: 'integer', minimum: 0 }, 1],
  ['a date-time', { type: 'string', format: 'date-time' }, '2026-03-10T12:00:00.000Z'],
  ['a nullable value', { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, true],
  ['a reference', { $ref: '#/components/schemas/Currency' }, 'USD'],
  ['an unknown reference', { $ref: '#/components/schemas/Nothing' }, null],
  ['an array', { type: 'array', items: { type: 'boolean' } }, [true]],
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
    'the name of a string property',
    { type: 'object', properties: { email: { type: 'string' } } },
    { email: 'ada@example.com' },
  ],
])('derives an example from %s', (_name, schema, example) => {
  expect(createExample(schema, SCHEMAS)).toEqual(example)
})

test('stops at a recursive schema', () => {
  expect(
    JSON.stringify(createExample({ $ref: '#/components/schemas/Endless' }, SCHEMAS)).length,
  ).toBeLessThan(200)
})
