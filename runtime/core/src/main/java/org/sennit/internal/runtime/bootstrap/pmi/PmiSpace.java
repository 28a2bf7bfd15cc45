package org.sennit.internal.runtime.bootstrap.pmi;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.runtime.bootstrap.engine.EnginePlace;
import org.sennit.internal.runtime.bootstrap.engine.ProcessManagerSpace;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.ChunkedSpace;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;

/**
 * The key-value space of a process manager that speaks PMI-1, the protocol of MPICH's simple client
 * ({@code pmi.h}): one line there, one line back. Keys and values are those of the engine, short and without
 * blanks: see {@link #unlimited}.
 *
 * <pre>
 * cmd=initack pmiid=0                        cmd=initack, cmd=set size=4, cmd=set rank=0, cmd=set debug=0 (PMI_PORT)
 * cmd=init pmi_version=1 pmi_subversion=1    cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0
 * cmd=get_maxes                              cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
 * cmd=get_my_kvsname                         cmd=my_kvsname kvsname=K
 * cmd=put kvsname=K key=k value=v            cmd=put_result rc=0 msg=success
 * cmd=barrier_in                             cmd=barrier_out
 * cmd=get kvsname=K key=k                    cmd=get_result rc=0 msg=success value=v
 * cmd=abort exitcode=3
 * cmd=finalize                               cmd=finalize_ack
 * </pre>
 */
final class PmiSpace implements ProcessManagerSpace {
    private static final int MAX_LINE = 1000; // process managers read lines into 1024 characters
    private static final int MAX_ANSWER = 1 << 16;
    private static final int BUFFER_BYTES = 4096;
    private static final long FINALIZE_NS = TimeUnit.SECONDS.toNanos(2);

    private final PmiChannel channel;
    private final RuntimeContext context;
    private final long timeoutNs;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int from; // of what has been read and not used
    private int to;

    private String name;
    private int maxKey;
    private int maxValue;
    private int rank;
    private int size;

    private PmiSpace(PmiChannel channel, long timeoutNs, RuntimeContext context) {
        this.channel = channel;
        this.timeoutNs = timeoutNs;
        this.context = context;
    }

    /**
     * Greets over the descriptor that the process manager has left open.
     *
     * @param channel closed when this fails
     */
    static PmiSpace of(PmiChannel channel, int rank, int size, long timeoutNs, RuntimeContext context) {
        PmiSpace space = new PmiSpace(channel, timeoutNs, context);
        space.rank = rank;
        space.size = size;
        return space.greeted();
    }

    /**
     * Greets over a connection to the process manager's port, which answers with rank and size.
     *
     * @param channel closed when this fails
     * @param id the process manager's number of this process
     */
    static PmiSpace ofPort(PmiChannel channel, String id, long timeoutNs, RuntimeContext context) {
        PmiSpace space = new PmiSpace(channel, timeoutNs, context);
        boolean isKnown = false;
        try {
            space.request("cmd=initack pmiid=" + id, "initack", timeoutNs);
            space.size = PmiLine.number(PmiLine.parse(space.line(timeoutNs), "set"), "size");
            space.rank = PmiLine.number(PmiLine.parse(space.line(timeoutNs), "set"), "rank");
            space.line(timeoutNs); // debug
            isKnown = true;
        } finally {
            if (!isKnown) {
                space.release();
            }
        }
        return space.greeted();
    }

    private PmiSpace greeted() {
        boolean isGreeted = false;
        try {
            Map<String, String> answer =
                    request("cmd=init pmi_version=1 pmi_subversion=1", "response_to_init", timeoutNs);
            if (!"1".equals(answer.get("pmi_version"))) {
                throw PmiLine.failure("speaks version " + answer.get("pmi_version"));
            }
            Map<String, String> most = request("cmd=get_maxes", "maxes", timeoutNs);
            name = request("cmd=get_my_kvsname", "my_kvsname", timeoutNs).get("kvsname");
            if (name == null) {
                throw PmiLine.failure("names no key-value space");
            }
            maxKey = PmiLine.number(most, "keylen_max") - 1;
            int around = "cmd=put kvsname= key= value=".length() + name.length() + maxKey;
            maxValue = Math.min(PmiLine.number(most, "vallen_max") - 1, MAX_LINE - around);
            isGreeted = true;
            return this;
        } finally {
            if (!isGreeted) {
                release();
            }
        }
    }

