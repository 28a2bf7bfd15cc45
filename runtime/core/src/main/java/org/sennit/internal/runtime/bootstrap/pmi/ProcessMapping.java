package org.sennit.internal.runtime.bootstrap.pmi;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processes of each node, as a process manager writes them under the key {@code PMI_process_mapping}: {@code
 * (vector,(0,2,3))} puts three processes on node 0 and three on node 1, and begins again while there are more.
 * Stateless.
 */
final class ProcessMapping {
    /** The key in the engine's key-value space. */
    static final String KEY = "PMI_process_mapping";

    private static final Pattern WHOLE = Pattern.compile("\\(vector((?:,\\(\\d+,\\d+,\\d+\\))+)\\)");
    private static final Pattern BLOCK = Pattern.compile("\\((\\d+),(\\d+),(\\d+)\\)");

    private ProcessMapping() {}

    /** Some nodes in a row, each with as many processes. */
    private record Block(int first, int nodes, int each) {}

    /**
     * Reads a mapping.
     *
     * @param text the value; null: there is none
     * @param processes the number of processes that the job has
     * @return the node of each process; null where the text says nothing, or nothing that can be read
     */
    static int[] nodes(String text, int processes) {
        Matcher whole = WHOLE.matcher(text == null ? "" : text);
        if (!whole.matches()) {
            return null;
        }
        try {
            return nodes(blocks(whole.group(1)), processes);
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }

    private static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            blocks.add(new Block(
                    Integer.parseInt(block.group(1)),
                    Integer.parseInt(block.group(2)),
                    Integer.parseInt(block.group(3))));
        }
        return blocks;
    }

    private static int[] nodes(List<Block> blocks, int processes) {
        if (blocks.stream().anyMatch(block -> block.nodes() == 0 || block.each() == 0)) {
            return null; // it would never come to the last process
        }
        int[] nodes = new int[processes];
        int process = 0;
        while (process < processes) {
            for (Block block : blocks) {
                for (int node = 0; node < block.nodes() && process < processes; node++) {
                    for (int i = 0; i < block.each() && process < processes; i++) {
                        nodes[process++] = block.first() + node;
                    }
                }
            }
        }
        return nodes;
    }
}
