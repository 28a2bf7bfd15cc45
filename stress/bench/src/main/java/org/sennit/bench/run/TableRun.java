package org.sennit.bench.run;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sennit.Job;
import org.sennit.bench.floor.SharedLines;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import org.sennit.bench.program.BenchmarkMain;
import org.sennit.bench.program.BenchmarkProgram;
import org.sennit.bench.program.Plan;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.Report;
import org.sennit.bench.report.TableRow;
import org.sennit.bench.scratch.ScratchFolder;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.runtime.affinity.BindingPlan;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/**
 * Runs one table benchmark: first the peers that are wanted, then the job, in this JVM for one process, unless it shall
 * run apart, and through the launcher for several. Its temporary files are gone when {@link #run} returns. One thread.
 */
public final class TableRun {
    private final Plan plan;
    private final int processes;
    private final int endpointsPerProcess;
    private final List<PeerSetting> settings;
    private final PrintStream out;
    private final Consumer<String> trouble;
    private boolean isBound;

    /**
     * What came of a run.
     *
     * @param exitStatus what the job ended with
     * @param rows the figures; none where it failed
     */
    public record Result(int exitStatus, List<TableRow> rows) {}

    /**
     * Makes a run that has not begun.
     *
     * @param plan what to measure; its files are filled in here
     * @param processes the number of JVMs
     * @param endpointsPerProcess endpoints in each
     * @param settings peers to run beside it
     * @param out receives the table
     * @param trouble receives a line for each peer that did not work
     */
    public TableRun(
            Plan plan,
            int processes,
            int endpointsPerProcess,
            List<PeerSetting> settings,
            PrintStream out,
            Consumer<String> trouble) {
        this.plan = plan;
        this.processes = processes;
        this.endpointsPerProcess = endpointsPerProcess;
        this.settings = List.copyOf(settings);
        this.out = out;
        this.trouble = trouble;
    }

    /**
     * Binds each endpoint to a core of its own where there are enough, as Open MPI does: two that share a core, with
     * another idle, take 1.5 us for a message of 70 ns, and the system may leave them there for a second. The job
     * then runs in JVMs of its own.
     *
     * @param wanted whether to
     */
    public TableRun bound(boolean wanted) {
        isBound = wanted;
        return this;
    }

    /**
     * Runs peers and job. Blocks until both have ended.
     *
     * @return rows and status
     * @throws UncheckedIOException where temporary files cannot be written
     */
    public Result run() {
        return run(processes == 1 && !isBound);
    }

    /**
     * Runs peers and job, the job in a JVM of its own even if it is one process: where several tables follow
     * each other, what the compiler has learnt of the memory and calls of one makes the next one slower.
     * Blocks until both have ended.
     *
     * @return rows and status
     * @throws UncheckedIOException where temporary files cannot be written
     */
    public Result runApart() {
        return run(false);
    }

    private Result run(boolean isHere) {
        try (TemporaryFolder folder = ScratchFolder.inMemory()) {
            return run(folder.path(), isHere);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Result run(Path folder, boolean isHere) throws IOException {
        Path lines = Files.write(folder.resolve("lines"), new byte[SharedLines.FILE_BYTES]);
        Path peers = folder.resolve("peers.json");
        List<PeerFigure> figures = peerFigures();
        if (!figures.isEmpty()) {
            Report.writePeers(peers, figures);
        }
        Path json = plan.jsonFile().isEmpty()
                ? folder.resolve("rows.json")
                : Path.of(plan.jsonFile()).toAbsolutePath();
        Plan whole = plan.withNetwork(
                        processes == 1 ? plan.network() : plan.network().resolved())
                .withFiles(lines.toString(), figures.isEmpty() ? "" : peers.toString(), json.toString());
        int status = isHere ? inThisJvm(whole) : launched(whole);
        return new Result(status, status == 0 ? Report.readRows(json) : List.of());
    }

    private List<PeerFigure> peerFigures() {
        List<PeerFigure> figures = new ArrayList<>();
        if (settings.isEmpty()) {
            return figures;
        }
        Peers.Run work = new Peers.Run(
                plan.benchmark().peerProgram(),
                processes * endpointsPerProcess,
                plan.sizesBytes().stream()
                        .filter(size -> size <= plan.benchmark().largestOfPeersBytes())
                        .toList(),
                plan.batches(),
                plan.iterations(),
                plan.isFresh(),
                plan.window(),
                Stream.concat(
                                Stream.of("operation=" + plan.benchmark().peerOperation()),
                                plan.settings().entrySet().stream()
                                        .map(entry -> entry.getKey().word() + "=" + entry.getValue()))
                        .toList());
        try (Peers peers = new Peers()) {
            settings.forEach(setting -> figures.addAll(peers.run(setting, work)));
            peers.troubles().forEach(trouble);
        }
        return figures;
    }

    private int inThisJvm(Plan whole) {
        Job.run(endpointsPerProcess, new BenchmarkProgram(whole, out, row -> {}));
        return 0;
    }

    private int launched(Plan whole) {
        JobLauncher.Builder job = JobLauncher.builder()
                .processes(processes)
                .endpoints(endpointsPerProcess)
                .main(BenchmarkMain.class.getName())
                .args(whole.toArguments());
        if (processes > 1) {
            plan.network().options().forEach(job::option);
        }
        if (isBound) {
            job.option(BindingPlan.BIND, "core");
        }
        return job.build().run();
    }
}
