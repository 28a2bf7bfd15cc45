package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** Hosts that fail in ways in which no host of this machine does. */
@Deadline(seconds = 60)
class HostAgentTest {
    private final CountDownLatch isOver = new CountDownLatch(1);

    @AfterEach
    void end() {
        isOver.countDown();
    }

    private void block() throws IOException {
        try {
            isOver.await();
        } catch (InterruptedException stop) {
            throw new IOException(stop);
        }
    }

    /** A host that sends what it is given and then nothing more, and reads nothing. */
    private class SilentLink implements HostLink {
        private final InputStream first;

        SilentLink(byte[] first) {
            this.first = new ByteArrayInputStream(first);
        }

        @Override
        public String name() {
            return "link";
        }

        @Override
        public InputStream in() {
            return new SequenceInputStream(first, new InputStream() {
                @Override
                public int read() throws IOException {
                    block();
                    return -1;
                }
            });
        }

        @Override
        public OutputStream out() {
            return new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    block();
                }
            };
        }

        @Override
        public void heard(String line) {}

        @Override
        public void greeted() {}

        @Override
        public String lastWords() {
            return "";
        }

        @Override
        public String fate() {
            return "link has ended";
        }

        @Override
        public void close(boolean isOver) {}
    }

    private static HostSinks sinks() throws IOException {
        OutputStream none = OutputStream.nullOutputStream();
        return new HostSinks(none, none, JobParts.of(Options.defaults(), 1, null), agent -> {});
    }

    @Test
    void isLostWhereThereIsNoMemoryForWhatItSends() throws Exception {
        HostAgent agent = new HostAgent("a", List.of(0), sinks());
        agent.begin(new SilentLink(new byte[0]) {
            @Override
            public InputStream in() {
                return new InputStream() {
                    @Override
                    public int read() {
                        throw new OutOfMemoryError("as planned");
                    }
                };
            }
        });
        HostedProcess process = agent.processes().getFirst();
        assertTrue(process.await(Deadlines.ns(20)));
        assertEquals(" was lost: host a: link has ended: as planned", process.fate());
    }

    @Test
    void isNotWaitedForWhereItDoesNotReadItsJob() throws Exception {
        HostAgent agent = new HostAgent("a", List.of(0), sinks());
        agent.begin(new SilentLink(HostFrames.greeting()));
        assertNull(agent.awaitGreeting(System.nanoTime() + Deadlines.ns(20)));
        Thread sending = Thread.ofPlatform().daemon().start(() -> agent.send(new byte[100]));
        TimeUnit.NANOSECONDS.timedJoin(sending, Deadlines.ns(20));
        assertFalse(sending.isAlive());
    }

    @Test
    void isLeftWhereItsLinkDoesNotEnd() throws Exception {
        JobHosts hosts = new JobHosts(sinks());
        hosts.add("a", List.of(0)).begin(new SilentLink(new byte[0]) {
            @Override
            public void close(boolean isHostOver) {
                try {
                    block();
                } catch (IOException stop) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        Thread closing = Thread.ofPlatform().daemon().start(() -> hosts.close(1));
        TimeUnit.NANOSECONDS.timedJoin(closing, Deadlines.ns(20));
        assertFalse(closing.isAlive());
    }
}
