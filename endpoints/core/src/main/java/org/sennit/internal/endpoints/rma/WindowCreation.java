package org.sennit.internal.endpoints.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.WindowFlavor;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.Duplication;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes windows; collective over the parent. A mistake of one member is an error on all, so that none waits for others that
 * have left. (MPI 4.1, section 12.2)
 *
 * @param parent the user's communicator
 * @param collectives the parent's collectives
 * @param operation the call, for the text
 * @param name the name of the window
 */
public record WindowCreation(CommContext parent, Collectives collectives, String operation, String name) {
    private static final long GOOD = -1;
    private static final long ALIGNMENT = 64;

    /** Makes a window over memory of the user. */
    public WindowState create(Object memory, int displacementUnit) {
        checkReach();
        MemorySegment view = null;
        SennitException mistake = badUnit(displacementUnit);
        try {
            view = memory == null ? MemorySegment.NULL : exposable(ErrorClass.BASE, memory);
        } catch (SennitException e) {
            mistake = e;
        }
        WindowPart part = mistake == null ? WindowPart.of(view, displacementUnit) : null;
        return make(WindowFlavor.CREATED, part, memory, mistake, null);
    }

    /** Makes a window over memory that it allocates for each member. */
    public WindowState allocate(long bytes, int displacementUnit) {
        checkReach();
        SennitException mistake = badSize(bytes, displacementUnit);
        Arena arena = null;
        MemorySegment memory = null;
        if (mistake == null) {
            try {
                arena = newArena();
                memory = arena.allocate(bytes, ALIGNMENT);
            } catch (OutOfMemoryError e) {
                mistake = noMemory(bytes, e);
            } catch (SennitException e) {
                mistake = e;
            }
        }
        WindowPart part = mistake == null ? WindowPart.of(memory, displacementUnit) : null;
        return make(WindowFlavor.ALLOCATED, part, memory, mistake, arena);
    }

    /** Makes a window over one memory, of which each member has a part. */
    public WindowState allocateShared(long bytes, int displacementUnit) {
        checkReach();
        SennitException mistake = badSize(bytes, displacementUnit);
        CommContext comm = Duplication.blocking(parent, collectives, name);
        Arena arena = null;
        try {
            Collectives own = Collectives.of(comm);
            WindowTable table = comm.share(
                    WindowTable.class, () -> new WindowTable(comm.group().size()));
            table.want(comm.rank(), bytes, displacementUnit);
            agree(own, mistake);
            // The first member allocates for all, and the others see the parts after the second agreement.
            if (comm.rank() == 0) {
                try {
                    arena = newArena();
                    table.divide(arena.allocate(table.totalBytes(), ALIGNMENT));
                } catch (OutOfMemoryError | ArithmeticException e) {
                    mistake = noMemory(bytes, e);
                } catch (SennitException e) {
                    mistake = e;
                }
            }
            agree(own, mistake);
            MemorySegment memory = table.parts()[comm.rank()].region().segment();
            return state(WindowFlavor.SHARED, comm, own, table, memory, arena);
        } catch (SennitException e) {
            throw givenBack(comm, arena, e);
        }
    }

    /** Makes a window to which memory is attached later. */
    public WindowState dynamic() {
        checkReach();
        return make(WindowFlavor.DYNAMIC, WindowPart.dynamic(), null, null, null);
    }

    private WindowState make(
            WindowFlavor flavor, WindowPart part, Object memory, SennitException mistake, Arena arena) {
        CommContext comm = Duplication.blocking(parent, collectives, name);
        try {
            Collectives own = Collectives.of(comm);
            WindowTable table = comm.share(
                    WindowTable.class, () -> new WindowTable(comm.group().size()));
            table.enter(comm.rank(), part);
            agree(own, mistake);
            return state(flavor, comm, own, table, memory, arena);
        } catch (SennitException e) {
            throw givenBack(comm, arena, e);
        }
    }

    /** Gives back what a window that has not come about has taken. */
    private static SennitException givenBack(CommContext comm, Arena arena, SennitException error) {
        comm.close();
        if (arena != null) {
            arena.close();
        }
        return error;
    }

    private static WindowState state(
            WindowFlavor flavor, CommContext comm, Collectives own, WindowTable table, Object memory, Arena arena) {
        return new WindowState(comm, own, flavor, table.parts(), table.words(), memory, arena);
    }

    private Arena newArena() {
        return parent.own().process().device().sharedMemory().newArena();
    }

    /** Throws the same class of error on all members when one of them has a mistake. Collective; blocks. */
    private void agree(Collectives own, SennitException mistake) {
        long[] code = {mistake == null ? GOOD : (long) mistake.errorClass().ordinal() << Integer.SIZE | parent.rank()};
        long[] largest = new long[1];
        own.reduce(
                MemorySegment.ofArray(code),
                0,
                MemorySegment.ofArray(largest),
                0,
                ElementType.LONG,
                1,
                Reduction.MAX,
                -1);
        if (mistake != null) {
            throw mistake;
        }
        if (largest[0] != GOOD) {
            throw mistake(
                    ErrorClass.values()[(int) (largest[0] >> Integer.SIZE)],
                    "another member's arguments are wrong: peer=" + (int) largest[0]);
        }
    }

    private void checkReach() {
        if (parent.group().processCount() > 1) {
            throw mistake(
                    ErrorClass.UNSUPPORTED,
                    "windows over several processes are not supported yet: processes="
                            + parent.group().processCount());
        }
    }

    private SennitException badUnit(int displacementUnit) {
        return displacementUnit > 0
                ? null
                : mistake(ErrorClass.DISP, "a displacement counts 1 byte or more: unit=" + displacementUnit);
    }

    private SennitException badSize(long bytes, int displacementUnit) {
        return bytes < 0 ? mistake(ErrorClass.SIZE, "size below 0: bytes=" + bytes) : badUnit(displacementUnit);
    }

    private SennitException noMemory(long bytes, Throwable cause) {
        return new SennitException(
                ErrorClass.NO_MEM,
                "no memory for the window: bytes=" + bytes + " " + where() + " cause=" + cause.getMessage(),
                cause);
    }

    /** The view of a memory that any thread may read and write. */
    private MemorySegment exposable(ErrorClass errorClass, Object memory) {
        return exposable(parent, errorClass, memory, where());
    }

    /**
     * Returns the view of a memory that others can access.
     *
     * @throws SennitException of the class when it is not such a memory; final
     */
    static MemorySegment exposable(CommContext comm, ErrorClass errorClass, Object memory, String where) {
        if (memory instanceof boolean[]) {
            throw new SennitException(
                    errorClass, "a boolean[] cannot be exposed; a byte[] can, as DataLayout.BOOLEAN: " + where);
        }
        MemorySegment view;
        try {
            view = comm.device().views().of(memory);
        } catch (SennitException e) {
            throw new SennitException(errorClass, e.getMessage() + " " + where, e);
        }
        if (view.isReadOnly() || !view.scope().isAlive() || MemoryViews.isConfined(view)) {
            throw new SennitException(
                    errorClass,
                    "memory that others cannot read and write (read-only, of a closed arena, or confined to a thread): "
                            + where);
        }
        return view;
    }

    private SennitException mistake(ErrorClass errorClass, String text) {
        return new SennitException(errorClass, text + " " + where());
    }

    private String where() {
        return "operation=" + operation + " rank=" + parent.rank() + " communicator=" + parent;
    }
}
