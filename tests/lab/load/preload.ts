import { reportHeldMemory } from './collected-memory.ts'

/* What `--import` loads first into each Node process under load. */
reportHeldMemory()
