package org.sennit.bench.program;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Operation;
import org.sennit.bench.floor.AccessFloor;
import org.sennit.bench.floor.MappedFloor;
import org.sennit.bench.floor.MemoryFloor;
import org.sennit.bench.floor.PairFloor;
import org.sennit.bench.floor.SharedLines;
import org.sennit.bench.floor.SocketFloor;
import org.sennit.bench.floor.SpeedProbe;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.report.Machine;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.Report;
import org.sennit.bench.report.Table;
import org.sennit.bench.report.TableRow;
import org.sennit.config.Options;
import org.sennit.internal.runtime.affinity.BindingPlan;

/**
 * A table benchmark as the endpoints of a job run it: for each size probe, floor, warm-up, probe, timed part, probe.
 * One object a process, shared by its endpoints; rank 0 prints and keeps the rows.
 *
 * <p>While ranks 0 and 1 probe and run the floor, further endpoints wait in a barrier, parked.
 */
public final class BenchmarkProgram implements EndpointProgram {
    private static final long FRESH_ABOVE_BYTES = Batching.SINGLE_ABOVE_BYTES;

    private final Plan plan;
    private final PrintStream out;
    private final MemoryFloor.Meeting meeting = new MemoryFloor.Meeting();
    private final Consumer<TableRow> sink;

    /**
     * Makes a program for the endpoints of this process.
     *
     * @param plan the same in all processes
     * @param out receives the table, in the process of rank 0
     * @param sink called by rank 0 with each row; its thread
     */
    public BenchmarkProgram(Plan plan, PrintStream out, Consumer<TableRow> sink) {
        this.plan = plan;
        this.out = out;
        this.sink = sink;
    }

    /** What one endpoint needs while it runs. */
    private record Side(Communicator world, int rank, SpeedProbe probe, PairFloor floor) {
        boolean isOfPair() {
            return rank < 2 && world.size() > 1;
        }

        double probeNs() {
            return isOfPair() ? probe.measureNs() : Double.NaN;
        }
    }

