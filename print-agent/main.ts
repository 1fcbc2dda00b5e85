import { isMainThread } from 'node:worker_threads'

const minNodeVersion = 24
const exitConfig = 78

const { node } = process.versions
if (Number(node.split('.')[0]) < minNodeVersion) {
  console.error(`The agent needs Node.js ${minNodeVersion} or newer; this is ${node}`)
  process.exit(exitConfig)
}

// Bundled, one file is both programs: the agent, and the thread that renders receipts. A
// single executable is CommonJS, so nothing is awaited here.
if (isMainThread) {
  void import('./command-line.ts').then(async ({ runCommandLine }) => {
    process.exit(await runCommandLine(process.argv.slice(2)))
  })
} else {
  void import('./jobs/render-worker.ts')
}
