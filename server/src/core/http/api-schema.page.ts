import { escapeHtml } from './html.rule.ts'
import { type JsonSchema, parseReferenceName } from './openapi-parts.ts'

/** Renders a description; backticks mark code. */
export function prose(text: string | undefined): string {
  return escapeHtml(text ?? '').replace(/`([^`]+)`/g, '<code>$1</code>')
}

export function schemaLink(name: string): string {
  return `<a href="#schema-${name}">${name}</a>`
}

/** Renders a schema's fields, with nested ones indented; named schemas are links. */
export function schemaFields(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) {
    const objects = schema.anyOf.filter(({ properties }) => properties !== undefined)
    return objects.map(schemaFields).join('<p class="or">or</p>')
  }
  if (schema.type === 'array') return schema.items === undefined ? '' : schemaFields(schema.items)
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).map(([name, field]) =>
    fieldItem(name, field, required.includes(name)),
  )
  return fields.length === 0 ? '' : `<dl class="fields">${fields.join('')}</dl>`
}

/** Renders a field or parameter: name, type, description. */
export function fieldItem(
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
  description?: string,
): string {
  const parts = [prose(description ?? findDescription(schema)), limitText(schema)].filter(
    (part) => part !== '',
  )
  return (
    `<div><dt><code>${escapeHtml(name)}</code> <span class="type">${typeText(schema)}</span>` +
    `${isRequired ? ' <span class="required">required</span>' : ''}</dt>` +
    `<dd>${parts.join(' ')}${schemaFields(schema)}</dd></div>`
  )
}

/** Returns a schema's description, or its non-null alternative's. */
function findDescription({ description, anyOf }: JsonSchema): string | undefined {
  return description ?? anyOf?.find((part) => part.description !== undefined)?.description
}

export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schemaLink(parseReferenceName(schema.$ref))
  if (schema.const !== undefined) return renderCode(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(renderCode).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' or ')
  if (schema.type === 'array')
    return `array of ${schema.items === undefined ? 'anything' : typeText(schema.items)}`
  if (typeof schema.additionalProperties === 'object') {
    return `object of ${typeText(schema.additionalProperties)}`
  }
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything')
  return schema.format === undefined ? type : `${type} (${escapeHtml(schema.format)})`
}

/** Describes the constraints on a value. */
function limitText(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const limits = [
    rangeText(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    rangeText(minLength, maxLength, ' characters'),
    rangeText(minItems, maxItems, ' items'),
    pattern === undefined ? '' : `matches ${renderCode(pattern)}`,
    schema.default === undefined ? '' : `default ${renderCode(schema.default)}`,
  ].filter((part) => part !== '')
  return limits.length === 0 ? '' : `<span class="limits">${limits.join('; ')}</span>`
}

function rangeText(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${count(min)} to ${count(max)}${unit}`
  if (min !== undefined) return `at least ${count(min)}${unit}`
  return max === undefined ? '' : `at most ${count(max)}${unit}`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function renderCode(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
}
