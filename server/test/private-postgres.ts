import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PACKAGES = '/usr/lib/postgresql'

/** The folder with the newest installed PostgreSQL programs, if any. */
export const POSTGRES_BIN = findPrograms()

/** Like `POSTGRES_BIN`, with Citus; `TEST_CITUS_BIN` sets another folder. */
export const CITUS_BIN = findPrograms(
  (bin) => existsSync(join(bin, '../lib/citus.so')),
  process.env.TEST_CITUS_BIN,
)

/** A PostgreSQL server for one test, which may stop, overload or break the server. */
export interface PrivatePostgres {
  port: number
  /** The connection URL of its `postgres` database. */
  url: string
  start(): Promise<void>
  /** `immediate` simulates a crash: no messages, nothing saved. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  remove(): Promise<void>
}

/** @param parent an empty folder for its data, such as a small disk; defaults to a new one */
export async function startPrivatePostgres(
  parent?: string,
  { bin = POSTGRES_BIN, settings = [] }: { bin?: string | undefined; settings?: readonly string[] } = {},
): Promise<PrivatePostgres> {
  const folder = parent ?? mkdtempSync(join(tmpdir(), 'affiliate-postgres-'))
  const serverFolder = join(folder, 'server')
  const data = join(serverFolder, 'data')
  await mkdir(serverFolder)
  const user = serverUser()
  if (user !== undefined) {
    await chmod(folder, 0o755)
    await chown(serverFolder, user.uid, user.gid)
  }
  const port = await freePort()
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${serverFolder}`,
    // Test data needn't survive a crash.
    '-c fsync=off',
    ...settings.map((setting) => `-c ${setting}`),
  ]
  const runAs = (program: string, args: string[]) => runServerProgram(user, join(bin ?? '', program), args)
  const control = (...args: string[]) => runAs('pg_ctl', ['-D', data, '-w', '-t', '60', ...args])
  await runAs('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'])
  const server: PrivatePostgres = {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => control('-l', join(serverFolder, 'log'), '-o', options.join(' '), 'start'),
    stop: (mode) => control('-m', mode, 'stop'),
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await server.stop('immediate')
      rmSync(parent === undefined ? folder : serverFolder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** PostgreSQL refuses to run as root; its packages create a user for it. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres to run a server as')
  return { uid: Number(uid), gid: Number(gid) }
}

async function runServerProgram(
  user: { uid: number; gid: number } | undefined,
  program: string,
  args: string[],
) {
  // A clean environment, without the variables that identify the test run.
  const options = { cwd: '/', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' }, ...user }
  const child = run(program, args, { ...options, maxBuffer: 1 << 20 })
  // Processes started by pg_ctl inherit its output streams and keep them open.
  child.child.once('exit', () => {
    child.child.stdout?.destroy()
    child.child.stderr?.destroy()
  })
  await child
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

function findPrograms(isWanted: (bin: string) => boolean = () => true, named?: string): string | undefined {
  const packaged = existsSync(PACKAGES) ? readdirSync(PACKAGES) : []
  const places = packaged
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(PACKAGES, version, 'bin'))
  return [...(named === undefined ? [] : [named]), ...places].find(
    (bin) => existsSync(join(bin, 'initdb')) && isWanted(bin),
  )
}

/** Mounts a small disk that a test can fill. @returns undefined if this user may not mount one */
export async function mountSmallDisk(
  megabytes: number,
): Promise<{ folder: string; remove(): Promise<void> } | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-disk-'))
  const asRoot = (...command: string[]) =>
    process.getuid?.() === 0 ? run(command[0] ?? '', command.slice(1)) : run('sudo', ['-n', ...command])
  try {
    await asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'affiliate-test', folder)
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  return {
    folder,
    async remove() {
      await asRoot('umount', folder)
      rmSync(folder, { recursive: true })
    },
  }
}
