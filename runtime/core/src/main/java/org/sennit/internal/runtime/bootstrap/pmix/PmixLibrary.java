package org.sennit.internal.runtime.bootstrap.pmix;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.NoSuchElementException;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The functions of libpmix that start-up needs (pmix.h of PMIx 3 to 5). Its wire is binary, versioned and
 * authenticated: the library is the interface.
 *
 * <pre>
 * pmix_proc_t   char nspace[256]; uint32 rank                              260 bytes
 * pmix_value_t  uint16 type; 6 bytes of padding; union of 16 bytes          24 bytes
 * pmix_info_t   char key[512]; uint32 flags; padding; pmix_value_t         544 bytes
 * </pre>
 *
 * <p>Threads: any, but one call at a time.
 */
final class PmixLibrary implements Pmix {
    private static final String[] NAMES = {"libpmix.so.2", "libpmix.so", "libpmix.2.dylib"};

    private static final int RANK_OFFSET = 256;
    private static final int PROC_BYTES = 260;
    private static final int VALUE_BYTES = 24;
    private static final int VALUE_OFFSET = 8;
    private static final int INFO_BYTES = 544;
    private static final int INFO_VALUE = 520;
    private static final int MAX_TEXT = 1 << 20;

    private static final short BOOL = 1;
    private static final short STRING = 3;
    private static final short UINT32 = 14;
    private static final byte GLOBAL = 3;
    private static final int WILDCARD = -2;
    private static final String JOB_SIZE = "pmix.job.size";
    private static final String COLLECT = "pmix.collect";

    private final MethodHandle init;
    private final MethodHandle put;
    private final MethodHandle commit;
    private final MethodHandle fence;
    private final MethodHandle get;
    private final MethodHandle abort;
    private final MethodHandle finish;
    private final MemorySegment self = Arena.global().allocate(PROC_BYTES, Long.BYTES);

    @SuppressWarnings("restricted") // there is no other way, and the JVM says so
    private PmixLibrary(SymbolLookup symbols) {
        Linker linker = Linker.nativeLinker();
        ValueLayout.OfInt number = ValueLayout.JAVA_INT;
        ValueLayout.OfLong size = ValueLayout.JAVA_LONG;
        ValueLayout address = ValueLayout.ADDRESS;
        init = linker.downcallHandle(
                symbols.findOrThrow("PMIx_Init"), FunctionDescriptor.of(number, address, address, size));
        put = linker.downcallHandle(
                symbols.findOrThrow("PMIx_Put"),
                FunctionDescriptor.of(number, ValueLayout.JAVA_BYTE, address, address));
        commit = linker.downcallHandle(symbols.findOrThrow("PMIx_Commit"), FunctionDescriptor.of(number));
        fence = linker.downcallHandle(
                symbols.findOrThrow("PMIx_Fence"), FunctionDescriptor.of(number, address, size, address, size));
        get = linker.downcallHandle(
                symbols.findOrThrow("PMIx_Get"),
                FunctionDescriptor.of(number, address, address, address, size, address));
        abort = linker.downcallHandle(
                symbols.findOrThrow("PMIx_Abort"), FunctionDescriptor.of(number, number, address, address, size));
        finish = linker.downcallHandle(
                symbols.findOrThrow("PMIx_Finalize"), FunctionDescriptor.of(number, address, size));
    }

    /**
     * Loads it.
     *
     * @throws SennitException BOOTSTRAP: there is none; the text says what was tried; do not retry
     */
    @SuppressWarnings("restricted") // see above
    static PmixLibrary load() {
        String last = "";
        for (String name : NAMES) {
            try {
                return new PmixLibrary(SymbolLookup.libraryLookup(name, Arena.global()));
            } catch (IllegalArgumentException | IllegalCallerException | NoSuchElementException missing) {
                last = missing.getMessage();
            }
        }
        throw new SennitException(
                ErrorClass.BOOTSTRAP, "no libpmix here: tried " + String.join(", ", NAMES) + ": " + last);
    }

    @Override
    public int init() {
        try {
            check("PMIx_Init", (int) init.invokeExact(self, MemorySegment.NULL, 0L));
            return self.get(ValueLayout.JAVA_INT, RANK_OFFSET);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public int size() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = value(arena, WILDCARD, JOB_SIZE);
            if (value.get(ValueLayout.JAVA_SHORT, 0) != UINT32) {
                throw new SennitException(
                        ErrorClass.BOOTSTRAP, "PMIx tells the size of the job in another type than uint32");
            }
            return value.get(ValueLayout.JAVA_INT, VALUE_OFFSET);
        }
    }

    @Override
    public void put(String key, String text) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
            value.set(ValueLayout.JAVA_SHORT, 0, STRING);
            value.set(ValueLayout.ADDRESS, VALUE_OFFSET, arena.allocateFrom(text));
            check("PMIx_Put", (int) put.invokeExact(GLOBAL, arena.allocateFrom(key), value));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public void fence() {
        try (Arena arena = Arena.ofConfined()) {
            check("PMIx_Commit", (int) commit.invokeExact());
            MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
            info.setString(0, COLLECT, StandardCharsets.US_ASCII);
            info.set(ValueLayout.JAVA_SHORT, INFO_VALUE, BOOL);
            info.set(ValueLayout.JAVA_BYTE, INFO_VALUE + VALUE_OFFSET, (byte) 1);
            check("PMIx_Fence", (int) fence.invokeExact(MemorySegment.NULL, 0L, info, 1L));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** {@inheritDoc} The library's copy is not freed: it is a few hundred bytes, once. */
    @Override
    @SuppressWarnings("restricted") // a pointer of the library's
    public String get(int rank, String key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = value(arena, rank, key);
            if (value.get(ValueLayout.JAVA_SHORT, 0) != STRING) {
                throw new SennitException(ErrorClass.BOOTSTRAP, "PMIx has another type than a text: key=" + key);
            }
            return value.get(ValueLayout.ADDRESS, VALUE_OFFSET)
                    .reinterpret(MAX_TEXT)
                    .getString(0);
        }
    }

    @SuppressWarnings("restricted") // a pointer of the library's
    private MemorySegment value(Arena arena, int rank, String key) {
        MemorySegment process = arena.allocate(PROC_BYTES, Long.BYTES).copyFrom(self);
        process.set(ValueLayout.JAVA_INT, RANK_OFFSET, rank);
        MemorySegment result = arena.allocate(ValueLayout.ADDRESS);
        try {
            check("PMIx_Get", (int) get.invokeExact(process, arena.allocateFrom(key), MemorySegment.NULL, 0L, result));
        } catch (Throwable e) {
            throw failed(e);
        }
        return result.get(ValueLayout.ADDRESS, 0).reinterpret(VALUE_BYTES);
    }

    @Override
    public void abort(int status, String why) {
        try (Arena arena = Arena.ofConfined()) {
            check("PMIx_Abort", (int) abort.invokeExact(status, arena.allocateFrom(why), MemorySegment.NULL, 0L));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public void finish() {
        try {
            check("PMIx_Finalize", (int) finish.invokeExact(MemorySegment.NULL, 0L));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static void check(String call, int status) {
        if (status != 0) {
            throw new SennitException(ErrorClass.BOOTSTRAP, call + " fails: status=" + status);
        }
    }

    private static RuntimeException failed(Throwable e) {
        if (e instanceof RuntimeException known) {
            return known;
        }
        throw new LinkageError("libpmix", e);
    }
}
