import { memoryFault } from '../core/database/embedded-memory.rule.ts'
import { StartError } from '../core/errors/start-error.ts'
import { runCommandLine, tellOfStandstill } from './cli.ts'

// The process of `affiliate`, bundled (`bin/bundle.js`) or, as `npm run dev` runs it, from its source.
const args = process.argv.slice(2)

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  // Who reads only the beginning (`| head`) is no failure, but of a service, which has not even said that it is ready.
  if (args[0] !== 'serve') process.exit()
  process.stderr.write(
    'Whoever read the output of `affiliate serve` ended before it was ready: start it again, without a pipe or with one that is read to its end.\n',
  )
  process.exit(1)
})
// Where memory is missing, WebAssembly may fail in a promise of a library that nothing waits for.
process.once('uncaughtException', (error) => {
  const fault = memoryFault(error)
  const words = fault instanceof StartError ? fault.message : (error.stack ?? String(error))
  process.stderr.write(`${words}\n`)
  process.exit(1)
})
// Node would end with 13 and say nothing when a command waits for what no longer comes.
const standStill = () => {
  tellOfStandstill(args)
  process.exit(1)
}
process.once('beforeExit', standStill)
process.exitCode = await runCommandLine(args, process.env)
process.off('beforeExit', standStill)
