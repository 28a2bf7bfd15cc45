package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class FieldTest {
    @Test
    void aFieldOfTheObjectIsWatched() {
        Snippet.check("""
            link.give(kept); // given
            this.kept.put(1); // BUG: 'kept' is used after it was given away in line {given}
            """);
    }

    @Test
    void aFieldThatIsAssignedAnewIsFine() {
        Snippet.check("""
            link.give(this.kept);
            kept = link.take();
            this.kept.put(1);
            """);
    }

    @Test
    void aMethodOfTheClassMayAssignTheField() {
        Snippet.checkMembers("""
            void refill() {
                kept = new Buffer();
            }
            void run(Link link) {
                link.give(kept);
                refill();
                kept.put(1);
            }
            """);
    }

    @Test
    void noMethodAssignsAFinalField() {
        Snippet.checkMembers("""
            void refill() {}
            void run(Link link) {
                link.give(KEPT); // given
                refill();
                KEPT.put(1); // BUG: 'KEPT' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void aMethodOfAnotherClassDoesNotAssignTheField() {
        Snippet.check("""
            link.give(kept); // given
            link.look(a, 1);
            kept.put(1); // BUG: 'kept' is used after it was given away in line {given}
            """);
    }

    @Test
    void aFieldOfAVariableIsWatched() {
        Snippet.check("""
            link.give(b.inner); // given
            b.put(1);
            """);
        Snippet.check("""
            link.give(b.inner); // given
            n = b.inner.get(); // BUG: 'b.inner' is used after it was given away in line {given}
            """);
    }

    @Test
    void theSameFieldOfAnotherVariableIsNot() {
        Snippet.check("""
            link.give(b.inner);
            a.inner.put(1);
            """);
    }

    @Test
    void anArrayElementIsWatched() {
        Snippet.check("""
            link.give(all[0]); // given
            all[1].put(1);
            all[0].put(1); // BUG: 'all[0]' is used after it was given away in line {given}
            """);
    }

    @Test
    void anArrayElementByAVariableIsWatchedUntilTheVariableChanges() {
        Snippet.check("""
            for (int i = 0; i < n; i++) {
                link.give(all[i]); // given
                if (isSet) {
                    continue;
                }
                all[i].put(1); // BUG: 'all[i]' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void everyElementOnceIsFine() {
        Snippet.check("""
            for (int i = 0; i < all.length; i++) {
                link.give(all[i]);
                all[i] = link.take();
                all[i].put(i);
            }
            """);
    }

    @Test
    void whoIsPassedTheArrayMayFillIt() {
        Snippet.check("""
            link.give(all[0]);
            link.takeAll(all);
            all[0].put(1);
            """);
    }

    @Test
    void anArrayThatIsGivenTakesItsElementsAlong() {
        Snippet.check("""
            link.giveAll(1, all); // given
            all[2].put(1); // BUG: 'all' is used after it was given away in line {given}
            """);
    }

    @Test
    void anArrayThatWasGivenMayBeFilledAnew() {
        Snippet.check("""
            link.giveAll(1, all);
            for (int i = 0; i < all.length; i++) {
                all[i] = link.take();
                all[i].put(i);
            }
            link.giveAll(2, row);
            row[0] = a;
            row[n] = b;
            row[0].put(1);
            """);
    }

    @Test
    void theElementsOfANewArrayAreGiven() {
        Snippet.check("""
            link.giveAll(1, new Buffer[] {a, b}); // given
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }
}
