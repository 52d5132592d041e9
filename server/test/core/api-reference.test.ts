import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createTestProgram, send, startTestService } from '../harness.ts'

const service = await startTestService()
const { app } = service
const program = await createTestProgram(service)
const { body: document } = await send(app, 'GET', '/openapi.json')
const { text: page, headers } = await send(app, 'GET', '/docs')

const PATHS: Record<string, Record<string, { operationId: string }>> = document.paths
const operations = Object.entries(PATHS).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
)

describe('the API reference at /docs', () => {
  test('contains every operation and every named schema in the document once', () => {
    const listIds = (kind: string) =>
      [...page.matchAll(new RegExp(`<details class="${kind}" id="([^"]+)"`, 'g'))].map(([, id]) => id)
    expect(operations.length).toBeGreaterThan(100)
    expect(listIds('call').sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`)
    expect(listIds('schema').sort()).toEqual(schemas.sort())
  })

  test('has unique ids and a target for every internal link', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })

  test('shows each operation’s path, responses and a copyable example', () => {
    for (const { operationId, path, method } of operations) {
      const [call = ''] = page.split(`id="${operationId}"`).slice(1)
      const visibleText = call.slice(0, call.indexOf('</details>'))
      expect(visibleText, operationId).toContain(`>${path}</code>`)
      expect(visibleText, operationId).toContain(
        method === 'get' ? '<code>curl &#39;http' : `<code>curl -X ${method.toUpperCase()} `,
      )
      expect(visibleText, operationId).toContain('<h4>Responses</h4>')
    }
  })

  test('shows valid examples of tracking requests', async () => {
    const mode = { additional_data: { test_mode: true } }
    for (const [operationId, url] of [
      ['trackSale', '/api/v1/track/sale'],
      ['trackRefund', '/api/v1/track/refund'],
    ] as const) {
      const call = page.slice(page.indexOf(`id="${operationId}"`))
      const pasted = /-d &#39;(\{[^}]+\})/.exec(call)?.[1]?.replaceAll('&quot;', '"') ?? ''
      const response = await send(app, 'POST', url, {
        body: { ...JSON.parse(pasted), ...mode },
        bearer: program.testKey,
      })
      expect([url, response.status]).toEqual([url, 200])
    }
  })

  test('loads only its own scripts, styles and fonts', () => {
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'; style-src 'self';")
    expect(page).not.toMatch(/<script(?![^>]*\bsrc="\/)|<style|\son\w+=|\sstyle=/)
  })

  test('uses the dashboard’s colors', () => {
    const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
    const dashboard = read('dashboard/src/styles.css')
    const [light = '', dark = ''] = [/:root \{([^}]+)\}/, /\[data-theme="dark"\] \{([^}]+)\}/].map(
      (block) => block.exec(dashboard)?.[1],
    )
    const findColor = (block: string, name: string) => new RegExp(`${name}: ([^;]+);`).exec(block)?.[1]
    const ownColors = [
      ...read('server/api-reference/reference.css').matchAll(/(--[\w-]+): (light-dark\(.+\));/g),
    ]
    expect(ownColors.length).toBeGreaterThan(10)
    for (const [, name = '', value] of ownColors) {
      expect([name, value]).toEqual([name, `light-dark(${findColor(light, name)}, ${findColor(dark, name)})`])
    }
  })

  test('explains each error code', () => {
    for (const code of [
      'no_attribution',
      'duplicate_transaction',
      'api_key_rotation_required',
      'rate_limited',
    ]) {
      expect(page).toContain(`<dt><code>${code}</code>`)
    }
  })
})
