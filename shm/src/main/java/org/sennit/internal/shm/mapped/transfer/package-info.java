/**
 * Large messages between two JVMs of one host: straight from or to memory that both have mapped, by the kernel from one
 * process to the other, or through a ring of slots that both copy through. The receiver chooses the mode.
 */
package org.sennit.internal.shm.mapped.transfer;
