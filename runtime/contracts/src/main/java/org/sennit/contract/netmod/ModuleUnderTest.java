package org.sennit.contract.netmod;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.spi.network.VirtualConnection;

/** The module under test, as a part of the contract uses it. One thread, that of the test. */
public interface ModuleUnderTest {
    /** Bytes of a mebibyte. */
    int MIB = 1 << 20;

    /**
     * Makes processes that know each other; they are closed after the test.
     *
     * @param processes their number
     */
    TestNetwork network(int processes);

    /**
     * Makes processes; they are closed after the test.
     *
     * @param processes their number
     * @param isConnected whether each is given the cards of the others; else all but the first join later
     */
    TestNetwork network(int processes, boolean isConnected);

    /**
     * Breaks what lies under a connection, as a fault of the network would; both sides notice. Without the loop held.
     *
     * @param vc a connection that is in use
     */
    void breakConnection(VirtualConnection vc);

    /**
     * Waits until what {@link #breakConnection} broke has been replaced, where messages do not need it, so that the
     * next break finds something to break.
     *
     * @param two the processes of the connection
     */
    default void awaitRepair(TestNetwork two) {
        // the messages of the next round wait for it
    }

    /**
     * Returns how often both sides connect at once.
     *
     * @return fewer where a connection takes milliseconds to make
     */
    default int headToHeadRounds() {
        return 1000;
    }

    /**
     * Returns the payload that belongs to a number.
     *
     * @param number the packet's number
     * @param length bytes
     * @return off-heap memory that any thread may read
     */
    static MemorySegment payload(long number, long length) {
        return TestPackets.payload(Arena.ofAuto(), number, length);
    }
}
