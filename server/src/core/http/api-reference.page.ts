import { fieldItem, prose, schemaFields, schemaLink, typeText } from './api-schema.page.ts'
import { createExample } from './example-value.rule.ts'
import { escapeHtml } from './html.rule.ts'
import {
  type ApiResponse,
  type JsonSchema,
  type OpenApi,
  type Operation,
  type Parameter,
  parseReferenceName,
} from './openapi-parts.ts'

/** An error code as shown in the reference. */
export interface ErrorRow {
  code: string
  status: number
  meaning: string
}

interface Call extends Operation {
  id: string
  path: string
  method: string
}

/**
 * Renders the API reference at `/docs`: every operation and named schema on one self-contained page. Sections are
 * `<details>` elements, so the page works without its script.
 */
export function apiReferencePage(document: OpenApi, errors: ErrorRow[]): string {
  const { info, servers = [], components } = document
  const origin = servers[0]?.url ?? ''
  const sections = groupIntoSections(document)
  const count = sections.reduce((sum, { calls }) => sum + calls.length, 0)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Affiliate</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/theme.js"></script>
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<p class="brand"><a href="/">Affiliate</a> <span>API reference</span></p>
<search><label class="sr" for="find">Search endpoints</label><input id="find" type="search" placeholder="Search endpoints: sale, payouts, POST …" autocomplete="off" hidden><p id="found" role="status" class="sr"></p></search>
</header>
<div class="frame">
<nav aria-label="Endpoints">${sections.map(navSection).join('')}<div><a class="tag" href="#schemas">Schemas</a></div></nav>
<main id="content" tabindex="-1">
<h1>${escapeHtml(info.title)} API</h1>
<p>${prose(info.description)}</p>
${gettingStartedSection(document, origin, errors)}
<p id="none" hidden>No matching endpoints. The search covers methods, paths, names and summaries of ${count} endpoints.</p>
${sections.map((section) => callSection(section, origin, components)).join('\n')}
<section id="schemas"><h2>Schemas</h2><p>Objects shared by several endpoints.</p>
${Object.entries(components.schemas).map(schemaItem).join('\n')}
</section>
</main>
</div>
</body>
</html>
`
}

interface Section {
  id: string
  name: string
  description: string | undefined
  calls: Call[]
}

/** Groups operations by tag, and operations with the large management tag by resource. */
function groupIntoSections({ paths, tags = [] }: OpenApi): Section[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      id: operation.operationId ?? `${method}${path.replace(/\W+/g, '-')}`,
      path,
      method: method.toUpperCase(),
    })),
  )
  return tags.flatMap(({ name, description }) => {
    const taggedCalls = calls.filter((call) => call.tags?.includes(name))
    const subjects = [
      ...new Set(taggedCalls.map((call) => (name === 'Management' ? getResourceTitle(call.path) : name))),
    ]
    return subjects.map((subject) => ({
      id: `calls-${name}-${subject}`.toLowerCase().replace(/\W+/g, '-'),
      name: subject,
      description: subject === name ? description : undefined,
      calls: taggedCalls.filter((call) => name !== 'Management' || getResourceTitle(call.path) === subject),
    }))
  })
}

/** Returns the resource in a path: `/api/programs/{programId}/payouts/{payoutId}/pay` → payouts. */
function getResourceTitle(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'api' && !part.startsWith('{'))
  const subject = (parts[0] === 'programs' ? (parts[1] ?? parts[0]) : (parts[0] ?? path)).replace(/\..*$/, '')
  const title = subject.replaceAll('-', ' ').replace(/^api\b/, 'API')
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`
}

function navSection({ id, name, calls }: Section): string {
  const links = calls.map(
    (call) =>
      `<li data-call="${call.id}"><a href="#${call.id}">${escapeHtml(call.summary ?? call.path)}</a></li>`,
  )
  return `<div data-section="${id}"><a class="tag" href="#${id}">${escapeHtml(name)}</a><ul>${links.join('')}</ul></div>`
}

/** Renders authentication and errors, which are common to all endpoints. */
function gettingStartedSection({ components }: OpenApi, origin: string, errors: ErrorRow[]): string {
  const items = Object.entries(AUTH_METHODS).map(
    ([name, method]) =>
      `<div><dt>${method.label}</dt><dd>${prose(components.securitySchemes[name]?.description)} <code>Authorization: Bearer ${escapeHtml(method.token)}</code></dd></div>`,
  )
  const rows = errors.map(
    ({ code, status, meaning }) =>
      `<div><dt><code>${code}</code> <span class="type">${status}</span></dt><dd>${prose(meaning)}</dd></div>`,
  )
  return `<section class="basics"><h2>Getting started</h2>
<p>All paths below are relative to <code>${escapeHtml(origin)}</code>. Requests and responses are JSON. For client generators, use <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<dl class="fields">${items.join('')}</dl>
<details id="errors"><summary><h3>Errors</h3></summary>
<p>Most errors use ${schemaLink('PlatformError')}; a retired key and a rate limit use ${schemaLink('TypedRotationError')} and ${schemaLink('TypedRateLimitError')}. <code>error.code</code> is always one of these:</p>
<dl class="fields">${rows.join('')}</dl></details></section>`
}

const AUTH_METHODS: Record<string, { label: string; inText: string; token: string }> = {
  programApiKey: { label: 'Program API key', inText: 'program API key', token: '<PROGRAM_API_KEY>' },
  managementKey: { label: 'Management key', inText: 'management key', token: '<MANAGEMENT_KEY>' },
  session: { label: 'Session', inText: 'session', token: '<SESSION_TOKEN>' },
}

type Components = OpenApi['components']

