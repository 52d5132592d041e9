// Which way imports go: routes -> flows -> rules and store. `npm run layers` fails on any other way.
// A type costs nothing at run time and ties nobody to an order, so type-only imports are free.

const SRC = '^server/src/'
const TEST = '[.]test[.]ts$'

/** Code of `from` must not import what matches `to`; tests beside the code may import what they need. */
const forbid = (name, comment, from, to, except = TEST) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [TEST, except] },
  to: { dependencyTypesNot: ['type-only'], ...to },
})

export default {
  forbidden: [
    forbid(
      'rules-are-pure',
      'A rule imports only rules: what it needs to know comes in as an argument.',
      `${SRC}rules/`,
      { path: SRC, pathNot: `${SRC}rules/` },
    ),
    forbid(
      'rules-do-no-io',
      'A rule knows no SQL, no HTTP, no files, no network: move that into the store, a route or a flow.',
      `${SRC}rules/`,
      {
        path: '^(node:)?(fs|http|https|net|dns|child_process|worker_threads|timers)(/|$)|(^|/)node_modules/(fastify|@fastify|kysely|pg|@electric-sql|ioredis|better-auth)/',
      },
    ),
    forbid(
      'store-is-sql-only',
      'The store holds SQL: it imports only the store (and types). The decision belongs in a rule, the order of steps in a flow.',
      `${SRC}store/`,
      { path: SRC, pathNot: `${SRC}store/` },
    ),
    forbid(
      'flows-know-no-http',
      'A flow is called by routes, jobs and the command line alike: it imports flows, rules and the store.',
      `${SRC}flows/`,
      { path: `${SRC}(routes|http|jobs|data-dir)/|${SRC}(app|main|cli|open-deps)[.]ts$` },
    ),
    forbid(
      'processors-are-adapters',
      'A processor checks signatures and translates events: it imports rules (and types), and only routes and app.ts import it. A flow knows its types alone.',
      `${SRC}processor/`,
      { path: SRC, pathNot: `${SRC}(processor|rules)/` },
    ),
    forbid(
      'processors-are-for-routes',
      'A flow is told of events in our own words: the types of processor/ are all it may import from there.',
      SRC,
      { path: `${SRC}processor/` },
      `${SRC}(processor|routes)/|${SRC}app[.]ts$`,
    ),
    forbid('jobs-know-no-http', 'A job does its work through flows and the store.', `${SRC}jobs/`, {
      path: `${SRC}(routes|http|data-dir)/|${SRC}(app|main|cli|open-deps)[.]ts$`,
    }),
    forbid(
      'http-is-for-routes',
      'http/ is what routes are made of: only routes, http/ itself, app.ts and the command line import it.',
      SRC,
      { path: `${SRC}http/` },
      `${SRC}(routes|http)/|${SRC}(app|cli)[.]ts$`,
    ),
    forbid(
      'routes-are-the-outside',
      'Nothing but app.ts imports a route.',
      SRC,
      { path: `${SRC}routes/` },
      `${SRC}routes/|${SRC}app[.]ts$`,
    ),
    forbid(
      'http-knows-no-route-or-flow',
      'http/ serves every route, so it knows none of them.',
      `${SRC}http/`,
      { path: `${SRC}(routes|flows|jobs|data-dir)/|${SRC}(app|main|cli|open-deps)[.]ts$` },
    ),
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
      comment: 'Two files that need each other are one, or share a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
