/**
 * Jobs, endpoints, communicators and windows: what a program imports. An endpoint is a rank that a thread drives; all
 * endpoints of a job, in however many JVMs, have one world.
 *
 * <p>{@link org.sennit.Job} starts a program, {@link org.sennit.Communicator} has the messages and collectives,
 * {@link org.sennit.Window} the one-sided accesses. Which memory the calls take, who may call them and what they throw
 * is said at {@link org.sennit.Communicator}. (MPI 4.1; Dinan et al., "Enabling Communication Concurrency through
 * Flexible MPI Endpoints", 2014)
 */
package org.sennit;
