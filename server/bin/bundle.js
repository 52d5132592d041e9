import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Bundles `affiliate` with the packages it imports, which starts in a fraction of the time that the sources need and uses
 * less memory. `affiliate.mjs` defines the commands, and the other files are what the commands import when they run.
 * `affiliate serve` runs for months and reads its files at the start, so it stays on its version when files change.
 *
 * The folder of a bundle is named by the hash of all sources and packages, so a bundle is never stale.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUNDLES = fileURLToPath(new URL('../dist/bundle/', import.meta.url))
const NAME = 'affiliate.mjs'

/** The sources' metadata and hash. Stored outside the bundle folder, which has one folder per version. */
const STAMP = fileURLToPath(new URL('../dist/bundle.stamp', import.meta.url))

/** A bundle's inputs. npm writes the last file after each installation; it lists the installed versions. */
const SOURCES = [
  'server/src',
  'server/messages',
  'server/bin',
  'tracker/src',
  'node_modules/.package-lock.json',
]

/** Tests, and files of any other type. A folder has no extension. */
const IGNORED = /\.test\.|\.(?![jt]s$|json$)[^.]*$/

/** Packages that read files in their own folder. `pg-native` isn't installed, and `pg` doesn't need it. */
const NOT_BUNDLED = ['@electric-sql/pglite', 'pg-native', 'playwright-core']

/** Older bundles are kept this long, because another process may be about to read one. */
const KEEP_OLD_MS = 60 * 60 * 1000

/**
 * Creates the bundle for the current sources if it doesn't exist.
 * @returns {Promise<string>} its URL
 */
export async function upToDateBundle() {
  const files = sourceFiles()
  const stamp = createStamp(files)
  const [name, known] = readIfExists(STAMP)?.split(/\n(.*)/s) ?? []
  const isUnchanged = name !== undefined && known === stamp
  const folder = join(BUNDLES, isUnchanged ? name : await hashFiles(files))
  if (!existsSync(join(folder, NAME))) await makeBundle(folder)
  if (!isUnchanged && stamp !== undefined) saveStamp(`${basename(folder)}\n${stamp}`)
  return pathToFileURL(join(folder, NAME)).href
}

/** @typedef {{ path: string, stats: import('node:fs').Stats }} SourceFile */

/**
 * Returns the sources' metadata. Reading 1,100 files takes longer than some commands, so the hash is only computed if
 * this has changed. The change time can't be set, so a copied, replaced or edited file has a new one.
 * @param {SourceFile[]} files
 * @returns {string | undefined} undefined if a file is so new that it may change again within the same change time
 */
function createStamp(files) {
  const settledMs = Date.now() - 2_000
  if (files.some(({ stats }) => stats.ctimeMs > settledMs)) return undefined
  return files.map(({ path, stats }) => `${path} ${stats.ino} ${stats.size} ${stats.ctimeMs}`).join('\n')
}

/** @param {string} text */
function saveStamp(text) {
  const draft = `${STAMP}-${process.pid}`
  try {
    writeFileSync(draft, text)
    renameSync(draft, STAMP)
  } catch {
    // Without write permission, each start computes the hash.
  }
}

/** @param {string} path */
function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * @param {SourceFile[]} files
 * @returns {Promise<string>}
 */
