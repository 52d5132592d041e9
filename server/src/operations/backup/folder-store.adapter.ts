import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../core/errors/start-error.ts'
import {
  alwaysMayWrite,
  type BackupDraft,
  BackupError,
  type BackupStore,
  MANIFEST_FILE,
  type StoreOptions,
} from './backup.ts'
import { BACKUP_NAMES } from './backup-name.rule.ts'

/** Readable only by the owner, because an unencrypted backup is the whole database. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Unfinished and deleted backups have names that no complete backup can have. */
const DRAFT = { before: '.', after: '.unfinished' }

/** Stores each backup in its own folder, which is renamed after everything is on disk. */
export function folderStore(
  folder: string,
  { names: { isName } = BACKUP_NAMES, mayWrite = alwaysMayWrite }: StoreOptions = {},
): BackupStore {
  const changeFolder = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await mayWrite()
    return withFolderErrors(folder, work)
  }
  const backupPath = (name: string) => join(folder, name)
  const draftPath = (name: string) => join(folder, `${DRAFT.before}${name}${DRAFT.after}`)
  return {
    location: folder,
    async list() {
      const completeBackups: string[] = []
      for (const name of (await namesIn(folder)).filter(isName).sort()) {
        if (await exists(join(backupPath(name), MANIFEST_FILE))) completeBackups.push(name)
      }
      return completeBackups
    },
    async listUnfinished() {
      return (await namesIn(folder)).flatMap((name) => {
        const inner = name.slice(DRAFT.before.length, -DRAFT.after.length)
        return isName(inner) && name === `${DRAFT.before}${inner}${DRAFT.after}` ? [inner] : []
      })
    },
    begin: (name) =>
      changeFolder(() =>
        beginBackup(folder, { draft: draftPath(name), path: backupPath(name) }, changeFolder),
      ),
    read: (name, file, maxBytes, signal) =>
      withFolderErrors(folder, () => readAll(join(backupPath(name), file), maxBytes, signal)),
    remove: (name) =>
      changeFolder(async () => {
        // A partly deleted backup must not keep its name.
        await rename(backupPath(name), draftPath(name))
        await rm(draftPath(name), { recursive: true })
      }),
    removeUnfinished: (name) => changeFolder(() => rm(draftPath(name), { recursive: true, force: true })),
  }
}

type Change = <Result>(work: () => Promise<Result>) => Promise<Result>

async function beginBackup(
  folder: string,
  { draft, path }: { draft: string; path: string },
  changeFolder: Change,
): Promise<BackupDraft> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await mkdir(draft, { mode: FOLDER_MODE })
  const write = (file: string, bytes: Uint8Array) =>
    changeFolder(async () => {
      const handle = await open(join(draft, file), 'wx', FILE_MODE)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
    })
  return {
    write,
    async finish(manifest) {
      await write(MANIFEST_FILE, Buffer.from(manifest))
      await changeFolder(async () => {
        await syncFolder(draft)
        await rename(draft, path)
        await syncFolder(folder)
      })
    },
    discard: () => changeFolder(() => rm(draft, { recursive: true, force: true })),
  }
}

async function readAll(path: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
  const handle = await open(path, constants.O_RDONLY).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (handle === undefined) return undefined
  try {
    if ((await handle.stat()).size > maxBytes) {
      throw new BackupError('altered', `The file ${path} is larger than its manifest says: it was altered.`)
    }
    return await handle.readFile({ signal })
  } finally {
    await handle.close()
  }
}

/** Syncs a folder. A rename is durable only after the parent folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return withFolderErrors(folder, () => readdir(folder)).catch((error: unknown) => {
    if (error instanceof BackupError && errorCode(error.cause) === 'ENOENT') return []
    throw error
  })
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'part of the path is a file',
  ENOENT: 'it does not exist',
  EIO: 'disk error',
}

/** Converts a file system error to an error message. */
async function withFolderErrors<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const code = errorCode(cause) ?? ''
    const reason = REASONS[code]
    if (cause instanceof BackupError || reason === undefined) throw cause
    throw new BackupError('location_failed', `The folder ${folder} cannot be used: ${reason} (${code}).`, {
      cause,
    })
  }
}
