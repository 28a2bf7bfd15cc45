package org.sennit.internal.endpoints.watch;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.am.ActiveEndpoint;
import org.sennit.internal.endpoints.comm.ProcessState;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.remote.WatchPackets;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.LongWaits;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.RankScope;

/**
 * The watch of one process: has long waits described, notes programs that have ended, ends waits for them, and finds
 * deadlocks. Off the path of messages: run now and then by the thread that runs the job, the watch thread.
 *
 * <p>Belongs to that thread, except {@link #arrived} and {@link #picture}.
 */
public final class JobWatch implements WatchPackets {
    /** Another process wants to know which programs have ended here. */
    static final int ENDS_WANTED = 1;

    /** Programs of the sender have ended; the payload is the ids of their endpoints. */
    static final int ENDED = 2;

    /** Behind all that the sender has sent over a connection; it has come to its end. After those of the search. */
    static final int LAST = 8;

    /** All that the receiver has sent to the sender has arrived. */
    static final int LAST_ARRIVED = 9;

    /** The sender waits for an endpoint that may not have the communicator of the wait. */
    static final int IS_ABSENT = 10;

    /** The answer, if it is so, with the same payload; the number says what the endpoint takes no part in. */
    static final int ABSENT = 11;

    /** The longest time that a picture takes. */
    private static final int PICTURE_MS = 250;

    private static final int PICTURE_LOOK_MS = 5;
    private static final int MOST_AWAKE = 32;

    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RuntimeContext context;
    private final ProcessDevice device;
    private final int processes;
    private final int endpoints; // of the world, whose ids come first
    private final LongWaits waits;
    private final EndNews ends;
    private final ConstructionNews constructions;
    private final LastMessages lastMessages;
    private final WaitPicture picture;
    private final DeadlockSearch search;
    private final int process;
    private final boolean isSearching;
    private final boolean isEndedAwaited;

    private volatile List<ProgramState> programs; // as tick was given them last; read by any thread

    private long tickNs;
    private int endedSeen;

    /**
     * Makes the watch of a process; before its first connection.
     *
     * @param context the clock
     * @param processes their number
     * @param endpoints the number of endpoints that the world has here
     */
    public JobWatch(
            RuntimeContext context,
            Options options,
            int process,
            int processes,
            int endpoints,
            ProcessDevice device,
            JobHealth health) {
        this.context = context;
        this.device = device;
        this.processes = processes;
        this.endpoints = endpoints;
        this.waits = health.longWaits();
        this.ends = new EndNews(process, device, waits.ended());
        this.constructions = new ConstructionNews(process, device);
        this.lastMessages = new LastMessages(device);
        this.isEndedAwaited = options.value(WatchOptions.ENDED_WAIT);
        this.process = process;
        int afterSeconds = options.value(WatchOptions.DEADLOCK_AFTER);
        this.isSearching = afterSeconds > 0;
        this.picture = new WaitPicture(waits.ended()::nameOf);
        WatchedProcess watched = new DeviceProcess(device);
        QuietCheck quiet = new QuietCheck(watched, waits, endpoints, TimeUnit.SECONDS.toNanos(afterSeconds));
        this.search = new DeadlockSearch(process, processes, watched, quiet, this::describe, picture);
        this.tickNs = context.nanoTime();
        waits.waitForEnded(isEndedAwaited);
        device.watch(this);
    }

    /** Sets the endpoints of this process; before the first {@link #tick}. */
    public void know(ProcessState state) {
        constructions.know(state);
    }

    @Override
    public void arrived(int from, int kind, int number, long others, byte[] payload) {
        switch (kind) {
            case ENDS_WANTED -> ends.wantedBy(from);
            case ENDED -> ends.arrived(from, number, others, payload);
            case IS_ABSENT, ABSENT -> constructions.arrived(from, kind, number, payload);
            case LAST, LAST_ARRIVED -> lastMessages.arrived(from, kind, others);
            default -> search.arrived(from, kind, number, payload);
        }
    }

    /** Returns the check, at the end, that all messages of this process have arrived; always the same. */
    public LastMessages lastMessages() {
        return lastMessages;
    }