function callSection({ id, name, description, calls }: Section, origin: string, components: Components) {
  return `<section class="calls" id="${id}"><h2>${escapeHtml(name)}</h2>${description === undefined ? '' : `<p>${prose(description)}</p>`}
${calls.map((call) => callItem(call, origin, components)).join('\n')}</section>`
}

function callItem(call: Call, origin: string, components: Components): string {
  const { id, path, method, summary, description } = call
  const searchText = [method, path, summary, id].join(' ').toLowerCase()
  const parameters = (call.parameters ?? []).map((one) =>
    '$ref' in one ? components.parameters[parseReferenceName(one.$ref)] : one,
  )
  const resolved = parameters.filter((one) => one !== undefined)
  const content = call.requestBody?.content?.['application/json']
  const body = content?.schema
  const example = content?.example ?? (body && createExample(body, components.schemas))
  return `<details class="call" id="${id}" data-words="${escapeHtml(searchText)}">
<summary><span class="method ${method.toLowerCase()}">${method}</span><span class="what"><h3>${escapeHtml(summary ?? path)}</h3><code class="path">${escapeHtml(path)}</code></span></summary>
<div class="inside">${description === undefined ? '' : `<p>${prose(description)}</p>`}
<p class="who">${authorizationText(call)}</p>
<h4>Example</h4><pre><code>${escapeHtml(toCurl(call, { origin, example, known: resolved, components }))}</code></pre>
${parameterList('Path parameters', resolved, 'path')}${parameterList('Headers', resolved, 'header')}${parameterList('Query parameters', resolved, 'query')}${body === undefined ? '' : bodyPart(body, components)}
<h4>Responses</h4>${responseList(call, components)}</div>
</details>`
}

function authorizationText({ security = [] }: Call): string {
  const labels = security.map((one) => {
    const [name = '', permissions] = Object.entries(one)[0] ?? []
    const label = AUTH_METHODS[name]?.inText
    const needs = Array.isArray(permissions) && permissions.length > 0 ? permissions.join(', ') : undefined
    return label === undefined || needs === undefined
      ? label
      : `${label} with <code>${escapeHtml(needs)}</code>`
  })
  const methods = labels.filter((label) => label !== undefined)
  if (methods.length === 0) return 'No authentication.'
  const isOptional = methods.length < security.length
  return `Requires a ${methods.join(' or a ')}${isOptional ? ' (optional)' : ''}.`
}

interface CurlParts {
  origin: string
  /** Example body; undefined if the request has no body. */
  example: unknown
  known: Parameter[]
  components: Components
}

/** Returns the request as a curl command. */
function toCurl(
  { method, path, security = [] }: Call,
  { origin, example, known, components }: CurlParts,
): string {
  const authMethod = security
    .map((one) => AUTH_METHODS[Object.keys(one)[0] ?? ''])
    .find((one) => one !== undefined)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? '42' : name))
  const query = known
    .filter((one) => one.in === 'query' && one.required === true)
    .map(
      (one) =>
        `${one.name}=${encodeURIComponent(String(createExample(one.schema ?? {}, components.schemas)))}`,
    )
  const address = `${origin}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
  const json = example === undefined ? undefined : JSON.stringify(example, null, 2).replaceAll("'", "'\\''")
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    ...(authMethod === undefined ? [] : [`-H 'Authorization: Bearer ${authMethod.token}'`]),
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]),
  ].join(' \\\n  ')
}

function parameterList(title: string, parameters: Parameter[], location: string): string {
  const items = parameters
    .filter((one) => one.in === location)
    .map(({ name, schema = {}, required = false, description }) =>
      fieldItem(name, schema, required, description),
    )
  return items.length === 0 ? '' : `<h4>${title}</h4><dl class="fields">${items.join('')}</dl>`
}

function bodyPart(body: JsonSchema, { schemas }: Components): string {
  const schema = body.$ref === undefined ? body : schemas[parseReferenceName(body.$ref)]
  return `<h4>Body: ${typeText(body)}</h4>${schema === undefined ? '' : schemaFields(schema)}`
}

/** Renders the responses: successes with an example, errors with their envelope. */
function responseList({ responses = {} }: Call, components: Components): string {
  const items = Object.entries(responses).map(([status, response]) => {
    const resolved = '$ref' in response ? components.responses[parseReferenceName(response.$ref)] : response
    return resolved === undefined ? '' : responseItem(status, resolved, components)
  })
  return `<dl class="fields answers">${items.join('')}</dl>`
}

function responseItem(
  status: string,
  { description = '', content = {} }: ApiResponse,
  { schemas }: Components,
) {
  const [type, media] = Object.entries(content)[0] ?? []
  const schema = media?.schema
  const isJson = type === 'application/json'
  const contentText = schema === undefined ? '' : isJson ? typeText(schema) : escapeHtml(type ?? '')
  const text = description === 'Default Response' ? '' : prose(description)
  const example =
    schema !== undefined && isJson && /^2/.test(status)
      ? `<pre><code>${escapeHtml(JSON.stringify(createExample(schema, schemas), null, 2))}</code></pre>`
      : ''
  return `<div><dt><span class="status s${status.charAt(0)}">${status}</span> <span class="type">${contentText}</span></dt><dd>${text}${example}</dd></div>`
}

function schemaItem([name, schema]: [string, JsonSchema]): string {
  const fields = schemaFields(schema)
  const type = fields === '' || schema.anyOf !== undefined ? `<p class="type">${typeText(schema)}</p>` : ''
  const text = schema.description === undefined ? '' : `<p>${prose(schema.description)}</p>`
  return `<details class="schema" id="schema-${name}"><summary><h3>${name}</h3></summary><div class="inside">${text}${type}${fields}</div></details>`
}
