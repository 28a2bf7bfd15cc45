package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * Checks of the arguments of calls, in this order: handle, target, header handler, header, vector or address, counter.
 * Belongs to one handle; any thread.
 */
final class Checks {
    private final int tasks;
    private final BooleanSupplier checksAlignment;

    Checks(int tasks, BooleanSupplier checksAlignment) {
        this.tasks = tasks;
        this.checksAlignment = checksAlignment;
    }

    void target(String operation, int target) {
        if (target < 0 || target >= tasks) {
            throw new LapiException(LapiStatus.TGT, operation, "target=" + target + " tasks=" + tasks);
        }
    }

    void headerHandler(String operation, int index) {
        if (index == 0) {
            throw new LapiException(LapiStatus.HDR_HNDLR_NULL, operation, "index=0");
        }
        index(operation, index);
    }

    void index(String operation, int index) {
        if (!AddressTable.isIndex(index)) {
            throw new LapiException(
                    LapiStatus.ADDR_HNDL_RANGE, operation, "index=" + index + " table=" + AddressTable.SIZE);
        }
    }

    /** Returns the bytes of the header, null for none. */
    MemorySegment header(String operation, @Memory Object header, int bytes) {
        if (header == null && bytes != 0) {
            throw new LapiException(LapiStatus.UHDR_NULL, operation, "length=" + bytes);
        }
        boolean isOdd = bytes % Long.BYTES != 0 && checksAlignment.getAsBoolean();
        if (bytes < 0 || bytes > ActiveMessages.MAX_HEADER_BYTES || isOdd) {
            throw new LapiException(
                    LapiStatus.UHDR_LEN, operation, "length=" + bytes + " most=" + ActiveMessages.MAX_HEADER_BYTES);
        }
        return bytes == 0
                ? null
                : piece(operation, header, bytes, LapiStatus.UHDR_LEN).memory(0).asSlice(0, bytes);
    }

    /** Returns contiguous memory of this task. */
    ActiveVector contiguous(String operation, @Memory Object memory, long bytes) {
        if (memory == null && bytes != 0) {
            throw new LapiException(LapiStatus.ORG_ADDR_NULL, operation, "length=" + bytes);
        }
        if (bytes < 0) {
            throw new LapiException(LapiStatus.DATA_LEN, operation, "length=" + bytes);
        }
        return bytes == 0 ? ActiveVector.EMPTY : piece(operation, memory, bytes, LapiStatus.DATA_LEN);
    }

    private static ActiveVector piece(String operation, @Memory Object memory, long bytes, LapiStatus wrong) {
        ActiveVector all = ActiveVector.of(memory);
        long size = all.lengthBytes();
        if (bytes > size) {
            throw new LapiException(wrong, operation, "length=" + bytes + " memory=" + size);
        }
        return bytes == size ? all : ActiveVector.of(memory, 0, bytes);
    }

    /** Returns a vector of this task. */
    ActiveVector vector(String operation, LapiVector vector) {
        if (vector == null) {
            throw new LapiException(LapiStatus.ORG_VEC_NULL, operation, "");
        }
        LapiStatus status = vector.shape().checkOrigin(vector::isNull);
        if (status != LapiStatus.SUCCESS) {
            throw new LapiException(status, operation, "vector=" + vector);
        }
        try {
            return vector.active();
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.BUFFER) {
                throw e;
            }
            throw new LapiException(LapiStatus.ORG_VEC_ADDR, operation, e.getMessage());
        }
    }

    /** Checks the vector of a target that the origin gives, and that it matches the origin's. */
    void remote(String operation, int target, RemoteVector vector, LapiVector origin) {
        if (vector == null) {
            throw new LapiException(LapiStatus.TGT_VEC_NULL, operation, "");
        }
        LapiStatus status = vector.shape().checkTarget(vector::isNull);
        if (status == LapiStatus.SUCCESS) {
            status = origin.shape().compare(vector.shape());
        }
        if (status != LapiStatus.SUCCESS) {
            throw new LapiException(status, operation, "origin vector=" + origin + ", target vector=" + vector);
        }
        int addresses = vector.shape().type() == VectorType.STRIDED ? 1 : vector.count();
        for (int i = 0; i < addresses; i++) {
            if (!vector.isNull(i) && vector.address(i).task() != target) {
                throw new LapiException(
                        LapiStatus.TGT_VEC_ADDR,
                        operation,
                        "target=" + target + " piece=" + i + " address=" + vector.address(i));
            }
        }
    }

    /** Checks an address at the target; null is good for no bytes. */
    void address(String operation, int target, RemoteAddress address, long bytes, LapiStatus wrong) {
        if (address == null ? bytes != 0 : address.task() != target) {
            throw new LapiException(wrong, operation, "target=" + target + " address=" + address + " length=" + bytes);
        }
    }

    /** Returns the number of a counter at the target. */
    int targetCounter(String operation, int target, CounterAddress counter) {
        if (counter == null) {
            return ActiveMessages.NO_COUNTER;
        }
        if (counter.task() != target) {
            throw new LapiException(LapiStatus.CNTR_VAL, operation, "target=" + target + " counter=" + counter);
        }
        return counter.number();
    }

    /** Checks a table of counters, which may be null. */
    void counters(String operation, CounterAddress[] table) {
        if (table != null && table.length != tasks) {
            throw new LapiException(
                    LapiStatus.ADDR_TBL_NULL, operation, "counters=" + table.length + " tasks=" + tasks);
        }
    }

    void counter(String operation, LapiCounter counter) {
        if (counter == null) {
            throw new LapiException(LapiStatus.CNTR_NULL, operation, "");
        }
    }
}
