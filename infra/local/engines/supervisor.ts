import { spawn } from 'node:child_process'

/*
 * Runs a command as a child process and ends it when its own standard input closes. The
 * parent has the other end of that pipe, so the command ends even when the parent is
 * killed with SIGKILL. Exits as the command does: with its exit code or by its signal.
 */
const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

process.stdin.on('close', () => child.kill())
process.stdin.resume()
// Ctrl-C reaches the whole process group; the parent decides when the command ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill())

child.on('error', (error) => {
  process.stderr.write(`${command}: ${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code, signal) => {
  // A command that ended by the signal sent above has not failed.
  if (signal === null || child.killed) process.exit(code ?? 0)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
