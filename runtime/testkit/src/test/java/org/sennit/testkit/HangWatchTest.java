package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

@Deadline(seconds = 60)
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
                            .configurationParameter(ShareExtension.HANG, "5")
                            .build());
        }
    }

    @Test
    void namesTheCasePrintsAllStacksAndEndsAllJvms() {
        ChildJvm.Result result = new ChildJvm(Program.class).run();
        assertEquals(3, result.exitStatus(), result::toString);
        for (String expected : new String[] {
            "HANG: no case has begun or ended for 5 s", "waitsForEver", "waitInChild", "waitAsVirtualThread"
        }) {
            assertTrue(result.err().contains(expected), () -> expected + " is missing in " + result.err());
        }
    }
}
