package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.config.Options;

/**
 * Whether the heap of a job's JVM is asked for in pages of 2 MiB, where Linux gives them to those who ask (transparent
 * huge pages, {@code madvise}, the default of most distributions).
 *
 * <p>One way of a {@code double[]} between two JVMs of a host by the kernel's copy, which looks up and holds each page,
 * three runs by turns on two processors of a virtual machine: 64 KiB 6.5 to 7.3 us with pages of 4 KiB and 4.2 to 6.2
 * with these, 256 KiB 18 to 21 and 12 to 14, 1 MiB 103 to 190 and 69 to 75. Two JVMs that do nothing take 13 MB more
 * each, and start in the same time; where several share a processor they take longer: eight 1.41 s instead of 1.27,
 * since the first touch of a page clears all of it.
 *
 * <p>Threads: stateless.
 */
final class HugePages {
    private static final Path ENABLED = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private HugePages() {}

    /**
     * Returns why a JVM's heap is asked for in huge pages or not, as {@code sennit info} says it: a word, yes or no,
     * and the reason.
     *
     * @param jvms how many JVMs of the job share this host
     * @param processors the number of processors of the host
     * @param options collector and wish
     */
    static String decision(int jvms, int processors, Options options) {
        return decision(jvms, processors, options, mode());
    }

    /**
     * The same.
     *
     * @param mode the kernel's line, the mode that holds in brackets: {@code always [madvise] never}
     */
    static String decision(int jvms, int processors, Options options, String mode) {
        String collector = options.value(LaunchOptions.COLLECTOR);
        if (!options.value(LaunchOptions.HUGE_PAGES)) {
            return "no: " + LaunchOptions.HUGE_PAGES.name() + " is false";
        } else if (jvms == 1) {
            return "no: no other JVM of this host reads its arrays";
        } else if (collector.equals("z") || collector.equals("jvm")) {
            return "no: only with serial, parallel and g1, whose arrays other JVMs can read";
        } else if (jvms > processors) {
            return "no: JVMs that share a processor start later with them";
        }
        // Where the kernel gives none the JVM would warn.
        boolean isOffered = mode.contains("[madvise]") || mode.contains("[always]");
        return isOffered ? "yes: Linux gives them to who asks" : "no: this system offers none";
    }

    /** Returns whether the decision is yes. */
    static boolean areAskedFor(int jvms, int processors, Options options) {
        return decision(jvms, processors, options).startsWith("yes");
    }

    private static String mode() {
        try {
            return Files.readString(ENABLED);
        } catch (IOException notLinux) {
            return "";
        }
    }
}
