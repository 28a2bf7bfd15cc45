package org.sennit.internal.endpoints.watch;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.internal.endpoints.comm.Absence;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.comm.ProcessState;
import org.sennit.internal.endpoints.comm.QuietScope;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.runtime.progress.LongWait;
import org.sennit.internal.runtime.progress.LongWaits;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.RankScope;

/**
 * Ends waits for members that have not come through the construction of a communicator: when a member of the parent
 * dies, a construction may succeed on some members and fail on others, and the dead one need not be in the new
 * communicator. A process asks those for whose endpoints a long wait lasts, or a loop of tests, whether they have given
 * up, again and again while it lasts, and only after a failure in the parent. The others answer only if they have. What
 * they say holds: a member that comes through after all finds the new communicator broken.
 *
 * <p>Belongs to the watch thread, except {@link #arrived}.
 */
final class ConstructionNews {
    private static final Absence[] ABSENCES = Absence.values();
    private static final int WORDS = 6; // of a packet: the answer to it repeats them
    private static final int MOST_ASKED = 16; // at a look, about one wait; then the next ones

    private final int process;
    private final ProcessDevice device;
    private final Queue<Packet> packets = new ConcurrentLinkedQueue<>(); // upcalls add
    private ProcessState state; // set before the first look
    private int turn; // where to begin among many

    private record Packet(int from, int kind, int number, byte[] payload) {}

    /**
     * Whether an endpoint takes part: the context ids of the communicator and of its parent, the number of the
     * construction, and the ids of the endpoint, of the one that has made it or itself, and of the one that asks.
     */
    private record Question(int context, int parent, int number, int endpoint, int maker, int asker) {
        static Question read(byte[] payload) {
            ByteBuffer words = ByteBuffer.wrap(payload);
            return words.remaining() < WORDS * Integer.BYTES
                    ? null
                    : new Question(
                            words.getInt(),
                            words.getInt(),
                            words.getInt(),
                            words.getInt(),
                            words.getInt(),
                            words.getInt());
        }

        byte[] words() {
            return ByteBuffer.allocate(WORDS * Integer.BYTES)
                    .putInt(context)
                    .putInt(parent)
                    .putInt(number)
                    .putInt(endpoint)
                    .putInt(maker)
                    .putInt(asker)
                    .array();
        }
    }

    ConstructionNews(int process, ProcessDevice device) {
        this.process = process;
        this.device = device;
    }

    /** Sets the endpoints of this process; before the first look. */
    void know(ProcessState endpoints) {
        state = endpoints;
    }

    /** Takes a question or an answer; in an upcall. */
    void arrived(int from, int kind, int number, byte[] payload) {
        packets.add(new Packet(from, kind, number, payload));
    }

    /**
     * Answers the questions of other processes, takes their answers, and asks about the long waits of this one, and
     * about what its programs test without success.
     *
     * @return whether there is such a wait, which is to be described anew
     */
    boolean look(LongWaits waits) {
        for (Packet packet = packets.poll(); packet != null; packet = packets.poll()) {
            Question about = Question.read(packet.payload);
            if (about != null && packet.kind == JobWatch.IS_ABSENT) {
                answer(packet, about);
            } else if (about != null && packet.number > 0 && packet.number < ABSENCES.length) {
                long endpoint = RankScope.endpoint(packet.from, about.endpoint);
                end(state.communicator(about.asker, about.context), endpoint, ABSENCES[packet.number]);
            }
        }
        boolean isDoubtful = false;
        turn += MOST_ASKED;
        if (device.failedPeers().count() > 0) {
            for (LongWait wait : waits.all()) {
                isDoubtful |= ask(wait.awaited());
            }
            for (Awaited subject = waits.nextTested(); subject != null; subject = waits.nextTested()) {
                ask(subject);
            }
            device.openEndpoints().forEach(each -> each.progress().askTests());
        }
        return isDoubtful;
    }

    private boolean ask(Awaited awaited) {
        CommContext comm = awaited == null ? null : QuietScope.communicatorOf(awaited.scope());
        if (comm == null || comm.failures().doubt() == null) {
            return false;
        }
        long[] all = awaited.endpoints();
        for (int i = 0; i < Math.min(all.length, MOST_ASKED); i++) {
            long endpoint = all[Math.floorMod(turn + i, all.length)];
            if (endpoint != awaited.own()) {
                ask(comm, endpoint);
            }
        }
        return true;
    }

    private void ask(CommContext comm, long endpoint) {
        Origin origin = comm.origin();
        Question about = new Question(
                comm.userContextId(),
                origin.parent(),
                origin.number(),
                RankScope.idOf(endpoint),
                RankScope.idOf(origin.makerOf().applyAsLong(endpoint)),
                comm.endpoint().id());
        int other = RankScope.processOf(endpoint);
        if (other != process) {
            device.others().sendWatch(other, JobWatch.IS_ABSENT, 0, about.words());
        } else {
            end(comm, endpoint, absence(about));
        }
    }

    private void answer(Packet packet, Question about) {
        Absence absence = absence(about);
        if (absence != Absence.NONE) {
            device.others().sendWatch(packet.from, JobWatch.ABSENT, absence.ordinal(), packet.payload);
        }
    }

    private Absence absence(Question about) {
        return state.absence(about.endpoint, about.maker, about.parent, about.number, about.context);
    }

    private static void end(CommContext comm, long endpoint, Absence absence) {
        Throwable why =
                comm == null || absence == Absence.NONE ? null : comm.failures().doubt();
        if (why == null) {
            return;
        }
        comm.failures().giveUp(why);
        if (absence == Absence.WHOLE) {
            comm.failures().lacks(endpoint, why);
        }
    }
}
