import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { importTypescript } from './typescript.js'

/**
 * Bundles the service into one JavaScript file with the packages it imports. The bundle starts in a fraction of the time
 * that the sources need and uses less memory. A process reads the whole file at the start, so it stays on its version
 * when files change.
 *
 * The folder of a bundle is named by the hash of all sources and packages, so a bundle is never stale. Every start reads
 * the sources to compute the hash, which takes about 20 ms.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUNDLES = fileURLToPath(new URL('../dist/bundle/', import.meta.url))
const NAME = 'affiliate.mjs'

/** The inputs of a bundle. npm writes the last file after each installation; it lists the installed versions. */
const SOURCES = [
  'server/src',
  'server/messages',
  'server/bin',
  'tracker/src',
  'node_modules/.package-lock.json',
]

/** Packages that read files in their own folder. `pg-native` isn't installed, and `pg` doesn't need it. */
const NOT_BUNDLED = ['@electric-sql/pglite', 'pg-native', 'playwright-core']

/** Older bundles are kept this long, because another process may be about to read one. */
const KEEP_OLD_MS = 60 * 60 * 1000

/**
 * Creates the bundle of the current sources if it doesn't exist.
 * @returns {Promise<string>} its URL
 */
export async function upToDateBundle() {
  const folder = join(BUNDLES, hashOfSources())
  if (!existsSync(join(folder, NAME))) await makeBundle(folder)
  return pathToFileURL(join(folder, NAME)).href
}

/** @returns {string} */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of sourceFiles()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns the inputs of a bundle, without the files of packages.
 * @returns {string[]} paths relative to the root
 */
export function sourceFiles() {
  return SOURCES.flatMap((source) => {
    const path = join(ROOT, source)
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    if (isFolder === undefined) return []
    if (!isFolder) return [source]
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.([jt]s|json)$/.test(name))
      .sort()
      .map((name) => join(source, name))
  })
}

/**
 * Creates the bundle in a temporary folder and moves it into place, because several processes may start at once and one
 * may be killed.
 * @param {string} folder
 */
async function makeBundle(folder) {
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
 * @returns the files of the bundle and their imports
 */
export async function bundleInto(folder) {
  const { build, stop } = await import('esbuild')
  try {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['server/src/cli/run.ts'],
      outfile: join(folder, NAME),
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      external: NOT_BUNDLED,
      // A tsconfig.json next to the sources must not affect the bundle.
      tsconfigRaw: {},
      minifyWhitespace: true,
      // Loaded only with NODE_OPTIONS=--enable-source-maps.
      sourcemap: 'linked',
      sourcesContent: false,
      banner: { js: COMMONJS_GLOBALS },
      metafile: true,
      logLevel: 'error',
      plugins: [trackerAsText, messagesAsText, withoutYaml],
    })
    return metafile.inputs
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
      const unregister = await importTypescript()
      const { trackerScript } = await import(pathToFileURL(path).href)
      await unregister()
      const scripts = { script: trackerScript('script'), pages: trackerScript('pages') }
      return { contents: `export const trackerScript = (name) => (${JSON.stringify(scripts)})[name]` }
    })
  },
}

/**
 * Parsing JSON at startup takes a fraction of the time that evaluating the same object as JavaScript does.
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
