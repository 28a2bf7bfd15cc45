/**
 * The network module between JVMs of one host: packets through rings in memory that both map, on top of another module
 * that carries everything else (offers of the memory, bells, news of death).
 */
package org.sennit.internal.shm.mapped;
