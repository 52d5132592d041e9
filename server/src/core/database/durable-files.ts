import fs from 'node:fs'
import type { PGliteOptions } from '@electric-sql/pglite'

/**
 * How the embedded database of a folder is opened so that its commits are on the disk before they are answered. PGlite's
 * own files never ask the disk to write: it starts with fsync off, and its file layer has no fsync at all, so that a
 * loss of power could take what was acknowledged. Its package is imported here and not above: a bundle would else load
 * it with whatever process starts.
 * @param onModule is told each module of WebAssembly that is made for it
 */
export async function durably(
  dataDir: string,
  onModule: (module: object) => void,
): Promise<Pick<PGliteOptions, 'fs' | 'startParams'>> {
  const [{ PGlite }, { NodeFS }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/nodefs'),
  ])
  class DurableFiles extends NodeFS {
    override async init(...[lite, options]: Parameters<typeof NodeFS.prototype.init>) {
      const { emscriptenOpts } = await super.init(lite, options)
      const preRun = [...(emscriptenOpts.preRun ?? []), onModule, addFsync]
      return { emscriptenOpts: { ...emscriptenOpts, preRun } }
    }
  }
  return {
    fs: new DurableFiles(dataDir),
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...SETTINGS],
  }
}

/**
 * The fsync that PGlite turns off. Its buffers take their memory at the start, used or not: the 128 MB it has by itself
 * are a third of the whole process, and a page that is not among them is in the system's file cache. A start that fails
 * would leave the timer of its progress running, and with it all of its memory.
 */
const SETTINGS = [
  'fsync=on',
  'wal_sync_method=fsync',
  'shared_buffers=64MB',
  'log_startup_progress_interval=0',
].flatMap((one) => ['-c', one])

interface FileLayer {
  NODEFS?: {
    stream_ops?: { fsync?: (stream: { nfd?: number }) => number }
    /** Does it, and tells a failure as PostgreSQL knows it. */
    tryFSOperation?: (operation: () => void) => void
  }
}

function addFsync(module: object) {
  // safe because what is missing there is refused
  const { stream_ops: operations, tryFSOperation: attempt } = (module as FileLayer).NODEFS ?? {}
  if (operations === undefined || attempt === undefined)
    throw new Error('PGlite keeps its file operations elsewhere: fsync cannot be added')
  operations.fsync = ({ nfd }) => {
    if (nfd !== undefined) attempt(() => fs.fsyncSync(nfd))
    return 0
  }
}
