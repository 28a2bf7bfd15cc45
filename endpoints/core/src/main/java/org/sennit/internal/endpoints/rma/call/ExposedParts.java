package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.endpoints.am.call.CallRoom;
import org.sennit.internal.endpoints.am.call.RemoteCall;
import org.sennit.internal.endpoints.am.call.RemoteCallHandler;
import org.sennit.internal.endpoints.device.UnmarkedPackets;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.message.ErrorClass;

/** The parts of windows in this process that members in other processes access by calls. Any thread. */
public final class ExposedParts implements RemoteCallHandler {
    /** Headers that are read at once, by upcalls of several connections, and are kept. */
    private static final int MOST_SPARE = 8;

    /**
     * Open parts by their keys, which ascend. Immutable: a call looks its part up without an object for the key, which
     * a map would need.
     */
    private record Open(long[] keys, ExposedPart[] parts) {
        static final Open NONE = new Open(new long[0], new ExposedPart[0]);

        ExposedPart part(long key) {
            int place = Arrays.binarySearch(keys, key);
            return place < 0 ? null : parts[place];
        }

        Open with(long key, ExposedPart part) {
            int place = -1 - Arrays.binarySearch(keys, key);
            long[] moreKeys = new long[keys.length + 1];
            ExposedPart[] moreParts = new ExposedPart[keys.length + 1];
            System.arraycopy(keys, 0, moreKeys, 0, place);
            System.arraycopy(parts, 0, moreParts, 0, place);
            moreKeys[place] = key;
            moreParts[place] = part;
            System.arraycopy(keys, place, moreKeys, place + 1, keys.length - place);
            System.arraycopy(parts, place, moreParts, place + 1, keys.length - place);
            return new Open(moreKeys, moreParts);
        }

        Open without(long key) {
            int place = Arrays.binarySearch(keys, key);
            if (place < 0) {
                return this;
            }
            long[] fewerKeys = new long[keys.length - 1];
            ExposedPart[] fewerParts = new ExposedPart[keys.length - 1];
            System.arraycopy(keys, 0, fewerKeys, 0, place);
            System.arraycopy(parts, 0, fewerParts, 0, place);
            System.arraycopy(keys, place + 1, fewerKeys, place, fewerKeys.length - place);
            System.arraycopy(parts, place + 1, fewerParts, place, fewerKeys.length - place);
            return new Open(fewerKeys, fewerParts);
        }
    }

    // By the endpoint and the context id of the window, which are its own among all windows of that endpoint. Replaced
    // under the monitor of this object. Volatile load by upcalls: a call comes after a message that announces the
    // window,
    // which is sent after the part has been added.
    private volatile Open open = Open.NONE;

    private final SparePool<WindowCall> headers = new SparePool<>(MOST_SPARE, true);

    // Parts that their member has closed because another one has failed: their calls end with that. Kept to the end of
    // the job, since no message says that the last call has come; only windows that are open when a process fails can
    // come here. Calls to any other part that is not there end with the error of a closed window, without an entry.
    private final Set<Long> ofFailedWindows = ConcurrentHashMap.newKeySet();

    private final UnmarkedPackets unmarked;

    /** Makes the parts of a process; none yet. */
    public ExposedParts(UnmarkedPackets unmarked) {
        this.unmarked = unmarked;
    }

    private static long key(int endpoint, int context) {
        return (long) endpoint << Integer.SIZE | context & 0xffff_ffffL;
    }

    /** Lets others call a part; before they are notified of the window. */
    public synchronized void add(int endpoint, int context, ExposedPart part) {
        open = open.without(key(endpoint, context)).with(key(endpoint, context), part);
    }

    /** Forgets a part that no call reaches any more. */
    public void remove(int endpoint, int context) {
        ExposedPart _ = take(key(endpoint, context));
    }

    private synchronized ExposedPart take(long key) {
        ExposedPart part = open.part(key);
        open = open.without(key);
        return part;
    }

    /** Closes a part that other members may still call: because one has failed, or without a reason of theirs. */
    public void refuse(int endpoint, int context, boolean hasFailedMember) {
        if (hasFailedMember) {
            ofFailedWindows.add(key(endpoint, context)); // before the part goes: a call finds the one or the other
        }
        ExposedPart part = take(key(endpoint, context));
        if (part != null) {
            part.close(this::refuse); // after calls that have found it or write it; the memory is the member's again
        }
    }

    /** Returns how many parts have left something here, open ones included. */
    int size() {
        return open.keys.length + ofFailedWindows.size();
    }

    private ExposedPart part(RemoteCall call, WindowCall header) {
        return partOf(call.endpoint(), header.context());
    }

    /** Returns an open part; null when there is none. */
    ExposedPart partOf(int endpoint, int context) {
        return open.part(key(endpoint, context));
    }

    /** Refuses a call to a part that has been closed after an error; what was sent to it counts as complete. */
    private void refuse(RemoteCall call, WindowCall header) {
        int process = call.sourceProcess(); // an answered call may serve another one
        if (header.kind() == WindowCall.LOCK) {
            unmarked.sent(process);
        }
        boolean hasFailedMember = ofFailedWindows.contains(key(call.endpoint(), header.context()));
        call.answer(WindowCall.failed(hasFailedMember ? ErrorClass.PROC_FAILED : ErrorClass.WIN));
        if (header.kind() >= WindowCall.LOCK) {
            unmarked.taken(process);
        }
    }

    private WindowCall read(RemoteCall call) {
        WindowCall spare = headers.take();
        return (spare == null ? new WindowCall() : spare).read(call.header(), 0);
    }

    @Override
    public boolean room(RemoteCall call, CallRoom room) {
        WindowCall header = read(call);
        ExposedPart part = part(call, header);
        boolean isGiven = part != null && part.hasRoom(header, room);
        headers.give(header);
        return isGiven;
    }

    @Override
    public void execute(RemoteCall call, MemorySegment data) {
        WindowCall header = read(call);
        run(part(call, header), call, header, data);
        headers.give(header);
    }

    @Override
    public void lost(RemoteCall call, RuntimeException why) {
        execute(call, ExposedPart.LOST); // it may be the turn of others then
    }

    private void run(ExposedPart part, RemoteCall call, WindowCall header, MemorySegment data) {
        if (part == null || !part.beginWrite()) {
            refuse(call, header);
            return;
        }
        try {
            part.execute(call, header, data);
        } finally {
            part.endWrite();
        }
    }
}
