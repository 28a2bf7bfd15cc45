package org.sennit.qmp;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/** The global operations on one communicator. Belongs to the thread that drives the node. */
final class GlobalOperations {
    private static final Operation EXTENDED_SUM = Operation.of("QMP extended sum", true, DoubleDouble::sum);

    /** Most numbers that are widened at a time: 16 MiB of pairs, and whatever the length no array is too long. */
    private static final int EXTENDED_AT_ONCE = 1 << 20;

    private final NodeSurroundings node;
    private final Communicator communicator;
    private final Runnable barrier; // made once: each evaluation of the method reference makes an object

    GlobalOperations(NodeSurroundings node, Communicator communicator) {
        this.node = node;
        this.communicator = communicator;
        this.barrier = communicator::barrier;
    }

    QmpStatus sum(@Memory Object x, int offset, int length) {
        return reduce(x, offset, length, Operation.SUM);
    }

    QmpStatus max(@Memory Object x) {
        return reduce(x, 0, 1, Operation.MAX);
    }

    QmpStatus min(@Memory Object x) {
        return reduce(x, 0, 1, Operation.MIN);
    }

    QmpStatus xor(@Memory Object x) {
        return reduce(x, 0, 1, Operation.BXOR);
    }

    /** Fast path: whole arrays go without a layout, so that nothing is allocated. */
    private QmpStatus reduce(@Memory Object x, int offset, int length, Operation operation) {
        QmpStatus wrong = checkRange(x, offset, length);
        if (wrong != null) {
            return wrong;
        }
        long begin = begin();
        try {
            node.checkInitialized();
            if (Array.getLength(x) == length) {
                communicator.allreduce(Communicator.IN_PLACE, x, operation);
            } else {
                communicator.allreduce(Communicator.IN_PLACE, x, part(x, offset, length), operation);
            }
            return QmpStatus.SUCCESS;
        } catch (SennitException e) {
            return node.errors().fail(e);
        } finally {
            end(begin);
        }
    }

    private static DataLayout part(@Memory Object x, int offset, int length) {
        ElementType type = ElementType.ofArray(x);
        DataLayout elements = DataLayout.of(type).count(length);
        return offset == 0 ? elements : elements.byteShifted((long) offset * type.bytes());
    }

    QmpStatus sumExtended(double[] x, int offset, int length) {
        return sumExtended(x, offset, length, EXTENDED_AT_ONCE);
    }

    /** As above, in parts of a largest length in numbers, the same on all nodes. */
    QmpStatus sumExtended(double[] x, int offset, int length, int atOnce) {
        QmpStatus wrong = checkRange(x, offset, length);
        return wrong != null
                ? wrong
                : call(() -> {
                    double[] pairs = new double[2 * Math.min(length, atOnce)];
                    int done = 0;
                    do {
                        int part = Math.min(length - done, atOnce);
                        DoubleDouble.widen(x, offset + done, part, pairs);
                        communicator.allreduce(
                                Communicator.IN_PLACE, pairs, DoubleDouble.PAIR.count(part), EXTENDED_SUM);
                        DoubleDouble.round(pairs, x, offset + done, part);
                        done += part;
                    } while (done < length);
                });
    }

    QmpStatus binary(@Memory Object value, long bytes, BinaryFunction function) {
        if (value == null || bytes < 0 || function == null) {
            return node.errors()
                    .fail(
                            QmpStatus.INVALID_ARG,
                            "no value, size or function: bytes=" + bytes + " function=" + function);
        }
        if (bytes == 0) {
            return call(() -> {});
        }
        Operation operation = Operation.of("QMP binary reduction", true, (in, inOut, unit, count) -> {
            for (int i = 0; i < count; i++) {
                function.reduce(unit(inOut, i, bytes), unit(in, i, bytes));
            }
        });
        DataLayout whole = DataLayout.contiguous(bytes, DataLayout.BYTE);
        return call(() -> communicator.allreduce(Communicator.IN_PLACE, value, whole.count(1), operation));
    }

    private static MemorySegment unit(MemorySegment units, int index, long bytes) {
        return units.asSlice(index * bytes, bytes);
    }

    QmpStatus broadcast(@Memory Object buffer, long bytes) {
        return bytes < 0 || buffer == null
                ? node.errors().fail(QmpStatus.INVALID_ARG, "no buffer, or a negative size: bytes=" + bytes)
                : call(() -> communicator.broadcast(buffer, DataLayout.BYTE.count(bytes), 0));
    }

    QmpStatus alltoall(@Memory Object receiveBuffer, @Memory Object sendBuffer, long bytes) {
        return bytes < 0 || receiveBuffer == null || sendBuffer == null
                ? node.errors().fail(QmpStatus.INVALID_ARG, "no buffer, or a negative size: bytes=" + bytes)
                : call(() -> communicator.alltoall(sendBuffer, receiveBuffer, DataLayout.BYTE.count(bytes)));
    }

    QmpStatus barrier() {
        return call(barrier);
    }

    /** Returns null for a valid range; otherwise records the error and returns its status. */
    private QmpStatus checkRange(@Memory Object x, int offset, int length) {
        if (x == null || offset < 0 || length < 0 || offset > Array.getLength(x) - length) {
            return node.errors()
                    .fail(
                            QmpStatus.INVALID_ARG,
                            "no array, or too short: offset=" + offset + " length=" + length + " array="
                                    + (x == null ? "none" : Array.getLength(x)));
        }
        return null;
    }

    private QmpStatus call(Runnable operation) {
        long begin = begin();
        try {
            node.checkInitialized();
            operation.run();
            return QmpStatus.SUCCESS;
        } catch (SennitException e) {
            return node.errors().fail(e);
        } finally {
            end(begin);
        }
    }

    /** Returns the time when it is measured, else 0. */
    private long begin() {
        return node.profile().isOn() ? node.nanoTime() : 0;
    }

    private void end(long begin) {
        if (begin != 0) {
            node.profile().spent(node.nanoTime() - begin);
        }
    }
}
