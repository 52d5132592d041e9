import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addCleanup } from '../../server/test/cleanup.ts'

const run = promisify(execFile)
const SDK = fileURLToPath(new URL('..', import.meta.url))
/** Next.js and the Workers runtime take 500 MB, so they have their own package.json. */
export const FRAMEWORKS = fileURLToPath(new URL('frameworks/', import.meta.url))
const INSTALL = 'npm ci --ignore-scripts --prefix sdk/test/frameworks'
const NEXT = join(FRAMEWORKS, 'node_modules/next/dist/bin/next')

const isInstalled = existsSync(join(FRAMEWORKS, 'node_modules'))
/** Without the frameworks, tests are skipped with a note in the name, or fail if TEST_REQUIRE_ALL=1. */
export const canRunFrameworks = isInstalled || process.env.TEST_REQUIRE_ALL === '1'
export const skippedNote = canRunFrameworks ? '' : ` (not installed: \`${INSTALL}\`)`

const environment = {
  PATH: process.env.PATH,
  NODE_ENV: 'production' as const,
  NEXT_TELEMETRY_DISABLED: '1',
  TEST_RUN_ID: process.env.TEST_RUN_ID,
}

/** Creates a merchant's project with the built SDK. @returns its folder, which is removed after the tests */
export async function createProject(): Promise<string> {
  if (!isInstalled) throw new Error(`Next.js and workerd aren't installed. Run \`${INSTALL}\`.`)
  // Next.js accepts packages only from the project's folder or above.
  const project = mkdtempSync(join(FRAMEWORKS, '.project-'))
  addCleanup(() => rmSync(project, { recursive: true, force: true }))
  const installed = join(project, 'node_modules/affiliate-sdk')
  mkdirSync(installed, { recursive: true })
  cpSync(join(SDK, 'package.json'), join(installed, 'package.json'))
  const build = join(SDK, 'scripts/build.ts')
  await run(process.execPath, ['--import', import.meta.resolve('tsx'), build, join(installed, 'dist')])
  return project
}

/** Builds a Next.js project for production. */
export async function buildNext(folder: string): Promise<void> {
  await run(process.execPath, [NEXT, 'build'], { cwd: folder, env: environment }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`next build failed: ${stdout}${stderr}`)
    },
  )
}

/** Starts a built Next.js project on a free port. */
export function startNext(folder: string, variables?: Record<string, string>): Promise<StartedServer> {
  const start = [NEXT, 'start', '--hostname', '127.0.0.1', '--port', '0']
  return startServer([process.execPath, ...start], { folder, variables, pattern: /Local: +(http:\S+)/ })
}

export interface StartedServer {
  /** What the pattern captured from the output. */
  found: string
  stop(): void
}

/** Starts a server and waits until its output matches the pattern. */
export async function startServer(
  [command = '', ...args]: string[],
  {
    folder,
    variables,
    pattern,
  }: { folder: string; variables?: Record<string, string> | undefined; pattern: RegExp },
): Promise<StartedServer> {
  const child = spawn(command, args, { cwd: folder, env: { ...environment, ...variables } })
  const stop = () => void child.kill('SIGKILL')
  addCleanup(stop)
  let output = ''
  const found = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const found = pattern.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`${command} ended with ${code}: ${output}`)))
  })
  return { found, stop }
}
