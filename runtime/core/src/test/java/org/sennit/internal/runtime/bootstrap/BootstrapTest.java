package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 20)
class BootstrapTest {

    @Test
    void isOneProcessWithoutALauncher() {
        Options options = Options.defaults().with(JobOptions.ENDPOINTS, 3, "test");
        try (Bootstrap bootstrap = BootstrapSelection.join(options, RuntimeContext.system())) {
            JobDescription job = bootstrap.job();
            assertEquals(0, job.process());
            assertEquals(1, job.processes());
            assertEquals(3, job.endpointsPerProcess());
            bootstrap.space().put("a", "b");
            bootstrap.space().fence("step", 0);
            assertEquals("b", bootstrap.space().get("a"));
        }
    }

    @Test
    void givesEveryJobAnIdAndASecretOfItsOwn() {
        try (Bootstrap one = BootstrapSelection.join(Options.defaults(), RuntimeContext.system());
                Bootstrap other = BootstrapSelection.join(Options.defaults(), RuntimeContext.system())) {
            assertNotEquals(one.job().jobId(), other.job().jobId());
            assertNotEquals(
                    java.util.HexFormat.of().formatHex(one.secret()),
                    java.util.HexFormat.of().formatHex(other.secret()));
        }
    }

    /** A program that has caught the abort of one job may end well in the next. */
    @Test
    void theStatusOfAnAbortedJobIsNotThatOfTheNext() {
        KeyValueSpace aborted = new SingleProcessSpace();
        aborted.abort(7, "on purpose");
        assertEquals("7", System.getProperty(SingleProcessSpace.STATUS_PROPERTY));
        new SingleProcessSpace();
        assertNull(System.getProperty(SingleProcessSpace.STATUS_PROPERTY));
    }

    @Test
    void saysWhenAKeyIsAbsent() {
        try (Bootstrap bootstrap = BootstrapSelection.join(Options.defaults(), RuntimeContext.system())) {
            SennitException absent =
                    assertThrows(SennitException.class, () -> bootstrap.space().get("nothing"));
            assertEquals(ErrorClass.BOOTSTRAP, absent.errorClass());
            assertEquals("no process has put key=nothing", absent.getMessage());
        }
    }

    private static LauncherLink link(int port, long timeoutNs) {
        return LauncherLink.open(
                ServerLocation.ofLauncher(port),
                0,
                new byte[32],
                LauncherProtocol.SPACE,
                timeoutNs,
                RuntimeContext.system());
    }

    @Test
    void failsWhenNoServerListensAtTheLaunchersPort() throws Exception {
        int port;
        try (java.net.ServerSocket closedAtOnce =
                new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            port = closedAtOnce.getLocalPort();
        }
        SennitException gone = assertThrows(SennitException.class, () -> link(port, TimeUnit.SECONDS.toNanos(5)));
        assertEquals(ErrorClass.BOOTSTRAP, gone.errorClass());
    }

    @Test
    void givesUpOnALauncherThatSaysNothing() throws Exception {
        try (java.net.ServerSocket silent =
                new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            SennitException late = assertThrows(
                    SennitException.class, () -> link(silent.getLocalPort(), TimeUnit.MILLISECONDS.toNanos(50)));
            assertEquals(
                    "the launcher at loopback port " + silent.getLocalPort() + " does not answer within 50 ms",
                    late.getMessage());
        }
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        assertThrows(SennitException.class, () -> new JobDescription("j", 2, 2, 1, 0, 2));
        assertThrows(SennitException.class, () -> new JobDescription("j", 0, 2, -1, 0, 2));
        assertThrows(SennitException.class, () -> new JobDescription("j", 0, 2, 1, 0, 3));
    }
}
