import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { saveBackupTime, saveRestored } from '../../src/core/database/installation.sql.ts'
import { sharedJobs } from '../../src/jobs.ts'
import { send, startTestService } from '../harness.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

// Mail metrics exist only if mail is enabled.
const service = await startTestService({
  ownDatabase: true,
  environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@acme.test' },
})
const { text: metrics } = await send(service.app, 'GET', '/metrics')
const exposedMetrics = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))

/** Returns the metric names in a Prometheus expression, without labels, strings and functions. */
function metricsIn(expression: string): string[] {
  const names = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without) \([^)]*\)/g, '')
    .match(/\b[a-z]\w*_\w+\b/g)
  return (names ?? []).filter((name) => name !== 'histogram_quantile')
}

const isKnown = (name: string) =>
  exposedMetrics.has(name) || exposedMetrics.has(name.replace(/_(bucket|count|sum)$/, ''))

test('/metrics has every metric that the alert rules use', () => {
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

test('/metrics has every metric in the Grafana dashboard, and no panels overlap', () => {
  const { panels, templating } = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
    panels: {
      title: string
      gridPos: { x: number; y: number; w: number; h: number }
      targets: { expr: string }[]
    }[]
    templating: { list: { query: string }[] }
  }
  const cells = new Set<string>()
  for (const { title, gridPos, targets } of panels) {
    for (const { expr } of targets) {
      const names = metricsIn(expr)
      expect([title, names.length > 0, names.filter((name) => !isKnown(name))]).toEqual([title, true, []])
    }
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, cells.has(`${x},${y}`), x < 24]).toEqual([title, false, true])
        cells.add(`${x},${y}`)
      }
    }
  }
  expect(templating.list.map(({ query }) => query)).toContain('label_values(build_info, job)')
})

test('the documentation lists exactly the service’s metrics', () => {
  const table = read('docs/operations.md').split('## Metrics')[1]?.split('\n## ')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const documented = rows.flatMap((row) => row.split('|')[1]?.match(/[a-z_]{4,}/g) ?? [])
  const ownMetrics = [...exposedMetrics].filter((name) => !/^(process|nodejs)_/.test(name))
  expect(documented.sort()).toEqual(ownMetrics.sort())
})

test('the documentation lists every shared job with its interval', () => {
  const table = read('docs/operations.md').split('### Jobs')[1]?.split('\n## ')[0] ?? ''
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const parseInterval = (job: string) => rows.find((row) => row[2]?.includes(`\`${job}\``))?.[1]
  const units = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }
  const format = (ms: number) => {
    const [name, size] = Object.entries(units).findLast((unit) => ms % unit[1] === 0) ?? ['ms', 1]
    return ms === size ? name : `${ms / size} ${name}s`
  }
  const jobs = sharedJobs({})
  expect(jobs.length).toBeGreaterThan(20)
  expect(jobs.map(({ name }) => [name, parseInterval(name)])).toEqual(
    jobs.map(({ name, everyMs }) => [name, format(everyMs)]),
  )
})

test('/metrics has the service’s version and commit and the time of the last backup', async () => {
  expect(metrics).toMatch(
    /^build_info\{version="\d+\.\d+\.\d+[^"]*",commit="([0-9a-f]{40}(-dirty)?|unknown)"\} 1$/m,
  )
  expect(metrics).toMatch(/^backup_last_success_timestamp_seconds 0$/m)
  const { kysely } = service.database
  await saveRestored(kysely, null, new Date(0))
  await saveBackupTime(kysely, new Date('2026-03-10T03:15:00.000Z'))
  const { text } = await send(service.app, 'GET', '/metrics')
  expect(text).toMatch(/^backup_last_success_timestamp_seconds 1773112500$/m)
})
