import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, SETTINGS } from '../server/src/core/config/config.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CHART = 'deploy/helm/affiliate'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const readYaml = (path: string) => parse(read(path), { merge: true })

/** Settings for the `backup` command, which reads them from its own environment. */
const BACKUP_ONLY = ['BACKUP_PASSPHRASE', 'BACKUP_PASSPHRASE_FILE']
const EVERY = SETTINGS.filter((name) => !BACKUP_ONLY.includes(name)).sort()
/** Settings for the image. */
const IN_IMAGE = ['NODE_ENV', 'DATA_DIR', 'HOST', 'PORT']
/** Settings for a Citus cluster. */
const CLUSTER_ONLY = ['DATABASE_ADMIN_URL']
/** Settings that are secret or may contain a password. */
const SECRETS = [
  'APP_SECRET',
  'DATABASE_URL',
  'DATABASE_ADMIN_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'SMTP_URL',
  'STRIPE_CLIENT_ID',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]

test('the documentation has one row for each setting', () => {
  const table = read('docs/operations.md').split('## Production')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const names = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]{4,}/g) ?? [])
  expect(names.filter((name) => !BACKUP_ONLY.includes(name)).sort()).toEqual(EVERY)
})

test('the README names the URL that is printed at startup without settings', () => {
  const { publicUrl } = readConfig({ APP_SECRET: 'x'.repeat(40) })
  const local = [read('README.md'), read('docs/api.md')].flatMap(
    (text) => text.match(/http:\/\/(?:localhost|127\.0\.0\.1)[\w.:]*/g) ?? [],
  )
  expect(new Set(local)).toEqual(new Set([publicUrl]))
})

test('compose.yml passes every setting to the service, from the same name in .env', () => {
  const { services } = readYaml('compose.yml')
  const { environment } = services.affiliate
  expect([...Object.keys(environment), ...IN_IMAGE, ...CLUSTER_ONLY].sort()).toEqual(EVERY)
  expect(services.init.environment).toEqual(environment)
  for (const [name, value] of Object.entries(environment)) {
    if (['DATABASE_URL', 'PUBLIC_URL'].includes(name)) continue
    expect(value).toMatch(new RegExp(`^\\$\\{${name}:[?-][^}]*\\}$`))
  }
})

