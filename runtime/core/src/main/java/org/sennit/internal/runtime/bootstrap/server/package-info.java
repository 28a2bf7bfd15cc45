/**
 * The key-value server: the other side of {@link org.sennit.internal.runtime.bootstrap.LauncherProtocol}, on the loopback address, for
 * those who hold the job's secret. The launcher runs it; so can process 0 of a job without a launcher.
 */
package org.sennit.internal.runtime.bootstrap.server;
