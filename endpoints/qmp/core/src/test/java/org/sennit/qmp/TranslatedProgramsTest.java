package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * What programs for QMP in C and C++ do, line by line in Java; beside each line stands the call that it translates. A
 * line that needs more than the call and its arguments is a fault of the facade.
 */
@Core
@Deadline(seconds = 30)
class TranslatedProgramsTest {
    private static final int NODES = 4;

    /** A channel from each node to the next by number: declared, then started again and again. */
    @Test
    void aRingByNodeNumbers() {
        Nodes.run(NODES, qmp -> {
            int me = qmp.getNodeNumber(); // QMP_get_node_number()
            int nodes = qmp.getNumberOfNodes(); // QMP_get_number_of_nodes()
            double[] r = new double[10];
            double[] q = new double[10];
            MessageMemory mr = qmp.declareMsgmem(r, 10 * Double.BYTES); // QMP_declare_msgmem(R, 10 * sizeof(double))
            MessageMemory mq = qmp.declareMsgmem(q, 10 * Double.BYTES);
            MessageHandle send = qmp.declareSendTo(mr, (me + 1) % nodes, 0); // QMP_declare_send_to(mr, to, 0)
            MessageHandle receive = qmp.declareReceiveFrom(mq, (me + nodes - 1) % nodes, 0);
            if (send == null || receive == null) {
                qmp.error("no channel: %s\n", qmp.getErrorString(null)); // QMP_get_error_string(NULL)
                qmp.abort(); // QMP_abort()
            }
            for (int round = 0; round < 5; round++) {
                r[9] = 100 * round + me;
                qmp.start(receive); // QMP_start(receive)
                qmp.start(send);
                while (!qmp.isComplete(receive)) { // QMP_is_complete(receive)
                    Thread.onSpinWait();
                }
                assertEquals(QmpStatus.SUCCESS, qmp.await(send)); // QMP_wait(send)
                assertEquals(100 * round + (me + nodes - 1) % nodes, q[9]);
            }
            qmp.freeMsghandle(send); // QMP_free_msghandle(send)
            qmp.freeMsghandle(receive);
            qmp.freeMsgmem(mr); // QMP_free_msgmem(mr)
            qmp.freeMsgmem(mq);
            assertEquals(QmpStatus.SUCCESS, qmp.getErrorNumber(null)); // QMP_get_error_number(NULL)
        });
    }

    /**
     * Fashion A of the QMP 2.0 document: QMP chooses the machine. The halo of a field in memory of QMP's, in all
     * directions at once.
     */
    @Test
    void aLatticeThatQmpLaysOut() {
        Nodes.run(8, qmp -> {
            int[] lattice = {4, 4, 8, 8};
            assertTrue(qmp.layoutGrid(lattice, 4)); // QMP_layout_grid(lattice, 4)
            int[] local = qmp.getSubgridDimensions(); // QMP_get_subgrid_dimensions()
            int[] machine = qmp.getLogicalDimensions(); // QMP_get_logical_dimensions()
            assertArrayEquals(new int[] {1, 1, 2, 4}, machine);
            long sites = qmp.getNumberOfSubgridSites(); // QMP_get_number_of_subgrid_sites()
            AlignedMemory mem = qmp.allocateAlignedMemory(sites * Double.BYTES, 128, Qmp.MEM_DEFAULT);
            MemorySegment field = qmp.getMemoryPointer(mem); // QMP_get_memory_pointer(mem)
            AlignedMemory ghosts = qmp.allocateMemory(8 * sites * Double.BYTES); // QMP_allocate_memory(nbytes)
            for (long site = 0; site < sites; site++) {
                field.setAtIndex(ValueLayout.JAVA_DOUBLE, site, qmp.getNodeNumber());
            }
            MessageHandle[] mh = new MessageHandle[16];
            int n = 0;
            long ghost = 0;
            for (int mu = 0; mu < 4; mu++) {
                if (machine[mu] == 1) { // no communication in a collapsed dimension
                    continue;
                }
                long block = Double.BYTES; // bytes of sites that lie together in a face
                for (int nu = 0; nu < mu; nu++) {
                    block *= local[nu];
                }
                long stride = block * local[mu];
                int blocks = (int) (sites * Double.BYTES / stride);
                for (int sign : new int[] {Qmp.PLUS, Qmp.MINUS}) {
                    long first = sign == Qmp.PLUS ? stride - block : 0;
                    mh[n++] = qmp.declareSendRelative( // QMP_declare_send_relative(mm, mu, sign, 0)
                            qmp.declareStridedMsgmem(mem, first, block, blocks, stride), mu, sign, 0);
                    mh[n++] = qmp.declareReceiveRelative(qmp.declareMsgmem(ghosts, ghost, blocks * block), mu, sign, 0);
                    ghost += blocks * block;
                }
            }
            MessageHandle all = qmp.declareMultiple(mh, n); // QMP_declare_multiple(mh, n)
            for (int sweep = 0; sweep < 3; sweep++) {
                qmp.start(all);
                assertEquals(QmpStatus.SUCCESS, qmp.await(all));
            }
            double[] sum = new double[3]; // a field of a larger array: QMP_sum_double_array(sum + 1, 1)
            for (long at = 0; at < ghost; at += Double.BYTES) {
                sum[1] += qmp.getMemoryPointer(ghosts).get(ValueLayout.JAVA_DOUBLE, at);
            }
            qmp.sumDoubleArray(sum, 1, 1);
            long surface = ghost / Double.BYTES;
            assertEquals(surface * (7 * 8 / 2), sum[1], "each node is as often the neighbor of others");
            qmp.freeMsghandle(all);
            qmp.freeMemory(mem); // QMP_free_memory(mem)
            qmp.freeMemory(ghosts);
        });
    }

