package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class StraightLineTest {
    @Test
    void aUseAfterAGiveIsRejectedWithBothLines() {
        Snippet.check("""
            b.put(1);
            link.give(b); // given
            b.put(2);     // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aUseBeforeAGiveIsFine() {
        Snippet.check("""
            b.put(1);
            link.look(b, b.get());
            link.give(b);
            """);
    }

    @Test
    void aLocalVariableIsWatchedToo() {
        Snippet.check("""
            Buffer fresh = link.take();
            link.give(fresh); // given
            int value = fresh.get(); // BUG: 'fresh' is used after it was given away in line {given}
            """);
    }

    @Test
    void anAssignmentMakesTheNameAnothersName() {
        Snippet.check("""
            link.give(b);
            b = link.take();
            b.put(1);
            """);
    }

    @Test
    void givingTwiceIsAUse() {
        Snippet.check("""
            link.give(b); // given
            link.give(b); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void passingItOnIsAUse() {
        Snippet.check("""
            link.give(b); // given
            link.look(b, 1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void returningItIsAUse() {
        Snippet.checkMembers("""
            Buffer run(Link link, Buffer b) {
                link.give(b); // given
                return b; // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void aFieldOfItIsAUse() {
        Snippet.check("""
            link.give(b); // given
            n = b.field; // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void assigningAFieldOfItIsAUse() {
        Snippet.check("""
            link.give(b); // given
            b.field = 3; // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void oneMistakeIsReportedOnce() {
        Snippet.check("""
            link.give(b); // given
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            b.put(2);
            b.put(3);
            """);
    }

    @Test
    void anotherBufferIsNotTouchedByIt() {
        Snippet.check("""
            link.give(a);
            b.put(1);
            link.give(b);
            """);
    }

    @Test
    void argumentsAreEvaluatedBeforeTheGive() {
        Snippet.check("""
            link.giveAll(b.get(), b);
            """);
    }

    @Test
    void aUseAfterTheGiveInTheSameExpressionIsRejected() {
        Snippet.check("""
            boolean same = link.give(b) == (b.get() == 1); // BUG: 'b' is used after it was given away in line
            """);
    }

    @Test
    void whatComesBackForItIsFresh() {
        Snippet.check("""
            b = link.exchange(b);
            b.put(1);
            b = link.exchange(b);
            """);
    }

    @Test
    void itMayBeComparedAndAskedForNull() {
        Snippet.check("""
            link.give(b);
            isSet = b == null || b != a;
            """);
    }

    @Test
    void castsAndParenthesesHideNothing() {
        Snippet.check("""
            link.give((Buffer) (b)); // given
            ((Buffer) b).put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void freeingIsAGive() {
        Snippet.check("""
            b.free(); // freed
            b.free(); // BUG: 'b' is used after it was given away in line {freed}
            """);
    }

    @Test
    void everyArgumentOfAVariableNumberIsGone() {
        Snippet.check("""
            link.giveAll(1, a, b); // given
            a.put(1); // BUG: 'a' is used after it was given away in line {given}
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void textAndNamesOfItAreUses() {
        Snippet.check("""
            link.give(b); // given
            String text = "b=" + b; // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aGiveInACompoundAssignmentCounts() {
        Snippet.check("""
            isSet &= link.give(b); // given
            n += b.get(); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aLockAroundItChangesNothing() {
        Snippet.check("""
            synchronized (link) {
                link.give(b); // given
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }
}
