/**
 * The three protocols within a JVM (immediate, single copy and synergistic), and the transfers that both sides copy.
 */
package org.sennit.internal.shm.protocol;
