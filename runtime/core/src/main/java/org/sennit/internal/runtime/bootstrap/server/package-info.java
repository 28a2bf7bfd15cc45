/**
 * The key-value server: the server side of {@link org.sennit.internal.runtime.bootstrap.LauncherProtocol}, for
 * processes that have the job's secret. The launcher runs it on the loopback address, process 0 of a job without a
 * launcher on an address of its host.
 */
package org.sennit.internal.runtime.bootstrap.server;
