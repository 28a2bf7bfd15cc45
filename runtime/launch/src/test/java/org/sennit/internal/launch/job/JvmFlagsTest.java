package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.runtime.affinity.BindingPlan;

class JvmFlagsTest {

    @Test
    void dividesMemoryEqually() {
        long alone = JvmFlags.heapMaxMib(1, Options.defaults());
        long ofEight = JvmFlags.heapMaxMib(8, Options.defaults());
        assertTrue(ofEight == 64 || Math.abs(alone - 8 * ofEight) <= 8, alone + " " + ofEight);
        assertTrue(HostMemory.bytes() >= alone << 20);
    }

    @Test
    void letsAnOptionSetHeapAndCollector() {
        Options options = Options.defaults()
                .with(LaunchOptions.HEAP_MAX_MIB, 77, "test")
                .with(LaunchOptions.COLLECTOR, "g1", "test");
        List<String> flags = JvmFlags.of(2, 4, options);
        assertTrue(flags.containsAll(List.of("-Xmx77m", "-XX:+UseG1GC", "-XX:ParallelGCThreads=2")), flags.toString());
    }

    @Test
    void collectorsWithACardTableMarkACardOnce() {
        for (String collector : List.of("serial", "parallel", "g1", "z", "jvm")) {
            Options options = Options.defaults().with(LaunchOptions.COLLECTOR, collector, "test");
            assertEquals(
                    collector.equals("serial") || collector.equals("parallel"),
                    JvmFlags.of(1, 2, options).contains("-XX:+UseCondCardMark"),
                    collector);
        }
    }

    @Test
    void boundThreadsStillSeeAllProcessors() {
        Options bound = Options.defaults().with(BindingPlan.BIND, "core", "test");
        assertTrue(JvmFlags.of(8, 4, bound).contains("-XX:ActiveProcessorCount=4"));
    }

    @Test
    void givesEachJvmItsShareOfPoolThreads() {
        List<String> flags = JvmFlags.of(8, 2, Options.defaults());
        assertTrue(flags.contains("-Djdk.virtualThreadScheduler.parallelism=1"), flags.toString());
        assertTrue(flags.contains("-XX:CICompilerCount=2"), flags.toString());
        assertTrue(
                JvmFlags.of(2, 64, Options.defaults()).contains("-XX:CICompilerCount=15"),
                "as on a host of 32: 5 * 2 * 3/2");
        Options unbound = Options.defaults().with(BindingPlan.BIND, "none", "test");
        assertFalse(JvmFlags.of(8, 2, unbound).toString().contains("ActiveProcessorCount"));
        assertFalse(JvmFlags.of(1, 2, Options.defaults()).toString().contains("parallelism"));
    }

    @Test
    void compilersWaitWhereJvmsShareAProcessor() {
        assertTrue(JvmFlags.of(3, 2, Options.defaults()).toString().contains("Tier3InvocationThreshold"));
        assertFalse(JvmFlags.of(2, 2, Options.defaults()).toString().contains("Tier3"));
        assertFalse(JvmFlags.of(3, 4, Options.defaults()).toString().contains("Tier3"));
        assertFalse(JvmFlags.of(1, 1, Options.defaults()).toString().contains("Tier3"));
    }

    @Test
    void asksForHugePagesWhereOtherJvmsReadArraysAndEachHasAProcessor() {
        String offered = "always [madvise] never\n";
        Options all = Options.defaults();
        assertEquals("yes: Linux gives them to who asks", HugePages.decision(2, 2, all, offered));
        assertEquals("yes: Linux gives them to who asks", HugePages.decision(2, 2, all, "[always] madvise never"));
        assertEquals("no: this system offers none", HugePages.decision(2, 2, all, "always madvise [never]"));
        assertEquals("no: this system offers none", HugePages.decision(2, 2, all, ""));
        assertTrue(HugePages.decision(1, 2, all, offered).startsWith("no: no other JVM"));
        assertTrue(HugePages.decision(3, 2, all, offered).startsWith("no: JVMs that share"));
        Options off = all.with(LaunchOptions.HUGE_PAGES, false, "test");
        assertEquals("no: launch.huge.pages is false", HugePages.decision(2, 2, off, offered));
        for (String collector : List.of("serial", "parallel", "g1", "z", "jvm")) {
            boolean isAsked = HugePages.decision(2, 2, all.with(LaunchOptions.COLLECTOR, collector, "test"), offered)
                    .startsWith("yes");
            assertEquals(!collector.equals("z") && !collector.equals("jvm"), isAsked, collector);
        }
    }

    @Test
    void theFlagFollowsTheDecision() {
        Options all = Options.defaults();
        assertEquals(
                JvmFlags.hugePages(2, 2, all).startsWith("yes"),
                JvmFlags.of(2, 2, all).contains("-XX:+UseTransparentHugePages"));
    }
}
