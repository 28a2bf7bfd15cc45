package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class SuppressionTest {
    @Test
    void aMethodMaySayOtherwise() {
        Snippet.checkMembers("""
            @SuppressWarnings("UseAfterGive")
            void run(Link link, Buffer b) {
                link.give(b);
                b.put(1);
            }
            """);
    }

    @Test
    void aClassMaySayOtherwise() {
        Snippet.checkMembers("""
            @SuppressWarnings({"unused", "UseAfterGive"})
            static class Inner {
                void run(Link link, Buffer b) {
                    link.give(b);
                    b.put(1);
                }
            }
            """);
    }

    @Test
    void aVariableMaySayOtherwiseForItselfAlone() {
        Snippet.check("""
            link.give(b);
            @SuppressWarnings("UseAfterGive")
            int value = b.get();
            link.give(a); // given
            a.put(value); // BUG: 'a' is used after it was given away in line {given}
            """);
    }

    @Test
    void anotherWarningIsAnother() {
        Snippet.checkMembers("""
            @SuppressWarnings("unused")
            void run(Link link, Buffer b) {
                link.give(b); // given
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }
}
