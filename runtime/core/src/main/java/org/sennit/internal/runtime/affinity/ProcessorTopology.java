package org.sennit.internal.runtime.affinity;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The cores, sockets and NUMA nodes of the processors, as Linux lists them in {@code /sys/devices/system}. What it does
 * not tell counts as a core of its own, in one socket and one node. Immutable.
 *
 * <p>Threads: any; each call reads small files.
 */
final class ProcessorTopology {
    /** Folder in which Linux describes the machine. */
    static final Path SYSTEM = Path.of("/sys/devices/system");

    private final Path system;
    private final ProcessorSet allowed;

    ProcessorTopology(Path system, ProcessorSet allowed) {
        this.system = system;
        this.allowed = allowed;
    }

    /** Returns the allowed processors of each core, the core with the lowest number first. */
    List<ProcessorSet> cores() {
        Set<ProcessorSet> cores = new LinkedHashSet<>();
        allowed.numbers()
                .forEach(processor -> cores.add(siblings(processor, "thread_siblings_list", single(processor))));
        return new ArrayList<>(cores);
    }

    /** Returns the allowed processors of the socket of a core. */
    ProcessorSet socketOf(ProcessorSet core) {
        return siblings(first(core), "core_siblings_list", allowed);
    }

    /** Returns the allowed processors of the NUMA node of a core. */
    ProcessorSet nodeOf(ProcessorSet core) {
        try (DirectoryStream<Path> nodes = Files.newDirectoryStream(system.resolve("node"), "node[0-9]*")) {
            for (Path node : nodes) {
                ProcessorSet list = ProcessorSet.parse(Files.readString(node.resolve("cpulist")));
                if (list.bits().get(first(core))) {
                    return list.and(allowed);
                }
            }
        } catch (IOException notTold) {
            // One node.
        }
        return allowed;
    }

    /** Returns the processors of the whole machine. */
    static ProcessorSet online(Path system) {
        try {
            return ProcessorSet.parse(Files.readString(system.resolve("cpu/online")));
        } catch (IOException notTold) {
            return ProcessorSet.NONE;
        }
    }

    private ProcessorSet siblings(int processor, String file, ProcessorSet otherwise) {
        try {
            Path topology = system.resolve("cpu/cpu" + processor + "/topology");
            ProcessorSet list = ProcessorSet.parse(Files.readString(topology.resolve(file)));
            return list.bits().get(processor) ? list.and(allowed) : otherwise;
        } catch (IOException notTold) {
            return otherwise;
        }
    }

    private static ProcessorSet single(int processor) {
        return new ProcessorSet(Integer.toString(processor));
    }

    private static int first(ProcessorSet core) {
        return core.bits().nextSetBit(0);
    }
}
