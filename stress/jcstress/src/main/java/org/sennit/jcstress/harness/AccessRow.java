package org.sennit.jcstress.harness;

import java.util.List;
import java.util.Locale;

/**
 * A row of the table of ordered accesses.
 *
 * @param access the access
 * @param count how often it stands in its method
 * @param judge what would notice its loss, besides the table itself
 * @param effect how its mutant may show, besides by a forbidden outcome
 * @param test the stress test, as {@code File.Test}; empty where there is none
 * @param text what goes wrong without it, or its partner, or why no test is needed
 */
record AccessRow(Access access, int count, Judge judge, Mutant.Effect effect, String test, String text) {
    /** The check that notices that an access has been weakened. */
    enum Judge {
        /** The test fails on the mutant. */
        SHOWN,
        /**
         * The test runs the access, but no processor that keeps loads in order and stores in order, as x86 does, can
         * show the loss; the table notices.
         */
        ORDER,
        /** The table alone. */
        NONE
    }

    /** Parses {@code method operation [xN] | judge [effect] test | text}. */
    static AccessRow parse(String subject, String line) {
        List<String> columns =
                List.of(line.split("\\|", 3)).stream().map(String::strip).toList();
        List<String> where = List.of(columns.get(0).split(" "));
        List<String> judged = List.of(columns.get(1).split(" "));
        if (columns.size() != 3 || where.size() < 2 || columns.get(2).isEmpty()) {
            throw new IllegalArgumentException(subject + ": " + line);
        }
        Access access = new Access(subject, where.get(0), where.get(1));
        int count = where.size() > 2 ? Integer.parseInt(where.get(2).substring(1)) : 1;
        Judge judge = judged.getFirst().equals("-")
                ? Judge.NONE
                : Judge.valueOf(judged.getFirst().toUpperCase(Locale.ROOT));
        Mutant.Effect effect = judged.size() > 2
                ? Mutant.Effect.valueOf(judged.get(1).toUpperCase(Locale.ROOT))
                : Mutant.Effect.OUTCOME;
        return new AccessRow(access, count, judge, effect, judge == Judge.NONE ? "" : judged.getLast(), columns.get(2));
    }

    /** The class with this access weakened; of rows that are {@link Judge#SHOWN}. */
    Mutant mutant() {
        return new Mutant(access, test, effect, text);
    }
}
