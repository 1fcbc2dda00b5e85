import { spawn } from 'node:child_process'

export type ChildResult = { code: number | null; stdout: string; stderr: string }

/**
 * Runs a program without a shell, `input` on its standard input, and waits for its end.
 * code is null when it was killed at timeoutMs. Throws when it cannot be started.
 * With `output`, an open file descriptor, its standard output goes there instead.
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
      // Messages are compared and logged, so they must not depend on the language.
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...options.env },
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text))
    // A program that ends early breaks its input; its exit code tells why.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(options.input)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr: stderr.trim() }))
  })
}
