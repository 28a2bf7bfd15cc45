package org.sennit.qmp;

import org.sennit.message.Memory;

/**
 * Global operations: all nodes of the communicator make the same call, in the same order; they block. Results replace
 * the operands, and have the same bits on each node and for every placement of the nodes. A scalar is element 0 of an
 * array. Each returns SUCCESS, INVALID_ARG for a missing or too short array or a negative length, NOT_INITED after the
 * end.
 */
public abstract class GlobalCalls extends ChannelCalls {
    /** For the subclasses of this package. */
    GlobalCalls() {}

    /**
     * Adds integers; wraps around. (QMP_sum_int, QMP_comm_sum_int)
     *
     * @param i element 0 is replaced by the sum
     * @return the status
     */
    public final QmpStatus sumInt(int[] i) {
        return comm().reductions().sum(i, 0, 1);
    }

    /**
     * Adds 64-bit integers; wraps around at 2⁶⁴. (QMP_sum_uint64, QMP_comm_sum_uint64; QMP 2.5)
     *
     * @param value element 0 is replaced by the sum
     * @return the status
     */
    public final QmpStatus sumUint64(long[] value) {
        return comm().reductions().sum(value, 0, 1);
    }

    /**
     * Adds 32-bit floating point numbers. (QMP_sum_float, QMP_comm_sum_float)
     *
     * @param x element 0 is replaced by the sum
     * @return the status
     */
    public final QmpStatus sumFloat(float[] x) {
        return comm().reductions().sum(x, 0, 1);
    }

    /**
     * Adds 64-bit floating point numbers. (QMP_sum_double, QMP_comm_sum_double)
     *
     * @param x element 0 is replaced by the sum
     * @return the status
     */
    public final QmpStatus sumDouble(double[] x) {
        return comm().reductions().sum(x, 0, 1);
    }

    /**
     * Adds 64-bit floating point numbers with intermediate values of twice the precision, rounded once at the end.
     * (QMP_sum_double_extended, QMP_comm_sum_double_extended; in the place of QMP_sum_long_double)
     *
     * @param x element 0 is replaced by the sum
     * @return the status
     */
    public final QmpStatus sumDoubleExtended(double[] x) {
        return comm().reductions().sumExtended(x, 0, 1);
    }

    /**
     * Adds 32-bit floating point numbers, element by element. (QMP_sum_float_array, QMP_comm_sum_float_array)
     *
     * @param x the first elements are replaced by the sums
     * @param length their number
     * @return the status
     */
    public final QmpStatus sumFloatArray(float[] x, int length) {
        return comm().reductions().sum(x, 0, length);
    }

    /**
     * Adds 32-bit floating point numbers, element by element, from inside an array on. (QMP_sum_float_array,
     * QMP_comm_sum_float_array)
     *
     * @param x elements of it are replaced by the sums
     * @param offset the first of them
     * @param length their number
     * @return the status
     */
    public final QmpStatus sumFloatArray(float[] x, int offset, int length) {
        return comm().reductions().sum(x, offset, length);
    }

    /**
     * Adds 64-bit floating point numbers, element by element. (QMP_sum_double_array, QMP_comm_sum_double_array)
     *
     * @param x the first elements are replaced by the sums
     * @param length their number
     * @return the status
     */
    public final QmpStatus sumDoubleArray(double[] x, int length) {
        return comm().reductions().sum(x, 0, length);
    }

    /**
     * Adds 64-bit floating point numbers, element by element, from inside an array on. (QMP_sum_double_array,
     * QMP_comm_sum_double_array)
     *
     * @param x elements of it are replaced by the sums
     * @param offset the first of them
     * @param length their number
     * @return the status
     */
    public final QmpStatus sumDoubleArray(double[] x, int offset, int length) {
        return comm().reductions().sum(x, offset, length);
    }

    /**
     * Sums as {@link #sumDoubleExtended}, element by element. (QMP_sum_long_double_array; QMP 2.5)
     *
     * @param x the first elements are replaced by the sums
     * @param length their number
     * @return the status
     */
    public final QmpStatus sumDoubleExtendedArray(double[] x, int length) {
        return comm().reductions().sumExtended(x, 0, length);
    }

