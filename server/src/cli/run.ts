import { memoryError } from '../core/database/embedded-memory.rule.ts'
import { reportStall, runCommandLine } from './cli.ts'
import { errorText } from './error-text.ts'

// Entry point of `affiliate`, bundled by `bin/bundle.js` or run from source by `npm run dev`.
const args = process.argv.slice(2)

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  // A closed pipe (`| head`) is not an error, except for a service that hasn't yet reported that it is ready.
  if (args[0] !== 'serve') process.exit()
  process.stderr.write(
    'The output of `affiliate serve` was closed before it was ready. Start it again without a pipe, or keep the pipe open.\n',
  )
  process.exit(1)
})
// If memory runs out, WebAssembly may fail in a library's promise that is never awaited.
process.once('uncaughtException', (error) => {
  process.stderr.write(`${errorText(memoryError(error))}\n`)
  process.exit(1)
})
// Without this, Node exits with 13 and no message if a command never settles.
const onStall = () => {
  reportStall(args)
  process.exit(1)
}
process.once('beforeExit', onStall)
process.exitCode = await runCommandLine(args, process.env)
process.off('beforeExit', onStall)
