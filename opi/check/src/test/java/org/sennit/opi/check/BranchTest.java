package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class BranchTest {
    @Test
    void aGiveInOneBranchIsEnough() {
        Snippet.check("""
            if (isSet) {
                link.give(b); // given
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void theOtherBranchMayUseIt() {
        Snippet.check("""
            if (isSet) {
                link.give(b);
            } else {
                b.put(1);
                b.free();
            }
            """);
    }

    @Test
    void bothGivesAreNamed() {
        Snippet.check("""
            if (isSet) {
                link.give(b); // one
            } else {
                b.free(); // other
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {one} or {other}
            """);
    }

    @Test
    void aBranchThatReturnsLeavesNothingBehind() {
        Snippet.check("""
            if (isSet) {
                link.give(b);
                return;
            }
            b.put(1);
            """);
    }

    @Test
    void aBranchThatThrowsLeavesNothingBehind() {
        Snippet.check("""
            if (isSet) {
                link.give(b);
                throw new IllegalStateException();
            }
            b.put(1);
            """);
    }

    @Test
    void oneBranchAssignsItAnew() {
        Snippet.check("""
            link.give(b); // given
            if (isSet) {
                b = link.take();
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void bothBranchesAssignItAnew() {
        Snippet.check("""
            link.give(b);
            if (isSet) {
                b = link.take();
            } else {
                b = new Buffer();
            }
            b.put(1);
            """);
    }

    @Test
    void aBranchOfAConditionalExpressionCounts() {
        Snippet.check("""
            boolean ok = isSet ? link.give(b) : false; // given
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void theOtherBranchOfAConditionalExpressionMayUseIt() {
        Snippet.check("""
            int value = isSet ? (link.give(b) ? 1 : 0) : b.get();
            """);
    }

    @Test
    void aConditionalArgumentGivesWhicheverItIs() {
        Snippet.check("""
            link.give(isSet ? a : b); // given
            a.put(1); // BUG: 'a' is used after it was given away in line {given}
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aGiveBehindAndMayHaveHappened() {
        Snippet.check("""
            boolean done = isSet && link.give(b); // given
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aGiveBehindAndHasHappenedOnlyWhereItIsTrue() {
        Snippet.check("""
            if (!isSet || !link.exchange(b).equals(a)) {
                return;
            }
            b = link.take();
            b.put(1);
            """);
    }

    @Test
    void whatIsLeftOfAndDecidesWhetherTheRightIsReached() {
        Snippet.check("""
            if (isSet || link.give(b)) { // given
                n = 1;
            } else {
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void theTrueSideOfOrMayComeWithoutTheGive() {
        Snippet.check("""
            if (isSet && link.give(b)) { // given
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void anAssertionMayBeOff() {
        Snippet.check("""
            assert link.give(b); // given
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void codeThatIsNeverReachedIsNotJudged() {
        Snippet.check("""
            if (false) {
                link.give(b);
            }
            b.put(1);
            """);
    }

    @Test
    void theRightOfOrIsReachedOnlyWhereTheLeftIsFalse() {
        Snippet.check("""
            link.give(b); // given
            isSet = isSet && (b = link.take()) != null
                || b.get() == 1; // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void whatFollowsOrThatIsFalseHasSeenBothSides() {
        Snippet.check("""
            link.give(b);
            if (!isSet || (b = link.take()) == null) {
                return;
            }
            b.put(1);
            """);
    }
}
