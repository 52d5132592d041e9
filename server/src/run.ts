import { runCommandLine } from './cli.ts'

// The process of `affiliate`, bundled (`bin/bundle.js`) or, as `npm run dev` runs it, from its source.
// Who reads only the beginning (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})
process.exitCode = await runCommandLine(process.argv.slice(2), process.env)