test('compose.yml contains no secrets: without .env, nothing starts', () => {
  const references = [...read('compose.yml').matchAll(/\$\{(\w+):([?-])([^}]*)\}/g)].map(
    ([, ...parts]) => parts,
  )
  const inEnvironment = [...read('compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  expect(references).toHaveLength(inEnvironment.length)
  const required = new Set(references.filter(([, operator]) => operator === '?').map(([name]) => name))
  expect([...required].sort()).toEqual(['APP_SECRET', 'DOMAIN', 'POSTGRES_PASSWORD'])
  for (const [name = '', operator, what] of references) {
    if (operator === '-' && name !== 'TRUST_PROXY') expect([name, what]).toEqual([name, ''])
  }
})

test('.env.example lists what compose.yml requires, without secrets', () => {
  const lines = settingLines('.env.example')
  const references = [...read('compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')
  expect(lines.map(([name]) => name).sort()).toEqual([...new Set([...references, 'COMPOSE_PROFILES'])].sort())
  expect(lines.filter(([, value]) => value !== '')).toEqual([])
})

test('compose.yml publishes only the proxy, which is the one trusted hop', () => {
  const { services } = readYaml('compose.yml')
  const published = Object.keys(services).filter((name) => services[name].ports !== undefined)
  expect(published).toEqual(['caddy'])
  expect(services.affiliate.environment.TRUST_PROXY).toMatch(/:-1\}$/)
  expect(read('deploy/caddy/Caddyfile')).toContain('reverse_proxy affiliate:3000')
  expect(read('Dockerfile')).toMatch(/^EXPOSE 3000$/m)
})

test('the image build passes its commit to the package and copies the files that the package needs', () => {
  const build = read('Dockerfile')
  expect(build.indexOf('ARG GIT_COMMIT=')).toBeGreaterThan(0)
  expect(build.indexOf('ARG GIT_COMMIT=')).toBeLessThan(build.indexOf('npm run --silent pack:service'))
  const taken = read('.dockerignore').split('\n')
  for (const path of ['!deploy/monitoring', '!deploy/systemd', '!docs']) expect(taken).toContain(path)
})

test('the systemd unit and its environment file list every setting that the service reads', () => {
  const unit = read('deploy/systemd/affiliate.service')
  const given = [...unit.matchAll(/^Environment=(?!NODE_OPTIONS=)(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((assignment) => assignment.split('=')[0] ?? ''),
  )
  expect(given.sort()).toEqual(['DATA_DIR', 'HOST', 'NODE_ENV'])
  const lines = settingLines('deploy/systemd/affiliate.env.example')
  expect([...lines.map(([name]) => name), ...given].sort()).toEqual(EVERY)
  for (const [name, value] of lines) {
    if (!['DATABASE_ADMIN_URL', 'REDIS_URL'].includes(name))
      expect([name, value]).not.toEqual([name, expect.stringMatching(/secret|password|change/i)])
  }
})

test('the Helm chart takes every setting, keeps secrets separate, and rejects unknown names', () => {
  const values = readYaml(`${CHART}/values.yaml`)
  const names = { settings: Object.keys(values.settings), secrets: Object.keys(values.secret.values) }
  expect(names.secrets.sort()).toEqual([...SECRETS].sort())
  expect([...names.settings, ...names.secrets, ...IN_IMAGE].sort()).toEqual(EVERY)
  expect(new Set([...Object.values(values.settings), ...Object.values(values.secret.values)])).toEqual(
    new Set(['']),
  )

  const { properties } = JSON.parse(read(`${CHART}/values.schema.json`))
  expect(Object.keys(properties).sort()).toEqual([...Object.keys(values), 'global'].sort())
  for (const [schema, shown] of [
    [properties.settings, values.settings],
    [properties.secret.properties.values, values.secret.values],
  ]) {
    expect([Object.keys(schema.properties).sort(), schema.additionalProperties]).toEqual([
      Object.keys(shown).sort(),
      false,
    ])
  }
})

test("values.yaml has every value that the chart's templates read", () => {
  const values = readYaml(`${CHART}/values.yaml`)
  const folder = join(ROOT, CHART, 'templates')
  for (const name of readdirSync(folder)) {
    for (const [, path = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/\.Values\.([\w.]+)/g)) {
      const value = path.split('.').reduce((at, key) => at?.[key], values)
      expect([name, path, value === undefined]).toEqual([name, path, false])
    }
  }
})

test('all deployments have the project’s version', () => {
  const { version } = JSON.parse(read('package.json'))
  const chart = readYaml(`${CHART}/Chart.yaml`)
  expect([chart.version, chart.appVersion]).toEqual([version, version])
  expect(read('Dockerfile')).toContain(`LABEL org.opencontainers.image.version="${version}"`)
})

test('the image and compose.yml use versions that CI tests', () => {
  const { jobs } = readYaml('.github/workflows/ci.yml')
  const images = [...read('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?(\S+?):(\S+)/gm)].map(
    ([, ...of]) => of,
  )
  const nodes = images.filter(([name]) => name === 'node').map(([, tag]) => tag ?? '')
  expect(nodes).toHaveLength(2)
  expect(new Set(nodes).size).toBe(1)
  const [major = ''] = (nodes[0] ?? '').split('.')
  expect(nodes[0]).toMatch(/^\d+\.\d+\.\d+-\w+-slim$/)
  expect(jobs.embedded.strategy.matrix.node).toContain(major)
  const least = Number(/>=(\d+)/.exec(JSON.parse(read('package.json')).engines.node)?.[1])
  expect(read('.nvmrc').trim().startsWith(`${least}.`)).toBe(true)
  expect(Number(major)).toBeGreaterThanOrEqual(least)
  // Versions are pinned, so that the base image doesn't depend on the build date.
  for (const [name, tag] of images) expect([name, tag]).toEqual([name, expect.stringMatching(/^\d+\.\d+/)])

  const { services } = readYaml('compose.yml')
  expect(jobs.postgres.strategy.matrix.postgres).toContain(services.postgres.image.split(':')[1])
  expect(read('.github/workflows/ci.yml')).toContain(services.redis.image)
})

test('the image is built without files that may contain secrets', () => {
  const [first, ...rest] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(first).toBe('*')
  expect(rest).toEqual(expect.arrayContaining(['**/.env*', '**/data', '**/node_modules']))
  const copied = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  // The build context includes what npm and packing need: each workspace, and each file in the package.
  const { workspaces } = JSON.parse(read('package.json'))
  expect(copied).toEqual(
    expect.arrayContaining([...workspaces, 'scripts', 'package-lock.json', 'tsconfig.base.json']),
  )
  expect(read('Dockerfile')).not.toMatch(/^(ARG|ENV) .*(SECRET|TOKEN|PASSWORD)/m)
})

/** Returns the names and values in an environment file, including those that are commented out. */
function settingLines(path: string): [name: string, value: string][] {
  return [...read(path).matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
}
