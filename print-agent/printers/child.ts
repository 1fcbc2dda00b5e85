import { spawn } from 'node:child_process'

export type ChildResult = { code: number | null; stdout: string; stderr: string }

/**
 * Keeps programs to English, because their words are read and logged. CUPS asks for
 * LC_MESSAGES before LC_ALL where C.UTF-8 is not installed. On macOS it takes the language of
 * the system, unless SOFTWARE is set; then LANG.
 */
const english = { SOFTWARE: '', LANG: 'C', LC_MESSAGES: 'C', LC_ALL: 'C.UTF-8' }

/**
 * Runs a program without a shell. `output` is an open file descriptor for its standard
 * output; `code` is null when it was killed after `timeoutMs`. Throws when it cannot be
 * started.
 */
export function runChild(
  program: string,
  args: string[],
  options: {
    input?: Uint8Array
    output?: number
    env?: Record<string, string>
    timeoutMs: number
  },
): Promise<ChildResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', options.output ?? 'pipe', 'pipe'],
      env: { ...process.env, ...english, ...options.env },
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text))
    // A program that exits early breaks the pipe; its exit code gives the reason.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(options.input)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr: stderr.trim() }))
  })
}
