package org.sennit.endpoints.device;

import org.sennit.runtime.progress.ProgressEngine;
import org.sennit.shm.match.MatchQueue;

/**
 * An endpoint of this process as others see it: where to put messages for it, and how to wake whoever drives it.
 *
 * @param id its id in this process
 * @param queue its match queue; everybody may use the queue's inbox
 * @param progress its duty cycle; everybody may call {@link ProgressEngine#signal}
 */
public record LocalEndpoint(int id, MatchQueue queue, ProgressEngine progress) {}
