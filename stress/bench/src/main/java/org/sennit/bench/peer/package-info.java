/**
 * C MPIs and libraries in Java beside Sennit, in the same run.
 *
 * <ul>
 *   <li>Open MPI and MPICH as installed, and tuned (large messages through a shared ring instead of the kernel): over
 *       shared memory in a JVM and beside {@code mapped}, over TCP on loopback beside sockets. Open MPI 4.1.4 as
 *       installed fails in {@code MPI_Compare_and_swap} between processes; tuned it works.
 *   <li>Aeron IPC and PCJ: two threads of one JVM with arrays. {@code mvn} fetches them for the run, so that nothing of
 *       Sennit depends on them. The programs are resources and are compiled for the run.
 * </ul>
 */
package org.sennit.bench.peer;
