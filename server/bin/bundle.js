import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { importTypescript } from './typescript.js'

/**
 * The service as one file: its sources and the packages they import, as JavaScript. It starts in a fraction of the time
 * that the sources take, and in less memory; and because it is one file that is read whole, a process goes on as the
 * version it was started as, whatever is changed beside it.
 *
 * A bundle lies in a folder named by the hash of everything it is made of, so that it cannot be stale: other sources,
 * or other packages, are another folder. The sources are read for it at every start, which takes some 20 ms.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUNDLES = fileURLToPath(new URL('../dist/bundle/', import.meta.url))
const NAME = 'affiliate.mjs'

/** What a bundle is made of. npm writes the last when it has installed something: which versions are there. */
const SOURCES = [
  'server/src',
  'server/messages',
  'server/bin',
  'tracker/src',
  'node_modules/.package-lock.json',
]

/** Read files beside their own, so they stay where they are; `pg-native` is not there, and `pg` does without it. */
const NOT_BUNDLED = ['@electric-sql/pglite', 'pg-native']

/** Another process may be about to read an older bundle. */
const KEPT_MS = 60 * 60 * 1000

/** @returns {Promise<string>} the address of the bundle of the sources as they are, made when it is not there */
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
 * What a bundle is made of, but for the packages' own files.
 * @returns {string[]} paths from the root
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
 * Made aside and moved into place when it is whole: several processes may start at once, and one may be killed.
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
    // Another process was faster, with the same.
    if (!existsSync(join(folder, NAME))) throw error
  }
  removeOldBundles(folder)
}

/**
 * @param {string} folder as deep as a domain's folder, so that what the sources find beside them is found from there
 * @returns which files it was made of, and which of them import which
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
      // No setting beside the sources may change what they mean.
      tsconfigRaw: {},
      minifyWhitespace: true,
      // Read by those alone who ask for it: NODE_OPTIONS=--enable-source-maps.
      sourcemap: 'linked',
      sourcesContent: false,
      banner: { js: AROUND_COMMONJS },
      metafile: true,
      logLevel: 'error',
      plugins: [trackerAsText, messagesAsText, withoutYaml],
    })
    return metafile.inputs
  } finally {
    await stop()
  }
}

/** What packages written for `require` expect around them. */
const AROUND_COMMONJS = `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)
const __filename = import.meta.filename
const __dirname = import.meta.dirname`

/**
 * The tracker is compiled now, so that a process which serves it needs no compiler.
 * @type {import('esbuild').Plugin}
 */
const trackerAsText = {
  name: 'tracker as text',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]tracker-script\.http\.ts$/ }, async ({ path }) => {
      const unregister = await importTypescript()
      const { trackerScript } = await import(pathToFileURL(path).href)
      await unregister()
      return { contents: `export const trackerScript = () => ${JSON.stringify(trackerScript())}` }
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
 * `@fastify/swagger` can write its document as YAML, which nobody asks it for.
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
    if (folder !== current && mtimeMs < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await upToDateBundle()
