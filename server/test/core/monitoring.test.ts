import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { saveBackedUp, saveRestored } from '../../src/core/database/installation.sql.ts'
import { send, startTestService } from '../harness.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

// Mails are counted where they are switched on.
const service = await startTestService({
  ownDatabase: true,
  environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@acme.test' },
})
const { text: metrics } = await send(service.app, 'GET', '/metrics')
const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))

/** The metrics in an expression of Prometheus: its names, but for labels, texts and functions. */
function metricsIn(expression: string): string[] {
  const names = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without) \([^)]*\)/g, '')
    .match(/\b[a-z]\w*_\w+\b/g)
  return (names ?? []).filter((name) => name !== 'histogram_quantile')
}

const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|count|sum)$/, ''))

test('every metric that the alert rules name is in /metrics', () => {
  const rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[] =
    parse(read('deploy/monitoring/alerts.yml')).groups.flatMap(({ rules }: { rules: [] }) => rules)
  expect(rules.length).toBeGreaterThan(10)
  for (const { alert, expr, annotations } of rules) {
    const names = metricsIn(expr)
    expect([alert, names.filter((name) => !isKnown(name))]).toEqual([alert, []])
    expect([alert, names.length > 0 || expr.startsWith('up{')]).toEqual([alert, true])
    expect(annotations).toEqual({ summary: expect.any(String), description: expect.any(String) })
  }
})

test('every metric that the Grafana dashboard shows is in /metrics, and no panel lies on another', () => {
  const { panels, templating } = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
    panels: {
      title: string
      gridPos: { x: number; y: number; w: number; h: number }
      targets: { expr: string }[]
    }[]
    templating: { list: { query: string }[] }
  }
  const taken = new Set<string>()
  for (const { title, gridPos, targets } of panels) {
    for (const { expr } of targets) {
      const names = metricsIn(expr)
      expect([title, names.length > 0, names.filter((name) => !isKnown(name))]).toEqual([title, true, []])
    }
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, taken.has(`${x},${y}`), x < 24]).toEqual([title, false, true])
        taken.add(`${x},${y}`)
      }
    }
  }
  expect(templating.list.map(({ query }) => query)).toContain('label_values(build_info, job)')
})

test('the documentation has every metric of the service, and no other', () => {
  const table = read('docs/operations.md').split('## Metrics')[1]?.split('\n## ')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const documented = rows.flatMap((row) => row.split('|')[1]?.match(/[a-z_]{4,}/g) ?? [])
  const own = [...known].filter((name) => !/^(process|nodejs)_/.test(name))
  expect(documented.sort()).toEqual(own.sort())
})

test('/metrics has the version and commit of the service, and when it was last backed up', async () => {
  expect(metrics).toMatch(
    /^build_info\{version="\d+\.\d+\.\d+[^"]*",commit="([0-9a-f]{40}(-dirty)?|unknown)"\} 1$/m,
  )
  expect(metrics).toMatch(/^backup_last_success_timestamp_seconds 0$/m)
  const { kysely } = service.database
  await saveRestored(kysely, null, new Date(0))
  await saveBackedUp(kysely, new Date('2026-03-10T03:15:00.000Z'))
  const { text } = await send(service.app, 'GET', '/metrics')
  expect(text).toMatch(/^backup_last_success_timestamp_seconds 1773112500$/m)
})
