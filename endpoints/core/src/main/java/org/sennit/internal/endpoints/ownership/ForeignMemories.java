package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The memory of other processes that this process has had, by home process and number, and its mapped regions. Any
 * thread; guarded by this monitor, except a repeated look-up.
 */
final class ForeignMemories {
    private static final int RECENT = 1024;
    private static final VarHandle RECENT_ENTRY =
            MethodHandles.arrayElementVarHandle(ForeignMemory[].class).withInvokeExactBehavior();

    private final OwnershipProcess process;
    private final Long2ObjectHashMap<ForeignMemory> memories = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<Regions> regions = new Long2ObjectHashMap<>();

    // By a hash of home and number; null: to be looked up. Stored with release under the monitor, read with
    // acquire without it, so that a thread that finds one sees it whole. A benign race: where a number has come to mean
    // other memory, a thread may find the old one, whose name is then not that of the packet, and looks it up.
    private final ForeignMemory[] recent = new ForeignMemory[RECENT];

    /** The regions of one home, as long as any memory in them is known here. */
    private static final class Regions extends Long2ObjectHashMap<WeakReference<MemorySegment>> {}

    ForeignMemories(OwnershipProcess process) {
        this.process = process;
    }

    /**
     * Returns the memory of this name; null when it cannot be mapped here. A name that does not fit its region, or is
     * that of memory which is here already under another one, throws NETWORK.
     */
    synchronized ForeignMemory of(MemorySegment name) {
        int home = MemoryName.home(name);
        int number = MemoryName.number(name);
        long key = (long) home << Integer.SIZE | number;
        ForeignMemory known = memories.get(key);
        if (known != null && MemoryName.isSame(known.name(), name)) {
            return known;
        }
        if (MemoryName.isShort(name)) {
            throw MemoryName.bad("it has not been here before", name);
        }
        if (known != null && !known.isAway()) {
            throw MemoryName.bad("other memory of that number is here", name);
        }
        MemorySegment region = region(home, name);
        if (region == null) {
            return null;
        }
        if (MemoryName.offset(name) < 0 || MemoryName.offset(name) > region.byteSize() - MemoryName.capacity(name)) {
            throw MemoryName.bad("outside its region of " + region.byteSize() + " bytes", name);
        }
        if (known != null) { // its home has freed it, and given its number to other memory
            known.unlist();
        }
        MemorySegment memory = region.asSlice(MemoryName.offset(name), MemoryName.capacity(name));
        MemorySegment ownName = Arena.ofAuto().allocate(name.byteSize(), Long.BYTES);
        ownName.copyFrom(name);
        ForeignMemory fresh = new ForeignMemory(process, home, number, memory, ownName);
        memories.put(key, fresh);
        RECENT_ENTRY.setRelease(recent, place(home, number), fresh);
        return fresh;
    }

    private static int place(int home, int number) {
        return (home * 31 + number) & RECENT - 1;
    }

    /** Returns the memory of this home and number; null when there is none. */
    ForeignMemory known(int home, int number) {
        ForeignMemory found = (ForeignMemory) RECENT_ENTRY.getAcquire(recent, place(home, number));
        return found != null && found.homeNumber() == number && found.home() == home ? found : lookUp(home, number);
    }

    private synchronized ForeignMemory lookUp(int home, int number) {
        ForeignMemory found = memories.get((long) home << Integer.SIZE | number);
        if (found != null) {
            RECENT_ENTRY.setRelease(recent, place(home, number), found);
        }
        return found;
    }

    private MemorySegment region(int home, MemorySegment name) {
        Regions ofHome = regions.get(home);
        if (ofHome == null) {
            ofHome = new Regions();
            regions.put(home, ofHome);
        }
        WeakReference<MemorySegment> known = ofHome.get(MemoryName.regionId(name));
        MemorySegment region = known == null ? null : known.get();
        if (region == null) {
            region = process.open(MemoryName.region(name));
            if (region != null) {
                ofHome.values().removeIf(each -> each.get() == null);
                ofHome.put(MemoryName.regionId(name), new WeakReference<>(region));
            }
        }
        return region;
    }
}
