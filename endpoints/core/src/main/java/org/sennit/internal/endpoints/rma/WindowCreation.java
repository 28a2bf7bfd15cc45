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
 * Makes windows; collective over the parent. A mistake of one member, or what it fails to do alone, is an error on all,
 * so that no member waits for one that has thrown: they agree by collectives of the parent. (MPI 4.1, section 12.2)
 *
 * @param parent the user's communicator
 * @param collectives the parent's collectives
 * @param operation the call, for the text
 * @param name the name of the window
 * @param hints for it
 * @param wrongHints what is wrong with those of this member, to be reported on all; null for nothing
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
        WindowPart part = null;
        SennitException mistake = badUnit(displacementUnit);
        try {
            MemorySegment view = memory == null ? MemorySegment.NULL : exposable(ErrorClass.BASE, memory);
            part = mistake == null ? WindowPart.of(parent.rank(), view, displacementUnit) : null;
        } catch (RuntimeException | Error e) {
            mistake = failed(e);
        }
        return make(WindowFlavor.CREATED, part, memory, mistake, null);
    }

    /** Makes a window over memory that it allocates for each member. */
    public WindowState allocate(long bytes, int displacementUnit) {
        SennitException mistake = badSize(bytes, displacementUnit);
        Arena arena = null;
        MemorySegment memory = null;
        WindowPart part = null;
        if (mistake == null) {
            try {
                arena = hints.isInSharedMemory()
                        ? newArena()
                        : parent.own().process().device().newPrivateArena();
                memory = arena.allocate(bytes, hints.alignmentBytes());
                part = allocated(memory, displacementUnit);
            } catch (OutOfMemoryError e) {
                mistake = noMemory(bytes, e);
            } catch (RuntimeException | Error e) {
                mistake = failed(e);
            }
        }
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
        } catch (RuntimeException | Error e) {
            close(arena);
            throw e;
        }
        OwnArena taken = new OwnArena(arena);
        try {
            // All that a member can do alone is done before the members agree, so that its failure is an error on all.
            SennitException problem = mistake;
            WindowState direct = null;
            HostExchange host = null;
            MemoryCard card = null;
            try {
                WindowTable table = table(comm);
                if (mistake == null) {
                    Collectives own = Collectives.of(comm);
                    table.enter(comm.rank(), part);
                    WindowMemory kept = new WindowMemory(memory, arena);
                    direct = isInOneProcess() ? direct(comm, own, flavor, table, table.words(), kept) : null;
                    host = isInOneProcess() ? null : HostExchange.of(comm, collectives, table);
                    card = host == null || part.region() == null
                            ? null
                            : host.card(part.region().segment(), part.sizeBytes(), part.displacementUnit());
                }
            } catch (RuntimeException | Error e) {
                problem = failed(e);
            }
            agree(problem, part == null ? 0 : part.sizeBytes(), part == null ? 0 : part.displacementUnit());
            return direct != null ? direct : between(host, flavor, card, part, memory, taken);
        } catch (RuntimeException | Error e) {
            giveBack(comm, taken.arena, e);
            throw e;
        }
    }

    /** The arena that a member has made, to be closed where the creation fails; and at rank 0 its memory for all. */
    private static final class OwnArena {
        private Arena arena; // null: none
        private MemorySegment common; // null: none

        OwnArena(Arena arena) {
            this.arena = arena;
        }
    }

    private static WindowTable table(CommContext comm) {
        return comm.share(WindowTable.class, () -> new WindowTable(comm.group().size()));
    }

    /** Makes a window of members in several processes. Collective; blocks. */
    private WindowState between(
            HostExchange host, WindowFlavor flavor, MemoryCard card, WindowPart part, Object memory, OwnArena taken) {
        CommContext comm = host.comm();
        WindowTable table = host.table();
        boolean isNamed = card != null && host.module() != null;
        boolean areAllNamed = isOfAll(isNamed);
        host.exchange(isNamed ? card : new MemoryCard(part.sizeBytes(), part.displacementUnit(), 0, ""));
        SennitException problem = null;
        if (areAllNamed) {
            MemoryCard common = common(host, ControlWords.bytes(table.parts().length), WindowTable.ALIGNMENT, taken);
            WindowState direct = null;
            try {
                MemorySegment words = taken.common != null ? taken.common : host.opened(common);
                if (words != null && table.open(host) < 0) {
                    ControlWords control = new ControlWords(words, table.parts().length);
                    WindowMemory kept = new WindowMemory(memory, taken.arena);
                    direct = direct(comm, Collectives.of(comm), flavor, table, control, kept);
                }
            } catch (RuntimeException | Error e) {
                problem = failed(e);
            }
            if (isOfAll(direct != null)) {
                return direct;
            }
        }
        return called(host, flavor, new WindowMemory(memory, taken.arena), problem);
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
    private WindowState called(HostExchange host, WindowFlavor flavor, WindowMemory memory, SennitException failure) {
        CommContext comm = host.comm();
        WindowTable table = host.table();
        SennitException problem = failure;
        Collectives own = null;
        CalledWindow called = null;
        try {
            own = Collectives.of(comm);
            table.useCalls(comm.group(), flavor == WindowFlavor.DYNAMIC, host);
            called = CalledWindow.open(comm, table);
        } catch (RuntimeException | Error e) {
            problem = failed(e);
        }
        try {
            agree(problem); // before any of them accesses the part here
            WindowMembers members = new WindowMembers(table.parts(), called.newLocks(table), called);
            return new WindowState(comm, own, flavor, members, memory, hints);
        } catch (RuntimeException | Error e) {
            if (called != null) {
                called.close(false);
            }
            throw e;
        }
    }

    /** Makes a window over one memory, of which each member has a part. */
    public WindowState allocateShared(long bytes, int displacementUnit) {
        SennitException mistake = badSize(bytes, displacementUnit);
        CommContext comm = Duplication.blocking(parent, collectives, name);
        OwnArena taken = new OwnArena(null);
        try {
            SennitException problem = mistake;
            HostExchange host = null;
            try {
                WindowTable table = table(comm);
                table.want(comm.rank(), bytes, displacementUnit);
                host = HostExchange.of(comm, collectives, table);
            } catch (RuntimeException | Error e) {
                problem = failed(e);
            }
            // The members divide the memory, each by itself: by the largest alignment that one of them asks for.
            WindowHints agreed = hints.alignedTo(agree(problem, bytes, displacementUnit));
            if (!isInOneProcess()) {
                host.exchange(new MemoryCard(bytes, displacementUnit, 0, ""));
            }
            return new WindowCreation(parent, collectives, operation, name, agreed, wrongHints).divided(host, taken);
        } catch (RuntimeException | Error e) {
            giveBack(comm, taken.arena, e);
            throw e;
        }
    }

    /** Has rank 0 allocate for all: the words of the locks, then the parts. Collective; blocks. */
    private WindowState divided(HostExchange host, OwnArena taken) {
        CommContext comm = host.comm();
        WindowTable table = host.table();
        int members = table.parts().length;
        long wordsBytes = ControlWords.bytes(members) + hints.alignmentBytes() - 1 & -hints.alignmentBytes();
        MemoryCard card = common(host, totalBytes(table, wordsBytes), hints.alignmentBytes(), taken);
        SennitException problem = null;
        WindowState made = null;
        try {
            MemorySegment common =
                    isInOneProcess() ? table.kept() : taken.common != null ? taken.common : host.opened(card);
            if (common == null) {
                throw notMapped(0);
            }
            table.divide(common.asSlice(wordsBytes), hints.partAlignmentBytes());
            MemorySegment memory = table.parts()[comm.rank()].region().segment();
            ControlWords words = new ControlWords(common, members);
            WindowMemory kept = new WindowMemory(memory, taken.arena);
            made = direct(comm, Collectives.of(comm), WindowFlavor.SHARED, table, words, kept);
        } catch (RuntimeException | Error e) {
            problem = failed(e);
        }
        agree(problem); // before any of them accesses the parts of this process
        return made;
    }

    private long totalBytes(WindowTable table, long wordsBytes) {
        try {
            return Math.addExact(table.totalBytes(hints.partAlignmentBytes()), wordsBytes);
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE; // which cannot be allocated
        }
    }

    /**
     * Has rank 0 allocate memory for all. Collective; blocks.
     *
     * @param alignmentBytes of its beginning
     * @param taken of this member; gets an arena at rank 0, where it has none
     * @return what the others map; null in one process, whose table has the memory
     */
    private MemoryCard common(HostExchange host, long bytes, long alignmentBytes, OwnArena taken) {
        SennitException mistake = null;
        if (host.comm().rank() == 0) {
            try {
                if (taken.arena == null) {
                    taken.arena = newArena();
                }
                taken.common = taken.arena.allocate(bytes, alignmentBytes);
                if (isInOneProcess()) {
                    host.table().keep(taken.common);
                } else if (!host.offer(taken.common)) {
                    mistake = notShared(host);
                }
            } catch (OutOfMemoryError | IllegalArgumentException e) {
                mistake = noMemory(bytes, e);
            } catch (RuntimeException | Error e) {
                mistake = failed(e);
            }
        }
        agree(mistake);
        return isInOneProcess() ? null : host.common();
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

    /** Returns the error of all members for what one of them has failed to do alone. */
    private SennitException failed(Throwable cause) {
        if (cause instanceof SennitException known) {
            return known;
        }
        boolean isMemory = cause instanceof OutOfMemoryError;
        return new SennitException(
                isMemory ? ErrorClass.NO_MEM : ErrorClass.INTERN,
                (isMemory ? "no memory for the window: " : "the window could not be made: ") + where() + " cause="
                        + cause.getMessage(),
                cause);
    }

    /** Releases the resources of a window whose creation has failed; keeps the cause. */
    private static void giveBack(CommContext comm, Arena arena, Throwable cause) {
        try {
            comm.close();
        } catch (RuntimeException | Error e) {
            cause.addSuppressed(e);
        }
        try {
            close(arena);
        } catch (RuntimeException | Error e) {
            cause.addSuppressed(e);
        }
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
     *
     * @return the largest alignment that a member asks for, in bytes
     */
    private long agree(SennitException mistake, long bytes, int displacementUnit) {
        long code = hints.code();
        long alignment = hints.alignmentBytes();
        long[] largest = agree(mistake, bytes, -bytes, displacementUnit, -displacementUnit, code, -code, alignment);
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
        return largest[7];
    }

    /**
     * Throws the same class of error on all members when one of them has a mistake. Collective; blocks.
     *
     * @param facts of this member
     * @return the largest of all, from index 1 on
     */
    private long[] agree(SennitException mistake, long... facts) {
        long[] code = new long[1 + facts.length];
        code[0] = mistake == null ? GOOD : (long) mistake.errorClass().ordinal() << Integer.SIZE | parent.rank();
        System.arraycopy(facts, 0, code, 1, facts.length);
        long[] largest = new long[code.length];
        collectives.allreduce(
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
                    "another member has failed, or its arguments are wrong: peer=" + (int) largest[0]);
        }
        return largest;
    }

    /** Returns whether something holds for all members. Collective; blocks. */
    private boolean isOfAll(boolean isHere) {
        long[] least = new long[1];
        collectives.allreduce(
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