    @Override
    public void run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        int rank = world.rank();
        boolean isOneProcess = isOneProcess(world);
        SharedLines lines = isOneProcess ? meeting.lines() : SharedLines.mapped(Path.of(plan.linesFile()));
        boolean isPair = rank < 2 && world.size() > 1;
        try (PairFloor floor =
                !isPair ? null : isOneProcess ? new MemoryFloor(meeting, rank == 0) : between(lines, rank == 0)) {
            Side side = new Side(world, rank, new SpeedProbe(lines, rank == 0), floor);
            if (rank == 0) {
                lead(side);
            } else {
                plan.sizesBytes().forEach(sizeBytes -> size(side, sizeBytes, List.of(), BenchProgress.NONE));
            }
        }
    }

    private static boolean isOneProcess(Communicator world) {
        return world.size() < 2 || world.processOf(0) == world.processOf(1);
    }

    /** Returns the floor of two processes by what carries their messages. */
    private PairFloor between(SharedLines lines, boolean isLeader) {
        return switch (plan.network()) {
            case BEST, TCP, TLS -> SocketFloor.tcp(lines, isLeader);
            case UNIX -> SocketFloor.unix(lines, isLeader, Path.of(plan.linesFile() + ".socket"));
            case MAPPED -> new MappedFloor(lines, isLeader);
        };
    }

    private void lead(Side side) {
        List<PeerFigure> peers = plan.peersFile().isEmpty() ? List.of() : Report.readPeers(Path.of(plan.peersFile()));
        Table table = new Table(out, plan.benchmark().metric(), plan.benchmark().valueName(), labels(peers));
        List<TableRow> rows = new ArrayList<>();
        List<String> notes = new ArrayList<>(Machine.notes());
        notes.add(placement(side));
        boolean isHeaderDue = !plan.isQuiet();
        try (BenchProgress progress = BenchProgress.of(plan, plan.sizesBytes().size())) {
            for (long sizeBytes : plan.sizesBytes()) {
                TableRow row = size(side, sizeBytes, peers, progress);
                rows.add(row);
                sink.accept(row);
                if (isHeaderDue) {
                    notes.add("Probe: " + row.speed().word() + " at the first size ("
                            + Machine.probes(row.probeBeforeNs(), row.probeAfterNs())
                            + " one way); the column Speed has it for each row; * = peer measured at another speed");
                    table.header(plan.benchmark().title(), notes);
                    isHeaderDue = false;
                }
                if (!plan.isQuiet()) {
                    table.row(row);
                }
            }
        }
        if (!plan.jsonFile().isEmpty()) {
            Report.writeRows(Path.of(plan.jsonFile()), about(side), rows);
        }
    }

    /** Returns the columns of what is measured beside it, and of the peers. */
    private List<String> labels(List<PeerFigure> peers) {
        return Stream.concat(plan.beside().stream(), peers.stream().map(PeerFigure::peer))
                .distinct()
                .toList();
    }

    private String placement(Side side) {
        return side.world().size() + " endpoints, bind "
                + Options.fromEnvironment().value(BindingPlan.BIND) + ", "
                + (isOneProcess(side.world()) ? "" : plan.network().word() + ", ")
                + (plan.isFresh() ? "fresh" : "warm") + ", "
                + plan.memory().words()
                + (plan.benchmark().isStream() ? ", window " + plan.window() : "") + ", "
                + (plan.settings().isEmpty()
                        ? ""
                        : Setting.text(plan.settings()).replace(",", ", ") + ", ")
                + plan.batches() + " batches; floor: "
                + (side.floor() == null || side.world().size() != 2
                        ? "none"
                        : plan.benchmark().floorKind() == Benchmark.FloorKind.ACCESS && isWithinReach(side)
                                ? AccessFloor.DESCRIPTION
                                : side.floor().describe());
    }

    private Map<String, Object> about(Side side) {
        Map<String, Object> about = Machine.facts();
        about.put("benchmark", plan.benchmark().word());
        about.put("endpoints", side.world().size());
        about.put(
                "network", isOneProcess(side.world()) ? "none" : plan.network().word());
        about.put("fresh", plan.isFresh());
        about.put("memory", plan.memory().name());
        about.put("window", plan.window());
        about.put("batches", plan.batches());
        plan.settings().forEach((setting, value) -> about.put(setting.word(), value));
        return about;
    }

    /** Measures one size, again until it was measured at the wanted speed; rank 0 decides and notifies the others. */
    private TableRow size(Side side, long sizeBytes, List<PeerFigure> peers, BenchProgress progress) {
        Workload workload = workload(side.world(), sizeBytes);
        byte[] isAgain = new byte[1];
        TableRow row;
        int attempt = 0;
        do {
            row = attempt(side, workload, sizeBytes, peers, attempt == 0 && isFirst(sizeBytes));
            attempt++;
            isAgain[0] = (byte) (isWanted(row.speed()) || attempt >= plan.attempts() ? 0 : 1);
            if (plan.attempts() > 1) {
                side.world().broadcast(isAgain, 0);
            }
        } while (isAgain[0] == 1);
        if (isParticipant(side)) {
            workload.close();
        }
        progress.step(sizeBytes);
        return row;
    }

    private boolean isFirst(long sizeBytes) {
        return plan.sizesBytes().getFirst() == sizeBytes;
    }

    private boolean isWanted(Speed speed) {
        return plan.wanted().equals(Plan.ANY_SPEED)
                ? speed != Speed.MIXED
                : plan.wanted().equals(speed.word());
    }

    private TableRow attempt(Side side, Workload workload, long sizeBytes, List<PeerFigure> peers, boolean isFirst) {
        Communicator world = side.world();
        world.barrier();
        double first = side.probeNs();
        Summary floor = side.isOfPair() ? floor(side, sizeBytes) : Summary.NONE;
        if (world.size() > 2) {
            world.barrier();
            floor = Summary.NONE; // A floor of two says nothing about more.
        }
        if (isParticipant(side)) {
            workload.warmUp(0);
        }
        if (isFirst) { // untimed: the timed part takes other branches, and what they end is compiled anew
            warmUpLong(side, workload, WarmUp.of(plan.batches(), true));
            if (isParticipant(side)) {
                workload.measure();
                workload.tailNs();
            }
        }
        warmUpLong(side, workload, WarmUp.of(plan.batches(), isFirst));
        double before = side.probeNs();
        world.barrier();
        Summary time = isParticipant(side) ? workload.measure() : Summary.NONE;
        double after = side.probeNs();
        double tailNs = isParticipant(side) ? workload.tailNs() : Double.NaN;
        Summary whole = Double.isNaN(tailNs) ? time : time.withP99(tailNs);
        List<PeerFigure> ofSize =
                peers.stream().filter(peer -> peer.sizeBytes() == sizeBytes).toList();
        Speed speed = Speed.of(first, before, after);
        List<PeerFigure> beside = new ArrayList<>();
        workload.beside().forEach((label, figure) -> beside.add(new PeerFigure(label, sizeBytes, figure, speed)));
        return new TableRow(sizeBytes, whole, floor, before, after, speed, ofSize, beside);
    }

    /** Goes on as long as any rank wants to, so that all do the same number of operations. */
    private void warmUpLong(Side side, Workload workload, WarmUp warmUp) {
        int[] isAgain = {1};
        while (isAgain[0] == 1) {
            if (isParticipant(side)) {
                workload.warmUp(0);
            }
            isAgain[0] = warmUp.isDue(System.nanoTime()) ? 1 : 0;
            side.world().allreduce(Communicator.IN_PLACE, isAgain, Operation.MAX);
        }
    }

    private boolean isParticipant(Side side) {
        return side.rank() < 2 || !plan.benchmark().isBetweenTwo();
    }

    private Summary floor(Side side, long sizeBytes) {
        PairFloor floor = side.floor();
        Batching batching = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        return switch (plan.benchmark().floorKind()) {
            case MESSAGE ->
                plan.benchmark().isStream()
                        ? floor.stream(sizeBytes, plan.window(), plan.batches())
                        : floor.oneWay(sizeBytes, isFresh(sizeBytes), batching);
            case MEETING -> floor.oneWay(0, false, batching);
            case LINE -> floor.oneWay(0, false, Batching.of(0, plan.batches(), plan.iterations()));
            case COPY -> floor.oneWay(sizeBytes * plan.directions(), isFresh(sizeBytes), batching);
            case FRESH_COPY -> floor.oneWay(sizeBytes, true, batching);
            case SUM -> floor.sum(sizeBytes, batching);
            case ACCESS -> access(side, sizeBytes, batching);
        };
    }

    /**
     * Returns the floor of an access: the bare access where the memory is within reach; else a message there and an
     * empty one back, or a stream of messages.
     */
    private Summary access(Side side, long sizeBytes, Batching batching) {
        if (isWithinReach(side)) {
            return plan.benchmark() == Benchmark.GUPS
                    ? bareUpdates(side.world(), sizeBytes)
                    : side.rank() == 0 ? bareAccess(sizeBytes, batching) : Summary.NONE;
        }
        PairFloor floor = side.floor();
        if (plan.benchmark() == Benchmark.GUPS) {
            return floor.stream(Long.BYTES, plan.window(), plan.batches()).dividedBy(2);
        }
        return plan.benchmark().isStream()
                ? floor.stream(sizeBytes, plan.window(), plan.batches())
                : floor.oneWay(sizeBytes, false, batching).plus(floor.oneWay(0, false, batching));
    }

    private boolean isWithinReach(Side side) {
        return isOneProcess(side.world())
                || !plan.benchmark().isOfLapi()
                        && plan.network().resolved() == Network.MAPPED
                        && plan.setting(Setting.EXPOSED).equals(Setting.EXPOSED.usual());
    }

    /** Has all ranks update the same memory as the window's, without it: lines of the cache cross as often. */
    private Summary bareUpdates(Communicator world, long sizeBytes) {
        RandomUpdates bare = RandomUpdates.bare(world, plan, sizeBytes);
        bare.warmUp(plan.batches());
        Summary floor = bare.measure();
        bare.close();
        return floor;
    }

    private Summary bareAccess(long sizeBytes, Batching batching) {
        return switch (plan.benchmark()) {
            case GET, GET_BANDWIDTH, LAPI_GET -> AccessFloor.measure(AccessFloor.Kind.LOAD, sizeBytes, batching);
            case ACCUMULATE, GET_ACCUMULATE -> AccessFloor.measure(AccessFloor.Kind.ADD, sizeBytes, batching);
            case FETCH_AND_OP, FETCH_AND_OP_RATE, LAPI_RMW ->
                AccessFloor.measure(AccessFloor.Kind.ADD, Long.BYTES, batching);
            case COMPARE_AND_SWAP, COMPARE_AND_SWAP_RATE ->
                AccessFloor.measure(AccessFloor.Kind.SWAP, Long.BYTES, batching);
            default -> AccessFloor.measure(AccessFloor.Kind.STORE, sizeBytes, batching);
        };
    }

    private boolean isFresh(long sizeBytes) {
        return plan.isFresh() && sizeBytes > FRESH_ABOVE_BYTES;
    }

    private Workload workload(Communicator world, long sizeBytes) {
        return switch (plan.benchmark()) {
            case LATENCY ->
                isFresh(sizeBytes) ? new FreshOneWay(world, plan, sizeBytes) : new PingPong(world, plan, sizeBytes);
            case GIVE -> new GivePingPong(world, plan, sizeBytes);
            case AMSEND -> new ActiveRoundTrip(world, plan, sizeBytes);
            case AMSEND_BANDWIDTH, AMSEND_RATE -> new ActiveWindows(world, plan, sizeBytes);
            case LAPI_PUT, LAPI_GET, LAPI_RMW, LAPI_AMSEND -> new LapiCalls(world, plan, sizeBytes);
            case PERSISTENT -> new PersistentExchange(world, plan, sizeBytes, isFresh(sizeBytes));
            case GUPS -> new RandomUpdates(world, plan, sizeBytes);
            case UNPACK -> new UnpackOneWay(world, plan, sizeBytes);
            case BANDWIDTH, BI_BANDWIDTH, RATE -> new Windows(world, plan, sizeBytes);
            default ->
                plan.benchmark().floorKind() == Benchmark.FloorKind.ACCESS
                        ? new WindowAccesses(world, plan, sizeBytes)
                        : collective(world, sizeBytes);
        };
    }

    private Workload collective(Communicator world, long sizeBytes) {
        return plan.isNonblocking()
                ? new OverlappedCalls(plan, sizeBytes, world, CollectiveStart.of(world, plan, sizeBytes))
                : new BlockingCalls(plan, sizeBytes, world, BlockingCollective.of(world, plan, sizeBytes));
    }
}
