/**
 * Memory that several JVMs of one host map: how it is made, offered, opened and cleared away, and the native calls for
 * it.
 */
package org.sennit.internal.shm.mapped.memory;
