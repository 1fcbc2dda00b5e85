import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLineFile } from '../../print-agent/line-file.ts'
import { listenToLog } from '../../print-agent/log.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from './agent-process.ts'

async function newFile() {
  const path = join(await temporaryFolder(), 'lines')
  return { path, content: () => readFile(path, 'utf8') }
}

async function spyOnAppend(path: string) {
  const probe = await open(path)
  const handle: FileHandle = Object.getPrototypeOf(probe)
  const appendFile = vi.spyOn(handle, 'appendFile')
  await probe.close()
  onTestFinished(() => appendFile.mockRestore())
  return appendFile
}

test('begins with what it holds, and takes each line once', async () => {
  const { path, content } = await newFile()
  const append = await openLineFile(path, () => ['one'])
  await append('two')
  await Promise.all([append('three'), append('four')])
  expect(await content()).toBe('one\ntwo\nthree\nfour\n')
})

test('takes a line that comes while another one is being written', async () => {
  const { path, content } = await newFile()
  const append = await openLineFile(path, () => [])
  const appendFile = await spyOnAppend(path)
  let second: Promise<void> | undefined
  appendFile.mockImplementationOnce(async (text) => {
    second = append('two')
    await writeFile(path, text as string, { flag: 'a' })
  })
  await append('one')
  await second
  expect(await content()).toBe('one\ntwo\n')
})

test('is replaced by what it holds after 2,000 lines', async () => {
  const { path, content } = await newFile()
  const append = await openLineFile(path, () => ['held'])
  await Promise.all(Array.from({ length: 2_000 }, () => append('x')))
  expect(await content()).toBe(`held\n${'x\n'.repeat(2_000)}`)
  await append('y')
  expect(await content()).toBe('held\n')
  await append('z')
  expect(await content()).toBe('held\nz\n')
})

test('begins a new line after one that was cut off', async () => {
  const { path, content } = await newFile()
  await writeFile(path, 'one\ntw')
  await symlink('/dev/full', `${path}.new`)
  const append = await openLineFile(path, () => [])
  await append('two')
  await append('three')
  expect(await content()).toBe('one\ntw\ntwo\nthree\n')
})

test('writes a line again whose write failed halfway', async () => {
  const { path, content } = await newFile()
  const append = await openLineFile(path, () => [])
  const appendFile = await spyOnAppend(path)
  appendFile.mockImplementationOnce(async () => {
    await writeFile(path, 'on')
    throw new Error('no space')
  })
  await append('one')
  await append('two')
  expect(await content()).toBe('on\none\ntwo\n')
})

test('keeps lines in memory while the disk takes none, tries every 15 s, and logs it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { path, content } = await newFile()
  await mkdir(path)
  const events: unknown[] = []
  onTestFinished(listenToLog((event, fields) => events.push([event, fields])))
  const append = await openLineFile(path, () => [])
  await append('one')
  await append('two')
  const failed = ['disk-failed', { path, error: expect.any(Error) }]
  expect(events).toEqual([failed])

  await rmdir(path)
  vi.advanceTimersByTime(15_000)
  await eventually(() => expect(events).toEqual([failed, ['disk-works', { path }]]))
  expect(vi.getTimerCount()).toBe(0)
  await append('three')
  expect(await content()).toBe('\none\ntwo\nthree\n')
  expect(events).toHaveLength(2)
})
