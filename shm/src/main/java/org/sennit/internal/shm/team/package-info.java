/** Collectives within a process: members of a communicator that meet in shared memory. */
package org.sennit.internal.shm.team;
