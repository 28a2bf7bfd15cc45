package org.sennit.internal.launch.host;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Frame;
import org.sennit.internal.launch.hosts.HostFrames.Kind;
import org.sennit.internal.launch.hosts.HostJob;
import org.sennit.message.SennitException;

/**
 * The main class of the JVM that an agent starts on a host of a job. It reads what to start from its standard input,
 * and ends when that ends, with all that it has started: whether the launcher has died, the agent, or the connection
 * between them.
 *
 * <p>Threads: the main thread reads; see {@link HostProcesses} for the others.
 */
public final class HostMain {
    /** Exit status when the launcher is gone. */
    static final int LAUNCHER_GONE_STATUS = 143;

    private HostMain() {}

    /**
     * Serves one launcher.
     *
     * @param args none
     */
    public static void main(String[] args) {
        BufferedOutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
        HostFrames frames = new HostFrames(new BufferedInputStream(System.in, 1 << 16), out);
        System.setOut(System.err); // nothing else may come between the frames
        int status = LAUNCHER_GONE_STATUS;
        try {
            out.write(HostFrames.greeting());
            out.flush();
            Frame first = frames.read();
            if (first != null && first.kind() == Kind.JOB) {
                status = serve(HostJob.of(first.bytes()), frames) == LAUNCHER_GONE_STATUS ? LAUNCHER_GONE_STATUS : 0;
            }
        } catch (IOException launcherGone) {
            // Treated as the end of the input.
        }
        System.exit(status);
    }

    /**
     * Runs the processes of a job here until they have ended, or the launcher is gone.
     *
     * @param frames the line to the launcher, behind the job
     * @return 0 when all have ended as they should
     * @throws IOException the line is broken
     */
    public static int serve(HostJob job, HostFrames frames) throws IOException {
        HostProcesses processes = new HostProcesses(job, frames);
        Thread ending = new Thread(processes::endAll, "sennit-end-of-host");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            processes.start();
        } catch (IOException | SennitException cannot) {
            processes.endAll();
            frames.write(
                    Kind.FAILED,
                    0,
                    String.valueOf(cannot.getMessage()).lines().findFirst().orElse(""));
            return 1;
        }
        try {
            for (Frame frame = frames.read(); frame != null; frame = frames.read()) {
                switch (frame.kind()) {
                    case INPUT -> processes.input(frame.bytes());
                    case KILL -> processes.kill(frame.process());
                    case END -> processes.endSoon();
                    case CLOCK -> frames.write(Kind.CLOCK, 0, Long.toString(System.nanoTime()));
                    default -> throw new IOException("a frame of a host's from the launcher");
                }
            }
        } catch (IOException launcherGone) {
            // Treated as the end of the input.
        }
        boolean isOver = processes.hasEnded();
        processes.endAll();
        return isOver ? processes.status() : LAUNCHER_GONE_STATUS;
    }
}
