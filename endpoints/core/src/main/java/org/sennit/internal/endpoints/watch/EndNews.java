package org.sennit.internal.endpoints.watch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.runtime.progress.EndedEndpoints;
import org.sennit.internal.runtime.progress.LongWait;
import org.sennit.spi.progress.RankScope;

/**
 * Spreads between processes which endpoints' programs have ended. A process asks another one, once, when a long wait
 * needs one of its endpoints. The other process answers with the endpoints that have ended, and afterwards with each
 * that ends, behind all messages that it has sent to the asking process. So a job with short waits sends nothing, and a
 * job with long waits one packet for each pair of processes and each end.
 *
 * <p>Belongs to the watch thread, except the entries of upcalls.
 */
final class EndNews {
    private final int process;
    private final ProcessDevice device;
    private final EndedEndpoints ended;

    private final Set<Integer> asked = new HashSet<>();
    private final List<Integer> endedHere = new ArrayList<>(); // ids, in the order in which they have ended
    // by process: how many of them; upcalls enter
    private final Map<Integer, Integer> reported = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> batches = new ConcurrentHashMap<>(); // by process: packets sent

    // Upcalls: by process and batch, how many of the packets that end it have come.
    private final Map<Long, Integer> arrivedWords = new ConcurrentHashMap<>();

    EndNews(int process, ProcessDevice device, EndedEndpoints ended) {
        this.process = process;
        this.device = device;
        this.ended = ended;
    }

    /** Called when an endpoint of this process has ended and has nothing under way. */
    void endedHere(int endpoint) {
        if (ended.add(RankScope.endpoint(process, endpoint))) {
            endedHere.add(endpoint);
        }
    }

    /** Reports which endpoints of this process have ended. */
    void forEachHere(Consumer<Long> action) {
        endedHere.forEach(id -> action.accept(RankScope.endpoint(process, id)));
    }

    /** Called when another process asks which endpoints have ended; in an upcall. */
    void wantedBy(int other) {
        reported.putIfAbsent(other, 0);
    }

    /** Takes the ended endpoints of another process; in an upcall. */
    void arrived(int other, int batch, long others, byte[] ids) {
        long key = (long) other << Integer.SIZE | batch;
        if (others > 0 && arrivedWords.merge(key, 1, Integer::sum) <= others) {
            return; // messages may still come over another connection
        }
        arrivedWords.remove(key);
        ByteBuffer numbers = ByteBuffer.wrap(ids);
        while (numbers.remaining() >= Integer.BYTES) {
            ended.add(RankScope.endpoint(other, numbers.getInt()));
        }
    }

    /** Notifies those that want to know what they do not know yet. */
    void tell() {
        for (Map.Entry<Integer, Integer> each : reported.entrySet()) {
            int from = each.getValue();
            if (from == endedHere.size()) {
                continue;
            }
            ByteBuffer ids = ByteBuffer.allocate((endedHere.size() - from) * Integer.BYTES);
            endedHere.subList(from, endedHere.size()).forEach(ids::putInt);
            int batch = batches.merge(each.getKey(), 1, Integer::sum);
            int sent = device.others().sendWatchBehindAll(each.getKey(), JobWatch.ENDED, batch, ids.array());
            if (sent > 0 || isDead(each.getKey())) { // else the next call tells it anew
                each.setValue(endedHere.size());
            }
        }
    }

    /** Asks the processes whose endpoints a long wait needs. */
    void askFor(Iterable<LongWait> waits) {
        for (LongWait wait : waits) {
            if (!wait.isTimed() && wait.awaited() != null) {
                for (long endpoint : wait.awaited().endpoints()) {
                    ask(RankScope.processOf(endpoint));
                }
            }
        }
    }

    private void ask(int other) {
        if (other != process
                && !asked.contains(other)
                && (device.others().sendWatch(other, JobWatch.ENDS_WANTED, 0, new byte[0]) || isDead(other))) {
            asked.add(other);
        }
    }

    private boolean isDead(int other) {
        return device.failedPeers().causeOf(other) != null;
    }

    /** Returns whether all other processes have been asked. */
    boolean hasAskedAll(int processes) {
        return asked.size() >= processes - 1;
    }
}
