package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.message.SennitException;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** In a JVM that was started without any flag, asking for Agrona's view says which one it needs, and the rest works. */
@Deadline(seconds = 60)
class AgronaFlagTest {
    /** As a user writes it. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                OwnershipPool pool = OwnershipPool.of(endpoint);
                for (int i = 0; i < 2; i++) {
                    OwnedBuffer buffer = pool.alloc(8);
                    try {
                        buffer.agrona().putLong(0, 1);
                        System.out.println("works");
                    } catch (SennitException e) {
                        System.out.println(e.errorClass() + " "
                                + e.getMessage().contains("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"));
                    }
                    buffer.segment().set(ValueLayout.JAVA_LONG, 0, 1);
                    buffer.free();
                }
            });
        }
    }

    @Test
    void withoutTheFlagTheErrorNamesIt() {
        String out = new ChildJvm(Program.class).run().assertSilentSuccess().out();
        assertEquals(
                "UNSUPPORTED true UNSUPPORTED true", out.replaceAll("\\s+", " ").strip());
    }

    @Test
    void withTheFlagItWorks() {
        var result = new ChildJvm(Program.class)
                .options("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED")
                .run();
        assertEquals("works works", result.out().replaceAll("\\s+", " ").strip());
    }
}
