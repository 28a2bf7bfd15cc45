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
    private final KnownVectors known = new KnownVectors();

    Checks(int tasks, BooleanSupplier checksAlignment) {
        this.tasks = tasks;
        this.checksAlignment = checksAlignment;
    }

    void target(Call call) {
        if (call.target() < 0 || call.target() >= tasks) {
            throw call.wrong(LapiStatus.TGT, "tasks=" + tasks);
        }
    }

    void headerHandler(Call call, int index) {
        if (index == 0) {
            throw call.wrong(LapiStatus.HDR_HNDLR_NULL, "index=0");
        }
        index(call, index);
    }

    void index(Call call, int index) {
        if (!HandlerNumbers.isIndex(index)) {
            throw call.wrong(LapiStatus.ADDR_HNDL_RANGE, "index=" + index + " table=" + HandlerNumbers.TABLE_SIZE);
        }
    }

    /** Checks a header handler and its header; returns the bytes of the header, null for none. */
    MemorySegment header(Call call, int handler, @Memory Object header, int bytes) {
        headerHandler(call, handler);
        return header(call, header, bytes);
    }

    /** Returns the bytes of the header, null for none. */
    MemorySegment header(Call call, @Memory Object header, int bytes) {
        return header(call, header, bytes, LapiStatus.UHDR_LEN);
    }

    /** As {@link #header(Call, Object, int)}, of a lightweight message. */
    MemorySegment lightweightHeader(Call call, @Memory Object header, int bytes) {
        return header(call, header, bytes, LapiStatus.HDR_LEN);
    }

    private MemorySegment header(Call call, @Memory Object header, int bytes, LapiStatus odd) {
        if (header == null && bytes != 0) {
            throw call.wrong(LapiStatus.UHDR_NULL, "length=" + bytes);
        }
        boolean isOutside = bytes < 0 || bytes > ActiveMessages.MAX_HEADER_BYTES;
        if (isOutside || bytes % Long.BYTES != 0 && checksAlignment.getAsBoolean()) {
            throw call.wrong(
                    isOutside ? LapiStatus.UHDR_LEN : odd,
                    "length=" + bytes + " most=" + ActiveMessages.MAX_HEADER_BYTES);
        }
        return bytes == 0
                ? null
                : readable(
                                call,
                                piece(call, header, bytes, LapiStatus.UHDR_NULL, LapiStatus.UHDR_LEN),
                                LapiStatus.UHDR_NULL)
                        .memory(0);
    }

    /** Returns contiguous memory of this task that the calling thread can read. */
    ActiveVector data(Call call, @Memory Object memory, long bytes) {
        return readable(call, contiguous(call, memory, bytes), LapiStatus.ORG_ADDR_NULL);
    }

    /** Returns contiguous memory of this task. */
    ActiveVector contiguous(Call call, @Memory Object memory, long bytes) {
        if (memory == null && bytes != 0) {
            throw call.wrong(LapiStatus.ORG_ADDR_NULL, "length=" + bytes);
        }
        if (bytes < 0) {
            throw call.wrong(LapiStatus.DATA_LEN, "length=" + bytes);
        }
        return bytes == 0
                ? ActiveVector.EMPTY
                : piece(call, memory, bytes, LapiStatus.ORG_ADDR_NULL, LapiStatus.DATA_LEN);
    }

    /** Returns registered memory of this task that the calling thread can read, or read and write. */
    ActiveVector registered(Call call, Regions regions, RemoteAddress local, long bytes, boolean isToBeWritten) {
        if (bytes < 0) {
            throw call.wrong(LapiStatus.DATA_LEN, "length=" + bytes);
        }
        if (bytes == 0) {
            return ActiveVector.EMPTY;
        }
        Region region = local == null || local.task() != call.task() ? null : regions.find(local.region());
        if (region == null) {
            throw call.wrong(LapiStatus.ORG_ADDR_NULL, "local=" + local + " length=" + bytes);
        }
        ActiveVector piece;
        try {
            piece = region.piece(local.offsetBytes(), bytes);
        } catch (SennitException e) { // outside the memory
            throw call.wrong(
                    LapiStatus.DATA_LEN,
                    "local=" + local + " length=" + bytes + " memory="
                            + region.memory().byteSize());
        }
        return usable(call, piece, isToBeWritten, LapiStatus.ORG_ADDR_NULL);
    }

    /** Returns a vector whose memory is the piece, no more. */
    private ActiveVector piece(Call call, @Memory Object memory, long bytes, LapiStatus noMemory, LapiStatus wrong) {
        ActiveVector piece;
        try {
            piece = known.of(memory, bytes);
        } catch (SennitException e) { // no memory
            throw call.wrong(noMemory, e.getMessage());
        }
        if (piece == null) {
            throw call.wrong(
                    wrong,
                    "length=" + bytes + " memory=" + ActiveVector.of(memory).lengthBytes());
        }
        return piece;
    }

    private static ActiveVector readable(Call call, ActiveVector vector, LapiStatus wrongMemory) {
        return usable(call, vector, false, wrongMemory);
    }

    private static ActiveVector usable(Call call, ActiveVector vector, boolean isToBeWritten, LapiStatus wrongMemory) {
        String mistake = Copying.mistake(vector, isToBeWritten);
        if (mistake != null) {
            throw call.wrong(wrongMemory, "memory cannot be used here: " + mistake);
        }
        return vector;
    }

    /** Returns a vector of this task that the calling thread can read. */
    ActiveVector data(Call call, LapiVector vector) {
        return readable(call, vector(call, vector), LapiStatus.ORG_VEC_ADDR);
    }

    /** Returns a vector of this task. */
    ActiveVector vector(Call call, LapiVector vector) {
        if (vector == null) {
            throw call.wrong(LapiStatus.ORG_VEC_NULL, "");
        }
        LapiStatus status = vector.checkAsOrigin();
        if (status != LapiStatus.SUCCESS) {
            throw call.wrong(status, "vector=" + vector);
        }
        try {
            return vector.active();
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.BUFFER) {
                throw e;
            }
            throw call.wrong(LapiStatus.ORG_VEC_ADDR, e.getMessage());
        }
    }

    /** Checks the vector of a target that the origin gives, and that it matches the origin's. */
    void remote(Call call, RemoteVector vector, LapiVector origin) {
        if (vector == null) {
            throw call.wrong(LapiStatus.TGT_VEC_NULL, "");
        }
        LapiStatus status = vector.check();
        if (status == LapiStatus.SUCCESS) {
            status = origin.shape().compare(vector.shape());
        }
        if (status != LapiStatus.SUCCESS) {
            throw call.wrong(status, "origin vector=" + origin + ", target vector=" + vector);
        }
        int addresses = vector.shape().type() == VectorType.STRIDED ? 1 : vector.count();
        for (int i = 0; i < addresses; i++) {
            if (!vector.isNull(i) && vector.address(i).task() != call.target()) {
                throw call.wrong(LapiStatus.TGT_VEC_ADDR, "piece=" + i + " address=" + vector.address(i));
            }
        }
    }

    /** Checks an address at the target; null is good for no bytes. */
    void address(Call call, RemoteAddress address, long bytes, LapiStatus wrong) {
        if (address == null ? bytes != 0 : address.task() != call.target()) {
            throw call.wrong(wrong, "address=" + address + " length=" + bytes);
        }
    }

    /** Returns the number of a counter at the target. */
    int targetCounter(Call call, CounterAddress counter) {
        if (counter == null) {
            return ActiveMessages.NO_COUNTER;
        }
        if (counter.task() != call.target()) {
            throw call.wrong(LapiStatus.CNTR_VAL, "counter=" + counter);
        }
        return counter.number();
    }

    /** Checks a table of counters, which may be null. */
    void counters(Call call, CounterAddress[] table) {
        if (table != null && table.length != tasks) {
            throw call.wrong(LapiStatus.ADDR_TBL_NULL, "counters=" + table.length + " tasks=" + tasks);
        }
    }

    void counter(Call call, LapiCounter counter) {
        if (counter == null) {
            throw call.wrong(LapiStatus.CNTR_NULL, "");
        }
    }
}