    /**
     * Sums as {@link #sumDoubleExtended}, element by element, from inside an array on. (QMP_sum_long_double_array; QMP
     * 2.5)
     *
     * @param x elements of it are replaced by the sums
     * @param offset the first of them
     * @param length their number
     * @return the status
     */
    public final QmpStatus sumDoubleExtendedArray(double[] x, int offset, int length) {
        return comm().reductions().sumExtended(x, offset, length);
    }

    /**
     * Finds the largest integer. (maxInt of the C++ binding)
     *
     * @param i element 0 is replaced by the result
     * @return the status
     */
    public final QmpStatus maxInt(int[] i) {
        return comm().reductions().max(i);
    }

    /**
     * Finds the smallest integer. (minInt of the C++ binding)
     *
     * @param i element 0 is replaced by the result
     * @return the status
     */
    public final QmpStatus minInt(int[] i) {
        return comm().reductions().min(i);
    }

    /**
     * Finds the largest 32-bit floating point number; NaN where any is NaN. (QMP_max_float, QMP_comm_max_float)
     *
     * @param x element 0 is replaced by the result
     * @return the status
     */
    public final QmpStatus maxFloat(float[] x) {
        return comm().reductions().max(x);
    }

    /**
     * Finds the largest 64-bit floating point number; NaN where any is NaN. (QMP_max_double, QMP_comm_max_double)
     *
     * @param x element 0 is replaced by the result
     * @return the status
     */
    public final QmpStatus maxDouble(double[] x) {
        return comm().reductions().max(x);
    }

    /**
     * Finds the smallest 32-bit floating point number; NaN where any is NaN. (QMP_min_float, QMP_comm_min_float)
     *
     * @param x element 0 is replaced by the result
     * @return the status
     */
    public final QmpStatus minFloat(float[] x) {
        return comm().reductions().min(x);
    }

    /**
     * Finds the smallest 64-bit floating point number; NaN where any is NaN. (QMP_min_double, QMP_comm_min_double)
     *
     * @param x element 0 is replaced by the result
     * @return the status
     */
    public final QmpStatus minDouble(double[] x) {
        return comm().reductions().min(x);
    }

    /**
     * Combines integers by bitwise exclusive or. (QMP_xor_ulong, QMP_comm_xor_ulong)
     *
     * @param value element 0 is replaced by the result
     * @return the status
     */
    public final QmpStatus xorUlong(long[] value) {
        return comm().reductions().xor(value);
    }

    /**
     * Reduces whole buffers by a function of the caller. Several reductions may be under way at once, on different
     * communicators. (QMP_binary_reduction, QMP_comm_binary_reduction)
     *
     * @param localvalue a primitive array, ByteBuffer, Agrona buffer or MemorySegment, replaced by the result
     * @param nbytes how many bytes of it
     * @param function the same on all nodes; associative and commutative
     * @return the status; MEMSIZE_TOOBIG where the memory is shorter, ERROR where the function has thrown
     */
    public final QmpStatus binaryReduction(@Memory Object localvalue, long nbytes, BinaryFunction function) {
        return comm().reductions().binary(localvalue, nbytes, function);
    }

    /**
     * Sends the bytes of node 0 to all nodes. (QMP_broadcast, QMP_comm_broadcast)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer or MemorySegment
     * @param nbytes how many bytes of it
     * @return the status; MEMSIZE_TOOBIG where the memory is shorter
     */
    public final QmpStatus broadcast(@Memory Object buffer, long nbytes) {
        return comm().reductions().broadcast(buffer, nbytes);
    }

    /**
     * Sends a block of this node to each node, and receives one from each. (QMP_comm_alltoall, QMP 2.5)
     *
     * @param receiveBuffer receives the blocks in the order of nodes
     * @param sendBuffer the blocks in the order of nodes; does not overlap the other
     * @param blockBytes bytes of one block
     * @return the status; MEMSIZE_TOOBIG where a memory is shorter than all blocks
     */
    public final QmpStatus alltoall(@Memory Object receiveBuffer, @Memory Object sendBuffer, long blockBytes) {
        return comm().reductions().alltoall(receiveBuffer, sendBuffer, blockBytes);
    }

    /**
     * Waits until all nodes are here; without a limit of time. (QMP_barrier, QMP_comm_barrier)
     *
     * @return the status
     */
    public final QmpStatus barrier() {
        return comm().reductions().barrier();
    }
}
