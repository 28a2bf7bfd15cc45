package org.sennit.internal.launch.job;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The connection of a host that has come by itself. Threads: any. */
final class JoinedLink implements HostLink {
    private final InputStream in;
    private final OutputStream out;

    /** Takes over both directions. */
    JoinedLink(InputStream in, OutputStream out) {
        this.in = in;
        this.out = new BufferedOutputStream(
                out, 1 << 14); // a frame is written in pieces, each an encrypted record otherwise
    }

    @Override
    public String name() {
        return "sennit join";
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public void heard(String line) {
        // A joining host prints nothing before its greeting.
    }

    @Override
    public void greeted() {
        // A joining host prints nothing before its greeting.
    }

    @Override
    public String lastWords() {
        return "";
    }

    @Override
    public String fate() {
        return "sennit join there has ended, or was silent for too long";
    }

    @Override
    public void close(boolean isOver) {
        try {
            out.close();
        } catch (IOException gone) {
            // It is closed.
        }
    }
}
