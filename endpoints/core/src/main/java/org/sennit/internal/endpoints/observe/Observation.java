package org.sennit.internal.endpoints.observe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.ThreadLevel;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.runtime.trace.Profile;
import org.sennit.internal.runtime.trace.TraceEvents;
import org.sennit.internal.runtime.trace.TraceFile;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.context.RuntimeContext;

/**
 * The observers of the endpoints of one process of a job. Built and closed by the thread that runs the job; each
 * endpoint's recorder belongs to the threads that drive it.
 */
public final class Observation implements AutoCloseable {
    private final RuntimeContext context;
    private final Options options;
    private final JobDescription job;
    private final WorldRanks ranks = new WorldRanks();
    private final List<EndpointRecorder> recorders = new ArrayList<>();
    private final TraceFile trace; // null without one

    private Observation(RuntimeContext context, Options options, JobDescription job) {
        this.context = context;
        this.options = options;
        this.job = job;
        this.trace = openTrace();
    }

    /**
     * Begins to watch, if that is asked for.
     *
     * @param context clock
     * @return null when nothing is to be watched
     * @throws SennitException ARG when the trace cannot be written; final
     */
    public static Observation of(RuntimeContext context, Options options, JobDescription job) {
        return TraceOptions.isAnyOn(options) ? new Observation(context, options, job) : null;
    }

    private TraceFile openTrace() {
        String name = options.value(TraceOptions.TRACE);
        if (name.isEmpty()) {
            return null;
        }
        Path file = Path.of(name);
        try {
            return new TraceFile(job.processes() == 1 ? file : TraceFile.partOf(file, job.process()));
        } catch (IOException e) {
            throw new SennitException(ErrorClass.ARG, "the trace cannot be written: file=" + name + " cause=" + e, e);
        }
    }

    /**
     * Returns the observer of a new endpoint.
     *
     * @param endpoint its number in this process
     * @return a fresh one
     */
    public synchronized DeviceObserver observerOf(int endpoint) {
        EndpointRecorder recorder = new EndpointRecorder(
                context,
                ranks,
                new EndpointAddress(job.process(), job.incarnation(), endpoint),
                new Profile(),
                ThreadLevel.of(options.value(ThreadLevel.OPTION)) == ThreadLevel.MULTIPLE);
        recorders.add(recorder);
        return recorder;
    }

    /**
     * Exchanges the identities of both sides, before the first message.
     *
     * @param world the group of all endpoints
     */
    public void begin(RankMap world) {
        ranks.fill(world);
        if (trace == null) {
            return;
        }
        for (EndpointRecorder recorder : recorders) {
            TraceEvents events =
                    new TraceEvents(trace, job.process(), recorder.rank(), options.value(TraceOptions.TRACE_EVENTS));
            events.name(
                    "process_name",
                    "JVM " + job.process() + " (process "
                            + ProcessHandle.current().pid() + ")");
            recorder.traceTo(events);
        }
    }

    /** Called by the thread that drove an endpoint when its program has ended. */
    public void ended(DeviceObserver observer) {
        String remark = ((EndpointRecorder) observer).end();
        if (remark != null) {
            System.err.println("sennit: " + remark);
        }
    }

    /**
     * Gives the profile to the launcher or to the user, and closes the trace. All endpoints have ended or are lost.
     * What cannot be written is said, and does not fail the job.
     */
    @Override
    public void close() {
        try {
            try {
                if (options.value(TraceOptions.PROFILE)) {
                    publishProfile();
                }
            } finally {
                if (trace != null) {
                    trace.close();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("sennit: profile or trace cannot be written: cause=" + e);
        }
    }

    private synchronized void publishProfile() throws IOException {
        Profile whole = new Profile();
        recorders.forEach(recorder -> whole.merge(recorder.profile()));
        String parts = options.value(TraceOptions.PROFILE_PARTS);
        if (parts.isEmpty()) {
            whole.publish(options.value(TraceOptions.PROFILE_FILE));
        } else {
            whole.write(newPart(Path.of(parts), "process" + job.process()));
        }
    }

    /** Makes a file that no other job of this program has, of which one may run beside another one, or behind it. */
    private static Path newPart(Path folder, String name) throws IOException {
        for (int job = 1; ; job++) {
            try {
                return Files.createFile(folder.resolve(job == 1 ? name : name + "." + job));
            } catch (FileAlreadyExistsException taken) {
                continue;
            }
        }
    }
}
