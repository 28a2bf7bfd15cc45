package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

@Deadline(seconds = 200)
class HangWatchTest {

    /** A case that waits for ever. */
    static final class Hanging {
        @Test
        void waitsForEver() throws Exception {
            new CountDownLatch(1).await();
        }
    }

    static final class Started {
        private Started() {}

        public static void main(String[] args) throws Exception {
            Thread.ofVirtual().start(Started::waitAsVirtualThread);
            System.out.print('.');
            System.out.flush();
            waitInChild();
        }

        private static void waitInChild() throws InterruptedException {
            new CountDownLatch(1).await();
        }

        private static void waitAsVirtualThread() {
            try {
                waitInChild();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Program {
        private Program() {}

        /** Started first: on a busy machine that alone may take longer than a case may wait. */
        public static void main(String[] args) throws Exception {
            Process child = new ChildJvm(Started.class).start();
            assertEquals('.', child.getInputStream().read());
            LauncherFactory.create()
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(DiscoverySelectors.selectClass(Hanging.class))
                            .configurationParameter(ShareExtension.HANG, args[0])
                            .build());
        }
    }

    @Test
    void namesTheCasePrintsAllStacksAndEndsAllJvms() {
        List<String> missing = List.of();
        String text = "";
        for (int seconds = 1; seconds < 100 && (seconds == 1 || !missing.isEmpty()); seconds *= 4) { // it may be slow
            ChildJvm.Result result = new ChildJvm(Program.class)
                    .arguments("" + seconds)
                    .deadline(Duration.ofMinutes(3))
                    .run();
            assertEquals(3, result.exitStatus(), result::toString);
            text = result.err();
            missing = Stream.of(
                            "HANG: no case has begun or ended for " + seconds + " s",
                            "waitsForEver",
                            "waitInChild",
                            "waitAsVirtualThread")
                    .filter(each -> !result.err().contains(each))
                    .toList();
        }
        assertEquals(List.of(), missing, text);
    }
}