async function hashFiles(files) {
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  for (const { path } of files) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns a bundle's inputs, without the packages' files.
 * @returns {SourceFile[]} with paths relative to the root
 */
export function sourceFiles() {
  return SOURCES.flatMap(findFiles)
}

/**
 * Several times as fast as a recursive `readdirSync` on Node 20.
 * @param {string} path
 * @returns {SourceFile[]}
 */
function findFiles(path) {
  const stats = statSync(`${ROOT}${path}`, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isDirectory()) return [{ path, stats }]
  return readdirSync(`${ROOT}${path}`)
    .sort()
    .flatMap((name) => (IGNORED.test(name) ? [] : findFiles(`${path}/${name}`)))
}

/**
 * Creates the bundle in a temporary folder and moves it into place, because several processes may start at once and one
 * may be killed.
 * @param {string} folder
 */
async function makeBundle(folder) {
  const { randomUUID } = await import('node:crypto')
  const draft = join(BUNDLES, `new-${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  try {
    await bundleInto(draft)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process has already created the same bundle.
    if (!existsSync(join(folder, NAME))) throw error
  }
  removeOldBundles(folder)
}

/**
 * @param {string} folder at the same depth as a domain's folder, so that relative paths in the sources work
 * @returns the inputs and outputs of each part: the definitions of commands, and their code
 */
export async function bundleInto(folder) {
  const { build, stop } = await import('esbuild')
  try {
    const options = { ...OPTIONS, outdir: folder }
    /** @type {Map<string, string>} */
    const imported = new Map()
    const command = await build({
      ...options,
      entryPoints: { affiliate: 'server/src/cli/run.ts' },
      plugins: [...OPTIONS.plugins, importsInOtherFiles(imported)],
    })
    const code = await build({
      ...options,
      entryPoints: Object.fromEntries(imported),
      splitting: true,
      plugins: [...OPTIONS.plugins, importsInSameFile],
    })
    return { command: command.metafile, code: code.metafile }
  } finally {
    await stop()
  }
}

/** The globals that CommonJS packages expect. */
const COMMONJS_GLOBALS = `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)
const __filename = import.meta.filename
const __dirname = import.meta.dirname`

/**
 * Compiles the tracker at build time, so that a process that serves it needs no compiler.
 * @type {import('esbuild').Plugin}
 */
const trackerAsText = {
  name: 'tracker as text',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]tracker-script\.http\.ts$/ }, async ({ path }) => {
      const { importTypescript } = await import('./typescript.js')
      const unregister = await importTypescript()
      const { trackerScript } = await import(pathToFileURL(path).href)
      await unregister()
      const scripts = { script: trackerScript('script'), pages: trackerScript('pages') }
      return { contents: `export const trackerScript = (name) => (${JSON.stringify(scripts)})[name]` }
    })
  },
}

/**
 * Parsing JSON at startup takes a fraction of the time of evaluating the same object as JavaScript.
 * @type {import('esbuild').Plugin}
 */
const messagesAsText = {
  name: 'messages as text',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]server[/\\]messages[/\\].*\.json$/ }, ({ path }) => ({
      contents: `export default JSON.parse(${JSON.stringify(readFileSync(path, 'utf8'))})`,
    }))
  },
}

/**
 * Omits the YAML library, because the service never requests the API document as YAML.
 * @type {import('esbuild').Plugin}
 */
const withoutYaml = {
  name: 'without YAML',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^yaml$/ }, () => ({ path: 'yaml', namespace: 'left out' }))
    onLoad({ filter: /./, namespace: 'left out' }, () => ({ contents: '' }))
  },
}

/** Changes to package files, with the text that they replace. */
const PACKAGE_CHANGES = [
  // Looking for Cloudflare's `Response` loads Node's HTTP client with its WebAssembly.
  { file: /[/\\]pg[/\\]lib[/\\]stream\.js$/, from: "typeof Response === 'function'", to: 'false' },
  // One character outside ASCII, and V8 stores the whole file with two bytes per character.
  { file: /[/\\]markdown-it[/\\]dist[/\\]markdown-it\.mjs$/, from: '([?!])…', to: '([?!])\\u2026' },
  // Error messages in 100 languages, which nothing uses.
  {
    file: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/,
    from: /export \{ default as (?!en\b)\w+ \}.*\n/g,
    to: '',
  },
  {
    file: /[/\\]typebox[/\\].*[/\\]_locale\.mjs$/,
    from: /export \* from '\.\/(?!_config|en_US)\w+\.mjs';\n/g,
    to: '',
  },
]

/** @type {import('esbuild').Plugin} */
const changedPackages = {
  name: 'changed packages',
  setup({ onLoad }) {
    for (const { file, from, to } of PACKAGE_CHANGES) {
      onLoad({ filter: file }, ({ path }) => {
        const source = readFileSync(path, 'utf8')
        const contents = source.replace(from, to)
        if (contents === source) throw new Error(`${path} has changed: update PACKAGE_CHANGES`)
        return { contents }
      })
    }
  },
}

/**
 * Leaves `import()` of our files to the other files of the bundle. `affiliate.mjs` has its own copies of modules, so only
 * errors that `isStartError` recognizes and plain values may be passed between them.
 * @param {Map<string, string>} imported receives the path of each import by the name of its file
 * @returns {import('esbuild').Plugin}
 */
const importsInOtherFiles = (imported) => ({
  name: 'imports in other files',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const [name, source] = [basename(path, '.ts'), join(resolveDir, path)]
      if ((imported.get(name) ?? source) !== source) throw new Error(`two imports are named ${name}`)
      imported.set(name, source)
      return { path: `./${name}.mjs`, external: true }
    })
  },
})

/**
 * What the service may first need months after its start, when an upgrade has removed the files of its bundle. It is part
 * of the file that imports it, and evaluated on first use.
 */
export const NEEDED_LATER = [
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
  'age-encryption',
  'altcha-lib',
  'altcha-lib/algorithms/sha',
  'aws4fetch',
  'nodemailer',
  'stripe',
  './markdown.rule.ts',
  // Imported by better-auth at the first sign-in.
  '../adapters/kysely-adapter/index.mjs',
]

/** Calls `require`, because the bundler moves what `import()` loads to a file of its own. */
const NEEDED_LATER_IMPORT = new RegExp(`\\bimport\\(['"](${NEEDED_LATER.join('|')})['"]\\)`, 'g')

/** Like `import()`, adds a default export to CommonJS modules. */
const AS_MODULE = 'const asModule = (part) => (part.__esModule ? part : { ...part, default: part })'

/** @type {import('esbuild').Plugin} */
const importsInSameFile = {
  name: 'imports in the same file',
  setup({ onLoad, onResolve, resolve }) {
    onLoad({ filter: /[/\\](server[/\\]src|better-auth[/\\]dist[/\\]db)[/\\].*\.m?[jt]s$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const changed = source.replace(
        NEEDED_LATER_IMPORT,
        "Promise.resolve().then(() => asModule(require('later:$1')))",
      )
      return changed === source ? undefined : { contents: `${changed}\n${AS_MODULE}`, loader: 'ts' }
    })
    onResolve({ filter: /^later:/ }, ({ path, importer, resolveDir }) =>
      // Otherwise, a package's CommonJS version would be used.
      resolve(path.slice('later:'.length), { kind: 'import-statement', importer, resolveDir }),
    )
  },
}

/** @satisfies {import('esbuild').BuildOptions} */
const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  outExtension: { '.js': '.mjs' },
  platform: /** @type {const} */ ('node'),
  target: 'node20.19',
  format: /** @type {const} */ ('esm'),
  external: NOT_BUNDLED,
  // A tsconfig.json next to the sources must not affect the bundle.
  tsconfigRaw: {},
  minifyWhitespace: true,
  // The package has them in its own file.
  legalComments: /** @type {const} */ ('none'),
  // Loaded only with NODE_OPTIONS=--enable-source-maps.
  sourcemap: /** @type {const} */ ('linked'),
  sourcesContent: false,
  banner: { js: COMMONJS_GLOBALS },
  metafile: /** @type {const} */ (true),
  logLevel: /** @type {const} */ ('error'),
  plugins: [trackerAsText, messagesAsText, withoutYaml, changedPackages],
}

/** @param {string} current */
function removeOldBundles(current) {
  for (const name of readdirSync(BUNDLES)) {
    const folder = join(BUNDLES, name)
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (folder !== current && mtimeMs < Date.now() - KEEP_OLD_MS)
      rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await upToDateBundle()