    /** Returns the number that the process manager has given to this process. */
    EnginePlace place(String engine) {
        return new EnginePlace(engine, rank, size);
    }

    /** Returns the node of each process, as the process manager has placed them; null where it does not say. */
    int[] nodes() {
        try {
            return ProcessMapping.nodes(get(ProcessMapping.KEY), size);
        } catch (SennitException unknownKey) {
            return null; // or the connection is broken, which the next request says
        }
    }

    /** Returns this space for keys and values of any length and content. */
    KeyValueSpace unlimited() {
        return new ChunkedSpace(this, maxKey, maxValue);
    }

    @Override
    public void put(String key, String value) {
        request("cmd=put kvsname=" + name + " key=" + key + " value=" + value, "put_result", timeoutNs);
    }

    @Override
    public String get(String key) {
        String value = request("cmd=get kvsname=" + name + " key=" + key, "get_result", timeoutNs)
                .get("value");
        if (value == null) {
            throw PmiLine.failure("has no value of key=" + key);
        }
        return value;
    }

    @Override
    public void fence(String step, long limitNs) {
        try {
            request("cmd=barrier_in", "barrier_out", limitNs);
        } catch (LateException late) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "step=" + step + ": not all of the " + size + " processes came to PMI's barrier within "
                            + TimeUnit.NANOSECONDS.toMillis(limitNs)
                            + " ms; PMI-1 does not say which are missing, process "
                            + rank + " is there",
                    late);
        }
    }

    @Override
    public boolean abort(int status) {
        try {
            write("cmd=abort exitcode=" + status);
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    @Override
    public void leave() {
        try {
            request("cmd=finalize", "finalize_ack", FINALIZE_NS);
        } catch (SennitException gone) {
            // The process manager then gets the exit status alone.
        }
        release();
    }

    private void release() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // It is going away in any case.
        }
    }

    private Map<String, String> request(String line, String answer, long limitNs) {
        try {
            write(line);
        } catch (IOException broken) {
            throw broken(broken);
        }
        return PmiLine.parse(line(limitNs), answer);
    }

    private synchronized void write(String line) throws IOException {
        channel.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private String line(long limitNs) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long start = context.nanoTime();
        try {
            while (true) {
                while (from < to) {
                    byte next = buffer[from++];
                    if (next == '\n') {
                        return line.toString(StandardCharsets.US_ASCII);
                    }
                    line.write(next);
                }
                if (line.size() > MAX_ANSWER) {
                    throw PmiLine.failure("sends a line of more than " + MAX_ANSWER + " characters");
                }
                long leftMs = TimeUnit.NANOSECONDS.toMillis(limitNs - (context.nanoTime() - start));
                if (leftMs <= 0) {
                    throw new LateException("does not answer: " + channel.name());
                }
                from = 0;
                to = Math.max(0, readSome((int) Math.min(leftMs, Integer.MAX_VALUE)));
            }
        } catch (IOException broken) {
            throw broken(broken);
        }
    }

    private int readSome(int leftMs) throws IOException {
        int count = channel.read(buffer, leftMs);
        if (count < 0) {
            throw PmiLine.failure("has closed the connection: " + channel.name());
        }
        return count;
    }

    private static SennitException broken(IOException cause) {
        return new SennitException(
                ErrorClass.BOOTSTRAP,
                "the connection to the process manager (PMI-1) is broken: " + cause.getMessage(),
                cause);
    }

    /** No answer in time. */
    private static final class LateException extends SennitException {
        private static final long serialVersionUID = 1;

        LateException(String what) {
            super(ErrorClass.BOOTSTRAP, "the process manager (PMI-1) " + what);
        }
    }
}
