package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class LaterCodeTest {
    @Test
    void aLambdaMadeAfterTheGiveMayNotUseIt() {
        Snippet.check("""
            link.give(b); // given
            link.run(() -> b.put(1)); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aLambdaMadeBeforeTheGiveMayNotRunAfterIt() {
        Snippet.check("""
            Runnable action = () -> b.put(1);
            action.run();
            link.give(b); // given
            action.run(); // BUG: 'action' is used after 'b' was given away in line {given}
            """);
    }

    @Test
    void aLambdaThatRunsBeforeTheGiveIsFine() {
        Snippet.check("""
            int value = link.ask(() -> b.get());
            link.give(b);
            """);
    }

    @Test
    void aLambdaThatIsPassedOnMayGiveAtOnce() {
        Snippet.check("""
            link.run(() -> link.give(b)); // given
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aLambdaThatIsKeptGivesWhenItIsUsed() {
        Snippet.check("""
            Runnable action = () -> link.give(b); // given
            b.put(1);
            link.run(action);
            b.put(2); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aLambdaIsWatchedInside() {
        Snippet.check("""
            Consumer<Buffer> action = each -> {
                link.give(each); // given
                each.put(1); // BUG: 'each' is used after it was given away in line {given}
            };
            all[0].put(1);
            """);
    }

    @Test
    void aReturnInALambdaDoesNotLeaveTheMethod() {
        Snippet.check("""
            link.run(() -> {
                if (isSet) {
                    return;
                }
                link.look(a, 1);
            });
            link.give(b); // given
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """.replace("b.put(1)", "link.look(b, 1)"));
    }

    @Test
    void aLambdaOfAFieldIsWatchedToo() {
        Snippet.checkMembers("""
            final Link link = new Link();
            final Consumer<Buffer> twice = b -> {
                link.give(b); // given
                link.give(b); // BUG: 'b' is used after it was given away in line {given}
            };
            """);
    }

    @Test
    void aMethodReferenceMadeAfterTheGiveIsAUse() {
        Snippet.check("""
            link.give(b); // given
            link.ask(b::get); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aMethodReferenceMadeBeforeTheGiveMayNotRunAfterIt() {
        Snippet.check("""
            IntSupplier get = b::get;
            link.give(b); // given
            n = get.getAsInt(); // BUG: 'get' is used after 'b' was given away in line {given}
            """);
    }

    @Test
    void aMethodReferenceToFreeFreesWhenItIsPassed() {
        Snippet.check("""
            link.run(b::free); // freed
            b.put(1); // BUG: 'b' is used after it was given away in line {freed}
            """);
    }

    @Test
    void anAnonymousClassMadeAfterTheGiveMayNotUseIt() {
        Snippet.check("""
            link.give(b); // given
            link.run(new Runnable() {
                @Override
                public void run() {
                    b.put(1); // BUG: 'b' is used after it was given away in line {given}
                }
            });
            """);
    }

    @Test
    void anAnonymousClassThatIsPassedOnMayGiveAtOnce() {
        Snippet.check("""
            link.run(new Runnable() {
                @Override
                public void run() {
                    link.give(b); // given
                }
            });
            b.put(1); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void aLocalClassMayNotBeMadeAfterTheGive() {
        Snippet.check("""
            class Later {
                int value() {
                    return b.get();
                }
            }
            int value = new Later().value();
            link.give(b); // given
            value += new Later().value(); // BUG: 'b' is used after it was given away in line {given}
            """);
    }

    @Test
    void methodsOfAClassInAMethodDoNotFollowOneAnother() {
        Snippet.check("""
            Object both = new Object() {
                void give(Buffer mine) {
                    link.give(mine);
                }

                void use(Buffer mine) {
                    mine.put(1);
                }
            };
            """);
    }
}
