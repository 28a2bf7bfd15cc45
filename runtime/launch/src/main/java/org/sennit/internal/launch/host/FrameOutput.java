package org.sennit.internal.launch.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.sennit.internal.launch.hosts.HostFrames;

/** Sends what is written to it to the launcher, a frame with each flush. Threads: one at a time, under its lock. */
final class FrameOutput extends ByteArrayOutputStream {
    private final HostFrames frames;
    private final HostFrames.Kind kind;
    private final int process;

    FrameOutput(HostFrames frames, HostFrames.Kind kind, int process) {
        this.frames = frames;
        this.kind = kind;
        this.process = process;
    }

    @Override
    public void flush() throws IOException {
        frames.write(kind, process, buf, 0, count);
        reset();
    }
}
