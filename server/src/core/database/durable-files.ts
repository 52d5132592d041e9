import fs from 'node:fs'
import type { PGliteOptions } from '@electric-sql/pglite'

/**
 * Opens the embedded database so that commits are on disk before they are confirmed: PGlite starts with fsync
 * off, and its file layer has no fsync. Imported lazily, because a bundle would load PGlite in every process.
 * @param configureModule receives each WebAssembly module that is created
 */
export async function openDurably(
  dataDir: string,
  configureModule: (module: object) => void,
): Promise<Pick<PGliteOptions, 'fs' | 'startParams'>> {
  const [{ PGlite }, { NodeFS }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/nodefs'),
  ])
  class DurableFiles extends NodeFS {
    override async init(...[lite, options]: Parameters<typeof NodeFS.prototype.init>) {
      const { emscriptenOpts } = await super.init(lite, options)
      const preRun = [...(emscriptenOpts.preRun ?? []), configureModule, addFsync]
      return { emscriptenOpts: { ...emscriptenOpts, preRun } }
    }
  }
  return {
    fs: new DurableFiles(dataDir),
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...SETTINGS],
  }
}

/**
 * Turns fsync on. Buffers are allocated up front: the default of 128 MB is a third of the process's memory, and the
 * system's file cache covers the rest. A failed start would leave its progress timer running, which keeps that memory
 * alive.
 */
const SETTINGS = [
  'fsync=on',
  'wal_sync_method=fsync',
  'shared_buffers=64MB',
  'log_startup_progress_interval=0',
].flatMap((setting) => ['-c', setting])

interface FileLayer {
  NODEFS?: {
    stream_ops?: { fsync?: (stream: { nfd?: number }) => number }
    /** Runs a file operation and translates a failure to PostgreSQL's errno. */
    tryFSOperation?: (operation: () => void) => void
  }
}

function addFsync(module: object) {
  // safe because missing operations are rejected
  const { stream_ops: operations, tryFSOperation: attempt } = (module as FileLayer).NODEFS ?? {}
  if (operations === undefined || attempt === undefined)
    throw new Error('this version of PGlite has different file operations: fsync cannot be added')
  operations.fsync = ({ nfd }) => {
    if (nfd !== undefined) attempt(() => fs.fsyncSync(nfd))
    return 0
  }
}
