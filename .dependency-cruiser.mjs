// Allowed imports, types included: a domain imports only domains listed before it, and a layer only the layers it
// lists. `npm run layers` fails on all other imports and on cycles.

const SRC = '^server/src/'
const TEST = '[.]test[.]ts$'

/** The domains by area, from the lowest to the highest. Each imports only those before it. */
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
  'tracking/coupons',
  'tracking/leads',
  'tracking/sales',
  'tracking/attribution',
  'tracking/refunds',
  'tracking/processors',
  'tracking/reconciliation',
  'tracking/readiness',
  'tracking/verification',
  'reports/search',
  'reports/performance',
  'reports/simulation',
  'reports/coupon-report',
  'reports/breakdowns',
  'reports/capture-report',
  'reports/explain',
  'reports/share-links',
  'portal/partner-portal',
  'portal/inquiries',
  'operations/backup',
  'operations/data-subjects',
  'operations/retention',
  'operations/doctor',
  'operations/setup',
  'operations/sandbox',
  'operations/waiting-work',
]

/** A layer is a file name's suffix. Each may also import enums, types and `core/`. */
const LAYERS = {
  plugin: {
    knows: ['route', 'http', 'flow', 'sql', 'rule'],
    says: 'Registers a domain’s routes and metrics.',
  },
  route: {
    knows: ['http', 'page', 'flow', 'rule', 'sql'],
    says: 'A route consists of a schema and a handler.',
  },
  job: { knows: ['job', 'flow', 'rule', 'sql'], says: 'A background job, run through flows and SQL.' },
  http: { knows: ['http', 'flow', 'rule', 'sql'], says: 'Building blocks of routes.' },
  page: { knows: ['page', 'rule', 'sql'], says: 'HTML built from loaded facts.' },
  flow: { knows: ['flow', 'adapter', 'rule', 'sql'], says: 'A use case: load, decide, save.' },
  adapter: { knows: ['adapter', 'rule', 'sql'], says: 'An external protocol.' },
  rule: { knows: ['rule'], says: 'Pure: everything comes in as an argument.' },
  sql: { knows: ['sql', 'rule'], says: 'SQL only. Decisions belong in a rule.' },
}
const SUFFIX = `[.](${Object.keys(LAYERS).join('|')})[.]ts$`

/** Holds a connection, a file, a setting or a clock. Rules and enums may not import it. */
const PLUMBING = `${SRC}core/(async/(time-slices|keyed-queue|read-queue)|config/(config|data-dir|secret-file|version)|database/(commit-groups|connection-queue|data-dir-lock|database|distribute|durable-files|embedded-database|embedded-engine|embedded-statements|group-commit|migrate|postgres-pool|reachable-programs|retry-if-moved|savepoints|transaction)|(deps)|http/(redis|service)|jobs/(jobs|queue-worker)|observability/(log-output|logger|metrics|outages)|processes/(control-socket|listening|primary|stop-on-signal|workers))[.]ts$`

const domainOrder = DOMAINS.map((domain, place) => ({
  name: `domain-${domain.replace('/', '-')}`,
  comment: `${domain}/ may import only the domains below it (${DOMAINS.slice(0, place).join(', ') || 'none'}): let the higher domain pass in what it needs.`,
  severity: 'error',
  from: { path: `${SRC}${domain}/`, pathNot: TEST },
  to: { path: `${SRC}((${DOMAINS.slice(place + 1).join('|')}|cli)/|[^/]+$)` },
}))

const layerOrder = Object.entries(LAYERS).map(([layer, { knows, says }]) => ({
  name: `layer-${layer}`,
  comment: `${says} It imports ${knows.join(', ')}, enums and types.`,
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
        'A rule declares the facts it needs, and SQL loads them. SQL may import the types of these facts, but not call rules.',
      severity: 'error',
      from: { path: `${SRC}.*[.]sql[.]ts$` },
      to: { path: `${SRC}.*[.]rule[.]ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'every-domain-is-listed',
      comment: 'Every folder in server/src is a domain in the list above.',
      severity: 'error',
      from: { path: `${SRC}(?!(${DOMAINS.join('|')}|cli)/)[^/]+/`, pathNot: TEST },
      to: {},
    },
    {
      name: 'types-import-no-layer',
      comment: 'A file without a suffix holds enums and types, and doesn’t import any layer.',
      severity: 'error',
      from: { path: `${SRC}(?!cli/).*/[^./]+[.]ts$`, pathNot: PLUMBING },
      to: { path: [`${SRC}.*${SUFFIX}`, PLUMBING] },
    },
    {
      name: 'rules-import-no-infrastructure',
      comment: 'A rule takes settings, database and clock as arguments.',
      severity: 'error',
      from: { path: `${SRC}.*[.]rule[.]ts$` },
      to: { path: PLUMBING },
    },
    {
      name: 'rules-do-no-io',
      comment: 'A rule doesn’t do I/O. Move the I/O into SQL, a route or a flow.',
      severity: 'error',
      from: { path: `${SRC}.*[.]rule[.]ts$` },
      to: {
        path: '^(node:)?(fs|http|https|net|dns|child_process|worker_threads|timers)(/|$)|(^|/)node_modules/(fastify|@fastify|kysely|pg|@electric-sql|ioredis|better-auth)/',
      },
    },
    {
      name: 'artifacts-stand-alone',
      comment: 'server, tracker, sdk and dashboard ship separately and may not import each other.',
      severity: 'error',
      from: { path: '^(server|tracker|sdk|dashboard)/src/' },
      to: { path: '^(server|tracker|sdk|dashboard)/', pathNot: '^$1/' },
    },
    {
      name: 'no-catch-all-folder',
      comment: 'Name the folder after its subject, not utils, common, helpers or shared.',
      severity: 'error',
      from: {},
      to: { path: '^[a-z]+/src.*/(utils?|common|helpers?|shared)(/|[.]tsx?$)' },
    },
    {
      name: 'no-cycle',
      comment: 'Import cycles, types included: merge the files or extract what they share.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'import-what-exists',
      comment: 'The imported file or package was not found.',
      severity: 'error',
      // Next.js is installed only in sdk/test/frameworks.
      from: { pathNot: '^tracker/test/example-shop/nextjs/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^([a-z]+/dist|sdk/test/frameworks/[.]project-[^/]+)/' },
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
}
