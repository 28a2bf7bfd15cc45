package org.sennit.spi.network;

/**
 * Optional interface of a {@link VirtualConnection}: its orderly end while the module goes on. In Nemesis:
 * vc_terminate and vc_destroy.
 *
 * <p>No caller yet but modules that stand on another: disconnecting processes (MPI 4.1, 11.10.4) will need it.
 */
public interface TerminableConnection {
    /**
     * Ends the connection in order. Does not block: pending sends finish, then there is exactly one
     * {@link NetworkUpcalls#terminated}, never during this call. The peer sees the same. Sends after this call belong
     * to the next connection and are kept for it.
     */
    void terminate();

    /**
     * Forgets the connection and frees what it holds; for one that is not in use: never opened, terminated, or failed.
     * Does not block. Afterwards every send is an error, and {@link NetworkModule#connect} makes a new one.
     *
     * @throws IllegalStateException when it is open or has something to send
     */
    void destroy();
}
