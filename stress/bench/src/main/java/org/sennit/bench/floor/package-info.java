/**
 * The bare means that no runtime can beat, cache lines, copies and sockets; and the probe.
 *
 * <ul>
 *   <li>In a JVM: two threads and two cache lines, and a copy of what the other core wrote
 *   ({@link org.sennit.bench.floor.MemoryFloor}).
 *   <li>Between two JVMs over sockets: a raw socket of the same kind with both sides spinning ({@link
 *       org.sennit.bench.floor.SocketFloor}).
 *   <li>Between two JVMs over shared memory: two lines of a mapped file, and a copy through a ring in it by both sides
 *       ({@link org.sennit.bench.floor.MappedFloor}).
 *   <li>Reductions: a sum of which each core adds one half ({@link org.sennit.bench.floor.SumFloor}).
 *   <li>Accesses to windows: the bare store, load, copy or atomic instruction
 *   ({@link org.sennit.bench.floor.AccessFloor}).
 * </ul>
 */
package org.sennit.bench.floor;
