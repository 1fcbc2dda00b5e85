import { reportHeldMemory } from './collected-memory.ts'

/* Loaded first by `--import` into each Node process under load. */
reportHeldMemory()
