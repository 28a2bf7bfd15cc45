package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class SwitchTest {
    @Test
    void aGiveInOneCaseIsEnough() {
        Snippet.check("""
            switch (n) {
                case 1:
                    link.give(b); // given
                    break;
                default:
                    b.put(1);
            }
            b.put(2); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void itFallsThroughToTheNextCase() {
        Snippet.check("""
            switch (n) {
                case 1:
                    link.give(b); // given
                case 2:
                    b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void rulesDoNotFallThrough() {
        Snippet.check("""
            switch (n) {
                case 1 -> link.give(b);
                case 2 -> b.put(1);
                default -> b.free();
            }
            """);
    }

    @Test
    void withoutDefaultNoCaseMayMatch() {
        Snippet.check("""
            link.give(b); // given
            switch (n) {
                case 1 -> b = link.take();
                case 2 -> b = new Buffer();
            }
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void withDefaultACaseMatches() {
        Snippet.check("""
            link.give(b);
            switch (n) {
                case 1 -> b = link.take();
                default -> b = new Buffer();
            }
            b.put(1);
            """);
    }

    @Test
    void aSwitchExpressionGivesInARule() {
        Snippet.check("""
            boolean done = switch (n) {
                case 1 -> link.give(b); // given
                case 2 -> b.get() == 1;
                default -> false;
            };
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void yieldEndsTheSwitchExpression() {
        Snippet.check("""
            int value = switch (n) {
                case 1: {
                    b.free();
                    b = link.take();
                    yield 1;
                }
                default:
                    yield b.get();
            };
            b.put(value);
            """);
    }

    @Test
    void yieldCarriesTheGive() {
        Snippet.check("""
            int value = switch (n) {
                case 1 -> {
                    link.give(b); // given
                    yield 1;
                }
                default -> b.get();
            };
            b.put(value); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aPatternNamesTheSameObject() {
        Snippet.check("""
            switch (object) {
                case Buffer buffer when isSet -> {
                    link.give(buffer); // given
                    link.run(() -> {});
                    System.out.println(object); // BUG: 'object' is used after 'buffer' was given away in line {given}
                }
                case Buffer buffer -> buffer.free();
                default -> System.out.println(object);
            }
            """);
    }

    @Test
    void aGuardMayGive() {
        Snippet.check("""
            switch (object) {
                case String text when link.give(b) -> n = 1; // given
                default -> b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void aSwitchOverPatternsCoversEverything() {
        Snippet.checkMembers("""
            sealed interface Way {}
            record Far(int rank) implements Way {}
            record Near(int rank) implements Way {}
            void run(Link link, Buffer b, Way way) {
                link.give(b);
                switch (way) {
                    case Far(int rank) -> b = link.take();
                    case Near(_) -> b = new Buffer();
                }
                b.put(1);
            }
            """);
    }

    @Test
    void instanceofNamesTheSameObject() {
        Snippet.check("""
            if (object instanceof Buffer buffer && isSet) {
                link.give(buffer); // given
                System.out.println(object); // BUG: 'object' is used after 'buffer' was given away in line {given}
            }
            """);
    }
}
