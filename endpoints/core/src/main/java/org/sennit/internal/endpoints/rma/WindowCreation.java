package org.sennit.internal.endpoints.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.WindowFlavor;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.Duplication;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.lock.ControlWords;
import org.sennit.internal.endpoints.rma.lock.TargetLocks;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes windows; collective over the parent. A mistake of one member is an error on all, so that no member waits for
 * one that has thrown. (MPI 4.1, section 12.2)
 *
 * @param parent the user's communicator
 * @param collectives the parent's collectives
 * @param operation the call, for the text
 * @param name the name of the window
 * @param hints for it
 * @param wrongHints what is wrong with those of this member, to be told on all; null for nothing
 */
public record WindowCreation(
        CommContext parent,
        Collectives collectives,
        String operation,
        String name,
        WindowHints hints,
        SennitException wrongHints) {
    private static final long GOOD = -1;

    /** Makes a window over memory of the user. */
    public WindowState create(Object memory, int displacementUnit) {
        MemorySegment view = null;
        SennitException mistake = badUnit(displacementUnit);
        try {
            view = memory == null ? MemorySegment.NULL : exposable(ErrorClass.BASE, memory);
        } catch (SennitException e) {
            mistake = e;
        }
        WindowPart part = mistake == null ? WindowPart.of(parent.rank(), view, displacementUnit) : null;
        return make(WindowFlavor.CREATED, part, memory, mistake, null);
    }

    /** Makes a window over memory that it allocates for each member. */
    public WindowState allocate(long bytes, int displacementUnit) {
        SennitException mistake = badSize(bytes, displacementUnit);
        Arena arena = null;
        MemorySegment memory = null;
        if (mistake == null) {
            try {
                arena = hints.isInSharedMemory()
                        ? newArena()
                        : parent.own().process().device().newPrivateArena();
                memory = arena.allocate(bytes, hints.alignmentBytes());
            } catch (OutOfMemoryError e) {
                mistake = noMemory(bytes, e);
            } catch (SennitException e) {
                mistake = e;
            }
        }
        WindowPart part = mistake == null ? allocated(memory, displacementUnit) : null;
        return make(WindowFlavor.ALLOCATED, part, memory, mistake, arena);
    }

    /**
     * With several threads an endpoint, one may still access memory that another one frees: the arena has to be asked
     * then. With members in other processes all parts are accessed in one way: a branch between two, at random, costs
     * random updates 15 percent.
     */
    private WindowPart allocated(MemorySegment memory, int displacementUnit) {
        return parent.device().isShared() || !isInOneProcess()
                ? WindowPart.own(parent.rank(), memory, displacementUnit)
                : WindowPart.allocated(parent.rank(), memory, displacementUnit);
    }

    /** Makes a window to which memory is attached later. */
    public WindowState dynamic() {
        return make(WindowFlavor.DYNAMIC, WindowPart.dynamic(parent.rank()), null, wrongHints, null);
    }

    private boolean isInOneProcess() {
        return parent.group().processCount() == 1;
    }

    private WindowState make(
            WindowFlavor flavor, WindowPart part, Object memory, SennitException mistake, Arena arena) {
        CommContext comm;
        try {
            comm = Duplication.blocking(parent, collectives, name);
        } catch (SennitException e) {
            close(arena);
            throw e;
        }
        Arena taken = arena;
        try {
            Collectives own = Collectives.of(comm);
            WindowTable table = comm.share(
                    WindowTable.class, () -> new WindowTable(comm.group().size()));
            table.enter(comm.rank(), part);
            agree(own, mistake, part == null ? 0 : part.sizeBytes(), part == null ? 0 : part.displacementUnit());
            if (isInOneProcess()) {
                return direct(comm, own, flavor, table, table.words(), new WindowMemory(memory, arena));
            }
            HostExchange host = HostExchange.of(comm, own, table);
            MemoryCard card = part.region() == null
                    ? null
                    : host.card(part.region().segment(), part.sizeBytes(), part.displacementUnit());
            boolean isNamed = card != null && host.module() != null;
            boolean areAllNamed = isOfAll(own, isNamed);
            host.exchange(isNamed ? card : new MemoryCard(part.sizeBytes(), part.displacementUnit(), 0, ""));
            if (areAllNamed) {
                taken = arena == null && comm.rank() == 0 ? newArena() : arena; // fails only where the job is over
                MemorySegment words = common(host, ControlWords.bytes(table.parts().length), taken);
                if (isOfAll(own, words != null && table.open(host) < 0)) {
                    ControlWords control = new ControlWords(words, table.parts().length);
                    return direct(comm, own, flavor, table, control, new WindowMemory(memory, taken));
                }
            }
            return called(host, flavor, new WindowMemory(memory, taken));
        } catch (SennitException e) {
            throw givenBack(comm, taken, e);
        }
    }

    /** Makes a window whose members all reach each other's memory, and the words of the locks. */
    private WindowState direct(
            CommContext comm,
            Collectives own,
            WindowFlavor flavor,
            WindowTable table,
            ControlWords words,
            WindowMemory memory) {
        WindowMembers members = new WindowMembers(table.parts(), new TargetLocks(comm, words), null);
        return new WindowState(comm, own, flavor, members, memory, hints);
    }

    /** Members in other processes are accessed by calls, but for memory that this process maps. Collective; blocks. */
    private WindowState called(HostExchange host, WindowFlavor flavor, WindowMemory memory) {
        CommContext comm = host.comm();
        Collectives own = host.collectives();
        WindowTable table = host.table();
        table.useCalls(comm.group(), flavor == WindowFlavor.DYNAMIC, host);
        CalledWindow called = CalledWindow.open(comm, table);
        try {
            agree(own, null); // before any of them accesses the part here
        } catch (SennitException e) {
            called.close(false);
            throw e;
        }
        WindowMembers members = new WindowMembers(table.parts(), called.newLocks(table), called);
        return new WindowState(comm, own, flavor, members, memory, hints);
    }

    /** Makes a window over one memory, of which each member has a part. */
    public WindowState allocateShared(long bytes, int displacementUnit) {
        SennitException mistake = badSize(bytes, displacementUnit);
        CommContext comm = Duplication.blocking(parent, collectives, name);
        Arena arena = null;
        try {
            Collectives own = Collectives.of(comm);
            WindowTable table = comm.share(
                    WindowTable.class, () -> new WindowTable(comm.group().size()));
            table.want(comm.rank(), bytes, displacementUnit);
            agree(own, mistake, bytes, displacementUnit);
            HostExchange host = HostExchange.of(comm, own, table);
            if (!isInOneProcess()) {
                host.exchange(new MemoryCard(bytes, displacementUnit, 0, ""));
            }
            // Rank 0 allocates for all: the words of the locks, then the parts.
            arena = comm.rank() == 0 ? newArena() : null; // fails only where the job is over
            int members = table.parts().length;
            long wordsBytes = ControlWords.bytes(members) + hints.alignmentBytes() - 1 & -hints.alignmentBytes();
            MemorySegment common = common(host, totalBytes(table, wordsBytes), arena);
            agree(own, common == null ? notMapped(0) : null);
            table.divide(common.asSlice(wordsBytes), hints.partAlignmentBytes());
            agree(own, null); // before any of them accesses the parts of this process
            MemorySegment memory = table.parts()[comm.rank()].region().segment();
            ControlWords words = new ControlWords(common, members);
            return direct(comm, own, WindowFlavor.SHARED, table, words, new WindowMemory(memory, arena));
        } catch (SennitException e) {
            throw givenBack(comm, arena, e);
        }
    }

    private long totalBytes(WindowTable table, long wordsBytes) {
        try {
            return Math.addExact(table.totalBytes(hints.partAlignmentBytes()), wordsBytes);
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE; // which cannot be allocated
        }
    }

    /** Returns memory that rank 0 allocates and all map; null when it cannot be mapped here. Collective; blocks. */
    private MemorySegment common(HostExchange host, long bytes, Arena arena) {
        MemorySegment allocated = null;
        SennitException mistake = null;
        if (host.comm().rank() == 0) {
            try {
                allocated = arena.allocate(bytes, hints.alignmentBytes());
                if (!isInOneProcess() && host.card(allocated, bytes, 1) == null) {
                    mistake = notShared(host);
                }
            } catch (OutOfMemoryError | IllegalArgumentException e) {
                mistake = noMemory(bytes, e);
            } catch (SennitException e) {
                mistake = e;
            }
        }
        if (isInOneProcess() && allocated != null) {
            host.table().keep(allocated);
        }
        agree(host.collectives(), mistake);
        return isInOneProcess() ? host.table().kept() : host.common(allocated);
    }

    private SennitException notShared(HostExchange host) {
        return mistake(
                ErrorClass.UNSUPPORTED,
                (host.module() == null
                                ? "the network module shares no memory between processes (mapped does, on one host)"
                                : "the memory cannot be shared between processes")
                        + ": processes=" + parent.group().processCount());
    }

    private SennitException notMapped(int rank) {
        return mistake(
                ErrorClass.UNSUPPORTED,
                "memory of another process cannot be mapped here (it is of another host): peer=" + rank);
    }

    /** Releases the resources of a window whose creation has failed. */
    private static SennitException givenBack(CommContext comm, Arena arena, SennitException error) {
        comm.close();
        close(arena);
        return error;
    }

    private static void close(Arena arena) {
        if (arena != null) {
            arena.close();
        }
    }

    private Arena newArena() {
        return parent.own().process().device().sharedMemory().newArena();
    }

    /**
     * Throws the same class of error on all members when one of them has a mistake, or when they do not keep to what
     * their hints promise. Collective; blocks.
     */
    private void agree(Collectives own, SennitException mistake, long bytes, int displacementUnit) {
        long[] largest =
                agree(own, mistake, bytes, -bytes, displacementUnit, -displacementUnit, hints.code(), -hints.code());
        if (largest[5] != -largest[6]) {
            throw mistake(ErrorClass.INFO_VALUE, "members gave different hints: hints=" + hints.inForce());
        }
        if (hints.isOfOneSize() && largest[1] != -largest[2]) {
            throw mistake(
                    ErrorClass.SIZE,
                    "parts of different sizes with the hint same_size: bytes=" + bytes + " least=" + -largest[2]
                            + " most=" + largest[1]);
        }
        if (hints.isOfOneUnit() && largest[3] != -largest[4]) {
            throw mistake(
                    ErrorClass.DISP,
                    "different displacement units with the hint same_disp_unit: unit=" + displacementUnit + " least="
                            + -largest[4] + " most=" + largest[3]);
        }
    }

    /**
     * Throws the same class of error on all members when one of them has a mistake. Collective; blocks.
     *
     * @param facts of this member
     * @return the largest of all, from index 1 on
     */
    private long[] agree(Collectives own, SennitException mistake, long... facts) {
        long[] code = new long[1 + facts.length];
        code[0] = mistake == null ? GOOD : (long) mistake.errorClass().ordinal() << Integer.SIZE | parent.rank();
        System.arraycopy(facts, 0, code, 1, facts.length);
        long[] largest = new long[code.length];
        own.allreduce(
                MemorySegment.ofArray(code),
                MemorySegment.ofArray(largest),
                ElementType.LONG,
                code.length,
                Reduction.MAX);
        if (mistake != null) {
            throw mistake;
        }
        if (largest[0] != GOOD) {
            throw mistake(
                    ErrorClass.values()[(int) (largest[0] >> Integer.SIZE)],
                    "another member's arguments are wrong: peer=" + (int) largest[0]);
        }
        return largest;
    }

    /** Returns whether something holds for all members. Collective; blocks. */
    private static boolean isOfAll(Collectives own, boolean isHere) {
        long[] least = new long[1];
        own.allreduce(
                MemorySegment.ofArray(new long[] {isHere ? 1 : 0}),
                MemorySegment.ofArray(least),
                ElementType.LONG,
                1,
                Reduction.MIN);
        return least[0] != 0;
    }

    private SennitException badUnit(int displacementUnit) {
        return displacementUnit > 0
                ? wrongHints
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

    /** Returns the view of a memory that any thread may read and write. */
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
