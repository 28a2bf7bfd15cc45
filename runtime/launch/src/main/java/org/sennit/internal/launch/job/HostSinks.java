package org.sennit.internal.launch.job;

import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * The receivers of what the hosts of a job send.
 *
 * @param out lines of standard output
 * @param err lines of standard error
 * @param parts files of a profile or a trace
 * @param onLost notified of a host that is lost before its processes have ended
 */
record HostSinks(OutputStream out, OutputStream err, JobParts parts, Consumer<HostAgent> onLost) {}
