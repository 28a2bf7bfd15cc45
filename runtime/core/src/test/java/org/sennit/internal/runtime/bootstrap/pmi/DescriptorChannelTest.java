package org.sennit.internal.runtime.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** A connection that is inherited as a descriptor: a shell opens it, as a process manager does, and becomes the JVM. */
@Deadline(seconds = 90)
class DescriptorChannelTest {

    /** The JVM: what it has put comes back, in pieces longer than one read. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            long timeoutNs = TimeUnit.SECONDS.toNanos(60);
            PmiSpace engine = PmiSpace.of(new DescriptorChannel(6), 0, 1, timeoutNs, RuntimeContext.system());
            KeyValueSpace space = engine.unlimited();
            String value = "x y ".repeat(2000);
            space.put("key", value);
            space.fence("step", timeoutNs);
            System.out.print(
                    space.get("key").equals(value) && DescriptorChannel.closedBecause("6") == null ? "same" : "other");
            engine.leave();
        }
    }

    @Test
    void aShellHandsItOn() throws Exception {
        Path shell = Path.of("/bin/bash");
        assumeTrue(Files.isExecutable(shell), "no bash");
        try (FakePmi engine = new FakePmi(1)) {
            String address = engine.address().replace(':', '/');
            ProcessBuilder builder = new ProcessBuilder(List.of(
                    shell.toString(),
                    "-c",
                    "exec 6<>/dev/tcp/" + address + "; exec \"$@\"",
                    "bash",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Child.class.getName()));
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            Process process = builder.redirectErrorStream(true).start();
            assertEquals("same", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            process.waitFor(Deadlines.ns(60), TimeUnit.NANOSECONDS);
            assertEquals("cmd=finalize", engine.ends.take());
        }
    }
}
