package org.sennit.internal.endpoints.coll.call;

import org.sennit.message.Memory;

/** What a user gives as a memory to say that the data lie in the other memory of the call. (MPI_IN_PLACE) */
@Memory
public enum InPlace {
    /** The only one. */
    IN_PLACE
}