    /**
     * Looks around; called often, and does something now and then.
     *
     * @param programs the programs of the endpoints of the world, by their ids; null when all have ended
     * @return DEADLOCK when all endpoints of the job wait for each other, its text is the picture; else null
     */
    public SennitException tick(List<ProgramState> programs) {
        this.programs = programs;
        long now = context.nanoTime();
        if (now - tickNs < TICK_NS) {
            return null;
        }
        tickNs = now;
        if (device.isChecked()) {
            lookAtHandlers();
        }
        enterEnded(programs);
        ends.tell();
        askForWaits(now);
        if (!isEndedAwaited && !ends.hasAskedAll(processes)) {
            ends.askFor(waits.all());
        }
        if (!isSearching || !search.advance(programs, now)) {
            return null;
        }
        return new SennitException(
                ErrorClass.DEADLOCK,
                "all endpoints of the job wait, and nothing is under way (deadlock.after)" + picture.text());
    }

    private void lookAtHandlers() {
        for (LocalEndpoint each : device.openEndpoints()) {
            ActiveEndpoint active = each.knownExtension(ActiveEndpoint.class);
            if (active != null) {
                active.lookAtHandler(SourceLine::of);
            }
        }
    }

    private void enterEnded(List<ProgramState> programs) {
        for (LocalEndpoint each : device.openEndpoints()) {
            boolean isCreated = each.id() >= endpoints; // and ends when all programs of the process have ended
            if ((isCreated || hasEnded(programs, each.id())) && each.isOver()) {
                ends.endedHere(each.id());
            }
        }
    }

    /**
     * Describes what each endpoint of this process does now; any thread may call. Blocks for at most {@value
     * #PICTURE_MS} ms, until the waiting threads have described their waits.
     *
     * @return some lines
     */
    public String picture() {
        int question = waits.ask();
        device.openEndpoints().forEach(each -> each.progress().askWaiting());
        long since = context.nanoTime();
        while (context.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(PICTURE_MS) && !haveAnswered(question)) {
            context.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(PICTURE_LOOK_MS));
        }
        WaitPicture picture = new WaitPicture(waits.ended()::nameOf);
        describe(picture::add, picture::ended);
        return "sennit: which endpoint waits for which" + (processes > 1 ? " in process " + process : "")
                + picture.text() + awake();
    }

    private boolean haveAnswered(int question) {
        return device.openEndpoints().stream()
                .map(each -> each.progress().longWait())
                .allMatch(wait -> wait != null && wait.answered() - question >= 0);
    }

    /** Returns a line for each endpoint that does something else. */
    private String awake() {
        List<ProgramState> known = programs;
        StringBuilder text = new StringBuilder();
        int lines = 0;
        for (LocalEndpoint each : device.openEndpoints()) {
            boolean isKnown = known != null && each.id() < endpoints;
            if (!isKnown || each.progress().isKnown() || hasEnded(known, each.id()) || lines++ >= MOST_AWAKE) {
                continue;
            }
            Thread program = known.get(each.id()).thread();
            if (program == null) {
                continue; // no thread has taken the endpoint
            }
            String line = SourceLine.of(program);
            text.append(System.lineSeparator())
                    .append("  ")
                    .append(waits.ended().nameOf(RankScope.endpoint(process, each.id())))
                    .append(" does not wait for others: ")
                    .append(program.getState())
                    .append(line.isEmpty() ? "" : " at " + line);
        }
        return text.toString();
    }

    private static boolean hasEnded(List<ProgramState> programs, int id) {
        return programs == null || programs.get(id).hasEnded();
    }

    private void describe(Consumer<WaitReport> report, Consumer<Long> ended) {
        long now = context.nanoTime();
        Map<ProgressEngine, Integer> ids = new IdentityHashMap<>();
        device.openEndpoints().forEach(each -> ids.put(each.progress(), each.id()));
        waits.all().stream()
                .filter(wait -> ids.containsKey(wait.engine()))
                .limit(DeadlockSearch.MOST_REPORTS)
                .forEach(wait ->
                        report.accept(WaitReport.of(RankScope.endpoint(process, ids.get(wait.engine())), wait, now)));
        ends.forEachHere(ended);
    }

    /**
     * Has threads describe their waits that have become long; all of them where there is news that may end them, or
     * where it depends on whom they wait for.
     */
    private void askForWaits(long now) {
        int ended = waits.ended().count();
        boolean isNews =
                constructions.look(waits) || ended != endedSeen && !waits.all().isEmpty();
        boolean isAsked = false;
        for (LocalEndpoint each : device.openEndpoints()) {
            if (each.progress().mustAsk(now) || isNews && each.progress().isKnown()) {
                if (!isAsked) {
                    waits.ask();
                    isAsked = true;
                }
                each.progress().askWaiting();
            }
        }
        endedSeen = ended;
    }
}
