package org.sennit.internal.shm.match;

import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.sennit.spi.context.RuntimeContext;

/** What an inbox is made of; see {@link ManyToOneInbox}. */
record InboxSettings(
        int chunkCells,
        int immediateBytes,
        SpscVarHandleArrayQueue<InboxChunk> emptied,
        FloodGauge gauge,
        RuntimeContext context) {}
