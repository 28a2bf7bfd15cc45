package org.sennit;

import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * A persistent send whose message becomes ready in partitions, by any threads: each partition once after each start.
 * Within a JVM the receiver copies ready partitions directly from this memory; between processes each is a message of
 * its own. (MPI 4.1, section 4.2)
 *
 * <p>{@link #ready} is for any thread that knows of the start; everything else belongs to the thread that drives the
 * endpoint.
 */
public abstract class PartitionedSend extends Request {
    /**
     * Called by the library.
     *
     * @param progress what moves it on
     */
    protected PartitionedSend(Progress progress) {
        super(progress);
    }

    /**
     * Marks a partition as ready to be sent: it must not be changed until the request is
     * complete. Any thread. (MPI_Pready)
     *
     * @param partition 0 to the number of partitions − 1
     * @throws SennitException ARG when there is no such partition, REQUEST when the request has not been started or the
     *     partition was ready already, BUFFER when the memory cannot be used by this thread; final
     */
    public abstract void ready(int partition);

    /**
     * Marks a range of partitions as ready to be sent. (MPI_Pready_range)
     *
     * @param first the first
     * @param last the last of them, too; not less than the first
     * @throws SennitException as for {@link #ready}, ARG for a range that ends before it begins; those before the
     *     failing one are ready
     */
    public abstract void readyRange(int first, int last);

    /**
     * Marks a list of partitions as ready to be sent. (MPI_Pready_list)
     *
     * @param partitions their numbers
     * @throws SennitException as for {@link #ready}, ARG for null; those before the failing one are ready
     */
    public abstract void readyList(int... partitions);
}
