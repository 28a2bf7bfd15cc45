/**
 * The common part of the support of engines: they tell a process its number and carry a few texts, or a secret lies in
 * a file; from there on the processes meet at a key-value server in process 0, which reports deaths and serves any
 * number of jobs.
 */
package org.sennit.internal.runtime.bootstrap.engine;
