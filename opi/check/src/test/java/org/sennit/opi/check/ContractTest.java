package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class ContractTest {
    @Test
    void aMethodOfTheUsersOwnConsumesByItsAnnotation() {
        Snippet.checkMembers("""
            static void publish(@Consumes Buffer buffer) {}
            void run(Buffer b) {
                publish(b); // given
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void aMethodThatIsCalledGiveIsNothingSpecial() {
        Snippet.checkMembers("""
            static void give(Buffer buffer) {}
            void run(Buffer b) {
                give(b);
                b.put(1);
            }
            """);
    }

    @Test
    void aConstructorMayConsume() {
        Snippet.checkMembers("""
            record Parcel(@Consumes Buffer buffer) {}
            void run(Buffer b) {
                Parcel parcel = new Parcel(b); // given
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void anOverridingMethodConsumesAsWell() {
        Snippet.checkMembers("""
            static class Tunnel extends Link {
                @Override
                public boolean give(Buffer buffer) {
                    return false;
                }
            }
            void run(Tunnel tunnel, Buffer b) {
                tunnel.give(b); // given
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void anImplementationConsumesWhatItsInterfaceSays() {
        Snippet.checkMembers("""
            interface Sink<T> {
                void accept(@Consumes T value);
            }
            static class Middle<T> implements Sink<T> {
                public void accept(T value) {}
            }
            static class Low extends Middle<Buffer> {
                public void accept(Buffer value) {}
            }
            void run(Low low, Sink<Buffer> sink, Buffer a, Buffer b) {
                low.accept(a); // low
                sink.accept(b); // sink
                a.put(1); // BUG: 'a' is used after it was given away in line {low}
                b.put(1); // BUG: 'b' is used after it was given away in line {sink}
            }
            """);
    }

    @Test
    void anOverloadWithoutTheAnnotationDoesNot() {
        Snippet.checkMembers("""
            static void publish(@Consumes Buffer buffer) {}
            static void publish(Buffer buffer, int copies) {}
            void run(Buffer b) {
                publish(b, 2);
                b.put(1);
                publish(b);
            }
            """);
    }

    @Test
    void itIsAboutAnyType() {
        Snippet.checkMembers("""
            static void hand(@Consumes Object graph) {}
            void run(List<String> graph) {
                graph.add("x");
                hand(graph); // given
                graph.add("y"); // BUG: 'graph' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void theMethodThatTakesItOverOwnsIt() {
        Snippet.checkMembers("""
            void publish(Link link, @Consumes Buffer buffer) {
                buffer.put(1);
                link.give(buffer);
            }
            """);
    }

    @Test
    void constructorsAndInitializersAreWatched() {
        Snippet.checkMembers("""
            static final Link LINK = new Link();
            static {
                Buffer b = LINK.take();
                LINK.give(b); // static1
                b.put(1); // BUG: 'b' is used after it was given away in line {static1}
            }
            Snippet(Buffer b) {
                LINK.give(b); // given
                b.put(1); // BUG: 'b' is used after it was given away in line {given}
            }
            """);
    }

    @Test
    void nestedClassesAreWatched() {
        Snippet.checkMembers("""
            enum Kind {
                SMALL {
                    void send(Link link, Buffer b) {
                        link.give(b); // given
                        b.put(1); // BUG: 'b' is used after it was given away in line {given}
                    }
                };
            }
            interface Sending {
                default void send(Link link, Buffer b) {
                    link.give(b); // again
                    b.put(1); // BUG: 'b' is used after it was given away in line {again}
                }
            }
            """);
    }
}
