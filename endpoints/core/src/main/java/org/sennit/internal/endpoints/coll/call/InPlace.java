package org.sennit.internal.endpoints.coll.call;

import org.sennit.message.Memory;

/** The value passed as a memory when the data lie in the other memory of the call. (MPI_IN_PLACE) */
@Memory
public enum InPlace {
    /** The only one. */
    IN_PLACE
}
