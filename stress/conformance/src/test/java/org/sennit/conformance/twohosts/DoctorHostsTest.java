package org.sennit.conformance.twohosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** {@code sennit doctor --hosts} over two hosts: what it says of paths that are fine, and of some that are not. */
@Deadline(seconds = 180)
@Tag("stress") // needs root
class DoctorHostsTest {
    private NameSpaces spaces;

    @BeforeEach
    void open() throws Exception {
        spaces = NameSpaces.open();
        assumeTrue(spaces != null, "no network name spaces here: needs root and ip");
    }

    @AfterEach
    void close() {
        if (spaces != null) {
            spaces.close();
        }
    }

    private ChildJvm.Result doctor() {
        return new ChildJvm(Main.class)
                .options("--enable-native-access=ALL-UNNAMED")
                .options("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED")
                .arguments(
                        "doctor",
                        "--hosts",
                        spaces.name(0) + "," + spaces.name(1),
                        "--agent",
                        "ip netns exec {host} {command}")
                .run();
    }

    @Test
    void saysWhichAddressReachesTheOtherHost() {
        String said = doctor().out();
        assertTrue(said.contains("ok  path to " + spaces.name(1) + ": reaches " + spaces.address(1)), said);
        assertTrue(said.contains("ok  path to " + spaces.name(0) + ": reaches " + spaces.address(0)), said);
        assertTrue(said.contains("ok  clock: "), said);
    }

    @Test
    void findsAPathThatDropsLargeFrames() throws Exception {
        spaces.dropLargeFrames();
        ChildJvm.Result result = doctor();
        assertEquals(1, result.exitStatus(), result::out);
        String broken =
                "!!  path to " + spaces.name(1) + ": " + spaces.address(1) + ": small frames pass, large ones do not";
        assertTrue(result.out().contains(broken), result::out);
    }

    @Test
    void findsAPathWithoutAnAnswer() throws Exception {
        spaces.setCable(false);
        ChildJvm.Result result = doctor();
        assertEquals(1, result.exitStatus(), result::out);
        assertTrue(result.out().contains("!!  path to " + spaces.name(0)), result::out);
    }
}
