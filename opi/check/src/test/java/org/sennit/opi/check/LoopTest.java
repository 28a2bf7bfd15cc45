package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class LoopTest {
    @Test
    void aGiveInALoopIsAUseInTheSecondTurn() {
        Snippet.check("""
            for (int i = 0; i < n; i++) {
                link.give(b); // BUG: , in an earlier turn of the loop
            }
            """);
    }

    @Test
    void aUseBeforeTheGiveMeetsItInTheNextTurn() {
        Snippet.check("""
            while (n-- > 0) {
                b.put(n); // BUG: 'b' is used after it was given away in line {given}, in an earlier turn of the loop
                link.give(b); // given
            }
            """);
    }

    @Test
    void aFreshBufferInEachTurnIsFine() {
        Snippet.check("""
            for (int i = 0; i < n; i++) {
                Buffer fresh = link.take();
                fresh.put(i);
                link.give(fresh);
            }
            """);
    }

    @Test
    void aNewOneAtTheEndOfEachTurnIsFine() {
        Snippet.check("""
            for (int i = 0; i < n; i++) {
                b.put(i);
                link.give(b);
                b = link.take();
            }
            link.give(b);
            """);
    }

    @Test
    void aNewOneInTheUpdateIsFine() {
        Snippet.check("""
            for (Buffer each = link.take(); each != null; each = link.take()) {
                link.give(each);
            }
            """);
    }

    @Test
    void aBreakAfterTheGiveEndsTheLoop() {
        Snippet.check("""
            while (true) {
                if (n-- == 0) {
                    link.give(b); // given
                    break;
                }
                b.put(n);
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aContinuePassesTheAssignment() {
        Snippet.check("""
            while (n-- > 0) {
                link.give(b); // BUG: , in an earlier turn of the loop
                if (isSet) {
                    continue;
                }
                b = link.take();
            }
            """);
    }

    @Test
    void aContinueToTheUpdateThatAssignsIsFine() {
        Snippet.check("""
            for (; n > 0; b = link.take()) {
                if (isSet) {
                    link.give(b);
                    continue;
                }
                link.give(b);
            }
            """);
    }

    @Test
    void aLoopMayHaveNoTurn() {
        Snippet.check("""
            link.give(b); // given
            for (int i = 0; i < n; i++) {
                b = link.take();
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void theBodyOfDoRunsAtLeastOnce() {
        Snippet.check("""
            link.give(b);
            do {
                b = link.take();
            } while (b.get() > 0);
            b.put(1);
            """);
    }

    @Test
    void theConditionOfDoSeesTheBody() {
        Snippet.check("""
            do {
                link.give(b); // given
            } while (b.get() > 0); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void everyElementOfAForEachIsAnother() {
        Snippet.check("""
            for (Buffer each : all) {
                each.put(1);
                link.give(each);
            }
            """);
    }

    @Test
    void aForEachGivesOneFromOutsideTwice() {
        Snippet.check("""
            for (Buffer each : all) {
                link.give(b); // BUG: , in an earlier turn of the loop
            }
            """);
    }

    @Test
    void aBreakToALabelCarriesTheGive() {
        Snippet.check("""
            outer:
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (isSet) {
                        link.give(b); // given
                        break outer;
                    }
                    b.put(j);
                }
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aContinueToALabelCarriesTheGive() {
        Snippet.check("""
            outer:
            for (int i = 0; i < n; i++) {
                b.put(i); // BUG: 'b' is used after it was given away in line {given}, in an earlier turn of the loop
                while (true) {
                    link.give(b); // given
                    continue outer;
                }
            }
            """);
    }

    @Test
    void aLabelledBlockCanBeLeft() {
        Snippet.check("""
            block: {
                if (isSet) {
                    break block;
                }
                link.give(b); // given
                return;
            }
            b.put(1);
            """);
    }

    @Test
    void theDeadOnesOfTwoLoopsAreToldApart() {
        Snippet.check("""
            for (int i = 0; i < n; i++) {
                a.put(i);
            }
            link.give(a);
            for (int i = 0; i < n; i++) {
                b.put(i);
            }
            link.give(b);
            """);
    }

    @Test
    void aGiveBeforeAnEndlessLoopIsSeenInIt() {
        Snippet.check("""
            link.give(b); // given
            while (true) {
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void twoBuffersTakeTurns() {
        Snippet.check("""
            for (int i = 0; i < n; i++) {
                b.put(i);
                Buffer full = b;
                b = a;
                link.give(full);
                a = link.take();
            }
            """);
    }
}
