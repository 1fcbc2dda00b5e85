import { spawn } from 'node:child_process'

/*
 * Runs the command it is given and ends it when its own standard input ends. The parent
 * holds the other side of that pipe, so even a parent killed outright leaves nothing
 * behind. Ends as the command does: with its exit code or by the same signal.
 */
const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

process.stdin.on('close', () => child.kill())
process.stdin.resume()
// A terminal's Ctrl-C reaches the whole process group; the parent decides when to end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill())

child.on('error', (error) => {
  process.stderr.write(`${command}: ${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code, signal) => {
  // One that died of the signal it was sent here ended as it was asked to.
  if (signal === null || child.killed) process.exit(code ?? 0)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
