package org.sennit;

import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * A persistent receive whose message arrives in partitions. The sender may divide it into another number of partitions
 * of the same total length; each is taken when it is ready, a bounded number of bytes in each progress call. Belongs to
 * the thread that drives the endpoint. (MPI 4.1, section 4.2)
 */
public abstract class PartitionedReceive extends Request {
    /**
     * Called by the library.
     *
     * @param progress what moves it on
     */
    protected PartitionedReceive(Progress progress) {
        super(progress);
    }

    /**
     * Makes progress and looks whether a partition has arrived. (MPI_Parrived)
     *
     * @param partition 0 to the number of partitions − 1
     * @return true when its data is in the memory; also when the request is inactive
     * @throws SennitException ARG when there is no such partition; the error of the receive when it has failed, which a
     *     wait for it reports as well; final
     */
    public abstract boolean hasArrived(int partition);
}