    /** Fashion B of the QMP 2.0 document: a ring in time is forced, and the lattice laid out on it. */
    @Test
    void aRingThatTheProgramForces() {
        Nodes.run(NODES, qmp -> {
            int[] ring = {1, 1, 1, NODES};
            assertTrue(qmp.declareLogicalTopology(ring, 4)); // QMP_declare_logical_topology(ring, 4)
            assertTrue(qmp.layoutGrid(new int[] {4, 4, 4, 2 * NODES}, 4));
            assertArrayEquals(new int[] {4, 4, 4, 2}, qmp.getSubgridDimensions());
            int[] place = qmp.getLogicalCoordinates(); // QMP_get_logical_coordinates()
            assertEquals(qmp.getNodeNumber(), qmp.getNodeNumberFrom(place)); // QMP_get_node_number_from(place)
            double[] time = {place[3]};
            qmp.maxDouble(time); // QMP_max_double(&time)
            assertEquals(NODES - 1, time[0]);
            long[] key = {place[3], 7 - place[3]};
            qmp.binaryReduction(key, 16, (inout, in) -> { // QMP_binary_reduction(key, sizeof(key), smallest_second)
                if (in.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 1)
                        < inout.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 1)) {
                    inout.copyFrom(in);
                }
            });
            assertArrayEquals(new long[] {NODES - 1, 7 - (NODES - 1)}, key);
            int[] parameters = qmp.isPrimaryNode() ? new int[] {6, 0} : new int[2];
            qmp.broadcast(parameters, 8); // QMP_broadcast(parameters, sizeof(parameters))
            assertArrayEquals(new int[] {6, 0}, parameters);
            qmp.barrier(); // QMP_barrier()
        });
    }

    /** The binding of C++: objects for memory and operations. */
    @Test
    void aShiftInTheObjectStyle() {
        Nodes.run(NODES, qmp -> {
            qmp.declareLogicalTopology(new int[] {2, 2}, 2);
            AlignedMemory am = new AlignedMemory(qmp, 64, 64); // QMP::AlignedMemory am(64, 64)
            float[] from = {qmp.getNodeNumber(), -1};
            MessageMemory out = new MessageMemory(qmp, from, 4); // QMP::MessageMemory out(from, 4)
            MessageMemory in = new MessageMemory(qmp, am.getBuffer(), 60, 4, 1, 4); // in(am.getBuffer() + 60, 4)
            SingleOperation send = new SingleOperation(qmp);
            SingleOperation receive = new SingleOperation(qmp);
            assertEquals(QmpStatus.SUCCESS, send.declareSend(out, 1, Qmp.PLUS, Qmp.DEFAULT_PRIORITY));
            assertEquals(QmpStatus.SUCCESS, receive.declareReceive(in, 1, Qmp.MINUS, Qmp.DEFAULT_PRIORITY));
            MultiOperation shift = new MultiOperation(qmp, send, receive); // QMP::MultiOperation shift(ops, 2)
            shift.start();
            shift.await(); // shift.wait()
            assertEquals(QmpStatus.SUCCESS, shift.getErrorNumber());
            int[] below = qmp.getLogicalCoordinates();
            below[1]--;
            assertEquals(qmp.getNodeNumberFrom(below), am.getBuffer().get(ValueLayout.JAVA_FLOAT, 60));
            shift.free();
        });
    }
}
