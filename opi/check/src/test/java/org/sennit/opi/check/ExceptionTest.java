package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class ExceptionTest {
    @Test
    void aGiveThatThrowsMayHaveGiven() {
        Snippet.check("""
            try {
                link.give(b); // given
            } catch (IllegalStateException e) {
                b.free(); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void whatThrowsBeforeTheGiveHasNotGivenYetOnlyIfNothingElseIsTried() {
        Snippet.check("""
            try {
                b.put(1);
            } catch (IllegalStateException e) {
                b.put(2);
            }
            link.give(b);
            """);
    }

    @Test
    void theHandlerMayAssignItAnew() {
        Snippet.check("""
            try {
                link.give(b);
                b = link.take();
            } catch (IllegalStateException e) {
                b = new Buffer();
            }
            b.put(1);
            """);
    }

    @Test
    void anAssignmentInTheTryMayNotHaveHappened() {
        Snippet.check("""
            link.give(b); // given
            try {
                b = link.take();
            } catch (IllegalStateException e) {
                n = 1;
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void finallySeesTheGive() {
        Snippet.check("""
            try {
                link.give(b); // given
            } finally {
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void finallySeesTheGiveBeforeAReturn() {
        Snippet.check("""
            try {
                if (isSet) {
                    link.give(b); // given
                    return;
                }
            } finally {
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void finallySeesTheGiveBeforeABreak() {
        Snippet.check("""
            while (n-- > 0) {
                try {
                    if (isSet) {
                        link.give(b); // given
                        break;
                    }
                } finally {
                    b.put(1); // BUG: 'b' is used after it was given away in line {given}
                }
            }
            """);
    }

    @Test
    void whatFinallyAssignsIsFreshWhereverItLeads() {
        Snippet.check("""
            while (n-- > 0) {
                try {
                    link.give(b);
                    if (isSet) {
                        break;
                    }
                    continue;
                } finally {
                    b = link.take();
                }
            }
            b.put(1);
            """);
    }

    @Test
    void aGiveInFinallyIsSeenAfterIt() {
        Snippet.check("""
            try {
                b.put(1);
            } finally {
                link.give(b); // given
            }
            b.put(2); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void freeingInFinallyIsFine() {
        Snippet.check("""
            try {
                b.put(1);
                if (isSet) {
                    return;
                }
                link.look(b, 2);
            } finally {
                b.free();
            }
            """);
    }

    @Test
    void aGiveInAHandlerIsSeenAfterIt() {
        Snippet.check("""
            try {
                b.put(1);
            } catch (IllegalStateException e) {
                b.free(); // freed
            }
            b.put(2); // BUG: 'b' is used after it was given away in line {freed}
            """);
    }

    @Test
    void aHandlerThatThrowsLeavesNothingBehind() {
        Snippet.check("""
            try {
                b.put(1);
            } catch (IllegalStateException e) {
                b.free();
                throw e;
            }
            b.put(2);
            """);
    }

    @Test
    void whatAnInnerHandlerDoesNotCatchGoesToTheOuterOne() {
        Snippet.check("""
            try {
                try {
                    link.give(b); // given
                } catch (IllegalStateException e) {
                    return;
                }
            } catch (IllegalArgumentException e) {
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void aHandlerOfAllExceptionsLetsNothingPass() {
        Snippet.check("""
            try {
                try {
                    link.give(b);
                } catch (Exception e) {
                    return;
                }
                return;
            } catch (IllegalArgumentException e) {
                b.put(1);
            }
            """);
    }

    @Test
    void aResourceIsClosedAfterTheGive() {
        Snippet.check("""
            try (Buffer fresh = link.take()) { // BUG: 'fresh' is used after it was given away in line {given}
                link.give(fresh); // given
            }
            """);
    }

    @Test
    void aResourceMayBeUsedInItsBlock() {
        Snippet.check("""
            try (Buffer fresh = link.take(); b) {
                fresh.put(b.get());
            }
            """);
    }
}
