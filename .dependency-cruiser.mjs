// Which way imports go, types included: from a domain only to those listed before it, and from a layer only to
// the layers it may know. `npm run layers` fails on any other way, and on any circle.

const SRC = '^server/src/'
const TEST = '[.]test[.]ts$'

/** The domains, area by area, from the ground up: each imports only those before it. */
const DOMAINS = [
  'core',
  'statistics',
  'workspace/accounts',
  'workspace/sign-in',
  'workspace/audit',
  'workspace/programs',
  'workspace/branding',
  'notifications/outbox',
  'notifications/mail',
  'notifications/webhooks',
  'notifications/listen',
  'partners/enrollments',
  'partners/onboarding',
  'partners/portal-access',
  'earnings/payout-details',
  'earnings/commissions',
  'earnings/payouts',
  'earnings/payment-files',
  'earnings/invoices',
  'tracking/requests',
  'tracking/clicks',
  'tracking/leads',
  'tracking/sales',
  'tracking/attribution',
  'tracking/refunds',
  'tracking/processors',
  'reports/search',
  'reports/performance',
  'reports/simulation',
  'reports/breakdowns',
  'reports/explain',
  'portal/partner-portal',
  'portal/inquiries',
  'operations/backup',
  'operations/data-subjects',
  'operations/retention',
  'operations/doctor',
  'operations/setup',
  'operations/sandbox',
]

/** A layer is the suffix of a file's name; what it may import beside words and platform. */
const LAYERS = {
  plugin: { knows: ['route', 'http', 'flow', 'sql', 'rule'], says: 'Registers the routes and metrics of a domain.' },
  route: { knows: ['http', 'page', 'flow', 'rule', 'sql'], says: 'A route is schema and handler.' },
  job: { knows: ['job', 'flow', 'rule', 'sql'], says: 'A job works by the clock, through flows and SQL.' },
  http: { knows: ['http', 'flow', 'rule', 'sql'], says: 'Plumbing that routes are made of.' },
  page: { knows: ['page', 'rule', 'sql'], says: 'HTML of facts that were loaded.' },
  flow: { knows: ['flow', 'adapter', 'rule', 'sql'], says: 'A use case: load, decide, save.' },
  adapter: { knows: ['adapter', 'rule', 'sql'], says: "Somebody else's protocol." },
  rule: { knows: ['rule'], says: 'Pure: what it needs to know comes in as an argument.' },
  sql: { knows: ['sql', 'rule'], says: 'SQL and nothing else: decisions belong in a rule.' },
}
const SUFFIX = `[.](${Object.keys(LAYERS).join('|')})[.]ts$`

/** What holds a connection, a file, a setting or a clock: no rule and no word may know it. */
const PLUMBING = `${SRC}core/(async/(in-slices|one-by-one|take-turns)|config/(config|data-dir|secret-file|version)|database/(commit-groups|connection-queue|data-dir-lock|database|distribute|durable-files|embedded-database|embedded-engine|embedded-statements|group-commit|migrate|postgres-pool|reachable-programs|retry-moved|savepoints|transaction)|(deps)|http/(redis|service)|jobs/(jobs|queue-worker)|observability/(log-output|logger|metrics|outages)|processes/(control-socket|listening|primary|stop-on-signal|workers))[.]ts$`

const domainOrder = DOMAINS.map((domain, place) => ({
  name: `domain-${domain.replace('/', '-')}`,
  comment: `${domain}/ knows only the domains below it (${DOMAINS.slice(0, place).join(', ') || 'none'}): let the higher one supply what it needs.`,
  severity: 'error',
  from: { path: `${SRC}${domain}/`, pathNot: TEST },
  to: { path: `${SRC}((${DOMAINS.slice(place + 1).join('|')}|cli)/|[^/]+$)` },
}))

const layerOrder = Object.entries(LAYERS).map(([layer, { knows, says }]) => ({
  name: `layer-${layer}`,
  comment: `${says} It imports ${knows.join(', ')} and words.`,
  severity: 'error',
  from: { path: `${SRC}.*[.]${layer}[.]ts$` },
  to: { path: `${SRC}.*${SUFFIX}`, pathNot: `[.](${knows.join('|')})[.]ts$` },
}))

export default {
  forbidden: [
    ...domainOrder,
    ...layerOrder,
    {
      name: 'sql-runs-no-rule',
      comment:
        'A rule declares the facts that it needs; SQL loads them. It knows their types, and calls no rule.',
      severity: 'error',
      from: { path: `${SRC}.*[.]sql[.]ts$` },
      to: { path: `${SRC}.*[.]rule[.]ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'every-domain-is-listed',
      comment: 'A folder of server/src is a domain and has its place in the list of this file.',
      severity: 'error',
      from: { path: `${SRC}(?!(${DOMAINS.join('|')}|cli)/)[^/]+/`, pathNot: TEST },
      to: {},
    },
    {
      name: 'words-are-words',
      comment: 'A file without a suffix holds words and types: it knows no layer.',
      severity: 'error',
      from: { path: `${SRC}(?!cli/).*/[^./]+[.]ts$`, pathNot: PLUMBING },
      to: { path: [`${SRC}.*${SUFFIX}`, PLUMBING] },
    },
    {
      name: 'rules-know-no-plumbing',
      comment: 'A rule knows no setting, no database, no clock: they come in as arguments.',
      severity: 'error',
      from: { path: `${SRC}.*[.]rule[.]ts$` },
      to: { path: PLUMBING },
    },
    {
      name: 'rules-do-no-io',
      comment: 'A rule knows no SQL, no HTTP, no files, no network: move that into SQL, a route or a flow.',
      severity: 'error',
      from: { path: `${SRC}.*[.]rule[.]ts$` },
      to: {
        path: '^(node:)?(fs|http|https|net|dns|child_process|worker_threads|timers)(/|$)|(^|/)node_modules/(fastify|@fastify|kysely|pg|@electric-sql|ioredis|better-auth)/',
      },
    },
    {
      name: 'artifacts-stand-alone',
      comment: 'server, tracker, sdk and dashboard are shipped apart: none imports the source of another.',
      severity: 'error',
      from: { path: '^(server|tracker|sdk|dashboard)/src/' },
      to: { path: '^(server|tracker|sdk|dashboard)/', pathNot: '^$1/' },
    },
    {
      name: 'no-drawer-for-everything',
      comment: 'utils, common, helpers and shared say nothing: name the folder after the domain.',
      severity: 'error',
      from: {},
      to: { path: '^[a-z]+/src.*/(utils?|common|helpers?|shared)(/|[.]tsx?$)' },
    },
    {
      name: 'no-circle',
      comment: 'Two files that need each other are one, or share a third; a type ties as much as a value.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'import-what-exists',
      comment: 'The imported file or package was not found.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[a-z]+/dist/' },
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
}
