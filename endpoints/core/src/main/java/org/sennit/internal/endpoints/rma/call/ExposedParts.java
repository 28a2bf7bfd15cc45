package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.endpoints.am.CallRoom;
import org.sennit.internal.endpoints.am.RemoteCall;
import org.sennit.internal.endpoints.am.RemoteCallHandler;
import org.sennit.internal.endpoints.device.UnmarkedPackets;
import org.sennit.message.ErrorClass;

/** The parts of windows in this process that members in other processes access by calls. Any thread. */
public final class ExposedParts implements RemoteCallHandler {
    // By the endpoint and the context id of the window, which are its own among all windows of that endpoint.
    private final ConcurrentHashMap<Long, ExposedPart> parts = new ConcurrentHashMap<>();

    // Parts that their member has closed because another one has failed: their calls are told so. Kept to the end of
    // the job, since no message says that the last call has come; only windows that are open when a process fails can
    // come here. Calls to any other part that is not there are told that the window is closed, without an entry.
    private final Set<Long> ofFailedWindows = ConcurrentHashMap.newKeySet();

    private final UnmarkedPackets unmarked;

    /** Makes the parts of a process; none yet. */
    public ExposedParts(UnmarkedPackets unmarked) {
        this.unmarked = unmarked;
    }

    private static long key(int endpoint, int context) {
        return (long) endpoint << Integer.SIZE | context & 0xffff_ffffL;
    }

    /** Lets others call a part; before they are told of the window. */
    public void add(int endpoint, int context, ExposedPart part) {
        parts.put(key(endpoint, context), part);
    }

    /** Forgets a part that no call reaches any more. */
    public void remove(int endpoint, int context) {
        parts.remove(key(endpoint, context));
    }

    /** Closes a part that other members may still call: because one has failed, or without a reason of theirs. */
    public void refuse(int endpoint, int context, boolean hasFailedMember) {
        if (hasFailedMember) {
            ofFailedWindows.add(key(endpoint, context)); // before the part goes: a call finds the one or the other
        }
        ExposedPart part = parts.remove(key(endpoint, context));
        if (part != null) {
            part.close(this::refuse); // after calls that have found it or write it; the memory is the member's again
        }
    }

    /** Returns how many parts have left something here, open ones included. */
    int size() {
        return parts.size() + ofFailedWindows.size();
    }

    private ExposedPart part(RemoteCall call, WindowCall header) {
        return partOf(call.endpoint(), header.context());
    }

    /** Returns an open part; null when there is none. */
    ExposedPart partOf(int endpoint, int context) {
        return parts.get(key(endpoint, context));
    }

    /** Refuses a call to a part that has been closed after an error; what was sent to it counts as complete. */
    private void refuse(RemoteCall call, WindowCall header) {
        if (header.kind() == WindowCall.LOCK) {
            unmarked.sent(call.sourceProcess());
        }
        boolean hasFailedMember = ofFailedWindows.contains(key(call.endpoint(), header.context()));
        call.answer(WindowCall.failed(hasFailedMember ? ErrorClass.PROC_FAILED : ErrorClass.WIN));
        if (header.kind() >= WindowCall.LOCK) {
            unmarked.taken(call.sourceProcess());
        }
    }

    @Override
    public CallRoom room(RemoteCall call) {
        WindowCall header = WindowCall.read(call.header());
        ExposedPart part = part(call, header);
        return part == null ? null : part.room(call, header);
    }

    @Override
    public void execute(RemoteCall call, MemorySegment data) {
        WindowCall header = WindowCall.read(call.header());
        run(part(call, header), call, header, data);
    }

    @Override
    public void lost(RemoteCall call, RuntimeException why) {
        WindowCall header = WindowCall.read(call.header());
        run(part(call, header), call, header, null); // it may be the turn of others then
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
