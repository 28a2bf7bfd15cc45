package org.sennit.jcstress.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of all ordered accesses, {@code accesses.txt}: for each, which check would notice that it has
 * become weaker. A test of the build compares it with the compiled classes, so that an access cannot be added,
 * lost or weakened without its row.
 */
final class AccessTable {
    private static final String FILE = "accesses.txt";

    private AccessTable() {}

    /** Returns all rows, in the order of the file. */
    static List<AccessRow> rows() {
        List<AccessRow> rows = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(AccessTable.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            String subject = "";
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (line.startsWith(" ")) {
                    rows.add(AccessRow.parse(subject, line.strip()));
                } else {
                    subject = line.strip();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(FILE, e);
        }
        return rows;
    }

    /** The weakened classes that the tests must notice. */
    static List<Mutant> mutants() {
        return rows().stream()
                .filter(row -> row.judge() == AccessRow.Judge.SHOWN)
                .map(AccessRow::mutant)
                .toList();
    }

    static Mutant mutant(String name) {
        return mutants().stream()
                .filter(mutant -> mutant.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such mutant: " + name));
    }
}
