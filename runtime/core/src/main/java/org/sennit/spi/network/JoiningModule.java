package org.sennit.spi.network;

/**
 * Optional interface of a {@link NetworkModule}: connections by card alone, for processes that join a running job.
 * In Nemesis: connect_to_root.
 *
 * <p>No caller yet: processes that join (MPI 4.1, chapter 11) will need it.
 */
public interface JoiningModule {
    /**
     * Makes a connection by card alone. {@link VirtualConnection#process} is negative until the peer has sent its
     * number. Does not block. Not in an upcall.
     *
     * @param card what the peer's {@link NetworkModule#init} returned
     * @return the connection
     * @throws org.sennit.message.SennitException with ARG when the card is not one of this kind of module; do not retry
     */
    VirtualConnection connectToRoot(BusinessCard card);
}
